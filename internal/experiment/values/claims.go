package values

import (
	"slices"

	"hyphbench/internal/report/claim"
)

// claims are in the order of the path of a round.
func claims() []claim.Claim {
	const every = "at every f and code of the run"
	without := claim.Of("hyphenation without a store",
		claim.Claim{ID: "V1", Section: "bits", Metric: BitsPerKey, Margin: every,
			Statement: "a function in the place of filter and store takes fewer bits per key than a filter in front of the exception store", Test: fewerBits("function / filter and store, at most", functionNames(), hyphenations, thanBy(filterNames()...))},
		claim.Claim{ID: "V2", Section: "bits", Metric: BitsPerKey, Margin: every,
			Statement: "a function takes fewer bits per key than the words of the exceptions in a sorted list", Test: fewerBits("function / sorted list, at most", functionNames(), hyphenations, thanBy(sortedName))},
		claim.Claim{ID: "V3", Section: "bits", Metric: BitsPerKey, Margin: "at every f of the run",
			Statement: "hyphenations as numbers in a table take fewer bits per key than as masks of their breaks, the table included", Test: fewerBits("table / mask, at most", functionNames(), inCode(codeTable), thanMask)},
		claim.Claim{ID: "V4", Section: "pass", Metric: Hyphenate, Margin: "pooled over f, the hyphenations in a table",
			Statement: "with a Bloomier filter in the place of filter and store a pass takes less time than with a Bloom filter", Test: faster(bloomier, bloom)},
		claim.Claim{ID: "V5", Section: "pass", Metric: Hyphenate, Margin: "pooled over f, the hyphenations in a table",
			Statement: "with a Bloomier filter in the place of the store a pass takes less time than with the store alone", Test: faster(bloomier, bareStore)},
		claim.Claim{ID: "V6", Section: "pass", Metric: Hyphenate, Margin: "within 5 %, pooled over f, the hyphenations in a table",
			Statement: "a pass takes as long with a Bloomier filter as with a binary fuse filter in front of the store", Test: asFast(bloomier, fuse, 0.05)},
		claim.Claim{ID: "V7", Section: "pass", Metric: Hyphenate, Margin: "pooled over f, the hyphenations in a table",
			Statement: "a pass takes longer with the function in the form of a ribbon than in that of an xor filter", Test: slower(ribbon, bloomier)},
		claim.Claim{ID: "V8", Section: "negatives", Metric: Wrong, Margin: "within 10 %, over f and structures, numbers and plain masks, that are expected to be wrong 50 times a round or more",
			Statement: "negatives are wrongly hyphenated at the rate 2^-f times the chance that a random value is another hyphenation that the word can have",
			Test:      follows(Wrong, WrongTheory, 0.10, events{WrongTheory, negativesOfList}, inCode(codeTable, codeMask))},
		claim.Claim{ID: "V9", Section: "negatives", Metric: Wrong, Margin: "at each f of the masks, against the line through the logarithms of the table's rates",
			Statement: "for as many bits per key, hyphenations as plain masks let fewer negatives be wrongly hyphenated than as numbers in a table", Test: masksCatchMore(codeMask)},
		claim.Claim{ID: "V24", Section: "negatives", Metric: Wrong, Margin: "within 10 %, over f and structures that are expected to be wrong 50 times a round or more",
			Statement: "masks that are joined with a hash of the word are wrong for negatives at the rate of random values", Test: follows(Wrong, WrongTheory, 0.10, events{WrongTheory, negativesOfList}, inCode(codeHashed))},
		claim.Claim{ID: "V25", Section: "negatives", Metric: Wrong, Margin: "at each f of the masks, against the line through the logarithms of the table's rates",
			Statement: "for as many bits per key, masks joined with a hash of the word let fewer negatives be wrongly hyphenated than numbers in a table", Test: masksCatchMore(codeHashed)},
	)
	article := claim.Of("article values",
		claim.Claim{ID: "V10", Section: "Bloomier filters", Metric: WrongKeys, Margin: every,
			Statement: "a Bloomier filter never returns a wrong value for a key", Test: never(WrongKeys, functionNames()...)},
		claim.Claim{ID: "V11", Section: "Bloomier filters", Metric: Known, Margin: "within 5 %, over f, codes and structures that are expected to know 50 negatives a round or more",
			Statement: "a negative has a value with the small probability of a fingerprint, 2^-f", Test: follows(Known, KnownTheory, 0.05, events{KnownTheory, negativesOfList}, hyphenations)},
		claim.Claim{ID: "V12", Section: "compact approximators", Metric: Under,
			Statement: "the value of a compact approximator approximates the true one from above: none is below it", Test: never(Under, compactOne)},
		claim.Claim{ID: "V13", Section: "compact approximators", Metric: Differing,
			Statement: "a Bloom filter is the compact approximator of the lattice of two elements: no answer differs", Test: never(Differing, compactTwo)},
		claim.Claim{ID: "V14", Section: "compact approximators", Metric: Differing,
			Statement: "over a chain the compact approximator is the linear Bloom filter: no answer differs", Test: never(Differing, compactOne)},
		claim.Claim{ID: "V15", Section: "compact approximators", Metric: Differing,
			Statement: "over sets under union it is a Bloom filter for each set: no set is missing, and no answer differs", Test: sets15},
		claim.Claim{ID: "V16", Section: "compact approximators", Metric: Surplus, Margin: "within 10 %, over numbers of cells that are expected to have 50 sets too many a round or more",
			Statement: "of sets a key is given one too many at the rate of a Bloom filter of that set", Test: follows(Surplus, SurplusTheory, 0.10, events{SurplusTheory, setsOfKeys}, anyCell)},
	)
	space := claim.Of("space of functions",
		claim.Claim{ID: "V17", Section: "ribbon", Metric: BitsPerKey, Margin: every,
			Statement: "a function in the form of a ribbon takes fewer bits than in that of an xor filter", Test: fewerBits("ribbon / xor, at most", []string{ribbon}, hyphenations, thanBy(bloomier))},
		claim.Claim{ID: "V18", Section: "Bloomier filters", Metric: Slots, Margin: "from 10,000 keys on, 0.5 %",
			Statement: "a Bloomier filter takes O(n·r) bits: for each of r bits of fingerprint and value the bits per key do not grow with the keys", Test: slotsStay(bloomier)},
		claim.Claim{ID: "V19", Section: "ribbon", Metric: Slots, Margin: "from 10,000 keys on, 0.5 %",
			Statement: "in the form of a ribbon the bits per key do not grow with the keys either", Test: slotsStay(ribbon)},
	)
	confidence := claim.Of("confidences",
		claim.Claim{ID: "V20", Section: "FBL 4.2", Metric: Error, Margin: "within 5 %, over widths and cells that are expected to over-estimate 50 keys a round or more",
			Statement: "the error of a linear filter's confidences is that of the quantisation and of over-estimated keys, as theory has it", Test: follows(Error, ErrorTheory, 0.05, events{OverTheory, keysGraded}, linearOnly)},
		claim.Claim{ID: "V21", Section: "FBL 4.2", Metric: Over, Margin: "within 10 %, over widths and cells that are expected to over-estimate 50 keys a round or more",
			Statement: "a linear filter over-estimates keys as a Bloom filter of the keys with larger codes admits negatives", Test: follows(Over, OverTheory, 0.10, events{OverTheory, keysGraded}, linearOnly)},
		claim.Claim{ID: "V22", Section: "against a map", Metric: Error, Margin: "cells of 8 bits, 10 a key",
			Statement: "in a third of the bits of a map of numbers a linear filter has confidences with an error of 1 % or less", Test: thirdOfMap},
		claim.Claim{ID: "V23", Section: "against a function", Metric: Error, Margin: "10 cells per key, at every width, an error up to 1 % larger; about as many negatives have a value in both",
			Statement: "of a fixed set a Bloomier filter has confidences in fewer bits than a linear filter, with no larger error", Test: functionOfConfidences},
	)
	return slices.Concat(without, article, space, confidence)
}
