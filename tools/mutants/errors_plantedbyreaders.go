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
		{"the least table found in steps of a fiftieth", "experiment/reconcile/peelingprotocols.go", "step := keys / 500", "step := keys / 50"},
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
		{"a neighbour may be the document itself", "experiment/screening/signature.go", "(at + 1 + random.IntN(near)) % len(from)", "(at + random.IntN(near)) % len(from)"},
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

// plantedThird are errors that a third reader planted who knew neither the list nor the tests.
func plantedThird() []mutant {
	return []mutant{
		{"the cells of a stable filter that are cleared, rounded down", "filter/window/stable.go", "s.p = max(1, int(math.Ceil(p)))", "s.p = max(1, int(p))"},
		{"a library's hash without the seed", "filter/library/hash.go", "return h.Seeded(xxhash.Sum64String(key))", "return xxhash.Sum64String(key)"},
		{"layers that were read have the rate of the first", "filter/growing/scalable.go", "l := s.sized(i, m, k)", "l := s.sized(0, m, k)"},
		{"the length of an exception in bytes", "knuthliang/tex.go", "n := utf8.RuneCountInString(word)", "_ = utf8.RuneError\n\t\tn := len(word)"},
		{"a rate over all molecules", "experiment/molecules/molecules.go", "others+len(x.list)-q.count", "others+len(x.list)"},
		{"a half-life from the wrong side", "experiment/stream/streampass.go", "(last-0.5)/(last-now)", "(0.5-now)/(last-now)"},
		{"Yuen's degrees of freedom of all values", "stats/trimmedmean.go", "squares += v * v / (h - 1)", "squares += v * v / (n - 1)"},
		{"a line in another unit keeps its band", "stats/regression.go", "l.SlopeSE, l.s = l.SlopeSE*f, l.s*f", "l.SlopeSE *= f"},
		{"values of another round where a cell lacks one", "sample/sample.go", "lines[at] = append(lines[at], columns[i][n])\n\t\t\t}\n\t\t\tn++", "lines[at] = append(lines[at], columns[i][n])\n\t\t\t\tn++\n\t\t\t}"},
		{"one place outside does not oppose all", "report/claim/claimparts.go", "return supports, min(opposes, one)", "return supports, opposes"},
		{"a resumed flag at its default is not given", "harness/resume.go", "\tf.Changed = true // also where the value is the default\n\tif f.Value.String() == text {\n\t\treturn nil\n\t}\n", "\tif f.Value.String() == text {\n\t\treturn nil\n\t}\n\tf.Changed = true\n"},
		{"a round that is elsewhere is nowhere", "runfolder/merge_roundcoverage.go", `u.Instead = whole[round]; u.Instead == ""`, `u.Instead = whole[round]; u.Instead != ""`},
		{"rows behind those of an interrupted run", "runfolder/csv.go", "case t.rows > meta.Rows && meta.closed():", "case t.rows > meta.Rows && meta.State == Finished:"},
		{"the second round is in the order of the list", "experiment/trial/bench.go", "if round > 0 || b.spec.Shuffled", "if round > 1 || b.spec.Shuffled"},
		{"small tables in bytes", "choose/decision.go", "const smallTable = 8 * 4096", "const smallTable = 4096"},
		{"an open gate before one that was met", "command/compare.go", "\tcase met != nil:\n\t\treturn gateError{errors.New(strings.Join(met, \"\\n\"))}, nil\n\tcase open != nil:\n\t\treturn undecidedError{errors.New(strings.Join(open, \"\\n\"))}, nil\n", "\tcase open != nil:\n\t\treturn undecidedError{errors.New(strings.Join(open, \"\\n\"))}, nil\n\tcase met != nil:\n\t\treturn gateError{errors.New(strings.Join(met, \"\\n\"))}, nil\n"},
		{"arrows only where both ends are outside", "report/figure/forestplot.go", "all.low < f.axis.low || all.high > f.axis.high", "all.low < f.axis.low && all.high > f.axis.high"},
		{"the figure of the fewest claims first", "report/page/links.go", "return b.share - a.share", "return a.share - b.share"},
		{"an empty variable is a source", "settings/flagsources.go", `if os.Getenv(name) != "" { // an empty variable is skipped`, `if _, set := os.LookupEnv(name); set {`},
	}
}

// plantedFourth are errors that a fourth reader planted who knew neither the list nor the tests.
func plantedFourth() []mutant {
	return []mutant{
		{"moderated estimates keep the degrees of freedom that winsorising takes", "stats/moderatedvariance.go", "min(prior+d[i], total)}", "min(prior+x.DF, total)}"},
		{"the limit of autocorrelation is by the number of cells, not of values", "report/noise.go", "max(maxLag1, 3/math.Sqrt(values))", "max(maxLag1, 3/math.Sqrt(cells))"},
		{"degrees of freedom of a level from the root of its variance", "report/answeredtimes.go", "sum.SE, sum.DF = math.Sqrt(sum.SE), sum.SE*sum.SE/squares", "sum.SE = math.Sqrt(sum.SE)\n\tsum.DF = sum.SE * sum.SE / squares"},
		{"the margin at which a verdict ends is by Bonferroni, not by Holm", "report/claim/evaluation.go", "r.setFlip(Alpha / 2 / float64(tests-smaller(p, p[n])))", "r.setFlip(Alpha / 2 / float64(tests))"},
		{"a figure by medians swaps the marks of mean and median", "report/figure/distribution.go", "described, err := stats.Describe(row.values)\n\t\tif err != nil { // which the summary would have had before\n\t\t\tcontinue\n\t\t}\n\t\trow.mean, row.median = described.Mean, described.Median // whatever the summary is by", "row.mean, row.median = c.Mean*d.scale.Factor, c.Median*d.scale.Factor"},
		{"time per round divides by the rounds of earlier sessions too", "harness/precision.go", "perRound := m.took / time.Duration(max(1, m.fresh))", "perRound := m.took / time.Duration(max(1, m.rounds))"},
		{"a killed session ends when it is resumed", "runfolder/writer.go", "if info, err := os.Stat(filepath.Join(w.Dir, MeasurementsFile)); err == nil {\n\t\t\tw.Meta.Sessions[n-1].End = info.ModTime().UTC()\n\t\t}", "w.Meta.Sessions[n-1].End = time.Now().UTC()"},
		{"an interrupted round leaves its times of the user's queries", "choose/costmeasurement.go", "&in.yes, &in.no, &in.build, &m.offers[i].Mixed} {", "&in.yes, &in.no, &in.build} {"},
		{"the time of a line over a pipe is divided by the warm-up too", "store/command.go", "return time.Since(start) / times, nil", "return time.Since(start) / (2 * times), nil"},
		{"the middle of an even number of values is the upper one", "workload/middleandlargest.go", "return list[(len(list)-1)/2]", "return list[len(list)/2]"},
		{"minima of a stored word go by its bytes, not its letters", "knuthliang/guardedstore.go", "g.Patterns.minima(int(runs.letters[i]))", "g.Patterns.minima(len(word))"},
		{"rows on the disk count as done in every block of a plan", "experiment/remainingtime.go", "\t\t\trows[s.Cell] -= there\n", ""},
		{"refusals are added up, not counted in a row", "experiment/growth/keyinsertion.go", "\t\tg.in++\n\t\tg.row = 0\n", "\t\tg.in++\n"},
		{"time of the disk per write, not per request", "experiment/cache/measure.go", "return timed, min(diskRequests, len(s.requests)), err", "return timed, max(1, len(p.lastWrites)), err"},
		{"degrees of freedom by iterations, not by their batches", "experiment/fbl/runestimates.go", "float64(f.iterations/batch-1)", "float64(f.iterations-1)"},
		{"bits per key over the lines, repeated ones included", "command/build.go", "text := built(f, s, keys.Len(), len(file))", "text := built(f, s, lines.Len(), len(file))"},
		{"the rate counts keys that are beside as if they were in the word", "filter/counting/multipartition.go", "return at(min(i, p.most))", "return at(i)"},
		{"room of a table by the largest load, not by the one that holds the rate", "filter/quotient/infini.go", "room = uint64(load * float64(slots))", "room = uint64(infiniLoad * float64(slots))"},
		{"the expected length of codes ignores that no number repeats", "filter/golomb/golomb.go", "float64(i<<s.P-1+s.gap())", "float64(i<<s.P-1)"},
	}
}

// plantedFifth are errors that a fifth reader planted who knew neither the list nor the tests.
func plantedFifth() []mutant {
	return []mutant{
		{"pooling: share of an estimated variance not squared", "stats/metaanalysis.go", "w.unknown += rest * rest * share * share / e.DF", "w.unknown += rest * rest * share / e.DF"},
		{"line in another unit keeps its residual error in the old one", "stats/regression.go", "l.SlopeSE, l.s = l.SlopeSE*f, l.s*f", "l.SlopeSE = l.SlopeSE * f"},
		{"deletion of a key kept beside does not count it off", "filter/counting/multipartition.go", "\t\t\tdelete(p.beside, h)\n\t\t}\n\t\tp.n = max(0, p.n-1)\n\t\treturn true", "\t\t\tdelete(p.beside, h)\n\t\t}\n\t\treturn true"},
		{"sliding window: rate just after a shift in place of just before", "filter/window/sliding.go", "math.Exp2(-float64(i+1)/float64(k))", "math.Exp2(-float64(i)/float64(k))"},
		{"scalable: planned rate of the capacity in place of the keys", "filter/growing/scalable.go", "bloom.OccupancyMoment(first.m, first.k*n, first.k)", "bloom.OccupancyMoment(first.m, first.k*s.base, first.k)"},
		{"TeX's pass: length of a word in bytes in place of letters", "knuthliang/guardedstore.go", "r.letters[r.n] = uint8(w.n)", "r.letters[r.n] = uint8(w.size)"},
		{"autocorrelation: standard error of one cell's values in place of all", "report/noise.go", "3/math.Sqrt(values)", "3/math.Sqrt(values/cells)"},
		{"map of the cheapest: former best forgotten as the second", "experiment/reconcile/figure_methodmap.go", "best, second, who = c, best, i", "best, who = c, i"},
		{"division of a part of a large run by the sessions of the whole", "runfolder/splitsessions.go", "\t\tif s.session != nil {\n\t\t\tfrom = s.session\n\t\t}\n", ""},
		{"torn last line not cut off when a run is resumed", "runfolder/writer.go", "\tif err := w.openFile(); err != nil {\n\t\treturn err\n\t}\n\treturn w.file.Truncate(w.size)\n", "\treturn w.openFile()\n"},
		{"times of the store from the sample kept beside those of all keys", "choose/refinement.go", "\tm.hits, m.misses = nil, nil\n", ""},
		{"lookups before an eviction forgotten", "store/bbolt.go", "\tt.counted, _ = t.Accesses()\n", ""},
		{"later keys may be negatives", "workload/laterkeys.go", "[]*wordlist.List{w.real(n), w.negatives}", "[]*wordlist.List{w.real(n)}"},
		{"bytes of the first advertisement counted into the first update", "experiment/routing/measure.go", "\t\tbytes = 0\n", ""},
		{"rows of rank 0 sized for half of a word's rows, rounded down", "experiment/screening/ranks.go", "long := (s.hashes + 1) / 2", "long := s.hashes / 2"},
		{"one machine's verdict closes the gate although the pooled one is there", "command/verify.go", "if r.Verdict == claim.NotTested && on.Verdict != claim.NotTested && slices.Contains(gate, on.Verdict) {", "if on.Verdict != claim.NotTested && slices.Contains(gate, on.Verdict) {"},
	}
}

// plantedSixth are errors that a sixth reader planted who knew neither the list nor the tests. Four
// more are in the lists above already.
func plantedSixth() []mutant {
	return []mutant{
		{"SerialEstimate widens the error for autocorrelation but keeps the full degrees of freedom", "stats/autocorrelatedmean.go", "max(1, e.DF*effective/n)}, nil", "e.DF}, nil"},
		{"lost time is counted also in runs whose sections wait for a store by design", "report/noise.go", " > r.Value/20 && !n.meta.Waits)", " > r.Value/20)"},
		{"a gate on a metric that only baselines have leaves these baselines out because other metrics have structures", "report/compare/gate.go", "g.Filter == \"\" && c.ofStructures(g.Metric)", "g.Filter == \"\" && c.ofStructures(\"\")"},
		{"the resolution of a comparison of two runs is that of A alone, not the coarser of both", "report/compare/tworuns.go", "Resolution: max(ma.Resolution(), mb.Resolution()),", "Resolution: ma.Resolution(),"},
		{"a claim of parts is called at the margin though the vague parts could still contradict it", "report/claim/atmargin.go", "len(parts)-outside-vague >= wanted", "len(parts)-outside >= wanted"},
		{"points of the same x are not shared out in the weights of the line, so that a staircase counts its steps several times", "report/claim/lineartime.go", "list[i] = weights[g] / members[g]", "list[i] = weights[g]"},
		{"the newest of several runs may be an example although there is a run of one's own", "runfolder/run.go", "example && !is || example == is && t > start)", "example && !is || t > start)"},
		{"sessions of a shard that another build measured are merged without their build, and count as of the first shard's", "runfolder/merge.go", "\t\t\tif s.Build == nil {\n\t\t\t\ts.Build = p.meta.Build\n\t\t\t}\n", ""},
		{"the time of a round of a resumed run is divided by the rounds of all sessions", "harness/precision.go", "m.took / time.Duration(max(1, m.fresh))", "m.took / time.Duration(max(1, m.rounds))"},
		{"a killed or interrupted run's open session is counted as measuring until now", "harness/status.go", "\tif s.State != Active {\n\t\tlast = lastWritten(dir, told)\n\t}\n", ""},
		{"history without --of follows the experiment of the oldest run, not of the newest", "command/history.go", "for _, run := range slices.Backward(all) {", "for _, run := range all {"},
		{"variance of the key estimate forgets that a key can hit both cells in two words of one block", "filter/bloom/keycountestimate.go", "math.Log1p(-(2/b-1/(b*b))/l)", "math.Log1p(-(2/b)/l)"},
		{"the filter of deleted keys has the hash functions of the filter of keys, so that their errors go together", "filter/counting/deletedset.go", "\tcfg.Seed = filter.Mix(^cfg.Seed)\n", ""},
		{"how many times longer a query takes without a filter leaves the time of the hits out", "choose/decision.go", "\t\thits := q.Members * q.Hit\n\t\td.Without = ratio(bareCost(q).plus(hits), d.Best.cost.plus(hits))\n", "\t\td.Without = ratio(bareCost(q), d.Best.cost)\n"},
		{"a pass with some of the exceptions is held against the texts of the pass with none", "experiment/thesis/expectedcounts.go", "known != nil && (all || none) {", "known != nil {"},
		{"a word behind an underscore, a soft hyphen or a bad byte is hyphenated", "knuthliang/wordsintokens.go", "from, spoiled = -1, spoils", "from, spoiled = -1, false"},
	}
}
