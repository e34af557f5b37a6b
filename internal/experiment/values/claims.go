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
		claim.About(BitsPerKey, "V1", "bits", "a function in the place of filter and store takes fewer bits per key than a filter in front of the exception store",
			every, fewerBits("function / filter and store", functionNames(), hyphenations, thanBy(filterNames()...))).From(claim.Ours()),
		claim.About(BitsPerKey, "V2", "bits", "a function takes fewer bits per key than the words of the exceptions in a sorted list",
			every, fewerBits("function / sorted list", functionNames(), hyphenations, thanBy(sortedName))).From(claim.Ours()),
		claim.About(BitsPerKey, "V3", "bits", "hyphenations as numbers in a table take fewer bits per key than as masks of their breaks, the table included",
			"at every f of the run", fewerBits("table / mask", functionNames(), inCode(codeTable), func(c claim.Cell) []claim.Cell { return []claim.Cell{c.At(Code.At(codeMask))} })).From(claim.Ours()),
		claim.About(Hyphenate, "V4", "pass", "at every f a pass takes less time with a Bloomier filter in the place of filter and store than with a Bloom filter",
			"at every f, the hyphenations in a table", passes(bloomier, bloom, claim.Below(0)).Outcome).From(claim.Ours()),
		claim.About(Hyphenate, "V5", "pass", "with a Bloomier filter in the place of the store a pass takes less time than with the store alone",
			"at every f, the hyphenations in a table", passes(bloomier, bareStore, claim.Below(0)).Outcome).From(claim.Ours()),
		claim.About(Hyphenate, "V6", "pass", "a pass takes as long with a Bloomier filter as with a binary fuse filter in front of the store",
			"within 5 % at every f, the hyphenations in a table", asFast(bloomier, fuse, 0.05)).From(claim.Ours()),
		claim.About(Hyphenate, "V7", "pass", "a pass takes longer with the function in the form of a ribbon than in that of an xor filter",
			"at every f, the hyphenations in a table", passes(ribbon, bloomier, claim.Above(0)).Outcome).From(claim.Ours()),
		claim.About(Wrong, "V8", "negatives", "negatives are wrongly hyphenated at the rate 2^-f times the chance that a random value is another hyphenation that the word can have",
			"within 10 % in the mean over f and structures, numbers and plain masks, that are expected to be wrong 50 times a round or more, and significantly outside at no place", follows(Wrong, WrongTheory, 0.10, events{WrongTheory, negativesOfList}, inCode(codeTable, codeMask))).From(claim.Ours()),
		claim.About(Wrong, "V9", "negatives", "for as many bits per key, hyphenations as plain masks let fewer negatives be wrongly hyphenated than as numbers in a table",
			"at each f of the masks, against the line through the logarithms of the table's rates", masksCatchMore(codeMask)).From(claim.Ours()),
		claim.About(Wrong, "V24", "negatives", "masks that are joined with a hash of the word are wrong for negatives at the rate of random values",
			"within 10 % in the mean over f and structures that are expected to be wrong 50 times a round or more, and significantly outside at no place", follows(Wrong, WrongTheory, 0.10, events{WrongTheory, negativesOfList}, inCode(codeHashed))).From(claim.Ours()),
		claim.About(Wrong, "V25", "negatives", "for as many bits per key, masks joined with a hash of the word let fewer negatives be wrongly hyphenated than numbers in a table",
			"at each f of the masks, against the line through the logarithms of the table's rates", masksCatchMore(codeHashed)).From(claim.Ours()),
	)
	article := claim.Of("article values",
		claim.About(WrongKeys, "V10", "Bloomier filters", "a Bloomier filter never returns a wrong value for a key",
			every, never(WrongKeys, functionNames()...)).From(claim.Says("bloom-filter-article.txt:203",
			"El mapa nunca devolverá el valor incorrecto para una clave que esté en el mapa.")).
			Constructed("a run that finds a key with a wrong value ends before it has a verdict"),
		claim.About(Known, "V11", "Bloomier filters", "a negative has a value with the small probability of a fingerprint, 2^-f",
			"within 5 % in the mean over f, codes and structures that are expected to know 50 negatives a round or more, and significantly outside at no place", follows(Known, KnownTheory, 0.05, events{KnownTheory, negativesOfList}, hyphenations)).From(claim.Says("bloom-filter-article.txt:203",
			"estas estructuras logran una pequeña sobrecarga de espacio al aceptar una pequeña probabilidad de falsos positivos")),
		claim.About(Under, "V12", "compact approximators", "the value of a compact approximator approximates the true one from above: none is below it",
			"", never(Under, compactOne)).From(claim.Says("bloom-filter-article.txt:207",
			"El valor resultante se aproxima desde arriba al valor original.")).
			Constructed("a run that finds a key below its value ends before it has a verdict; every cell of a key has at least its value, and so has the least of them"),
		claim.About(Differing, "V13", "compact approximators", "a Bloom filter is the compact approximator of the lattice of two elements: no answer differs",
			"", never(Differing, compactTwo)).From(claim.Says("bloom-filter-article.txt:207",
			"los filtros Bloom estándar son el caso de la retícula booleana de dos elementos")).
			Constructed("of two elements the maximum is OR and the minimum is AND"),
		claim.About(Differing, "V14", "compact approximators", "over a chain the compact approximator is the linear Bloom filter: no answer differs",
			"", never(Differing, compactOne)).From(claim.Ours()).
			Constructed("both write the maximum of the codes and read the minimum of the same cells"),
		claim.About(Differing, "V15", "compact approximators", "over sets under union it is a Bloom filter for each set: no set is missing, and no answer differs",
			"", sets15).From(claim.Ours()).
			Constructed("a run that misses a set ends before it has a verdict, and each bit of a cell is that of a Bloom filter in the same cells"),
		claim.About(Surplus, "V16", "compact approximators", "of sets a key is given one too many at the rate of a Bloom filter of that set",
			"within 10 % in the mean over numbers of cells that are expected to have 50 sets too many a round or more, and significantly outside at none", follows(Surplus, SurplusTheory, 0.10, events{SurplusTheory, setsOfKeys}, anyCell)).From(claim.Ours()),
	)
	space := claim.Of("space of functions",
		claim.About(BitsPerKey, "V17", "ribbon", "a function in the form of a ribbon takes fewer bits than in that of an xor filter",
			every, fewerBits("ribbon / xor", []string{ribbon}, hyphenations, thanBy(bloomier))).From(claim.Ours()),
		claim.About(Slots, "V18", "Bloomier filters", "a Bloomier filter takes O(n·r) bits: for each of r bits of fingerprint and value the bits per key do not grow with the keys",
			"from 10,000 keys on, 0.5 %", slotsStay(bloomier)).From(claim.After("Chazelle et al. 2004")).
			Constructed("the slots are 3·⌊(1.23·n + 32)/3⌋, computed from the number of keys"),
		claim.About(Slots, "V19", "ribbon", "in the form of a ribbon the bits per key do not grow with the keys either",
			"from 10,000 keys on, 0.5 %", slotsStay(ribbon)).From(claim.Ours()),
	)
	changes := claim.Of("functions whose values change",
		claim.About(WrongKeys, "V26", "Bloomier filters", "Bloom filters in parallel, a cascade of pairs for each bit of a value, give every key its true value",
			"at every number of keys", never(WrongKeys, pairs)).From(claim.Says("linear-bloom-filter-paper.txt:40",
			"A sua estrutura resulta numa utilização em paralelo de múltiplos FB.")),
		claim.About(WrongKeys, "V27", "Bloomier filters", "values can be changed while the keys stay: each key has the value that it was given last",
			"at every number of keys, every other value changed", never(WrongKeys, mutable)).From(claim.After("Chazelle et al. 2004")),
		claim.About(Known, "V28", "Bloomier filters", "a negative has a value at the rate 3·2^-q of the first table, and of parallel filters at the product of their rates",
			"within 5 % in the mean over numbers of keys and both structures, and significantly outside at no place", follows(Known, KnownTheory, 0.05, events{KnownTheory, func(*claim.Data) float64 { return negativesAsked }}, byKeys)).From(claim.After("Chazelle et al. 2004")),
		claim.About(Change, "V29", "Bloomier filters", "to change all values one by one takes less time than to build the static filter of the new ones",
			"at every number of keys", claim.Ratio{
				Metric: Change, Methods: []string{mutable}, To: bloomier, At: claim.Only(byKeys), Claimed: claim.Below(0),
				Test: "ratio of the times", Name: "time by changes / by building anew",
			}.Outcome).From(claim.After("Chazelle et al. 2004")),
	)
	confidence := claim.Of("confidences",
		claim.About(Error, "V20", "FBL 4.2", "the error of a linear filter's confidences is that of the quantisation and of over-estimated keys, as theory has it",
			"within 5 % in the mean over widths and cells that are expected to over-estimate 50 keys a round or more, and significantly outside at no place", follows(Error, ErrorTheory, 0.05, events{OverTheory, keysGraded}, linearOnly)).From(claim.Ours()),
		claim.About(Over, "V21", "FBL 4.2", "a linear filter over-estimates keys as a Bloom filter of the keys with larger codes admits negatives",
			"within 10 % in the mean over widths and cells that are expected to over-estimate 50 keys a round or more, and significantly outside at no place", follows(Over, OverTheory, 0.10, events{OverTheory, keysGraded}, linearOnly)).From(claim.Ours()),
		claim.About(Error, "V22", "against a map", "in a third of the bits of a map of numbers a linear filter has confidences with an error of 1 % or less",
			"10 cells of 8 bits per key; their bits at most a third of those of the map", thirdOfMap).From(claim.Ours()),
		claim.About(Error, "V23", "against a function", "of a fixed set a Bloomier filter has confidences in fewer bits than a linear filter, with no larger error",
			"10 cells per key, at every width, an error up to 1 % larger; about as many negatives have a value in both", functionOfConfidences).From(claim.Ours()).
			Constructed("the sizes follow from 10 cells per key and 1.23 places, and a function returns what was stored"),
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

// comparisons are numbers that are to be below others.
type comparisons struct{ claim.Tally }

// add compares two numbers at the place of a cell; if one is none, they are not compared.
func (l *comparisons) add(at claim.Cell, less, more float64) {
	if !math.IsNaN(less) && !math.IsNaN(more) {
		l.Add(at.Filter+", "+at.Place(), less < more, less/more, less/more)
	}
}

func (l comparisons) below(name, lacking string) claim.Outcome {
	if l.Places == 0 {
		return claim.Untested(lacking)
	}
	return ofTally(l.Tally, name, fmt.Sprintf("so in %d of %d comparisons", l.Held, l.Places))
}

// ofTally is the outcome of ratios that were counted at several places.
func ofTally(t claim.Tally, name, detail string) claim.Outcome {
	return t.Counted(t.All(), "counted", name, "×", detail+"; furthest at "+t.At)
}

// fewerBits is the test that structures take fewer bits per key than others, in all cells
// that it is about.
func fewerBits(name string, of []string, about func(claim.Cell) bool, others func(claim.Cell) []claim.Cell) func(*claim.Data) claim.Outcome {
	return func(d *claim.Data) claim.Outcome {
		var list comparisons
		for _, structure := range of {
			for _, c := range d.CellsIn(BitsPerKey, about, structure) {
				for _, other := range others(c) {
					list.add(c, c.Mean(), other.Mean())
				}
			}
		}
		return list.below(name, "the run does not hold the bits of both sides")
	}
}

// thanBy are others in the same place.
func thanBy(names ...string) func(claim.Cell) []claim.Cell {
	return func(c claim.Cell) (list []claim.Cell) {
		for _, name := range names {
			list = append(list, c.By(name))
		}
		return list
	}
}

// passes compares the times of a pass with a function of numbers in a table, and with another
// method, at every f.
func passes(name, other string, claimed claim.Region) claim.Ratio {
	return claim.Ratio{
		Metric: Hyphenate, Methods: []string{name}, To: other, At: claim.Only(inCode(codeTable)), Claimed: claimed,
		Test: "ratio of the times", Name: fmt.Sprintf("time with %s / with %s", name, other),
	}
}

// asFast is the test that such passes take the same time up to a share.
func asFast(name, other string, margin float64) func(*claim.Data) claim.Outcome {
	of := passes(name, other, claim.Region{})
	of.Same = margin
	return of.Outcome
}

// slotsStay compares the bits per key of more keys with those of 10,000, or the next more.
func slotsStay(name string) func(*claim.Data) claim.Outcome {
	const from, margin = 10_000, 0.005
	return func(d *claim.Data) claim.Outcome {
		list := d.CellsIn(Slots, func(c claim.Cell) bool { return c.Int(N) >= from }, name)
		if len(list) < 2 {
			return claim.Untested("the run does not hold the bits of " + name + " at two numbers of keys from 10,000 on")
		}
		var more claim.Tally
		least := list[0].Mean()
		for _, c := range list[1:] {
			ratio := c.Mean() / least
			more.Add(c.Place(), ratio <= 1+margin, ratio, ratio)
		}
		return ofTally(more, "bits per key of more keys / of "+list[0].Place(),
			fmt.Sprintf("there %.3f bits for each bit of fingerprint and value; it holds at %d of %d numbers of keys", least, more.Held, more.Places))
	}
}

// Where the confidences of claims stand.
const (
	claimedWidth = 8
	claimedCells = 10
)

// thirdOfMap compares a linear filter with the map of the numbers themselves.
func thirdOfMap(d *claim.Data) claim.Outcome {
	const share, most = 1.0 / 3, 0.01
	filter := d.Cell(linearName, BitsPerKey, Width.At(claimedWidth), Cells.At(claimedCells))
	bits, e := claim.ToThat(exactMap)(filter), filter.Of(Error).Mean()
	if math.IsNaN(bits) || math.IsNaN(e) {
		return claim.Untested("the run does not hold confidences in 10 cells per key of 8 bits, and in a map")
	}
	return claim.Counted(bits <= share && e <= most, "counted", "error of a confidence", "%", 100*e, fmt.Sprintf("in %.0f %% of the bits of a map", 100*bits))
}

// functionOfConfidences compares a function with linear filters of as many bits a value.
func functionOfConfidences(d *claim.Data) claim.Outcome {
	const noise = 0.01 // one code too high has the error of none, so that either may be the smaller by chance
	const lacking = "the run does not hold confidences in 10 cells per key of both sides"
	var bits, errors comparisons
	for _, c := range d.CellsIn(BitsPerKey, func(c claim.Cell) bool { return c.Int(Cells) == claimedCells }, linearName) {
		alone := d.Cell(bloomier, BitsPerKey, Width.At(c.Int(Width)))
		bits.add(alone, alone.Mean(), c.Mean())
		errors.add(alone, alone.Of(Error).Mean(), (1+noise)*c.Of(Error).Mean())
	}
	fewer := bits.below("bits of the function / of the linear filter", lacking)
	smaller := errors.below("error of the function / of the linear filter", lacking)
	if fewer.NotTested == "" && !smaller.Holds {
		return smaller
	}
	return fewer
}
