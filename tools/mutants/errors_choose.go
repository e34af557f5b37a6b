package main

// choosing are errors in what is recommended.
func choosing() []mutant {
	return []mutant{
		{"a difference of a third is none", "choose/costcomparison.go", "closeness = 0.03", "closeness = 0.3"},
		{"a filter before none on its mean alone", "choose/decision.go", "if !r.Equal || f.within(margin) {", "if !r.Equal || f.value <= 1 {"},
		{"the store's rounds are not those of the filters", "choose/costcomparison.go", "c.rounds = append(c.rounds, c.middle*swing)", "c.rounds = append(c.rounds, c.middle+0*swing)"},
		{"another measurement is as this one", "choose/costcomparison.go", "f.low*f.low/f.value", "f.low"},
		{"what was left behind is as good", "choose/decision.go", "r.Equal = len(r.cost.rounds) == rounds && f.within(closeness)", "r.Equal = rounds >= 0 && f.within(closeness)"},
		{"the quickest of equals is named", "choose/decision.go", "\tcase a.Equal:\n\t\treturn bySize(a, b)\n", ""},
		{"a rate below the one asked for counts", "choose/structurecosts.go", "max(o.Rate, o.Epsilon)", "o.Rate"},
		{"construction costs nothing", "choose/structurecosts.go", "return ns + o.Build*float64(q.N)/q.Queries", "return ns"},
		{"a denied key let pass", "choose/costmeasurement.go", "yes < list.Len() && c.Faults", "yes < 0 && c.Faults"},
		{"what the store lacks let pass", "choose/storelookups.go", "case keys && found < words.Len():", "case keys && found < 0:"},
		{"lookups of a list in messages of their own", "choose/storelookups.go", "slices.Chunk(words, batch)", "slices.Chunk(words, 1+0*batch)"},
		{"a library without a secret against an adversary", "choose/libraries.go", "return !q.Keyed || l.Hashed || l.Secret", "return true"},
		{"a rate below that asked for is no credit to a library that has no other", "choose/libraries.go", "o.Epsilon = o.Rate // that of", "o.Rate = o.Rate // that of"},
		{"repeated keys count", "choose/workload.go", "w := &Workload{Keys: keys.Distinct()}", "w := &Workload{Keys: keys}"},
		{"lookups of a message do not share its time", "command/choose_question.go", "float64(d) / float64(o.batch)", "float64(d)"},
	}
}
