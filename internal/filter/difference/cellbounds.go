package difference

import "math"

// CellsPerKey is how many cells a key of a large difference needs to be peeled, with
// that many hashes: the least c at which x ↦ 1 − e^(−k·x^(k−1)/c) has no fixed point but
// 0, so that the share of cells that hold more than one key goes to 0 (density
// evolution; Molloy 2005 for the 2-core of a random hypergraph). NaN below 3.
func CellsPerKey(hashes int) float64 {
	if hashes < 3 {
		return math.NaN()
	}
	k := float64(hashes)
	// The fixed point appears where c = k·x^(k−1)/(−ln(1 − x)) is largest over x.
	most := 0.0
	for x := 0.0005; x < 1; x += 0.0005 {
		most = max(most, k*math.Pow(x, k-1)/-math.Log1p(-x))
	}
	return most
}

// Least is the fewest bits that tell a peer which d of all 2^64 keys it lacks, whatever
// the code: log2 C(2^64, d).
func Least(d int) float64 {
	nats := 0.0
	const all = 1 << 63
	for i := range d {
		nats += math.Log((2*float64(all) - float64(i)) / float64(i+1))
	}
	return nats / math.Ln2
}
