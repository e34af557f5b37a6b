package bloom

import "math"

// Scatter says how the bits of a key fall into the cells of a filter. What is expected of
// n keys follows from the chance that a cell, or both of two cells, are missed by one of
// them, since keys fall independently: E[cells missed by all] = cells·missed^n.
//
// The number of keys that so many empty cells stand for is Swamidass and Baldi's
// −(m/k)·ln(1 − X/m), with (1 − 1/m)^k for e^(−k/m), and for cells in blocks what takes
// its place there. The variance is that of the empty cells, over the square of how many
// of them a key takes.
// Source: Swamidass, Baldi 2007, section 3; the variance for k = 1 is that of Whang,
// Vander-Zanden, Taylor 1990, A linear-time probabilistic counting algorithm.
type Scatter struct {
	cells  float64
	missed float64 // ln of the chance that a key misses a cell
	pairs  []pair  // kinds of pairs of different cells
}

// pair is a kind of pairs: their share of all pairs, equal ones included, and ln of the
// chance that a key misses both.
type pair struct{ share, missed float64 }

// Scattered is that of k independent bits of m.
func Scattered(m uint64, k int) Scatter { return scatterOf(1, m, 1, k) }

// scatterOf is that of k independent bits in each of some blocks, drawn with
// replacement, of which a key has as many as times says.
func scatterOf(blocks, bits uint64, times, k int) Scatter {
	b, l, t := float64(bits), float64(blocks), float64(times)
	hit := func(cells float64) float64 { return -math.Expm1(float64(k) * math.Log1p(-cells/b)) } // one of the cells of a block
	s := Scatter{cells: b * l, missed: t * math.Log1p(-hit(1)/l)}
	s.add(b*(b-1)*l, t*math.Log1p(-hit(2)/l))
	s.add(b*b*l*(l-1), t*math.Log1p(-2*hit(1)/l))
	return s
}

// add counts a kind of pairs. A key that cannot miss both cells leaves none.
func (s *Scatter) add(pairs, missed float64) {
	if pairs > 0 && !math.IsNaN(missed) {
		s.pairs = append(s.pairs, pair{pairs / (s.cells * s.cells), missed})
	}
}

// inSlices is that of one bit in each of k slices.
func inSlices(slice uint64, k int) Scatter {
	s, l := float64(slice), float64(k)
	of := Scatter{cells: s * l, missed: math.Log1p(-1 / s)}
	of.add(s*(s-1)*l, math.Log1p(-2/s))
	of.add(s*s*l*(l-1), 2*math.Log1p(-1/s))
	return of
}

// inWords is that of one bit in each word of a block.
func inWords(blocks, words, bits uint64) Scatter {
	w, b, l := float64(words), float64(bits), float64(blocks)
	of := Scatter{cells: w * b * l, missed: math.Log1p(-1 / (b * l))}
	of.add(b*(b-1)*w*l, math.Log1p(-2/(b*l)))
	of.add(b*b*w*(w-1)*l, math.Log1p(-(2/b-1/(b*b))/l))
	of.add(w*w*b*b*l*(l-1), math.Log1p(-2/(b*l)))
	return of
}

// Keys is the number of keys that so many empty cells stand for; +Inf for none.
func (s Scatter) Keys(empty uint64) float64 {
	if empty == 0 {
		return math.Inf(1)
	}
	return max(0, math.Log(float64(empty)/s.cells)/s.missed)
}

// Deviation is the standard deviation of Keys of a filter with n keys.
func (s Scatter) Deviation(n float64) float64 {
	switch {
	case n == 0:
		return 0
	case math.IsInf(n, 1) || math.IsInf(s.missed, -1): // nothing is known of more than no key
		return math.Inf(1)
	}
	variance := math.Expm1(-n*s.missed) / s.cells // of the share of empty cells, over its square
	for _, p := range s.pairs {
		variance += p.share * math.Expm1(n*(p.missed-2*s.missed))
	}
	return math.Sqrt(max(0, variance)) / -s.missed
}
