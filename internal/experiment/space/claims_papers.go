package space

import (
	"math"

	"hyphbench/internal/report/claim"
	"hyphbench/internal/workload"
)

// papers are the headline figures of the papers on the structures, in the words of
// their abstracts.
func papers() []claim.Claim {
	large := func(p place) bool { return anyRate(p) && p.n >= workload.Million }
	low := func(p place) bool { return anyRate(p) && p.epsilon < 0.01+tiny } // as the prefix filter's paper
	// There a universe of strangers is ten times the set or more.
	small := func(p place) bool { return p.epsilon == 0 && p.n >= 1000 && p.n <= strangersLeast/10 }
	return claim.Of("papers",
		over("P1", "Graf and Lemire 2020", "an xor filter takes 1.23·log2(1/ε) bits a key",
			"from 20 to 26 % over log2(1/ε measured), n from 10,000 on", overheadWithin(xor, anyRate, 0.20, 0.26)),
		over("P2", "Graf and Lemire 2022", "a binary fuse filter is within 13 % of the lower bound",
			"half a percentage point, n from 1,000,000 on", overheadWithin(fuse, large, nothing, 0.135)),
		over("P3", "Graf and Lemire 2022", "a 4-wise binary fuse filter is within 8 % of the lower bound",
			"half a percentage point, n from 1,000,000 on", overheadWithin(fuse4, large, nothing, 0.085)),
		over("P4", "Dillinger and Walzer 2021", "a ribbon filter can be within 10 % of the lower bound",
			"of width 128, at every point from n = 10,000 on", overheadWithin(ribbon128, anyRate, nothing, 0.10)),
		over("P5", "Dillinger et al. 2022", "bumped ribbon retrieval is well below 1 % over the lower bound",
			"below 1 %, n from 1,000,000 on", overheadWithin(burr, large, nothing, math.Nextafter(0.01, 0))),
		over("P6", "Even, Even and Morrison 2022", "a prefix filter is more space-efficient than a Bloom filter",
			"for ε up to 1 %; "+atOwnRate, leaner(prefix, bloom, low)),
		over("P7", "Even, Even and Morrison 2022", "a prefix filter takes about the space of filters with deletion",
			"for ε up to 1 % within 15 % of the quotient filter's bits for each of log2(1/ε measured), n from 10,000 on",
			leanWithin(prefix, quotient, low, 0.85, 1.15)),
		sized("P8", "Schanck 2025", "a clubcard takes less space than a cascade",
			"n from 1,000 to a tenth of the universe (the paper's 54 % less are of certificates by issuer)",
			ratioWithin(clubcard, cascade, small, nothing, math.Nextafter(1, 0))),
		about(FullAt, "P9", "Fan et al. 2014, 5.1", "buckets of 1, 2, 4 and 8 entries let a cuckoo table be filled to 50, 84, 95 and 98 %",
			"no lower on average, and higher by 5 percentage points at most; after 500 relocations a key is refused", filledTo),
		over("P10", "RocksDB 2021, of ribbon", "a ribbon filter saves about 30 % of a Bloom filter's space",
			"of width 128, from 25 to 35 % less bits for each of log2(1/ε measured), at every point from n = 10,000 on", leanWithin(ribbon128, bloom, anyRate, 0.65, 0.75)),
	)
}
