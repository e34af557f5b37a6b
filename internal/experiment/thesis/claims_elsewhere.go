package thesis

import (
	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
)

func t15() claim.Claim {
	return needs("T15", "2.1", metric.ResidentBits, "a dictionary takes space in proportion to the number of its elements",
		"several numbers of keys, where a run of this experiment has one: see TS8 of space")
}

func t16() claim.Claim {
	return needs("T16", "2.1.2", metric.Query, "a hash table answers and inserts in a time that does not depend on the number of its elements",
		"several numbers of keys, where a run of this experiment has one: see Q22 and Q23 of lookup")
}

func t27() claim.Claim {
	return needs("T27", "3.5.2–4", metric.FalsePositives, "Bloom filters sent in place of lists reduce traffic, and tell differences and intersections of sets",
		"sets on two machines: see J1 of semijoin, RC1, RC2, RC3 and RC4 of reconcile")
}

func t29() claim.Claim {
	return needs("T29", "3.5.5", metric.FalseNegatives, "the disjunction of two Bloom filters answers for both lists, without false negatives",
		"unions of filters, which this experiment does not make: see S1 of sets")
}

func t30() claim.Claim {
	return needs("T30", "4", metric.Query, "counting Bloom and quotient filters answer more slowly than a Bloom filter, and can need more space for the same rate",
		"structures that this experiment does not have: see Q10 and Q21 of lookup on time, TS3 and TS4 of space on space")
}

func t31() claim.Claim {
	return needs("T31", "4", metric.Bits, "a cuckoo filter removes elements without the additional space of a counting Bloom filter",
		"a structure that this experiment does not have: see TS6 of space and C7 of churn")
}

func t32() claim.Claim {
	return needs("T32", "4.1.1", metric.Build, "insertion into a cuckoo table takes an amortised time O(1)",
		"several numbers of keys, where a run of this experiment has one: see Q24 of lookup")
}
