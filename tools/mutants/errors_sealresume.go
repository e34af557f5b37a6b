package main

// keeping are errors in what keeps a run whole and its verdicts apart: seals,
// checksums, resumption, the resolution of the machine, families of tests.
func keeping() []mutant {
	return []mutant{
		{"the seal covers the first half of run.json", "runfolder/seal.go", "sum := sha256.Sum256(text)", "sum := sha256.Sum256(text[:len(text)/2])"},
		{"a file with half a seal has none", "runfolder/seal.go", "if bytes.Contains(src, []byte(sealMark)) {", "if bytes.Contains(src, []byte(sealEnd)) {"},
		{"an experiment's state without its seal is read", "runfolder/statefiles.go", "if err == nil && !sealed {", "if err == nil && !sealed && len(text) == 0 {"},
		{"every run is called sealed", "runfolder/run.go", "t.layout.checked, meta.sealed()", "t.layout.checked, true"},
		{"checksums of the first half of a line", "runfolder/csv.go", "crc32.Update(sum, table, line)", "crc32.Update(sum, table, line[:len(line)/2])"},
		{"a resumed run begins its checksums anew", "runfolder/writer.go", "t.seq, t.size, t.last", "t.seq, t.size, chain(0)"},
		{"a resumed run numbers its rows anew", "runfolder/writer.go", "t.seq, t.size, t.last", "0, t.size, t.last"},
		{"lines added to an interrupted run are read", "runfolder/runjson.go", "return m.State == Interrupted || m.State == Failed", "return m.State == Failed"},
		{"a line whose end was changed is cut off", "runfolder/csv.go", "n == t.layout.columns && len(fields[n-1]) > digits", "n == t.layout.columns && len(fields[n-1]) > digits+99"},
		{"a finished run may end with half a line", "runfolder/csv.go", "if meta.State == Finished {", "if meta.State == Running {"},

		{"runs of other baselines are the same", "runfolder/differences.go", `strings.Join(a.Baselines, ","), strings.Join(b.Baselines, ",")`, `strings.Join(a.Baselines, ","), strings.Join(a.Baselines, ",")`},
		{"an axis that the first run lacks is no difference", "runfolder/differences.go", "if a.Axis(x.Name) < 0 {", "if a.Axis(x.Name) > len(a.Axes) {"},
		{"a warm-up on disk is taken for round 1", "experiment/runner.go", "repetition{r.Round, cell}", "repetition{max(r.Round, 1), cell}"},
		{"steps without rows are done again on resumption", "experiment/runner.go", "stateful != nil && stateful.Done(s)", "stateful != nil && stateful.Done(s) && s.Round < -1<<30"},
		{"progress counts steps, not their weights", "experiment/remainingtime.go", "r.Steps += left * int64(s.weight())", "r.Steps += left"},

		{"a machine that resolves nothing is read as not calibrated", "runfolder/calibratedresolution.go", "*r = Unresolved", "*r = 0"},
		{"an effect of 1 % is one of 100 %", "report/claim/claim.go", "difference /= 100", "difference /= 1"},
		{"a ratio of 1 is a difference of 100 %", "report/claim/claim.go", "difference--", "difference -= 0"},
		{"verdicts on counts are below the resolution of times", "report/claim/claim.go", "m == nil || !m.Timed() ||", "m == nil ||"},
		{"verdicts above the resolution are marked", "report/claim/claim.go", "r.Below != nil && *r.Below", "r.Below != nil && !*r.Below"},
		{"compare: the finer resolution of two runs", "report/compare/tworuns.go", "max(ma.Resolution(), mb.Resolution())", "min(ma.Resolution(), mb.Resolution())"},
		{"compare: the resolution beside the ratio", "report/compare/compare.go", "by.Below(r.Value - 1)", "by.Below(r.Value)"},
		{"compare: cells are not resolved", "report/compare/compare.go", "m.Cells[i].resolve(c.Resolution)", "_ = m.Cells[i]"},

		{"the family has the claims that were not tested", "report/claim/evaluation.go", "r.P, r.Family = adjusted, tests", "r.P, r.Family = adjusted, len(family)+0*tests"},
		{"a p that the correction raised is told as one that was large before", "report/claim/evaluation.go", "case r.P > Alpha && raw <= Alpha:", "case r.P > Alpha && raw > Alpha:"},
		{"compare: a part of a claim has the claim's p", "report/compare/withinrun.go", "case len(v.Pairs) == 1:", "case len(v.Pairs) >= 1:"},
		{"compare: a claim in the other direction is another", "report/compare/withinrun.go", " || pair.A == reference && pair.B == filter)", ")"},
		{"compare: a claim about another metric", "report/compare/withinrun.go", "pair.Metric != cells[0].Metric ||", "pair.Metric == \"\" ||"},
		{"compare: the U tests are not corrected", "report/compare/compare.go", "\t\tholm(u)\n", ""},

		{"a word without a guard's leave is looked up", "knuthliang/guardedstore.go", "g.Guard != nil && !g.Guard.Contains(word)", "g.Guard != nil && !g.Guard.Contains(word) && word == \"\""},
		{"a stored word with no points is answered by patterns", "knuthliang/guardedstore.go", "return mask, ok\n", "return mask, ok && mask > 1\n"},
		{"points beyond the mask of a stored word are lost", "knuthliang/guardedstore.go", "if b >= maskRunes {", "if b > maskRunes {"},
		{"TeX's minima do not hold for exceptions", "knuthliang/guardedstore.go", "mask = stored & g.Patterns.minima(int(runs.letters[i]))", "mask = stored"},
		{"minima of generation go before those of typesetting", "knuthliang/headerminima.go", `{"typesetting/", "/", "generation/"}`, `{"generation/", "/", "typesetting/"}`},
		{"CRLF stays in the words", "wordlist/wordlist.go", `word = bytes.TrimSuffix(word, []byte{'\r'})`, `word = bytes.TrimSuffix(word, []byte{'\v'})`},
		{"the byte order mark stays in the first word", "wordlist/wordlist.go", `bytes.TrimPrefix(src, []byte("\ufeff"))`, `bytes.TrimPrefix(src, []byte("\ufffe"))`},
	}
}
