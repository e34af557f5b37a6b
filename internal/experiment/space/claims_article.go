package space

import (
	"math"

	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
)

// atOwnRate is the margin of the claim that one structure takes less space than
// another. Whole bits of a fingerprint give a lower rate than the one asked for,
// which counts in favour of a structure.
const atOwnRate = "each at the rate that it has: fewer bits for each of log2(1/ε measured), at every point from n = 10,000 on"

// article are the claims of the encyclopedia's article on Bloom filters. Sections
// are its headings.
func article() []claim.Claim {
	return claim.Of("article",
		sized("A1", "introduction", "a Bloom filter takes less than 10 bits an element at ε = 1 %, whatever the size of the set",
			"below 10 at every n", sizeWithin(bloom, near(0.01), nothing, math.Nextafter(10, 0))),
		sized("A2", "space and time", "at ε = 1 % a Bloom filter takes about 9.6 bits an element",
			"within 1 %, n from 10,000 on", sizeWithin(bloom, atRate(0.01), 9.6*0.99, 9.6*1.01)),
		sized("A3", "space and time", "a tenth of the rate costs a Bloom filter about 4.8 bits an element",
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
			"from 40 to 60 %, by the k-th root of the measured rate, at every point", halfSet),
		sized("A15", "space and time", "with k = 1 a low rate needs a very large array with few bits set",
			"for ε up to 5 % more than twice the Bloom filter's bits, and no more than 6 % of them set (by the measured rate)", sparse),
		about(Rate, "A16", "optimal k", "the rate is at most Goel and Gupta's bound (1 − e^(−k(n + 0.5)/(m − 1)))^k",
			"no 99.9 % interval over hash functions lies above it, at any point", belowGoelGupta),
		about(Rate, "A17", "probability", "the exact formula of the rate, over the numbers of bits that may be set, holds",
			"it is within the 99.9 % interval of the mean over hash functions", exactFormula),
		over("A18", "alternatives", "no structure takes less than log2(1/ε) bits a key",
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
