package routing

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
)

// claims are those of the thesis, of the article and of the linear filter's paper about
// routes, in the order of display.
func claims() []claim.Claim {
	return slices.Concat(thesisClaims(), articleClaims(), paperClaims())
}

// reader finds cells of a run.
type reader struct {
	*claim.Data
	bits, depths, times []int // those planned, ascending
}

func read(d *claim.Data) reader {
	return reader{d, d.Meta.Counts(axisBits), d.Meta.Counts(axisDepth), d.Meta.Counts(axisTimes)}
}

// cell is one of a visit after so many moves, −1 where nothing moves.
func (v visit) cell(m runfolder.Metric, times int) runfolder.Cell {
	return runfolder.Cell{Filter: v.way, Metric: m, Point: v.at(times, -1)}
}

// has reports whether the run has two rounds of a cell.
func (r reader) has(c runfolder.Cell) bool { return len(r.Sample(c)) > 1 }

// pairs are cells of two visits that are compared.
type pairs struct{ a, b []runfolder.Cell }

// add adds a pair if the run has both.
func (p *pairs) add(r reader, a, b runfolder.Cell) {
	if r.has(a) && r.has(b) {
		p.a, p.b = append(p.a, a), append(p.b, b)
	}
}

// ratio is the mean ratio of pairs, tested against a region of its logarithm.
func (r reader) ratio(p pairs, claimed claim.Region) (claim.Tested, string, error) {
	if len(p.a) == 0 {
		return claim.Tested{}, "", errors.New("the run does not hold two rounds of what the claim compares")
	}
	pooled, err := r.Pool(p.a, p.b)
	return claim.Tested{Estimates: pooled.Estimates, Claimed: claimed}, pooled.How, err
}

// compared is the outcome of a claim on the mean ratio of pairs.
func (r reader) compared(p pairs, claimed claim.Region, name string) claim.Outcome {
	t, how, err := r.ratio(p, claimed)
	if err != nil {
		return claim.Untested(err.Error())
	}
	o := claim.Outcome{
		Test:   fmt.Sprintf("mean ratio over %d pairs: t over %s", len(p.a), how),
		Effect: t.Ratio(name), Holds: claimed.Contains(t.Estimates[0].Value),
	}
	o.Supports, o.Opposes = t.P()
	return o
}

// same is compared for an equality within a margin.
func (r reader) same(p pairs, margin float64, name string) claim.Outcome {
	o := r.compared(p, claim.Within(math.Log1p(margin)), name)
	if o.NotTested != "" {
		return o
	}
	t, _, err := r.ratio(p, claim.Region{})
	if err != nil {
		return claim.Untested(err.Error())
	}
	if t.Estimates[0].SE > 0 { // what is the same at every time has no margin
		o.Vary = claim.Margin{Name: "margin", Value: margin, At: func(v float64) (float64, float64) {
			return claim.Tested{Estimates: t.Estimates, Claimed: claim.Within(math.Log1p(v))}.P()
		}}
	}
	return o
}

// part is one ratio that a claim about several speaks of.
type part struct {
	name string
	claim.Tested
}

// every is the outcome of a claim that all ratios are in their regions. The effect is the
// largest ratio.
func every(list []part) claim.Outcome {
	if len(list) == 0 {
		return claim.Untested("the run does not hold two rounds of what the claim compares")
	}
	worst, holds := list[0], true
	var all []claim.Tested
	for _, p := range list {
		all = append(all, p.Tested)
		holds = holds && p.Claimed.Contains(p.Estimates[0].Value)
		if p.Estimates[0].Value > worst.Estimates[0].Value {
			worst = p
		}
	}
	o := claim.Outcome{Test: fmt.Sprintf("%d mean ratios, t over rounds each", len(list)), Effect: worst.Ratio(worst.name), Holds: holds}
	o.Supports, o.Opposes = claim.All(all...)
	return o
}

// last is the largest of a list; 0 where it is empty.
func last(list []int) int {
	if len(list) == 0 {
		return 0
	}
	return list[len(list)-1]
}
