package bloom

import "math"

// schemeRate is the rate of a Bloom filter of n keys whose places a scheme makes.
//
// For independent places it is OccupancyMoment. For the others it is a sum of three
// parts, to the first order in k²/m:
//
//  1. The rate of k random places, of which some of one key fall together with the
//     scheme's own probability (together): D different ones in a negative, in each
//     key as many.
//  2. Nothing more for two places of a negative that one key covers: a scheme makes
//     that as probable as k random places do.
//  3. Three and more, which k random places leave to chance: a key whose numbers
//     stand in a simple relation to the negative's covers O of its places
//     (overlaps). Each relation has a probability of 1/m for each number. It
//     replaces the cover by chance of as many places, one by one and in pairs, and
//     leaves k − O to the other keys.
//
// Where m is so small that some places of every key fall together this says
// nothing, and k random places take its stead.
//
// Source: Dillinger, Manolios 2004, section 5, for the relations; the sum is this
// project's, tested against filters.
func schemeRate(kind schemeKind, m uint64, k, n int) float64 {
	collide := together(kind, m, k)
	if kind == schemeIndependent || k == 1 || n == 0 || collide > 0.5 {
		return OccupancyMoment(m, k*n, k)
	}
	size, keys := float64(m), float64(n)
	one, two := different(kind, m, k, collide, func(d int) float64 { return float64(d) }),
		different(kind, m, k, collide, func(d int) float64 { return float64(d) * float64(d-1) })
	miss := keys * math.Log1p(-one/size)
	missBoth := keys * math.Log1p(-2*one/size+two/size/(size-1))
	p := -math.Expm1(miss)                            // that a place is covered
	pair := 1 - 2*math.Exp(miss) + math.Exp(missBoth) // that two are
	depend := pair/(p*p) - 1                          // of two places on each other
	rate := different(kind, m, k, collide, func(d int) float64 {
		return math.Pow(p, float64(d)) * math.Exp(float64(d*(d-1)/2)*depend)
	})
	relation := keys / math.Pow(size, float64(numbers(kind)))
	power := func(e int) float64 { return math.Pow(p, float64(e)) }
	for _, o := range overlaps(kind, k) {
		if o < 3 {
			continue
		}
		once, twice := power(k-1)-power(k), power(k-2)-2*power(k-1)+power(k)
		rate += relation * (power(k-o) - power(k) - float64(o)*once - float64(o*(o-1)/2)*twice)
	}
	return min(1, max(0, rate))
}

// numbers is how many a scheme makes of a hash.
func numbers(kind schemeKind) int {
	if kind == schemeTriple {
		return 3
	}
	return 2
}

// together is the expected number of pairs of places of one key that are the
// same.
func together(kind schemeKind, m uint64, k int) float64 {
	pairs := 0.0
	for i := range k {
		for j := range i {
			step := uint64(i - j)
			g := gcd(step, m)
			switch kind {
			case schemeDouble: // step·b = 0 for b ≠ 0
				pairs += float64(g-1) / float64(max(1, m-1))
			case schemeEnhanced: // step·b = a difference of the cubic term
				if (cubic(i)-cubic(j))%g == 0 {
					pairs += float64(g) / float64(m)
				}
			case schemeTriple: // step·b + difference·c = 0
				pairs += float64(gcd(uint64(i*(i-1)/2-j*(j-1)/2), g)) / float64(m)
			}
		}
	}
	return pairs
}

// cubic is the term (i³ − i)/6 of place i.
func cubic(i int) uint64 { return uint64(i*i*i-i) / 6 }

// different is the mean of f over the number of different places of a key.
//
// A double scheme has o of them where the order o of its stride is below k. The
// places of a triple scheme lie on a parabola: where two of them, i and j, fall
// together, so do all pairs of the same i + j. Else a pair falls together alone.
func different(kind schemeKind, m uint64, k int, collide float64, f func(d int) float64) float64 {
	mean := f(k)
	switch kind {
	case schemeDouble:
		for o := 2; o < k; o++ {
			if m%uint64(o) == 0 {
				mean += float64(totient(o)) / float64(m-1) * (f(o) - f(k))
			}
		}
		return mean
	case schemeTriple:
		for sum := 1; sum <= 2*k-3; sum++ {
			pairs := (sum+1)/2 - max(0, sum-k+1) // i from max(0, sum − k + 1) to below sum/2
			mean += (f(k-pairs) - f(k)) / float64(m)
			collide -= float64(pairs) / float64(m)
		}
	}
	return mean + collide*(f(k-1)-f(k))
}

// overlaps are the numbers of places that a key shares with a negative, one for
// each relation of their numbers.
func overlaps(kind schemeKind, k int) []int {
	switch kind {
	case schemeEnhanced:
		return []int{k} // equal numbers
	case schemeTriple: // equal, or shifted by some steps, in the same or the opposite direction
		list := []int{k, k}
		for o := k - 1; o > 0; o-- {
			list = append(list, o, o, o, o)
		}
		return list
	}
	// The places of key and negative that are equal lie on a line in the square of
	// their k·k pairs, of slope v/u: the key's stride is u/v of the negative's.
	var list []int
	inside := func(i, j int) bool { return i >= 0 && i < k && j >= 0 && j < k }
	for u := 1; 2*u < k; u++ { // a line of three pairs or more
		for v := -(k - 1) / 2; 2*v < k; v++ {
			if v == 0 || gcd(uint64(u), uint64(max(v, -v))) != 1 {
				continue
			}
			for i := range k {
				for j := range k {
					if inside(i-u, j-v) {
						continue // not the line's first pair
					}
					o := 0
					for inside(i+o*u, j+o*v) {
						o++
					}
					list = append(list, o)
				}
			}
		}
	}
	return list
}

func gcd(a, b uint64) uint64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// totient is the number of 1 ≤ i ≤ o that have no divisor in common with o.
func totient(o int) int {
	count := 0
	for i := 1; i <= o; i++ {
		if gcd(uint64(i), uint64(o)) == 1 {
			count++
		}
	}
	return count
}
