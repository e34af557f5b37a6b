package stream

import "math"

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
