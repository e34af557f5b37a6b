package screening

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"

	"hyphbench/internal/filter"
)

// scheme says which bits an n-gram sets in a signature.
type scheme struct {
	bits, hashes int
	seed         uint64
}

// words is the length of a signature in words of 64 bits.
func (s scheme) words() int { return (s.bits + 63) / 64 }

// places appends the bits of an n-gram. They may coincide.
func (s scheme) places(dst []uint32, gram uint32) []uint32 {
	h := filter.Mix(s.seed + uint64(gram))
	for range s.hashes {
		i, _ := bits.Mul64(h, uint64(s.bits))
		dst = append(dst, uint32(i))
		h *= filter.ProbeStep
	}
	return dst
}

// sign sets the bits of all n-grams of a text in a signature that is empty.
func (s scheme) sign(signature []uint64, text string) {
	var room [64]uint32
	for _, gram := range grams(room[:0], text) {
		h := filter.Mix(s.seed + uint64(gram))
		for range s.hashes {
			i, _ := bits.Mul64(h, uint64(s.bits))
			signature[i/64] |= 1 << (i % 64)
			h *= filter.ProbeStep
		}
	}
}

// of are the distinct bits of a text, ascending.
func (s scheme) of(text string) []uint32 {
	var list []uint32
	for _, gram := range grams(nil, text) {
		list = s.places(list, gram)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// expected is the share of documents that are candidates for a text by chance, if they
// share no n-gram with it and n-grams come independently of each other: the k·g throws of
// g n-grams hit all q bits of the text's. sizes[g] is how many documents have g n-grams.
// Bits of so small a signature are not independent: (1 − (1 − 1/b)^(k·g))^q would be too
// much.
func (s scheme) expected(text string, sizes []int) float64 {
	q, b := len(s.of(text)), float64(s.bits)
	hit := make([]float64, q+1) // hit[j]: probability that j of the q bits are set
	hit[0] = 1
	sum, all := 0.0, 0
	for _, documents := range sizes {
		sum += float64(documents) * hit[q]
		all += documents
		for range s.hashes { // the throws of one n-gram more
			for j := q; j >= 0; j-- {
				hit[j] *= 1 - float64(q-j)/b
				if j > 0 {
					hit[j] += hit[j-1] * float64(q-j+1) / b
				}
			}
		}
	}
	return sum / float64(max(1, all))
}

// rows are signatures one after the other, row-wise: a search reads them all.
type rows struct {
	scheme
	signatures []uint64 // words() for each document
	docs       int
}

func newRows(d *documents, s scheme) *rows {
	r := &rows{scheme: s, signatures: make([]uint64, s.words()*d.list.Len()), docs: d.list.Len()}
	at := r.signatures
	for word := range d.list.Each() {
		s.sign(at[:s.words()], word)
		at = at[s.words():]
	}
	return r
}

// candidates are the documents whose signatures have all bits of the text's.
func (r *rows) candidates(dst []uint32, text string) []uint32 {
	words := r.words()
	wanted := make([]uint64, words)
	r.sign(wanted, text)
	if words == 1 {
		for i, signature := range r.signatures {
			if signature&wanted[0] == wanted[0] {
				dst = append(dst, uint32(i))
			}
		}
		return dst
	}
next:
	for i := range r.docs {
		for j, signature := range r.signatures[i*words : (i+1)*words] {
			if signature&wanted[j] != wanted[j] {
				continue next
			}
		}
		dst = append(dst, uint32(i))
	}
	return dst
}

func (r *rows) exact() bool  { return false }
func (r *rows) bits() uint64 { return uint64(r.docs) * uint64(r.scheme.bits) }

// sliced are signatures laid across, bit-sliced: for each of their bits a slice with a
// bit for each document. A search reads the slices of its own bits alone, 64 documents
// at once, and of those 64 no further slice once none is left (Goodwin et al. 2017,
// section 3; ranks.go has those of higher rank).
type sliced struct {
	scheme
	slices [][]uint64
	docs   int
}

func newSliced(d *documents, s scheme) *sliced {
	x := &sliced{scheme: s, slices: make([][]uint64, s.bits), docs: d.list.Len()}
	all := make([]uint64, s.bits*((x.docs+63)/64))
	for i := range x.slices {
		x.slices[i], all = all[:(x.docs+63)/64], all[(x.docs+63)/64:]
	}
	signature := make([]uint64, s.words())
	document := 0
	for word := range d.list.Each() {
		clear(signature)
		s.sign(signature, word)
		for j, w := range signature {
			for ; w != 0; w &= w - 1 {
				x.slices[64*j+bits.TrailingZeros64(w)][document/64] |= 1 << (document % 64)
			}
		}
		document++
	}
	return x
}

// candidates intersects four slices before it looks whether a document of the 64 is
// left: a branch after each of them could not be predicted, and takes longer than to
// read the next slice.
func (x *sliced) candidates(dst []uint32, text string) []uint32 {
	const atOnce = 4
	var wanted [][]uint64
	for _, i := range x.of(text) {
		wanted = append(wanted, x.slices[i])
	}
	for len(wanted) < atOnce {
		wanted = append(wanted, wanted[0])
	}
	a, b, c, d := wanted[0], wanted[1], wanted[2], wanted[3]
	for block := range a {
		left := a[block] & b[block] & c[block] & d[block]
		for i := atOnce; i < len(wanted) && left != 0; i++ {
			left &= wanted[i][block]
		}
		for ; left != 0; left &= left - 1 {
			dst = append(dst, uint32(64*block+bits.TrailingZeros64(left)))
		}
	}
	return dst
}

func (x *sliced) exact() bool  { return false }
func (x *sliced) bits() uint64 { return uint64(x.docs) * uint64(x.scheme.bits) }

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
