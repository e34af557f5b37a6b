package stream

import (
	_ "embed"
	"fmt"
	"math"
	"slices"
	"strings"

	"hyphbench/internal/axis"
	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// Further structures that claims are about.
const (
	double   = "double"
	aging    = "aging"
	sliding  = "sliding"
	decaying = "decaying"
)

//go:embed claims.txt
var claimTexts string

// claims are those of the texts about streams, each source a family of its own.
func claims() []claim.Claim {
	return claim.Read(claimTexts, claim.Tests{
		"W1": claim.By(Recent, func(d *claim.Data) claim.Outcome {
			return everywhere(d.CellsIn(Recent, oneRoom, stable), claim.Cell.Values, claim.Above(0.5), "share", "share", "%", 100)
		}),
		"W2": claim.By(Lifetime, lives),
		"W3": claim.By(Errors, aboveBound(rollCallName, trackedName, majorityName)),
		"W4": claim.By(Errors, nearChance),
		"W5": claim.By(Errors, aboveInWindow),
		"W6": claim.By(Empty, emptiesAsTheory(streamUniform)),
		"W7": claim.By(Empty, emptiesAsTheory(streamText)),
		"W8": claim.By(RateNew, func(d *claim.Data) claim.Outcome {
			return notAbove(d, stable, 1.02, func(c claim.Cell) float64 { return c.Float(axis.Eps) }, alike, "rate / asked")
		}),
		"W9":  fewer(Missed, stable, bufferName),
		"W10": claim.Ratio{Metric: metric.Query, Methods: []string{stable}, To: bufferName, At: claim.Only(oneRoom), Claimed: claim.Below(0), Name: "stable / buffer"}.Claim(),
		"W11": smaller(aging, double),
		"W12": smaller(sliding, aging),
		"W16": fewer(Rate, sliding, aging),
		"W13": claim.By(RateNew, bounded),
		"W14": claim.By(Rate, asTheory),
		"W15": claim.By(LeastBits, aboveLeast),
	})
}

// Cells that are wanted: those with the memory of one window, those of a stream.
func oneRoom(c claim.Cell) bool { return c.Int(axisRoom) <= 1 }
func in(stream string) func(claim.Cell) bool {
	return func(c claim.Cell) bool { return c.On(axisStream) == stream }
}

// pairs are cells with others that belong to them.
func pairs(list []claim.Cell, other func(claim.Cell) claim.Cell) (p claim.Pairs) {
	for _, c := range list {
		p.Add(c, other(c))
	}
	return p
}

// differences are those of pairs of cells, in the mean over the pairs, of every round.
func differences(d *claim.Data, p claim.Pairs) (list []float64) {
	if len(p.A) == 0 {
		return nil
	}
	columns := d.Columns(slices.Concat(p.A, p.B))
	list = make([]float64, len(columns[0]))
	for i := range p.A {
		for round := range list {
			list[round] += (columns[i][round] - columns[len(p.A)+i][round]) / float64(len(p.A))
		}
	}
	return list
}

// sums adds the values of cells round by round, each times a weight; rounds that one of
// them lacks are left out.
func sums(list []claim.Cell, weight func(claim.Cell) float64) (sum []float64) {
	for i, c := range list {
		values, w := c.Values(), weight(c)
		if i == 0 {
			sum = make([]float64, len(values))
		}
		sum = sum[:min(len(sum), len(values))]
		for round := range sum {
			sum[round] += w * values[round]
		}
	}
	return sum
}

// addGroup adds the cells of a group to what is tested together: each number over its base for
// itself, and the mean of them, in which each counts by its weight.
func addGroup(t *claim.Together, group string, list []claim.Cell, base, weight func(claim.Cell) float64) {
	total := 0.0
	for _, c := range list {
		total += weight(c)
		if e, err := stats.MeanEstimate(c.Values()); err == nil {
			t.Each.Add(c.Filter+", "+c.Place(), e.Scaled(1/base(c)))
		}
	}
	t.Means.AddMean(group, sums(list, func(c claim.Cell) float64 { return weight(c) / total / base(c) }))
}

func alike(claim.Cell) float64 { return 1 }

// notAbove tests that a rate stays below so many times a base, in the mean over each stream
// and at every place.
func notAbove(d *claim.Data, method string, most float64, base, weight func(claim.Cell) float64, name string) claim.Outcome {
	var t claim.Together
	for _, stream := range streamNames() {
		addGroup(&t, "the stream "+stream, d.CellsIn(RateNew, func(c claim.Cell) bool { return in(stream)(c) && base(c) > 0 }, method), base, weight)
	}
	if t.Means.Len() == 0 {
		return d.Missing(RateNew, method)
	}
	return t.Outcome(claim.Below(most), fmt.Sprintf("mean over the places of each of %d streams: t over rounds", t.Means.Len()), name, "×", 1)
}

// everywhere tests a number at each place for itself: a mean over unlike rates and windows
// would be the number of none of them. The effect is in units of factor.
func everywhere(list []claim.Cell, of func(claim.Cell) []float64, claimed claim.Region, test, effect, unit string, factor float64) claim.Outcome {
	parts := claim.Parts{Claimed: claimed}
	for _, c := range list {
		parts.AddMean(c.Filter+", "+c.Place(), of(c))
	}
	if parts.Len() == 0 {
		return claim.Untested("the run does not hold two repetitions of what the claim compares")
	}
	return parts.Spread(fmt.Sprintf("%s at each of %d places: t over rounds", test, parts.Len()), effect, unit, factor)
}

// emptiesAsTheory tests the empty cells at the end of a stream against their limit.
func emptiesAsTheory(stream string) func(*claim.Data) claim.Outcome {
	const margin = 0.02
	return func(d *claim.Data) claim.Outcome {
		list := d.CellsIn(Empty, in(stream), stable)
		if len(list) == 0 {
			return claim.Untested("the run does not hold two repetitions of the empty cells of " + stable + " along the stream " + stream)
		}
		last := list[len(list)-1:]
		o := pairs(last, limitOfEmpty).Outcome(d, claim.Within(math.Log1p(margin)), "ratio at the end of the stream", "empty cells / by theory")
		if o.NotTested == "" && len(list) > 1 {
			change := last[0].Mean()/list[len(list)-2].Mean() - 1
			o.Detail = fmt.Sprintf("in the second half of the stream they change by %.1f %%", 100*change)
		}
		return o
	}
}

// limitOfEmpty is the theory of the empty cells along a stream.
func limitOfEmpty(c claim.Cell) claim.Cell {
	return c.Of(EmptyTheory).At(axis.Place{Axis: axisInserted.AxisName()})
}

// fewer claims that a filter makes fewer errors of a kind than another one for the same
// rate asked for, in every stream.
func fewer(m runfolder.Metric, method, than string) claim.Claim {
	return claim.By(m, func(d *claim.Data) claim.Outcome {
		acceptable := d.CellsIn(m, func(c claim.Cell) bool { // rates that one would ask for
			eps := c.On(axis.Eps)
			return c.Int(axisRoom) == 1 && (eps == axis.Rate(axis.Per/100).String() || eps == axis.Rate(axis.Per/10).String())
		}, method)
		of := func(c claim.Cell) []float64 {
			return differences(d, pairs([]claim.Cell{c}, func(c claim.Cell) claim.Cell { return c.By(than) }))
		}
		return everywhere(acceptable, of, claim.Below(0), "difference", method+" − "+than, "points", 100)
	})
}

// bounded tests the rate of the generalised filter, and says what a Bloom filter that never
// forgets does meanwhile. Places weigh as much as false positives are expected there.
func bounded(d *claim.Data) claim.Outcome {
	bound := func(c claim.Cell) float64 { return c.Of(RateBound).Mean() }
	o := notAbove(d, generalised, 1.05, bound, bound, "rate / bound")
	most := 0.0
	for _, c := range d.Cells(RateAt, bloomName) {
		most = max(most, c.Mean())
	}
	if most > 0 && o.NotTested == "" {
		o.Detail += fmt.Sprintf("; a Bloom filter that never forgets comes to %.0f %%", 100*most)
	}
	return o
}

// smaller claims that a filter takes fewer bits than another one at every place, and
// that both hold the requested rate.
func smaller(method, than string) claim.Claim {
	const held = 1.05
	return claim.By(BitsPerElement, func(d *claim.Data) claim.Outcome {
		var fewer, within claim.Tally
		var more []string
		for _, a := range d.CellsIn(BitsPerElement, in(streamUniform), method) {
			b := a.By(than)
			if !b.Has() {
				continue
			}
			ratio := a.Mean() / b.Mean()
			fewer.Add(a.Place(), ratio < 1, ratio, ratio)
			if text := a.Label(axis.Eps) + " %"; ratio >= 1 && !slices.Contains(more, text) {
				more = append(more, text)
			}
			rate := max(a.Of(RateNew).Mean(), b.Of(RateNew).Mean()) / a.Float(axis.Eps)
			within.Add(a.Place(), rate <= held, rate, rate)
		}
		if fewer.Places == 0 {
			return d.Missing(BitsPerElement, method, than)
		}
		detail := fmt.Sprintf("fewer bits at %d places; both hold the rate at %d", fewer.Held, within.Held)
		if len(more) > 0 {
			detail += "; not fewer at ε = " + strings.Join(more, ", ")
		}
		return fewer.Counted(fewer.All() && within.All(), fmt.Sprintf("counted, at %d places", fewer.Places), method+" / "+than, "×", detail)
	})
}

func lives(d *claim.Data) claim.Outcome {
	const factor = 1.5
	p := pairs(d.Cells(Lifetime, stable), func(c claim.Cell) claim.Cell { return c.Of(LifetimeTheory) })
	if len(p.A) == 0 {
		return d.Missing(Lifetime, stable)
	}
	return p.Everywhere(d, claim.Within(math.Log(factor)), "ratio", "half-life / c·N/s")
}

// asTheory tests both rates of what forgets by chance, structure by structure.
func asTheory(d *claim.Data) claim.Outcome {
	const margin = 0.1
	var t claim.Together
	for _, method := range []string{stable, decaying, generalised} {
		for _, m := range [][2]runfolder.Metric{{RateNew, metric.FPRTheory}, {Missed, MissedTheory}} {
			list := d.CellsIn(m[0], func(c claim.Cell) bool {
				return in(streamUniform)(c) && c.Int(axisRoom) == 1 && c.Of(m[1]).Has()
			}, method)
			addGroup(&t, fmt.Sprintf("%s of %s", m[0], method), list, func(c claim.Cell) float64 { return c.Of(m[1]).Mean() }, alike)
		}
	}
	if t.Means.Len() == 0 {
		return d.Missing(RateNew, stable)
	}
	return t.Outcome(claim.Region{Low: 1 - margin, High: 1 + margin},
		fmt.Sprintf("%d mean ratios over ε and windows: t over rounds", t.Means.Len()), "measured / theory", "×", 1)
}
