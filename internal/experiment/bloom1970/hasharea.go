package bloom1970

import (
	"math"
	"math/bits"

	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

// area is a hash area in memory that stands in front of a store.
type area interface {
	Contains(key string) bool
	Bits() uint64
	Theory() float64 // share of the negatives that are expected to be let through
}

// bitArea is Bloom's method 2: single bits of one array, k of which are set for a
// key. The addresses of a key may fall together.
type bitArea struct {
	words []uint64
	m     uint64
	k, n  int
	hash  filter.Hasher
}

func newBitArea(keys *wordlist.List, m uint64, k int, seed uint64) *bitArea {
	a := &bitArea{words: make([]uint64, (m+63)/64), m: m, k: k, n: keys.Len(), hash: filter.NewHasher(filter.Config{Seed: seed})}
	for sum := range a.hash.Sums(keys) {
		for range k {
			bit, _ := bits.Mul64(sum, m)
			a.words[bit/64] |= 1 << (bit % 64)
			sum *= filter.ProbeStep
		}
	}
	return a
}

func (a *bitArea) Contains(key string) bool {
	sum := a.hash.Sum64(key)
	for range a.k {
		bit, _ := bits.Mul64(sum, a.m)
		if a.words[bit/64]>>(bit%64)&1 == 0 {
			return false
		}
		sum *= filter.ProbeStep
	}
	return true
}

func (a *bitArea) Bits() uint64    { return a.m }
func (a *bitArea) Theory() float64 { return bitRate(a.n, float64(a.m), a.k) }

// bitRate is the share of negatives that find all of their k bits set, in m bits
// with n keys (Bloom 1970, analysis of method 2).
func bitRate(n int, m float64, k int) float64 {
	return math.Pow(1-math.Exp(float64(k*n)*math.Log1p(-1/m)), float64(k))
}

// bitRateError is the standard deviation of that share between hash functions: the
// number of bits set is not the same for all of them.
func bitRateError(n int, m float64, k int) float64 {
	load := float64(k*n) / m
	empty := math.Exp(-load)
	filled := 1 - empty
	spread := math.Sqrt(empty * (1 - (1+load)*empty) / m) // of the share of bits set (balls into bins)
	return float64(k) * math.Pow(filled, float64(k-1)) * spread
}

// codeArea is Bloom's method 1: cells with codes of a few bits in place of the keys.
// Cells are probed in a pseudo-random order, which is the key's own, until one has
// its code or is empty. Code 0 is that of an empty cell.
//
// The repository's hashcompaction differs: there the first cell follows from the
// code, so that a code needs log2 n bits more.
type codeArea struct {
	words []uint64
	cells uint64
	width int // bits of a code
	n     int
	hash  filter.Hasher
}

func newCodeArea(keys *wordlist.List, m uint64, seed uint64) *codeArea {
	width, _ := codeWidth(keys.Len(), m)
	a := &codeArea{cells: m / uint64(width), width: width, n: keys.Len(), hash: filter.NewHasher(filter.Config{Seed: seed})}
	a.words = make([]uint64, (a.cells*uint64(width)+63)/64+1) // a cell may end in the next word
	for sum := range a.hash.Sums(keys) {
		if cell, code, there := a.find(sum); !there {
			a.set(cell, code)
		}
	}
	return a
}

// find probes for the code of a hash. In place of it there is the empty cell where it
// belongs. What has been to as many cells as there are counts as found: for keys and
// negatives alike, so that no key is denied.
func (a *codeArea) find(sum uint64) (cell, code uint64, there bool) {
	// The code has nothing of the cells' addresses, which are the hash's high bits.
	code = 1 + filter.Mix(sum)%(1<<a.width-1)
	for range a.cells {
		cell, _ = bits.Mul64(sum, a.cells)
		switch a.at(cell) {
		case code:
			return cell, code, true
		case 0:
			return cell, code, false
		}
		sum *= filter.ProbeStep
	}
	return cell, code, true
}

func (a *codeArea) at(cell uint64) uint64 {
	bit := cell * uint64(a.width)
	code := a.words[bit/64] >> (bit % 64)
	code |= a.words[bit/64+1] << 1 << (63 - bit%64)
	return code & (1<<a.width - 1)
}

// set fills an empty cell.
func (a *codeArea) set(cell, code uint64) {
	bit := cell * uint64(a.width)
	a.words[bit/64] |= code << (bit % 64)
	a.words[bit/64+1] |= code >> 1 >> (63 - bit%64)
}

func (a *codeArea) Contains(key string) bool {
	_, _, there := a.find(a.hash.Sum64(key))
	return there
}

func (a *codeArea) Bits() uint64 { return a.cells * uint64(a.width) }
func (a *codeArea) Theory() float64 {
	_, rate := codeWidth(a.n, a.Bits())
	return rate
}

// widestCode bounds the search for a width; a message of the dictionary has 19 bits.
const widestCode = 20

// codeWidth is the width of the codes that let the fewest negatives through when n keys
// are in m bits, and the share that they let through.
func codeWidth(n int, m uint64) (width int, rate float64) {
	rate = 2
	for w := 1; w <= widestCode && uint64(w) <= m; w++ {
		if r := codeRate(n, m/uint64(w), w); r < rate {
			width, rate = w, r
		}
	}
	return width, rate
}

// codeRate is the share of negatives that find their code in so many cells with n keys
// (Bloom 1970, analysis of method 1): one that meets a full cell has its code there
// with probability q, else it goes on. A key that finds its code is not stored again.
func codeRate(n int, cells uint64, width int) float64 {
	q := 1 / float64(uint64(1)<<width-1)
	rate := func(stored float64) float64 {
		full := min(1, stored/float64(cells))
		return full * q / (1 - full + full*q)
	}
	stored := 0.0
	for range n {
		stored += 1 - rate(stored)
	}
	return rate(stored)
}
