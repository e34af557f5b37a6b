package main

// reports are errors in summaries, comparisons, structures and commands.
func reports() []mutant {
	return []mutant{
		{"lines through medians", "report/summary.go", "x[i], y[i] = s.X(i), c.Mean", "x[i], y[i] = s.X(i), c.Median"},
		{"lines through two points", "report/summary.go", "if len(s.Cells) < 3 {\n\t\treturn\n", "if len(s.Cells) < 2 {\n\t\treturn\n"},
		{"tables counted by means", "report/summary.go", "slices.Contains(sizes, c.Median)", "slices.Contains(sizes, c.Mean)"},
		{"the sweep not as a share", "report/summary.go", "return rise / mean", "return rise"},
		{"the unit of the largest cell", "report/summary.go", "return d.Median\n", "return d.Max\n"},
		{"a second mean in the first unit", "report/summarycsv.go", "mean*m.Scales[1].Factor", "mean*m.Scales[0].Factor"},
		{"slopes in the rows' unit", "report/summarycsv.go", "s.Line.Scaled(r.Factor), s.TheilSen.Scaled(r.Factor)", "s.Line.Scaled(1), s.TheilSen.Scaled(r.Factor)"},
		{"lost time is noticed late", "report/noise.go", "r.Value-float64(r.CPU) > r.Value/20", "r.Value-float64(r.CPU) > r.Value/2"},
		{"drift up alone", "report/noise.go", "math.Abs(change) >= maxDrift", "change >= maxDrift"},

		{"compare: A over B", "report/compare/tworuns.go", "{ey.Minus(ex)}", "{ex.Minus(ey)}"},
		{"compare: autocorrelation ignored", "report/compare/tworuns.go", "ex, err := stats.SerialEstimate(x)", "ex, err := stats.MeanEstimate(x)"},
		{"compare: the gate looks at the ratio alone", "report/compare/gate.go", "&& r.CI.Low > 1+g.Share", "&& r.Value > 1+g.Share"},
		{"compare: Holm dropped", "report/compare/compare.go", "if *family[i] = v; !math.IsNaN(v) {", "if *family[i] = min(v, p[i]); !math.IsNaN(v) {"},
		{"compare: different runs without force", "report/compare/tworuns.go", `if differs != "" && !force {`, `if differs == "-" && !force {`},
		{"compare: pooled ratios are no family", "report/compare/compare.go", "c.Tests = holm(pooled)", "c.Tests = len(pooled)"},
		{"compare: another p than the claim's", "report/compare/withinrun.go", "p.Claim, p.P, claimed = v.ID, v.P, true", "p.Claim, claimed = v.ID, true"},
		{"compare: a claim about other cells", "report/compare/withinrun.go", "bool { return p == c.Point })", `bool { return p == c.Point || p != "" })`},
		{"compare: separated where the interval holds 1", "report/compare/compare.go", "return r.P <= cmp.Or(r.level, claim.Alpha) }", "return r.P <= 2*cmp.Or(r.level, claim.Alpha) }"},
		{"versus: each look as if it were the only one", "report/compare/versus.go", "P: min(1, stats.Looks*e.P())", "P: e.P()"},
		{"versus: looks without end", "harness/decision.go", "for d.done < stats.Looks {", "for d.done >= 0 {"},
		{"compare: cells that one run lacks", "report/compare/tworuns.go", "ta.repeated(k) && tb.repeated(k)", "ta.repeated(k)"},

		{"\"all\" has what reproduces other software", "filter/all/all.go", "return s.Historical || s.MaxKeys > 0 ||", `return s.MaxKeys > 0 && s.Name == "" ||`},
		{"a structure that is named twice is measured twice", "filter/all/all.go", "if !slices.ContainsFunc(list,", "if len(list) >= 0 || !slices.ContainsFunc(list,"},
		{"the Bloom filter's k rounded up", "filter/bloom/standard.go", "int(float64(m)/float64(n)*math.Ln2)", "int(math.Ceil(float64(m)/float64(n)*math.Ln2))"},
		{"the Bloom filter asks one bit less", "filter/bloom/standard.go", "range min(b.k, 8)", "range min(b.k, 8) - 1"},
		{"the cuckoo filter's relocations are not taken back", "filter/cuckoo/insertion.go", "\t\tfp = c.exchange(i, c.undraw(), fp)\n", "\t\tc.undraw()\n"},
		{"the cuckoo filter's theory without load", "filter/cuckoo/bucketplaces.go", "math.Expm1(float64(p.n) * math.Log1p(-q))", "math.Expm1(float64(p.buckets()*4) * math.Log1p(-q))"},
		{"the seed of structures ignored", "filter/hash.go", "Mix(cfg.Seed ^ spread)", "Mix(spread)"},
		{"confidences rounded up", "filter/linear/quantisation.go", "\treturn uint16(x)\n", "\treturn uint16(math.Ceil(x))\n"},
		{"a confidence below the threshold let through", "filter/linear/gradedset.go", "lowest < v.least {", "lowest+1 < v.least {"},

		{"a closed gate exits with 1", "command/root.go", "return exitGate", "return exitFailure"},
		{"wrong usage exits with 1", "command/root.go", "return exitUsage\n\tcase errors.As(err, &gate)", "return exitFailure\n\tcase errors.As(err, &gate)"},
		{"an interrupt exits with 1", "command/root.go", "return exitInterrupted", "return exitFailure"},
		{"an interrupted run has failed", "harness/runsession.go", "errors.Is(cause, context.Canceled):\n\t\tstate = runfolder.Interrupted", "errors.Is(cause, context.Canceled):\n\t\tstate = runfolder.Failed"},
		{"a run of other parameters is resumed", "harness/runsession.go", `what := runfolder.Differs(&w.Meta, &meta); what != ""`, `what := runfolder.Differs(&w.Meta, &meta); what == "-"`},
		{"the gate of compare is shut at its limit in per cent", "report/compare/gate.go", "Share: v / 100", "Share: v"},
		{"a gate that is given stays open", "command/compare.go", "case len(j.Met) > 0:", "case len(j.Met) < 0:"},
		{"a gate that is not decided passes", "command/compare.go", "case open != nil:", "case open != nil && met != nil:"},
		{"gates: an end beyond the bound is excluded", "report/compare/gate.go", "return r.CI.High <= 1+g.Share", "return r.Value <= 1+g.Share"},
		{"gates: the family is that of all ratios", "report/compare/gate.go", "append(raw, p.raw)", "append(raw, p.P)"},
	}
}
