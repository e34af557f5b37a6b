package main

// planted are errors that a reader planted who did not know the list, and that no test of
// their package noticed: nearly all in what fills the rows, not in what judges them.
func planted() []mutant {
	return []mutant{
		{"the truth of a union counts the common keys twice", "experiment/sets/sizeestimates.go", "{n, 2*n - common, common}", "{n, 2 * n, common}"},
		{"the rivals of a layer are its own keys", "experiment/sets/keymultiplicities.go", "(timesMost - times)", "(timesMost + 1 - times)"},
		{"negatives in some set are those in the first one", "experiment/sets/manysets.go", "if c.Which(word) != 0 {", "if c.Which(word)&1 != 0 {"},
		{"an answer with a set too many is right", "experiment/sets/manysets.go", "if answer != right(of, single) {", "if answer&of == 0 {"},
		{"I² with K − 1 in the place of Q's expectation", "stats/metaanalysis.go", "p.I2 = (p.Q - expected) / p.Q", "p.I2 = (p.Q - df) / p.Q"},
		{"Θ(k): points that share k count each", "report/claim/lineartime.go", "v / members[group[i]]", "v"},
		{"an exact table has room for four filters", "choose/decision.go", "const exactRoom = 2", "const exactRoom = 4"},
		{"the server's CPU since its start", "store/resourceusage.go", "after.ServerCPU - before.ServerCPU", "after.ServerCPU"},
		{"the least table found in steps of a fiftieth", "experiment/reconcile/peelsimulations.go", "step := keys / 500", "step := keys / 50"},
		{"half of the symbols so far at a time", "experiment/reconcile/peelingprotocols.go", "batchShare   = 8", "batchShare   = 2"},
		{"a table for twice the estimated difference", "experiment/reconcile/peelingprotocols.go", "safety     = 1.25", "safety     = 2"},
		{"the smallest filter of four times the rate", "experiment/semijoin/methods.go", "overRate = 1.1 ", "overRate = 4.0 "},
		{"a neighbour is told what it told", "experiment/routing/knowledge_linear.go", "if from != to && c.dim", "if c.dim"},
		{"a step sideways is no wrong turn", "experiment/routing/lookupcounts.go", "[list[i].want] >= t.topology", "[list[i].want] > t.topology"},
		{"the number of hash functions rounded down", "experiment/values/keyconfidences.go", "math.Round(float64(cells)*math.Ln2)", "math.Floor(float64(cells)*math.Ln2)"},
		{"a negative with the right hyphenation is wrong", "experiment/values/requiredbreaks.go", "t.key[i] < 0 && mask != t.pattern[i]", "t.key[i] < 0"},
		{"autocorrelation of raw values, not winsorised", "stats/autocorrelatedmean.go", "r, err := Lag1(winsorised)", "_ = winsorised\n\tr, err := Lag1(x)"},
		{"the nearer margin by difference, not by ratio", "report/claim/margins.go", "return math.Abs(math.Log(at / m.Value))", "return math.Abs(at - m.Value)"},
		{"rates over eight ninths of the stream", "experiment/stream/streampass.go", "if 2*i > n {", "if 9*i > n {"},
	}
}

// plantedAnew are errors that another reader planted who knew neither the list nor the tests.
func plantedAnew() []mutant {
	return []mutant{
		{"the negatives are asked at the first look only", "experiment/growth/measure.go", "\treturn measuring.Share(ctx, negatives, g.grower.filter.Contains)\n}",
			"\tif firstRate < 0 {\n\t\tfirstRate, _ = measuring.Share(ctx, negatives, g.grower.filter.Contains)\n\t}\n\treturn firstRate, nil\n}\n\nvar firstRate = -1.0"},
		{"a key came one replacement earlier", "experiment/churn/replacementhistory.go", "at = later/h.batch() + 1", "at = later / h.batch()"},
		{"wasted words of text over the keys too", "experiment/lookup/queries.go", "float64(len(q.member)-q.all)", "float64(len(q.member))"},
		{"the longer of the two lists is told", "experiment/semijoin/join.go", "listed := without > len(partnered)/2", "listed := without < len(partnered)/2"},
		{"the busiest element by what it sends alone", "experiment/duplicates/measure.go", "float64(own+e.received)", "float64(own)"},
		{"a neighbour may be the document itself", "experiment/screening/similarity.go", "(at + 1 + random.IntN(near)) % len(from)", "(at + random.IntN(near)) % len(from)"},
		{"the last source of an exception decides", "experiment/thesis/sourceconfidence.go", "best[e.Word] = max(best[e.Word], confidenceOf(b.files, f))", "best[e.Word] = confidenceOf(b.files, f)"},
		{"bytes of an update since the beginning", "experiment/routing/measure.go", "\t\tbytes = 0\n\t\tif err", "\t\tif err"},
		{"errors of a difference cancel", "experiment/fbl/runestimates.go", "e.SE += math.Abs(t.weight) * x.SE", "e.SE += t.weight * x.SE"},
		{"the time on a disk by writes", "experiment/cache/measure.go", "min(diskRequests, len(s.requests))", "len(p.lastWrites)"},
		{"a prediction with K − 1 degrees of freedom", "stats/metaanalysis.go", "math.Sqrt(p.Tau2 + p.Mean.SE*p.Mean.SE), df - 1}", "math.Sqrt(p.Tau2 + p.Mean.SE*p.Mean.SE), df}"},
		{"the last row decides on CPU time", "sample/sample.go", "c.cpu = c.cpu && row.Timed()", "c.cpu = row.Timed()"},
		{"half outside does not oppose most", "report/claim/pointratios.go", "stats.PartialConjunction(outside, n-wanted+1)", "stats.PartialConjunction(outside, wanted)"},
		{"the error of a correlation over cells", "report/noise.go", "3/math.Sqrt(values)", "3/math.Sqrt(cells)"},
		{"rounds of earlier sessions took this one's time", "harness/precision.go", "time.Since(p.start), n - p.before, look}", "time.Since(p.start), n, look}"},
		{"rounds are open with both ends alone", "runfolder/differences.go", `m.Parameters[Resolve] != "" || m.Parameters[Time] != ""`, `m.Parameters[Resolve] != "" && m.Parameters[Time] != ""`},
		{"what changed since a run on any machine", "command/show.go", "&& machineOf(m) == machineOf(&own)", ""},
		{"members as a share of the different queries", "choose/workload.go", "w.Members = float64(hits) / float64(queries.Len())", "w.Members = float64(hits) / float64(len(different))"},
		{"a subtree is left one known node early", "filter/difference/reconciliationtree.go", "known > correction", "known >= correction"},
		{"a word as short as both minima has no break", "knuthliang/tex.go", "return w.n >= a.left+a.right", "return w.n > a.left+a.right"},
	}
}
