package space

import "hyphbench/internal/report/claim"

// thesis are the claims of the thesis's chapters 2 to 4 about sizes that need
// other structures or numbers of keys than its experiment has.
func thesis() []claim.Claim {
	below3 := func(p place) bool { return p.epsilon > 0 && p.epsilon < 0.03-tiny }
	return claim.Of("thesis space",
		sized("TS1", "4", "in many applications a cuckoo filter takes less space than a Bloom filter if ε < 3 %",
			"many: more than a quarter of the points with ε below 3 %", often(cuckoo, bloom, below3)),
		sized("TS2", "4", "in many applications a cuckoo filter with sorted buckets takes less space than a Bloom filter if ε < 3 %",
			"many: more than a quarter of the points with ε below 3 %", often(semisort, bloom, below3)),
		over("TS3", "4", "a counting Bloom filter needs additional space for the rate of a Bloom filter", atOwnRate, leaner(bloom, counting, anyRate)),
		over("TS4", "4", "a quotient filter can need additional space for the rate of a Bloom filter",
			"at one point at least from n = 10,000 on, each at the rate that it has", sometimes(quotient, bloom, anyRate)),
		sized("TS5", "2.1.2", "log2 C(u, n) bits are the most that an exact dictionary of n of u words needs",
			"no exact structure of the thesis's keys takes more", informationBound),
		over("TS6", "4", "a cuckoo filter removes keys without the additional space of a counting Bloom filter", atOwnRate, leaner(cuckoo, counting, anyRate)),
		over("TS7", "3.3", "a filter of rate ε needs at least log2 e · log2(1/ε) bits a key",
			"no structure takes 1 percentage point less, of the rate that it has, at any point from n = 10,000 on", noneBelow(bloomOverhead-0.01)),
		about(HeldPerKey, "TS8", "2.1", "a dictionary takes space in proportion to the number of its elements",
			"the bits a key held by hash table and map differ by at most a factor of two, n from 10,000 to 100 times that at least", proportional),
		about(Rate, "TS9", "3.2", "at the best k the rate of a Bloom filter is about 0.6185^(m/n)",
			"within 5 % at every point from n = 10,000 on", bestRate),
		about(BitsSet, "TS10", "3.2", "of the bits of a Bloom filter a share of about e^(−kn/m) stays 0",
			"within 1 % of it at every point from n = 10,000 on", zerosLeft),
		about(BestProbes, "TS11", "3.2", "the rate of a Bloom filter is least at k = (m/n)·ln 2",
			"the best whole k differs by less than 1, m = 4 n", bestProbes),
		sized("TS12", "4", "a cuckoo filter takes less space than a Bloom filter if ε < 3 %, its table being full",
			"94 % of the entries taken, at every ε from 0.01 to 2.99 %", whenFull(cuckoo)),
		sized("TS13", "4", "a cuckoo filter with sorted buckets takes less space than a Bloom filter if ε < 3 %, its table being full",
			"94 % of the entries taken, at every ε from 0.01 to 2.99 %", whenFull(semisort)),
		about(Rate, "TS14", "2.1.3", "the false-positive rate of hash compaction to l bits is at most 2^−l",
			"1 % of 2^−l, at every point", compactionRate),
	)
}
