package screening

import (
	"math"
	"math/bits"
	"math/rand/v2"
)

// Names of the estimates in the rows.
const (
	uncorrected = "uncorrected" // of the bits themselves
	corrected   = "corrected"   // of the numbers of n-grams that the bits stand for
)

func estimates() []string { return []string{uncorrected, corrected} }

// pair are two documents with their true similarity: common n-grams over all of both
// (Tanimoto, which is Jaccard's).
type pair struct {
	a, b       string
	similarity float64
}

// pairs draws documents at random for every second pair, and neighbours in the order of
// the list, which are alike, for the others. All have an n-gram.
func (d *documents) pairs(random *rand.Rand, n int) []pair {
	const near = 5
	from := d.ofLength(gramLength)
	list := make([]pair, n)
	for i := range list {
		at := random.IntN(len(from))
		other := random.IntN(len(from))
		if i%2 == 1 {
			other = (at + 1 + random.IntN(near)) % len(from)
		}
		a, b := d.list.At(from[at]), d.list.At(from[other])
		list[i] = pair{a, b, similarity(a, b)}
	}
	return list
}

// similarity is Tanimoto's coefficient of the n-grams of two texts.
func similarity(a, b string) float64 {
	of := grams(nil, a)
	first := len(of)
	all := map[uint32]bool{}
	common := 0
	for _, gram := range of {
		all[gram] = true
	}
	for _, gram := range grams(of, b)[first:] {
		if all[gram] {
			common++
		}
		all[gram] = true
	}
	return float64(common) / float64(len(all))
}

// estimate is the similarity of two signatures: of their bits, or of the numbers of
// n-grams n* = −(b/k)·ln(1 − X/b) that X bits of b stand for, of each and of both
// together (Swamidass and Baldi 2007).
func (s scheme) estimate(name string, a, b []uint64) float64 {
	var inA, inB, inBoth, inEither int
	for i := range a {
		inA += bits.OnesCount64(a[i])
		inB += bits.OnesCount64(b[i])
		inBoth += bits.OnesCount64(a[i] & b[i])
		inEither += bits.OnesCount64(a[i] | b[i])
	}
	if name == uncorrected {
		return float64(inBoth) / float64(max(1, inEither))
	}
	either := s.items(inEither)
	common := s.items(inA) + s.items(inB) - either
	return min(1, max(0, common/either))
}

// items is the number of n-grams that x bits stand for. A full signature stands for any
// number above some: it is taken for one that lacks half a bit.
func (s scheme) items(x int) float64 {
	b := float64(s.bits)
	return -b / float64(s.hashes) * math.Log1p(-min(float64(x), b-0.5)/b)
}

// errors are how far an estimate is off on the mean over pairs: without regard to the
// sign, and with it.
func (s scheme) errors(name string, pairs []pair) (off, bias float64) {
	a, b := make([]uint64, s.words()), make([]uint64, s.words())
	for _, p := range pairs {
		clear(a)
		clear(b)
		s.sign(a, p.a)
		s.sign(b, p.b)
		difference := s.estimate(name, a, b) - p.similarity
		off += math.Abs(difference) / float64(len(pairs))
		bias += difference / float64(len(pairs))
	}
	return off, bias
}
