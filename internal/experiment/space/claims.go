package space

import (
	"math"
	"slices"

	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/workload"
)

// Names of structures in the claims.
const (
	compaction = "hashcompaction"
	bloom      = "bloom"
	onehash    = "onehash"
	blocked    = "blocked"
	cuckoo     = "cuckoo"
	semisort   = "cuckoo-semisort"
	counting   = "counting"
	three      = "counting3"
	dleft      = "dleft"
	vicbf      = "vicbf"
	quotient   = "quotient"
	prefix     = "prefix"
	golomb     = "gcs"
	xor        = "xor"
	fuse       = "fuse"
	fuse4      = "fuse4"
	ribbon128  = "ribbon128"
	burr       = "burr"
	cascade    = "cascade"
	clubcard   = "clubcard"
	goMap      = "map"
	hashtable  = "hashtable"
)

// claims are those of the texts about sizes and rates, each source a family of its
// own. Construction failures are none of them: a run that has one ends.
func claims() []claim.Claim {
	return slices.Concat(article(), thesis(), papers(), theory())
}

func about(m runfolder.Metric, id, section, statement, margin string, test func(*claim.Data) claim.Outcome) claim.Claim {
	return claim.Claim{ID: id, Section: section, Metric: m, Statement: statement, Margin: margin, Test: test}
}

func sized(id, section, statement, margin string, test func(*claim.Data) claim.Outcome) claim.Claim {
	return about(BitsPerKey, id, section, statement, margin, test)
}

// over is a claim about bits over log2(1/ε), of the rate that a structure has.
func over(id, section, statement, margin string, test func(*claim.Data) claim.Outcome) claim.Claim {
	return about(Overhead, id, section, statement, margin, test)
}

// atOwnRate is the margin of the claim that one structure takes less space than
// another. Whole bits of a fingerprint give a lower rate than the one asked for,
// which counts in favour of a structure.
const atOwnRate = "each at the rate that it has: fewer bits for each of log2(1/ε measured), at every point from n = 10,000 on"

// article are the claims of the encyclopedia's article on Bloom filters. Sections
// are its headings.
func article() []claim.Claim {
	return claim.Of("article",
		sized("A1", "introduction", "a Bloom filter takes less than 10 bits per element at ε = 1 %, whatever the size of the set",
			"below 10 at every n", sizeWithin(bloom, nearRate(0.01), nothing, math.Nextafter(10, 0))),
		sized("A2", "space and time", "at ε = 1 % a Bloom filter takes about 9.6 bits per element",
			"within 1 %, n from 10,000 on", sizeWithin(bloom, atRate(0.01), 9.6*0.99, 9.6*1.01)),
		sized("A3", "space and time", "a tenth of the rate costs a Bloom filter about 4.8 bits per element",
			"within 2 %, n from 10,000 on", tenfold),
		over("A4", "alternatives", "a Bloom filter takes 44 % more space than log2(1/ε)",
			"within 2 percentage points at every point from n = 10,000 on", overheadWithin(bloom, anyRate, 0.42, 0.46)),
		over("A5", "counting filters", "the structure of Pagh, Pagh and Rao 2005, in practice the quotient filter, takes less space than a static Bloom filter",
			atOwnRate, leaner(quotient, bloom, anyRate)),
		sized("A6", "alternatives", "a blocked Bloom filter takes about 32 % more space than a Bloom filter",
			"from 27 to 37 % at every point from n = 10,000 on", ratioWithin(blocked, bloom, anyRate, 1.27, 1.37)),
		sized("A7", "alternatives", "a Golomb-coded filter takes close to log2(1/ε) bits, by a constant",
			"the constant differs by at most half a bit between the points from n = 10,000 on", constantOver),
		over("A8", "alternatives", "an xor filter takes less space than a Bloom filter", atOwnRate, leaner(xor, bloom, anyRate)),
		over("A9", "alternatives", "an xor filter takes less space than a cuckoo filter", atOwnRate, leaner(xor, cuckoo, anyRate)),
		sized("A10", "counting filters", "counting filters take three to four times the space of Bloom filters",
			"3 bits and 4 bits a counter: from 2.95 to 4.05 times, at every point from n = 10,000 on", countingRatio),
		over("A11", "counting filters", "the structure of Fan et al. 2014, a cuckoo filter, takes less space than a static Bloom filter",
			atOwnRate, leaner(cuckoo, bloom, anyRate)),
		sized("A12", "counting filters", "a d-left counting filter takes about half the space of a counting filter",
			"from 0.4 to 0.6 of it, at every point from n = 10,000 on", ratioWithin(dleft, counting, anyRate, 0.4, 0.6)),
		over("A13", "counting filters", "variable increments give a much lower rate than a counting filter of the same size",
			"a tenth less bits for each of log2(1/ε measured), at every point from n = 10,000 on", leanerBy(vicbf, counting, anyRate, 0.9)),
		about(Rate, "A14", "space and time", "with well-chosen k and m about half of the bits of a Bloom filter are set",
			"from 40 to 60 %, by the k-th root of the measured rate, at every point", halfSet()),
		sized("A15", "space and time", "with k = 1 a low rate needs a very large array with few bits set",
			"for ε up to 5 % more than twice the Bloom filter's bits, and no more than 6 % of them set (by the measured rate)", sparse),
		about(Rate, "A16", "optimal k", "the rate is at most Goel and Gupta's bound (1 − e^(−k(n + 0.5)/(m − 1)))^k",
			"no 99.9 % interval over hash functions lies above it, at any point", belowGoelGupta),
		about(Rate, "A17", "probability", "the exact formula of the rate, over the numbers of bits that may be set, holds",
			"it is within the 99.9 % interval of the mean over hash functions", exactFormula),
		over("A18", "alternatives", "no structure takes less than log2(1/ε) bits per key",
			"at most 1 % below, of the rate that it has, at every point from n = 10,000 on", noneBelow(-0.01)),
		about(metric.FalsePositives, "A19", "finite universe", "a cascade of Bloom filters gives only true answers in its universe",
			"no element of the universe admitted, no key denied", exactInUniverse),
		about(BitsSet, "A20", "number of elements", "the number of elements of a Bloom filter is about −(m/k)·ln(1 − X/m), X bits being set",
			"the mean over hash functions within 1 % of it, at every point of 1,000 elements or more", estimates(sizeEstimate(), 0.01)),
		about(SetUnion, "A21", "union and intersection", "the size of the union of two sets is estimated from the bits set in either of their filters",
			"the mean over hash functions within 1 % of it, two sets that share half of their elements", estimates(unionEstimate(), 0.01)),
		about(SetUnion, "A22", "union and intersection", "the size of the intersection is estimated from the three other estimates",
			"the mean over hash functions within 2 % of it, two sets that share half of their elements", estimates(commonEstimate(), 0.02)),
		about(WrongTurns, "A23", "counting filters", "the rate of a counting filter with a threshold falls from k = 1 to a best k, which depends on the threshold, and rises beyond it",
			"thresholds 1, 2, 3 and k = 1 … 16: no step of k goes the other way, and the best k rises with the threshold", thresholdValley),
		about(metric.FalsePositives, "A24", "finite universe", "the filter of Kiss et al. 2018 has no false positives in a finite universe, up to a number of elements",
			"no wrong answer about any number of the universe", freeOfFalsePositives),
		about(BitsSet, "A25", "probability", "the number of zeros is strongly concentrated: λ or more from its mean with a probability of 2·e^(−2λ²/(kn)) at most",
			"so many filters further off than that gives one in 2, 10 and 100 come by chance with 1 % or more", concentrated),
	)
}

// theory are the claims of this program about its own structures.
func theory() []claim.Claim {
	return claim.Of("theory",
		about(Rate, "R1", "all structures", "every structure has the false-positive rate that its theory gives",
			"the theory of the parameters really used is within the 99.9 % interval of the mean over hash functions", followsTheory),
		about(Rate, "R2", "all structures", "every structure holds the rate that was asked for",
			"no 99.9 % interval over hash functions lies more than 5 % above it, at any point", holdsAsked),
	)
}

// thesis are the claims of the thesis's chapters 2 to 4 about sizes that need
// other structures or numbers of keys than its experiment has.
func thesis() []claim.Claim {
	below3 := func(c claim.Cell) bool { return epsilon(c) > 0 && epsilon(c) < 0.03-tiny }
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
		over("TS7", "3.3", "a filter of rate ε needs at least log2 e · log2(1/ε) bits per key",
			"no structure takes 1 percentage point less, of the rate that it has, at any point from n = 10,000 on", noneBelow(bloomOverhead-0.01)),
		about(HeldPerKey, "TS8", "2.1", "a dictionary takes space in proportion to the number of its elements",
			"the bits per key held by hash table and map differ by at most a factor of two, n from 10,000 to 100 times that at least", proportional),
		about(Rate, "TS9", "3.2", "at the best k the rate of a Bloom filter is about 0.6185^(m/n)",
			"within 5 % at every point from n = 10,000 on", bestRate()),
		about(BitsSet, "TS10", "3.2", "of the bits of a Bloom filter a share of about e^(−kn/m) stays 0",
			"within 1 % of it at every point from n = 10,000 on", zerosLeft()),
		about(BestProbes, "TS11", "3.2", "the rate of a Bloom filter is least at k = (m/n)·ln 2",
			"the best whole k differs by less than 1, m = 4 n", bestProbes),
		sized("TS12", "4", "a cuckoo filter takes less space than a Bloom filter if ε < 3 %, its table being full",
			"94 % of the entries taken, at every ε from 0.01 to 2.99 %", whenFull(cuckoo)),
		sized("TS13", "4", "a cuckoo filter with sorted buckets takes less space than a Bloom filter if ε < 3 %, its table being full",
			"94 % of the entries taken, at every ε from 0.01 to 2.99 %", whenFull(semisort)),
		about(Rate, "TS14", "2.1.3", "the false-positive rate of hash compaction to l bits is at most 2^−l",
			"1 % of 2^−l, at every point", compactionRate()),
	)
}

// papers are the headline figures of the papers on the structures, in the words of
// their abstracts.
func papers() []claim.Claim {
	large := func(c claim.Cell) bool { return anyRate(c) && c.Int(N) >= workload.Million }
	low := func(c claim.Cell) bool { return anyRate(c) && epsilon(c) < 0.01+tiny } // as the prefix filter's paper
	// There a universe of negatives is ten times the set or more.
	small := func(c claim.Cell) bool { return epsilon(c) == 0 && c.Int(N) >= 1000 && c.Int(N) <= leastNegatives/10 }
	return claim.Of("papers",
		over("P1", "Graf and Lemire 2020", "an xor filter takes 1.23·log2(1/ε) bits per key",
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
