package space

import (
	"cmp"
	"fmt"
	"math"

	"hyphbench/internal/axis"
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/all"
	"hyphbench/internal/report/claim"
)

// manyShare is the margin of "many": more than this share of the rates.
const manyShare = 0.25

// fullLoad is the load up to which cuckoo tables are sized.
const fullLoad = 0.94

// fullKeys fill a table of 2^20 entries as far as one is sized for.
const fullKeys = 985_661

// below3 are the rates below 3 % that T10 asks for as well, at about equal ratios.
func below3() []float64 {
	return []float64{0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.029}
}

// to20 go on to 20 %.
func to20() []float64 { return append(below3(), 0.05, 0.1, 0.2) }

// whenFull is a claim that a takes less space than b, by the plans of both for as many keys
// as fill a cuckoo table, which is one of them.
type whenFull struct {
	a, b    string
	rates   []float64
	ownRate bool // bits for each of log2(1/ε) are compared, of the rates by theory
	many    bool // at more than manyShare of the rates; else at all of them
}

// test counts the rates. The reason says from which one down a is smaller and, of a table
// at the requested rate, how full it must be: emptier, a power of two spoils it.
func (w whenFull) test(d *claim.Data) claim.Outcome {
	if len(d.CellsIn(BitsPerKey, anywhere, w.a, w.b)) == 0 {
		return claim.Lacks(BitsPerKey, w.a, w.b)
	}
	a, err := all.ByName(w.a)
	b, failed := all.ByName(w.b)
	if err := cmp.Or(err, failed); err != nil {
		return claim.Untested(err.Error())
	}
	var smaller claim.Tally
	up, none, unbroken := "none", "none", true // the last of those from the least on; the largest
	for _, epsilon := range w.rates {
		ratio := w.planned(a, epsilon) / w.planned(b, epsilon)
		at := fmt.Sprintf("%.4g %%", 100*epsilon)
		smaller.Add("ε = "+at, ratio < 1, ratio, ratio)
		if ratio < 1 {
			none = at
		}
		if unbroken = unbroken && ratio < 1; unbroken {
			up = at
		}
	}
	detail := fmt.Sprintf("smaller at %d of %d ε", smaller.Held, smaller.Places)
	if smaller.Held > 0 && !smaller.All() {
		detail += fmt.Sprintf(", at all up to %s and at none above %s", up, none)
	}
	detail += fmt.Sprintf("; %s / %s is %.4g to %.4g, most at %s", w.a, w.b, smaller.Range.Low, smaller.Range.High, smaller.At)
	test := fmt.Sprintf("arithmetic, plans for %s keys", axis.Grouped(fullKeys))
	if !w.many {
		return smaller.Counted(smaller.All(), test, w.a+" / "+w.b, "×", detail)
	}
	for _, epsilon := range []float64{0.001, 0.01} {
		detail += "; " + w.spoiltBelow(a, b, epsilon)
	}
	return claim.Counted(float64(smaller.Held) > manyShare*float64(smaller.Places), test,
		"ε at which "+w.a+" is smaller", fmt.Sprintf("of %d", smaller.Places), float64(smaller.Held), detail)
}

// planned are the bits that a structure plans for the keys of a full table, for each of
// log2(1/ε) of its own rate where that is asked. It is NaN where it refuses.
func (w whenFull) planned(s filter.Structure, epsilon float64) float64 {
	plan, err := s.Plan(fullKeys, filter.Config{Epsilon: epsilon})
	switch {
	case err != nil:
		return math.NaN()
	case w.ownRate:
		return float64(plan.Bits) / math.Log2(1/plan.Theory)
	}
	return float64(plan.Bits)
}

// spoiltBelow is the load below which a power of two makes the table larger than the
// Bloom filter, in words.
func (w whenFull) spoiltBelow(table, other filter.Structure, epsilon float64) string {
	load := w.planned(table, epsilon) / w.planned(other, epsilon) * fullKeys / (1 << 20)
	rate := fmt.Sprintf("at %.4g %%", 100*epsilon)
	if load >= fullLoad {
		return "no power of two spoils it " + rate + ", where a full table is larger too"
	}
	return fmt.Sprintf("a power of two spoils it %s where less than %.0f %% of the entries are taken", rate, 100*load)
}
