package claim

import (
	"cmp"
	"errors"
	"fmt"
	"math"

	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// Pairs are cells whose mean ratio, of each of A to its one of B, a claim is about.
type Pairs struct{ A, B []runfolder.Cell }

// Add adds a pair if the run has both.
func (p *Pairs) Add(a, b Cell) {
	if a.Has() && b.Has() {
		p.A, p.B = append(p.A, a.Cell), append(p.B, b.Cell)
	}
}

// Ratio is the mean logarithm of the ratios with the region that is claimed of it, and over
// what its error is (Pool).
func (p Pairs) Ratio(d *Data, claimed Region) (t Tested, how string, err error) {
	if len(p.A) == 0 {
		return t, "", errors.New("the run does not hold two rounds of what the claim compares")
	}
	pooled, err := d.Pool(p.A, p.B)
	return Tested{Estimates: pooled.Estimates, Claimed: claimed}, pooled.How, err
}

// Outcome is that of a claim about the ratio. test says what is tested, and effect names
// the ratio.
func (p Pairs) Outcome(d *Data, claimed Region, test, effect string) Outcome {
	t, how, err := p.Ratio(d, claimed)
	if err != nil {
		return Untested(err.Error())
	}
	o := Outcome{Test: test + ": t over " + how, Effect: t.Ratio(effect), Holds: claimed.Contains(t.Estimates[0].Value)}
	o.Supports, o.Opposes = t.P()
	return o
}

// Same is the outcome of a claim that A and B are equal, up to a share.
func (p Pairs) Same(d *Data, margin float64, test, effect string) Outcome {
	o := p.Outcome(d, Within(math.Log1p(margin)), test, effect)
	t, _, err := p.Ratio(d, Region{})
	if err == nil && t.Estimates[0].SE > 0 { // what is the same at every time has no margin
		o.Vary = Margin{Name: "margin", Value: margin, At: func(v float64) (float64, float64) {
			return Tested{Estimates: t.Estimates, Claimed: Within(math.Log1p(v))}.P()
		}}
	}
	return o
}

// Everywhere is the outcome of a claim about the ratio at every place: each pair is tested for
// itself, since a mean over unlike places, such as numbers of keys or rates, is the ratio of
// none of them. The effect is the range of the ratios.
func (p Pairs) Everywhere(d *Data, claimed Region, test, effect string) Outcome {
	o, _ := p.everywhere(d, claimed, test, effect)
	return o
}

// SameEverywhere is the outcome of a claim that A and B are equal at every place, up to a
// share.
func (p Pairs) SameEverywhere(d *Data, margin float64, test, effect string) Outcome {
	within := func(v float64) Region { return Within(math.Log1p(v)) }
	o, parts := p.everywhere(d, within(margin), test, effect)
	if _, worst := parts.Worst(); worst.SE > 0 { // what is the same at every time has no margin
		o.Vary = Margin{Name: "margin", Value: margin, At: func(v float64) (float64, float64) { return parts.Within(within(v)) }}
	}
	return o
}

// Somewhere is the outcome of a claim about the ratio at one place or more: of what can be.
func (p Pairs) Somewhere(d *Data, claimed Region, test, effect string) Outcome {
	o, parts := p.everywhere(d, claimed, test, effect)
	if o.NotTested != "" {
		return o
	}
	all, held := parts.Estimates(), 0
	for _, e := range all {
		if claimed.Contains(e.Value) {
			held++
		}
	}
	o.Supports, o.Opposes, _ = AtLeast(1, all, claimed)
	o.Test += "; at one of them or more, by partial conjunction"
	o.Holds, o.Detail = held > 0, fmt.Sprintf("so at %d of %d places", held, len(all))
	return o
}

func (p Pairs) everywhere(d *Data, claimed Region, test, effect string) (Outcome, Parts) {
	parts, how := Parts{Claimed: claimed}, ""
	for i := range p.A {
		t, over, err := Pairs{p.A[i : i+1], p.B[i : i+1]}.Ratio(d, claimed)
		if err != nil {
			return Untested(err.Error()), parts
		}
		parts.Add(Cell{p.A[i], d}.Place(), t.Estimates[0])
		how = over
	}
	if parts.Len() == 0 {
		_, _, err := p.Ratio(d, claimed)
		return Untested(err.Error()), parts
	}
	o := parts.Outcome(fmt.Sprintf("%s at each of %d places: t over %s", test, parts.Len(), how), effect, "×", 1)
	_, worst := parts.Worst()
	o.Effect = claimed.Of(worst).Ratio(effect)
	r := parts.Range()
	o.Effect.Range = stats.Interval{Low: math.Exp(r.Low), High: math.Exp(r.High)}
	o.Detail = parts.Where()
	return o, parts
}

// Ratio is a claim about the ratio of a metric of some methods to that of another one, which each
// of them has at every place.
type Ratio struct {
	Metric  runfolder.Metric
	Methods []string
	To      string
	At      Where
	Claimed Region  // of the logarithm
	Same    float64 // the share up to which both are equal, in place of Claimed; 0: Claimed says it
	Test    string  // what is tested; empty: "ratio"
	Name    string  // of the ratio
}

// Outcome is that of the claim, at each place for itself (Pairs.Everywhere).
func (r Ratio) Outcome(d *Data) Outcome {
	var p Pairs
	for _, method := range r.Methods {
		before := len(p.A)
		for _, c := range r.At.Find(d, r.Metric, method) {
			p.Add(c, c.By(r.To))
		}
		if len(p.A) == before {
			return Lacks(r.Metric, method, r.To)
		}
	}
	test := cmp.Or(r.Test, "ratio")
	if r.Same > 0 {
		return p.SameEverywhere(d, r.Same, test, r.Name)
	}
	return p.Everywhere(d, r.Claimed, test, r.Name)
}
