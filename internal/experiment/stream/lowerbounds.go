package stream

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"hyphbench/internal/report/claim"
	"hyphbench/internal/stats"
)

// articleBound is the lower bound of FP + FN that the article quotes from Géraud-Stewart,
// Lombard-Platet and Naccache 2020: of a filter of m bits after n elements of an alphabet
// of L letters, 1 − (1 − (1 − 1/L)^m)/(1 − (1 − 1/L)^n); in a window w in the place of n.
// An infinite alphabet has its limit. It says nothing, 0, of m ≥ n.
func articleBound(m, n, letters float64) float64 {
	if m >= n {
		return 0
	}
	if math.IsInf(letters, 1) {
		return 1 - m/n
	}
	came := func(n float64) float64 { return -math.Expm1(n * math.Log1p(-1/letters)) }
	return 1 - came(m)/came(n)
}

// leastBits is what an element of the window takes at least, of an endless alphabet, if
// negatives are called seen with probability fp and elements called new with fn: the
// state must tell w·D(1 − fn ‖ fp) bits of the elements, with D Kullback and Leibler's
// divergence of two coins. Without false negatives that is log2(1/fp).
//
// For: elements X₁ … X_w are independent and uniform, Z is the state. Then
// m ≥ H(Z) ≥ I(X; Z) ≥ Σ I(Xᵢ; Z), and whether Z calls Xᵢ seen, against a negative,
// tells no more than that (data processing); D is convex, so that means decide.
func leastBits(fp, fn float64) float64 {
	term := func(p, q float64) float64 {
		if p == 0 {
			return 0
		}
		return p * math.Log2(p/q)
	}
	if fp+fn >= 1 { // no better than chance
		return 0
	}
	return term(1-fn, fp) + term(fn, 1-fp)
}

// leastErrors is the smallest FP + FN that so many bits for an element allow, by
// leastBits.
func leastErrors(bits float64) float64 {
	best := 1.0
	for fp := 0.999; fp > 1e-9; fp *= 0.995 {
		low, high := 0.0, 1-fp // fn is between
		if leastBits(fp, 0) <= bits {
			high = 0
		}
		for high-low > 1e-9 && fp+low < best {
			if fn := (low + high) / 2; leastBits(fp, fn) > bits {
				low = fn
			} else {
				high = fn
			}
		}
		best = min(best, fp+high)
	}
	return best
}

// againstBound are the errors of a filter with their distance from the article's bound.
type againstBound struct {
	method string
	above  stats.Estimate
	bound  float64
}

// judgedLimits are those of the small filters, at all looks where the bound says
// something.
func judgedLimits(d *claim.Data, names ...string) (list []againstBound) {
	for _, name := range names {
		for _, c := range d.Cells(Errors, name) {
			bound := c.Of(Bound)
			e, err := stats.MeanEstimate(differences(d, pairs([]claim.Cell{c}, func(claim.Cell) claim.Cell { return bound })))
			if err == nil && bound.Mean() > 0 {
				list = append(list, againstBound{name, e, bound.Mean()})
			}
		}
	}
	return list
}

// outcome is that of "none is below": each is tested for itself.
func outcome(list []againstBound) claim.Outcome {
	parts := claim.Parts{Claimed: claim.Above(0)}
	below := map[string]bool{}
	for _, j := range list {
		parts.Add(j.method, j.above)
		if j.above.Value < 0 {
			below[j.method] = true
		}
	}
	o := parts.Outcome(fmt.Sprintf("FP + FN − bound at %d places: t over rounds, each for itself", len(list)),
		"distance from the bound", "points", 100)
	o.Effect.Range = parts.Range().Scaled(100)
	o.Holds = len(below) == 0
	o.Detail = fmt.Sprintf("%d of the filters fall below it", len(below))
	slices.SortStableFunc(list, func(a, b againstBound) int { return cmp.Compare(a.above.Value, b.above.Value) })
	named := map[string]bool{}
	for i, j := range list { // the nearest of all, or of each filter that falls below what is the furthest
		if i == 0 || below[j.method] && !named[j.method] {
			o.Detail += fmt.Sprintf("; %s has FP + FN = %.4f where the bound is %.4f", j.method, max(0, j.bound+j.above.Value), j.bound) // rounding can leave less than none
		}
		named[j.method] = true
	}
	return o
}

func aboveBound(names ...string) func(*claim.Data) claim.Outcome {
	return func(d *claim.Data) claim.Outcome {
		list := judgedLimits(d, names...)
		if len(list) == 0 {
			return d.Missing(Errors, names...)
		}
		return outcome(list)
	}
}

// aboveInWindow holds the structures of fewer bits than a window, and the small filter
// with a window, against the bound.
func aboveInWindow(d *claim.Data) claim.Outcome {
	list := judgedLimits(d, clearedName)
	for _, name := range kindNames() {
		for _, c := range d.CellsIn(Errors, in(streamUniform), name) {
			w := float64(c.Int(axisWindow))
			bound := articleBound(c.Of(BitsPerElement).Mean()*w, w, w*float64(c.Parameter(parameterUniverse)))
			e, err := stats.MeanEstimate(c.Values())
			if err != nil || !(bound > 0) {
				continue
			}
			e.Value -= bound
			list = append(list, againstBound{name, e, bound})
		}
	}
	if len(list) == 0 {
		return d.Missing(Errors, clearedName)
	}
	return outcome(list)
}

// nearChance looks at the longest stream of the filters that run over all of it.
func nearChance(d *claim.Data) claim.Outcome {
	parts := claim.Parts{Claimed: claim.Above(0.99)}
	for _, name := range []string{rollCallName, trackedName} {
		list := d.Cells(Errors, name)
		if len(list) == 0 {
			return d.Missing(Errors, name)
		}
		parts.AddMean(name, list[len(list)-1].Values())
	}
	return parts.Spread("FP + FN: t over rounds, each filter for itself", "FP + FN", "%", 100)
}

// aboveLeast tests that bits are at least those of the two rates.
func aboveLeast(d *claim.Data) claim.Outcome {
	parts := claim.Parts{Claimed: claim.Below(1)}
	for _, name := range kindNames() {
		for _, c := range d.Cells(LeastBits, name) {
			bits := c.Of(BitsPerElement).Mean()
			if e, err := stats.MeanEstimate(c.Values()); err == nil && bits > 0 {
				parts.Add(name+", "+c.Place(), e.Scaled(1/bits))
			}
		}
	}
	if parts.Len() == 0 {
		return d.Missing(LeastBits, stable)
	}
	return parts.Spread(fmt.Sprintf("least bits / bits at %d places: t over rounds, each for itself", parts.Len()), "least bits / bits", "×", 1)
}
