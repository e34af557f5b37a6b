package values

import (
	_ "embed"
	"fmt"
	"math"
	"slices"
	"strconv"

	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

//go:embed claims.txt
var claimTexts string

// claims are in the order of the path of a round.
func claims() []claim.Claim {
	ofMask := func(c claim.Cell) []claim.Cell { return []claim.Cell{c.At(Code.At(codeMask))} }
	asked := func(*claim.Data) float64 { return negativesAsked }
	wrong, over := events{WrongTheory, negativesOfList}, events{OverTheory, keysGraded}
	return claim.Read(claimTexts, claim.Tests{
		"V1":  fewerBits("function / filter and store", functionNames(), hyphenations, thanBy(filterNames()...)),
		"V2":  fewerBits("function / sorted list", functionNames(), hyphenations, thanBy(sortedName)),
		"V3":  fewerBits("table / mask", functionNames(), inCode(codeTable), ofMask),
		"V17": fewerBits("ribbon / xor", []string{ribbon}, hyphenations, thanBy(bloomier)),
		"V18": slotsStay(bloomier),
		"V19": slotsStay(ribbon),

		"V4": passes(bloomier, bloom, claim.Below(0)).Claim(),
		"V5": passes(bloomier, bareStore, claim.Below(0)).Claim(),
		"V6": asFast(bloomier, fuse, 0.05),
		"V7": passes(ribbon, bloomier, claim.Above(0)).Claim(),
		"V29": claim.Ratio{
			Metric: Change, Methods: []string{mutable}, To: bloomier, At: claim.Only(byKeys), Claimed: claim.Below(0),
			Test: "ratio of the times", Name: "time by changes / by building anew",
		}.Claim(),

		"V8":  follows(Wrong, WrongTheory, 0.10, wrong, inCode(codeTable, codeMask)),
		"V24": follows(Wrong, WrongTheory, 0.10, wrong, inCode(codeHashed)),
		"V9":  masksCatchMore(codeMask),
		"V25": masksCatchMore(codeHashed),
		"V11": follows(Known, KnownTheory, 0.05, events{KnownTheory, negativesOfList}, hyphenations),
		"V28": follows(Known, KnownTheory, 0.05, events{KnownTheory, asked}, byKeys),

		"V10": never(WrongKeys, functionNames()...),
		"V26": never(WrongKeys, pairs),
		"V27": never(WrongKeys, mutable),
		"V12": never(Under, compactOne),
		"V13": never(Differing, compactTwo),
		"V14": never(Differing, compactOne),
		"V15": claim.By(Differing, sets15),
		"V16": follows(Surplus, SurplusTheory, 0.10, events{SurplusTheory, setsOfKeys}, anyCell),

		"V20": follows(Error, ErrorTheory, 0.05, over, linearOnly),
		"V21": follows(Over, OverTheory, 0.10, over, linearOnly),
		"V22": claim.By(Error, thirdOfMap),
		"V23": claim.By(Error, functionOfConfidences),
	})
}

// never is the claim that a metric of some structures is 0 in every round of every cell.
func never(m runfolder.Metric, names ...string) claim.Claim {
	return claim.By(m, func(d *claim.Data) claim.Outcome {
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
	})
}

func sets15(d *claim.Data) claim.Outcome {
	if o := never(Missing, compactSet).Test(d); o.NotTested != "" || !o.Holds {
		return o
	}
	return never(Differing, compactSet).Test(d)
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

// follows is the claim that a metric is that of theory: the ratio of both in each round, in the
// mean over cells and in each of them. Cells of which too few events are expected are left out.
func follows(measured, theory runfolder.Metric, margin float64, expect events, about func(claim.Cell) bool) claim.Claim {
	return claim.By(measured, func(d *claim.Data) claim.Outcome {
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
	})
}

// masksCatchMore compares each rate of masks with that of the table at as many bits.
func masksCatchMore(code string) claim.Claim {
	return claim.By(Wrong, func(d *claim.Data) claim.Outcome {
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
	})
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

// fewerBits is the claim that structures take fewer bits per key than others, in all cells
// that it is about.
func fewerBits(name string, of []string, about func(claim.Cell) bool, others func(claim.Cell) []claim.Cell) claim.Claim {
	return claim.By(BitsPerKey, func(d *claim.Data) claim.Outcome {
		var list comparisons
		for _, structure := range of {
			for _, c := range d.CellsIn(BitsPerKey, about, structure) {
				for _, other := range others(c) {
					list.add(c, c.Mean(), other.Mean())
				}
			}
		}
		return list.below(name, "the run does not hold the bits of both sides")
	})
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

// asFast is the claim that such passes take the same time up to a share.
func asFast(name, other string, margin float64) claim.Claim {
	of := passes(name, other, claim.Region{})
	of.Same = margin
	return of.Claim()
}

// slotsStay compares the bits per key of more keys with those of 10,000, or the next more.
func slotsStay(name string) claim.Claim {
	const from, margin = 10_000, 0.005
	return claim.By(Slots, func(d *claim.Data) claim.Outcome {
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
	})
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
