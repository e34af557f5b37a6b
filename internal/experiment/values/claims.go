package values

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// claims are in the order of the path of a round.
func claims() []claim.Claim {
	const every = "at every f and code of the run"
	without := claim.Of("hyphenation without a store",
		claim.Claim{ID: "V1", Quote: claim.Ours(),
			Section: "bits", Metric: BitsPerKey, Margin: every,
			Statement: "a function in the place of filter and store takes fewer bits per key than a filter in front of the exception store", Test: fewerBits("function / filter and store", functionNames(), hyphenations, thanBy(filterNames()...))},
		claim.Claim{ID: "V2", Quote: claim.Ours(),
			Section: "bits", Metric: BitsPerKey, Margin: every,
			Statement: "a function takes fewer bits per key than the words of the exceptions in a sorted list", Test: fewerBits("function / sorted list", functionNames(), hyphenations, thanBy(sortedName))},
		claim.Claim{ID: "V3", Quote: claim.Ours(),
			Section: "bits", Metric: BitsPerKey, Margin: "at every f of the run",
			Statement: "hyphenations as numbers in a table take fewer bits per key than as masks of their breaks, the table included", Test: fewerBits("table / mask", functionNames(), inCode(codeTable), func(c claim.Cell) []claim.Cell { return []claim.Cell{c.At(Code.At(codeMask))} })},
		claim.Claim{ID: "V4", Quote: claim.Ours(),
			Section: "pass", Metric: Hyphenate, Margin: "at every f, the hyphenations in a table",
			Statement: "at every f a pass takes less time with a Bloomier filter in the place of filter and store than with a Bloom filter", Test: passes(bloomier, bloom, claim.Below(0)).Outcome},
		claim.Claim{ID: "V5", Quote: claim.Ours(),
			Section: "pass", Metric: Hyphenate, Margin: "at every f, the hyphenations in a table",
			Statement: "with a Bloomier filter in the place of the store a pass takes less time than with the store alone", Test: passes(bloomier, bareStore, claim.Below(0)).Outcome},
		claim.Claim{ID: "V6", Quote: claim.Ours(),
			Section: "pass", Metric: Hyphenate, Margin: "within 5 % at every f, the hyphenations in a table",
			Statement: "a pass takes as long with a Bloomier filter as with a binary fuse filter in front of the store", Test: asFast(bloomier, fuse, 0.05)},
		claim.Claim{ID: "V7", Quote: claim.Ours(),
			Section: "pass", Metric: Hyphenate, Margin: "at every f, the hyphenations in a table",
			Statement: "a pass takes longer with the function in the form of a ribbon than in that of an xor filter", Test: passes(ribbon, bloomier, claim.Above(0)).Outcome},
		claim.Claim{ID: "V8", Quote: claim.Ours(),
			Section: "negatives", Metric: Wrong, Margin: "within 10 % in the mean over f and structures, numbers and plain masks, that are expected to be wrong 50 times a round or more, and significantly outside at no place",
			Statement: "negatives are wrongly hyphenated at the rate 2^-f times the chance that a random value is another hyphenation that the word can have",
			Test:      follows(Wrong, WrongTheory, 0.10, events{WrongTheory, negativesOfList}, inCode(codeTable, codeMask))},
		claim.Claim{ID: "V9", Quote: claim.Ours(),
			Section: "negatives", Metric: Wrong, Margin: "at each f of the masks, against the line through the logarithms of the table's rates",
			Statement: "for as many bits per key, hyphenations as plain masks let fewer negatives be wrongly hyphenated than as numbers in a table", Test: masksCatchMore(codeMask)},
		claim.Claim{ID: "V24", Quote: claim.Ours(),
			Section: "negatives", Metric: Wrong, Margin: "within 10 % in the mean over f and structures that are expected to be wrong 50 times a round or more, and significantly outside at no place",
			Statement: "masks that are joined with a hash of the word are wrong for negatives at the rate of random values", Test: follows(Wrong, WrongTheory, 0.10, events{WrongTheory, negativesOfList}, inCode(codeHashed))},
		claim.Claim{ID: "V25", Quote: claim.Ours(),
			Section: "negatives", Metric: Wrong, Margin: "at each f of the masks, against the line through the logarithms of the table's rates",
			Statement: "for as many bits per key, masks joined with a hash of the word let fewer negatives be wrongly hyphenated than numbers in a table", Test: masksCatchMore(codeHashed)},
	)
	article := claim.Of("article values",
		claim.Claim{ID: "V10", Quote: claim.Says("bloom-filter-article.txt:203",
			"El mapa nunca devolverá el valor incorrecto para una clave que esté en el mapa."),
			Section: "Bloomier filters", Metric: WrongKeys, Margin: every,
			Statement: "a Bloomier filter never returns a wrong value for a key", Test: never(WrongKeys, functionNames()...),
			CannotFail: "a run that finds a key with a wrong value ends before it has a verdict"},
		claim.Claim{ID: "V11", Quote: claim.Says("bloom-filter-article.txt:203",
			"estas estructuras logran una pequeña sobrecarga de espacio al aceptar una pequeña probabilidad de falsos positivos"),
			Section: "Bloomier filters", Metric: Known, Margin: "within 5 % in the mean over f, codes and structures that are expected to know 50 negatives a round or more, and significantly outside at no place",
			Statement: "a negative has a value with the small probability of a fingerprint, 2^-f", Test: follows(Known, KnownTheory, 0.05, events{KnownTheory, negativesOfList}, hyphenations)},
		claim.Claim{ID: "V12", Quote: claim.Says("bloom-filter-article.txt:207",
			"El valor resultante se aproxima desde arriba al valor original."),
			Section: "compact approximators", Metric: Under,
			Statement: "the value of a compact approximator approximates the true one from above: none is below it", Test: never(Under, compactOne),
			CannotFail: "a run that finds a key below its value ends before it has a verdict; every cell of a key has at least its value, and so has the least of them"},
		claim.Claim{ID: "V13", Quote: claim.Says("bloom-filter-article.txt:207",
			"los filtros Bloom estándar son el caso de la retícula booleana de dos elementos"),
			Section: "compact approximators", Metric: Differing,
			Statement: "a Bloom filter is the compact approximator of the lattice of two elements: no answer differs", Test: never(Differing, compactTwo),
			CannotFail: "of two elements the maximum is OR and the minimum is AND"},
		claim.Claim{ID: "V14", Quote: claim.Ours(),
			Section: "compact approximators", Metric: Differing,
			Statement: "over a chain the compact approximator is the linear Bloom filter: no answer differs", Test: never(Differing, compactOne),
			CannotFail: "both write the maximum of the codes and read the minimum of the same cells"},
		claim.Claim{ID: "V15", Quote: claim.Ours(),
			Section: "compact approximators", Metric: Differing,
			Statement: "over sets under union it is a Bloom filter for each set: no set is missing, and no answer differs", Test: sets15,
			CannotFail: "a run that misses a set ends before it has a verdict, and each bit of a cell is that of a Bloom filter in the same cells"},
		claim.Claim{ID: "V16", Quote: claim.Ours(),
			Section: "compact approximators", Metric: Surplus, Margin: "within 10 % in the mean over numbers of cells that are expected to have 50 sets too many a round or more, and significantly outside at none",
			Statement: "of sets a key is given one too many at the rate of a Bloom filter of that set", Test: follows(Surplus, SurplusTheory, 0.10, events{SurplusTheory, setsOfKeys}, anyCell)},
	)
	space := claim.Of("space of functions",
		claim.Claim{ID: "V17", Quote: claim.Ours(),
			Section: "ribbon", Metric: BitsPerKey, Margin: every,
			Statement: "a function in the form of a ribbon takes fewer bits than in that of an xor filter", Test: fewerBits("ribbon / xor", []string{ribbon}, hyphenations, thanBy(bloomier))},
		claim.Claim{ID: "V18", Quote: claim.After("Chazelle et al. 2004"),
			Section: "Bloomier filters", Metric: Slots, Margin: "from 10,000 keys on, 0.5 %",
			Statement: "a Bloomier filter takes O(n·r) bits: for each of r bits of fingerprint and value the bits per key do not grow with the keys", Test: slotsStay(bloomier),
			CannotFail: "the slots are 3·⌊(1.23·n + 32)/3⌋, computed from the number of keys"},
		claim.Claim{ID: "V19", Quote: claim.Ours(),
			Section: "ribbon", Metric: Slots, Margin: "from 10,000 keys on, 0.5 %",
			Statement: "in the form of a ribbon the bits per key do not grow with the keys either", Test: slotsStay(ribbon)},
	)
	changes := claim.Of("functions whose values change",
		claim.Claim{ID: "V26", Quote: claim.Says("linear-bloom-filter-paper.txt:40",
			"A sua estrutura resulta numa utilização em paralelo de múltiplos FB."),
			Section: "Bloomier filters", Metric: WrongKeys, Margin: "at every number of keys",
			Statement: "Bloom filters in parallel, a cascade of pairs for each bit of a value, give every key its true value", Test: never(WrongKeys, pairs)},
		claim.Claim{ID: "V27", Quote: claim.After("Chazelle et al. 2004"),
			Section: "Bloomier filters", Metric: WrongKeys, Margin: "at every number of keys, every other value changed",
			Statement: "values can be changed while the keys stay: each key has the value that it was given last", Test: never(WrongKeys, mutable)},
		claim.Claim{ID: "V28", Quote: claim.After("Chazelle et al. 2004"),
			Section: "Bloomier filters", Metric: Known, Margin: "within 5 % in the mean over numbers of keys and both structures, and significantly outside at no place",
			Statement: "a negative has a value at the rate 3·2^-q of the first table, and of parallel filters at the product of their rates",
			Test:      follows(Known, KnownTheory, 0.05, events{KnownTheory, func(*claim.Data) float64 { return negativesAsked }}, byKeys)},
		claim.Claim{ID: "V29", Quote: claim.After("Chazelle et al. 2004"),
			Section: "Bloomier filters", Metric: Change, Margin: "at every number of keys",
			Statement: "to change all values one by one takes less time than to build the static filter of the new ones", Test: claim.Ratio{
				Metric: Change, Methods: []string{mutable}, To: bloomier, At: claim.Only(byKeys), Claimed: claim.Below(0),
				Test: "ratio of the times", Name: "time by changes / by building anew",
			}.Outcome},
	)
	confidence := claim.Of("confidences",
		claim.Claim{ID: "V20", Quote: claim.Ours(),
			Section: "FBL 4.2", Metric: Error, Margin: "within 5 % in the mean over widths and cells that are expected to over-estimate 50 keys a round or more, and significantly outside at no place",
			Statement: "the error of a linear filter's confidences is that of the quantisation and of over-estimated keys, as theory has it", Test: follows(Error, ErrorTheory, 0.05, events{OverTheory, keysGraded}, linearOnly)},
		claim.Claim{ID: "V21", Quote: claim.Ours(),
			Section: "FBL 4.2", Metric: Over, Margin: "within 10 % in the mean over widths and cells that are expected to over-estimate 50 keys a round or more, and significantly outside at no place",
			Statement: "a linear filter over-estimates keys as a Bloom filter of the keys with larger codes admits negatives", Test: follows(Over, OverTheory, 0.10, events{OverTheory, keysGraded}, linearOnly)},
		claim.Claim{ID: "V22", Quote: claim.Ours(),
			Section: "against a map", Metric: Error, Margin: "10 cells of 8 bits per key; their bits at most a third of those of the map",
			Statement: "in a third of the bits of a map of numbers a linear filter has confidences with an error of 1 % or less", Test: thirdOfMap},
		claim.Claim{ID: "V23", Quote: claim.Ours(),
			Section: "against a function", Metric: Error, Margin: "10 cells per key, at every width, an error up to 1 % larger; about as many negatives have a value in both",
			Statement: "of a fixed set a Bloomier filter has confidences in fewer bits than a linear filter, with no larger error", Test: functionOfConfidences,
			CannotFail: "the sizes follow from 10 cells per key and 1.23 places, and a function returns what was stored"},
	)
	return slices.Concat(without, article, space, changes, confidence)
}

// never is the test that a metric of some structures is 0 in every round of every cell.
func never(m runfolder.Metric, names ...string) func(*claim.Data) claim.Outcome {
	return func(d *claim.Data) claim.Outcome {
		looks, found := 0, 0.0
		for _, name := range names {
			for _, c := range d.Cells(m, name) {
				for _, v := range c.Values() {
					looks++
					found += v
				}
			}
		}
		if looks == 0 {
			return claim.Lacks(m, names...)
		}
		return claim.Counted(found == 0, fmt.Sprintf("counted, in %d structures", looks), string(m), "", found, "")
	}
}

// sets15 is never of both metrics.
func sets15(d *claim.Data) claim.Outcome {
	if o := never(Missing, compactSet)(d); o.NotTested != "" || !o.Holds {
		return o
	}
	return never(Differing, compactSet)(d)
}

// leastCount is how many events are to be expected of a cell in a round, for its ratio
// to theory to say something.
const leastCount = 50

// Of what a share is one: numbers of a run.
func negativesOfList(d *claim.Data) float64 { return float64(d.Meta.Expect["negatives"]) }

func keysGraded(d *claim.Data) float64 {
	n, err := strconv.Atoi(d.Meta.Parameters[parameterKeys])
	if err != nil {
		return math.NaN()
	}
	return float64(n)
}

// setsOfKeys are those that the keys are not in.
func setsOfKeys(d *claim.Data) float64 {
	return keysGraded(d) * (languages - 1 - second*(languages-1)/languages)
}

// Which cells a test is about.
func hyphenations(c claim.Cell) bool { return c.On(Code) != "" }
func inCode(names ...string) func(claim.Cell) bool {
	return func(c claim.Cell) bool { return slices.Contains(names, c.On(Code)) }
}
func linearOnly(c claim.Cell) bool { return c.Filter == linearName }
func anyCell(claim.Cell) bool      { return true }
func byKeys(c claim.Cell) bool     { return c.Int(N) > 0 }

// events are the share that theory expects of so many, which are counted in a round.
type events struct {
	share runfolder.Metric
	of    func(*claim.Data) float64
}

// follows is the test that a metric is that of theory: the ratio of both in each round, in the
// mean over cells and in each of them. Cells of which too few events are expected are left out.
func follows(measured, theory runfolder.Metric, margin float64, expect events, about func(claim.Cell) bool) func(*claim.Data) claim.Outcome {
	return func(d *claim.Data) claim.Outcome {
		var at []claim.Cell
		var a, b []runfolder.Cell
		for _, name := range d.Meta.Filters {
			for _, c := range d.CellsIn(measured, about, name) {
				expected := c.Of(theory)
				enough := c.Of(expect.share).Mean()*expect.of(d) >= leastCount
				if enough && expected.Mean() > 0 {
					at, a, b = append(at, c), append(a, c.Cell), append(b, expected.Cell)
				}
			}
		}
		if len(a) == 0 {
			return claim.Untested(fmt.Sprintf("the run has no cell of which theory expects %d events a round (%s)", leastCount, expect.share))
		}
		columns := d.Columns(append(a, b...))
		mean := make([]float64, len(columns[0]))
		var t claim.Together
		for i, c := range at {
			one := make([]float64, len(mean))
			for round := range mean {
				one[round] = columns[i][round] / columns[len(a)+i][round]
				mean[round] += one[round] / float64(len(a))
			}
			t.Each.AddMean(c.Filter+", "+c.Place(), one)
		}
		if t.Means.AddMean("the mean of the places", mean); t.Means.Len() == 0 {
			return claim.Untested("the run does not hold two rounds of all cells that the claim is about")
		}
		within := func(margin float64) claim.Region { return claim.Region{Low: 1 - margin, High: 1 + margin} }
		o := t.Outcome(within(margin), fmt.Sprintf("mean ratio: t over %d rounds", len(mean)), "measured / theory", "×", 1)
		o.Vary = claim.Margin{Name: "margin", Value: margin, At: func(v float64) (float64, float64) { return t.Within(within(v)) }}
		return o
	}
}

// masksCatchMore compares each rate of masks with that of the table at as many bits.
func masksCatchMore(code string) func(*claim.Data) claim.Outcome {
	return func(d *claim.Data) claim.Outcome {
		var list comparisons
		for _, name := range functionNames() {
			var x, y []float64 // bits and the logarithm of the rate, of the table
			for _, c := range d.CellsIn(Wrong, inCode(codeTable), name) {
				if wrong := c.Mean(); wrong > 0 {
					x, y = append(x, c.Of(BitsPerKey).Mean()), append(y, math.Log(wrong))
				}
			}
			for _, c := range d.CellsIn(Wrong, inCode(code), name) {
				list.add(c, c.Mean(), math.Exp(stats.Interpolate(x, y, c.Of(BitsPerKey).Mean())))
			}
		}
		return list.below("masks / table", "the run has no masks of as many bits as tables around them")
	}
}
