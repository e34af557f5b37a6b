package bloom

import (
	"math"
)

// A blocked filter is n keys thrown into blocks, each a small Bloom filter. Its
// rate is the mean of the blocks' rates over the number of keys that a block
// gets, which is binomial:
//
//	Σ_i Binom(n, 1/blocks)(i) · P(all probes of a negative hit | i keys in the block)
//
// (Putze, Sanders, Singler 2007, section 3, with Poisson for Binom.) The paper
// takes the bits of a block for independent, (1 − (1 − 1/B)^(ik))^k. In a block of
// 64 bits that is 6 % too little, so that blockMoments follows their number.

// blockMoments are E[(X/cells)^k] for i = 0, 1, 2, … keys in a block, X being the
// number of cells hit by throws·i uniform throws. They are computed as far as they
// are asked for.
type blockMoments struct {
	cells, throws, k int

	moment []float64 // of the i keys so far
	share  []float64 // share[x] = P(X = x) after the last of them
	low    int       // share is 0, or too small to matter, below low …
	high   int       // … and above high
	power  []float64 // power[x] = (x/cells)^k
}

func newBlockMoments(cells, throws, k int) *blockMoments {
	b := &blockMoments{cells: cells, throws: throws, k: k, share: make([]float64, cells+1), power: make([]float64, cells+1)}
	for x := range b.power {
		b.power[x] = math.Pow(float64(x)/float64(cells), float64(k))
	}
	b.share[0] = 1
	b.moment = append(b.moment, b.power[0])
	return b
}

// at is the moment for i keys.
func (b *blockMoments) at(i int) float64 {
	for len(b.moment) <= i {
		if b.low == b.cells {
			return 1 // every cell is hit
		}
		for range b.throws {
			b.throw()
		}
		moment := 0.0
		for x := b.low; x <= b.high; x++ {
			moment += b.share[x] * b.power[x]
		}
		b.moment = append(b.moment, min(1, moment))
	}
	return b.moment[i]
}

// throw follows X through one throw.
func (b *blockMoments) throw() {
	const nothing = 1e-24 // beside the smallest rate, 1e-12
	b.high = min(b.high+1, b.cells)
	part := 1 / float64(b.cells)
	hit, before := float64(b.low)*part, 0.0 // x/cells, and the share of x − 1 before the throw
	shares := b.share[b.low : b.high+1]
	for i, share := range shares {
		shares[i] = share*hit + before*(1-hit+part)
		before = share
		hit += part
	}
	for b.low < b.high && b.share[b.low] < nothing {
		b.share[b.low] = 0
		b.low++
	}
	for b.high > b.low && b.share[b.high] < nothing {
		b.share[b.high] = 0
		b.high--
	}
}

// momentsMost is the k up to which sizingMoments is a sum of few terms: with
// cancellation it is right to 2^k·10⁻¹⁶, small beside the rates of about 2^−k.
const momentsMost = 12

// sizingMoments is the at of blockMoments for the search of a size, which asks for
// many: (X/cells)^k is the chance that k further throws fall on cells that are hit.
// With P(j of k throws are different) = S(k, j)·cells!/(cells−j)!/cells^k, of
// Stirling numbers S, and inclusion and exclusion of the cells that are not hit,
//
//	E[(X/cells)^k] = Σ_l c_l·(1 − l/cells)^(throws·i),
//	c_l = (−1)^l·Σ_j P(j different)·C(j, l)
func sizingMoments(cells, throws, k int) func(i int) float64 {
	if k > momentsMost {
		return newBlockMoments(cells, throws, k).at
	}
	different := make([]float64, k+1) // that many of the throws so far
	different[0] = 1
	for range k {
		for j := k; j >= 0; j-- {
			different[j] *= float64(j) / float64(cells)
			if j > 0 {
				different[j] += different[j-1] * float64(cells-j+1) / float64(cells)
			}
		}
	}
	term, factor := make([]float64, k+1), make([]float64, k+1) // of i keys, and what one more makes of it
	for j, choose := range different {
		for l := range j + 1 { // choose is (−1)^l·P(j different)·C(j, l)
			term[l] += choose
			choose *= -float64(j-l) / float64(l+1)
		}
	}
	for l := range factor {
		factor[l] = math.Pow(1-float64(l)/float64(cells), float64(throws))
	}
	var moment []float64
	return func(i int) float64 {
		for len(moment) <= i {
			sum := 0.0
			for l := range term {
				sum += term[l]
				term[l] *= factor[l]
			}
			moment = append(moment, min(1, max(0, sum)))
		}
		return moment[i]
	}
}

// remembered computes at once for each i, in turn.
func remembered(at func(i int) float64) func(i int) float64 {
	var known []float64
	return func(i int) float64 {
		for len(known) <= i {
			known = append(known, at(len(known)))
		}
		return known[i]
	}
}

// overBlocks is the mean of at(i), which grows with i and is 1 at most, over i
// distributed as Binom(n, 1/blocks). The probabilities are summed from the most
// frequent i in both directions, in proportion to it, and divided by their sum.
func overBlocks(n int, blocks uint64, at func(i int) float64) float64 {
	if blocks <= 1 || n == 0 {
		return at(n)
	}
	others := float64(blocks - 1) // 1/p − 1
	mode := min(n, int(float64(n)/float64(blocks)))
	if mode > 1000 && at(mode/2) == 1 {
		return 1 // fewer keys have a probability of e^−125
	}
	weights, sum := 1.0, at(mode)
	for i, w := mode, 1.0; i < n; i++ {
		w *= float64(n-i) / (float64(i+1) * others)
		if w*(float64(n)/float64(blocks)+1) < 1e-17*sum {
			break
		}
		weights += w
		sum += w * at(i+1)
	}
	for i, w := mode, 1.0; i > 0 && w > 1e-20; i-- {
		w *= float64(i) * others / float64(n-i+1)
		weights += w
		sum += w * at(i-1)
	}
	return min(1, sum/weights)
}

// fewestBlocks is the least number of blocks of that many bits, 1 to most, at which
// rate, which falls with their number, is epsilon or less for n keys; most if there
// is none. It begins near n·log2(1/ε) bits, which every structure needs, since the
// rate of much fewer blocks takes long to sum, and goes on where a power of the
// number through the two nearest has the rate.
func fewestBlocks(bits, n int, most uint64, epsilon float64, rate func(blocks uint64) float64) uint64 {
	low, high := uint64(0), min(most, uint64(max(1, 0.9*float64(n)*math.Log2(1/epsilon)/float64(bits))))
	above, below := 1.0, rate(high) // rates of low and high; low = 0 has none
	for high < most && below > epsilon {
		low, above = high, below
		high = min(most, 2*high)
		below = rate(high)
	}
	for turn := 0; high-low > 1; turn++ {
		next := low + (high-low)/2
		if low > 0 && below > 0 && turn%3 < 2 { // every third time the middle, whatever the curve
			share := math.Log(above/epsilon) / math.Log(above/below)
			guess := float64(low) * math.Pow(float64(high)/float64(low), share)
			next = min(max(uint64(math.Ceil(guess))-uint64(turn%2), low+1), high-1)
		}
		if now := rate(next); now <= epsilon {
			high, below = next, now
		} else {
			low, above = next, now
		}
	}
	return high
}

// blockSize gives the number of blocks of that many bits, and the number k of
// probes in a block, that hold n keys at a rate of epsilon or less in the least
// space. At one block less the rate falls with the number of probes and then rises:
// where it does so above epsilon, no further number will do.
func blockSize(bits, n int, epsilon float64) (blocks uint64, k int) {
	if n == 0 {
		return 1, 1
	}
	blocks, k = mostBlocks, 1
	fewest := 1 // in a block or two, whose size is not filled
	if bound := math.Log2(1 / epsilon); float64(n)*bound > float64(2*bits) {
		fewest = max(1, int(leastProbes*bound))
	}
	for tried, before := fewest, math.Inf(1); tried <= mostProbes && blocks > 1; tried++ {
		at := sizingMoments(bits, tried, tried)
		rate := func(blocks uint64) float64 { return overBlocks(n, blocks, at) }
		switch now := rate(blocks - 1); {
		case now <= epsilon:
			blocks, k = fewestBlocks(bits, n, blocks-1, epsilon, rate), tried
			before = math.Inf(1)
		case now > before:
			return blocks, k
		default:
			before = now
		}
	}
	return blocks, k
}

const (
	leastProbes = 0.4     // probes for each factor of two of the rate that the best size has at least
	mostBlocks  = 1 << 48 // above all that has a place in memory
	mostProbes  = 64      // above all that blockSize finds, so that a file can have no more
)

// OverBlocks is the mean of at(i), which is 1 at most, over the number i of keys that one
// of the blocks gets of n.
func OverBlocks(n int, blocks uint64, at func(i int) float64) float64 {
	return overBlocks(n, blocks, at)
}

// BlockMoments is E[(X/cells)^k] by the number of keys in a block, X being the cells hit by
// that many times the throws.
func BlockMoments(cells, throws, k int) func(keys int) float64 {
	return newBlockMoments(cells, throws, k).at
}

// SizingMoments is BlockMoments for the search of a size, which asks for many.
func SizingMoments(cells, throws, k int) func(keys int) float64 {
	return sizingMoments(cells, throws, k)
}
