package main

// planted are errors that a reader planted who did not know the list, and that no test of
// their package noticed: nearly all in what fills the rows, not in what judges them.
func planted() []mutant {
	return []mutant{
		{"the truth of a union counts the common keys twice", "experiment/sets/estimates.go", "{n, 2*n - common, common}", "{n, 2 * n, common}"},
		{"the rivals of a layer are its own keys", "experiment/sets/counts.go", "(timesMost - times)", "(timesMost + 1 - times)"},
		{"strangers in some set are those in the first one", "experiment/sets/many.go", "if c.Which(word) != 0 {", "if c.Which(word)&1 != 0 {"},
		{"an answer with a set too many is right", "experiment/sets/many.go", "if answer != right(of, single) {", "if answer&of == 0 {"},
		{"I² with K − 1 in the place of Q's expectation", "stats/metaanalysis.go", "p.I2 = (p.Q - expected) / p.Q", "p.I2 = (p.Q - df) / p.Q"},
		{"Θ(k): points that share k count each", "report/claim/elasticity.go", "means[g] /= members[g]", "means[g] /= 1"},
		{"an exact table has room for four filters", "choose/decide.go", "const exactRoom = 2", "const exactRoom = 4"},
		{"the server's CPU since its start", "store/usage.go", "after.ServerCPU - before.ServerCPU", "after.ServerCPU"},
		{"the least table found in steps of a fiftieth", "experiment/reconcile/trials.go", "step := keys / 500", "step := keys / 50"},
		{"half of the symbols so far at a time", "experiment/reconcile/exact.go", "batchShare   = 8", "batchShare   = 2"},
		{"a table for twice the estimated difference", "experiment/reconcile/exact.go", "safety     = 1.25", "safety     = 2"},
		{"the smallest filter of four times the rate", "experiment/semijoin/smallest.go", "overRate = 1.1 ", "overRate = 4.0 "},
		{"a neighbour is told what it told", "experiment/routing/linear.go", "if from != to && c.dim", "if c.dim"},
		{"a step sideways is no wrong turn", "experiment/routing/count.go", "[list[i].want] >= t.world", "[list[i].want] > t.world"},
		{"the number of hash functions rounded down", "experiment/values/confidence.go", "math.Round(float64(cells)*math.Ln2)", "math.Floor(float64(cells)*math.Ln2)"},
		{"a stranger with the right hyphenation is wrong", "experiment/values/truth.go", "t.key[i] < 0 && mask != t.pattern[i]", "t.key[i] < 0"},
		{"rates over eight ninths of the stream", "experiment/stream/pass.go", "if 2*i > n {", "if 9*i > n {"},
	}
}
