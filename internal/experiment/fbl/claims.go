package fbl

import (
	"cmp"
	_ "embed"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"hyphbench/internal/filter/linear"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

//go:embed claims.txt
var claimTexts string

// claims are those of the paper, by their numbers: L1 to L13 are about the numbers of its
// evaluation. The others are a family of tests of their own, so that they take no power from
// these (docs/verdicts.md).
func claims() []claim.Claim {
	return claim.Read(claimTexts, quantisationClaims(), occupancyClaims(), estimateClaims(), errorClaims(), codeClaims())
}

// part is one number that a claim about the linear Bloom filter speaks of.
type part struct {
	label string // "σ at b = 2"
	claim.Tested
}

// reading is an interpretation of a claim: the quantisation of confidences and
// the definition of occupancy.
type reading struct {
	quantisation linear.Quantisation
	cells        bool // occupancy is the share of cells that are not 0, not that of 1-bits
}

func (r reading) String() string {
	text := map[linear.Quantisation]string{linear.Floor: "rounded down", linear.Round: "rounded", linear.Ceiling: "rounded up"}[r.quantisation]
	if r.cells {
		text += ", by cells that are not 0"
	}
	return text
}

// occupancy is the metric of the reading.
func (r reading) occupancy() runfolder.Metric {
	if r.cells {
		return CellOccupancy
	}
	return BitOccupancy
}

// capacity is the metric of the reading.
func (r reading) capacity() runfolder.Metric {
	if r.cells {
		return CellCapacity
	}
	return BitCapacity
}

// at is a number in the reading.
func (r reading) at(m runfolder.Metric, n, b, k int) key {
	return key{metric: m, n: n, b: b, k: k, quantisation: r.quantisation.String()}
}

// each are the parts of a claim about every n at some values of b or k.
func each(values []int, of func(n, v int) part) (list []part) {
	for _, v := range values {
		list = append(list, over(elements(), func(n int) part { return of(n, v) })...)
	}
	return list
}

// over are the parts of a claim about each of some values of b or k.
func over(values []int, of func(v int) part) (list []part) {
	for _, v := range values {
		list = append(list, of(v))
	}
	return list
}

// part is the number at a point with where the claim puts it.
func (f *numbers) part(k key, r claim.Region) part {
	var at []string
	for _, v := range []struct {
		name  string
		value int
	}{{"n", k.n}, {"b", k.b}, {"k", k.k}} {
		if v.value > 0 {
			at = append(at, fmt.Sprintf("%s = %d", v.name, v.value))
		}
	}
	return part{string(k.metric) + " at " + strings.Join(at, ", "), claim.Tested{Estimates: []stats.Estimate{f.get(k)}, Claimed: r}}
}

// holds reports whether the plain number is where the claim says.
func (p part) holds() bool { return p.Claimed.Contains(p.Estimates[0].Value) }

// slack is the distance of the number from the nearest end of the claimed
// region, as a share of that end; negative outside.
func (p part) slack() float64 {
	v, least := p.Estimates[0].Value, math.Inf(1)
	for _, d := range []struct{ distance, end float64 }{{v - p.Claimed.Low, p.Claimed.Low}, {p.Claimed.High - v, p.Claimed.High}} {
		if !math.IsInf(d.end, 0) {
			least = min(least, d.distance/math.Abs(d.end))
		}
	}
	return least
}

// ownClaim is a claim that a number of parts hold together. The verdict is on
// the paper's own reading: c rounded down (Algorithm 2), occupancy as the share of 1-bits,
// as section 4.2 defines it for itself and 4.3. Section 4.1 does not define it: there it is the
// share of cells that are not 0, which gives the numbers of its text. The outcomes of the other readings stand beside it.
func ownClaim(m runfolder.Metric, occupied bool, parts func(f *numbers, r reading) []part) claim.Claim {
	own := reading{linear.Floor, m == CellCapacity}
	return claim.By(m, func(d *claim.Data) claim.Outcome {
		f := newNumbers(d.Summary)
		list := parts(f, own)
		if f.missing != "" {
			return claim.Untested(f.missing)
		}
		o := outcomeOf(list)
		others := []string{own.String() + ": " + held(list)}
		for _, cells := range []bool{false, true} {
			for _, q := range linear.Quantisations() {
				r := reading{q, cells}
				if r == own || cells && !occupied {
					continue
				}
				others = append(others, r.String()+": "+summary(newNumbers(d.Summary), r, parts))
			}
		}
		o.Detail = strings.Join(others, "; ")
		return o
	})
}

// varied is ownClaim with a margin: parts are those of a margin, and the verdict
// says at which other one it would end.
func varied(m runfolder.Metric, margin claim.Margin, occupied bool, parts func(f *numbers, r reading, margin float64) []part) claim.Claim {
	c := ownClaim(m, occupied, func(f *numbers, r reading) []part { return parts(f, r, margin.Value) })
	test := c.Test
	c.Test = func(d *claim.Data) claim.Outcome {
		o := test(d)
		if o.NotTested == "" && !o.Exact {
			o.Vary = margin
			o.Vary.At = func(other float64) (supports, opposes float64) {
				return claim.All(tests(parts(newNumbers(d.Summary), reading{linear.Floor, m == CellCapacity}, other))...)
			}
		}
		return o
	}
	return c
}

// tests are those of the parts.
func tests(list []part) []claim.Tested {
	all := make([]claim.Tested, len(list))
	for i, p := range list {
		all[i] = p.Tested
	}
	return all
}

// outcomeOf tests parts; the effect is the one that is furthest out, or
// nearest to it.
func outcomeOf(list []part) claim.Outcome {
	worst := worstOf(list)
	test := "t over batches of iterations"
	if len(list) > 1 {
		test += fmt.Sprintf(", for each of %d numbers", len(list))
	}
	o := claim.Every(test, tests(list)...)
	if !slices.ContainsFunc(list, func(p part) bool { return p.Estimates[0].SE != 0 }) {
		return claim.Counted(o.Holds, strconv.Itoa(len(list))+" numbers, counted", worst.label, "", worst.Estimates[0].Value, "")
	}
	o.Effect = claim.Effect{Name: worst.label, Value: worst.Estimates[0].Value, CI: worst.CI()}
	return o
}

func worstOf(list []part) part {
	return slices.MinFunc(list, func(a, b part) int { return cmp.Compare(a.slack(), b.slack()) })
}

// summary is the outcome of another reading of a claim, in a few words.
func summary(f *numbers, r reading, parts func(*numbers, reading) []part) string {
	list := parts(f, r)
	if f.missing != "" {
		return f.missing
	}
	worst := worstOf(list)
	return fmt.Sprintf("%s (%s: %s)", held(list), worst.label, strconv.FormatFloat(worst.Estimates[0].Value, 'g', 4, 64))
}

// held is the number of parts for which a claim holds.
func held(list []part) string {
	inside := 0
	for _, p := range list {
		if p.holds() {
			inside++
		}
	}
	switch {
	case inside == len(list):
		return "holds"
	case len(list) == 1:
		return "does not hold"
	}
	return fmt.Sprintf("holds at %d of %d", inside, len(list))
}
