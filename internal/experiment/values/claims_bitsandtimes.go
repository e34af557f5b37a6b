package values

import (
	"fmt"
	"math"

	"hyphbench/internal/report/claim"
)

// comparisons are numbers that are to be below others.
type comparisons struct{ claim.Tally }

// add compares two numbers at the place of a cell; if one is none, they are not compared.
func (l *comparisons) add(at claim.Cell, less, more float64) {
	if !math.IsNaN(less) && !math.IsNaN(more) {
		l.Add(at.Filter+", "+at.Place(), less < more, less/more, less/more)
	}
}

// below is the outcome of comparisons that all must hold.
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
