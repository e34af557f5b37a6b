// Package bloom holds Bloom filters and their relatives.
//
// Guarantee: no false negatives. Nothing can be deleted. Except for the Golomb-coded set, a
// filter is never full: another key only makes it less selective.
// Cost: log2(1/ε)/ln 2 = 1.44·log2(1/ε) bits per key at the best k, and up to k reads per
// query. Blocked filters (blockrates.go) take more bits for fewer cache lines, a Golomb-coded
// set fewer bits for more time.
// Source: Bloom 1970; each file names the paper of its structure.
package bloom

import (
	"math"
	"math/bits"
	"sync/atomic"

	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

// Standard is the Bloom filter as the thesis has it: Algorithm 1 (insertion)
// and Algorithm 2 (query), m bits and k hash functions after its sections 3.2
// and 3.3, with k rounded down on purpose (so that the rate is up to 1.085
// times the one asked for).
func Standard() filter.Structure {
	return filter.Structure{
		Name:      "bloom",
		Title:     "Bloom filter",
		Reference: "Bloom 1970, Space/time trade-offs in hash coding with allowable errors, method 2",
		Family:    filter.FamilyBloom,
		Plan:      planStandard,
		Build:     buildStandard,
		Open:      filter.Open[standard],
		Explain: filter.Explanation{
			What: "An array of m bits and k hash functions. Inserting a key sets its k bits; a query is answered true if all k bits of the word are set.",
			Layout: `
  key ──hash──┬───────────┬──────────────────┐      k probes
              ▼           ▼                  ▼
  ┌─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┐
  │0│0│1│0│0│0│1│0│0│1│0│0│1│0│0│1│0│0│0│0│0│1│0│1│   m bits
  └─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┘`,
			Formula: `
  m = ⌈n·log2(1/ε)/ln 2⌉ bits, k = ⌊(m/n)·ln 2⌋
  rate = E[(X/m)^k] ≈ (1 − e^(−kn/m))^k, X bits being set by kn throws`,
			Guarantee: "No false negatives. Never full: further keys raise the rate. Keys can be inserted atomically, beside queries. The disjunction of two filters of one size and seed is that of the union of their sets; sizes are estimated from the bits, n* = −(m/k)·ln(1 − X/m).",
			Price:     "1.44·log2(1/ε) bits per key, 44 % over the least possible; up to k reads per query at unrelated places. Nothing can be deleted. k is rounded down, which gives up to 1.085 times the requested ε.",
			When:      "Where keys come one by one and their number is known roughly. Where the set is fixed a static structure is smaller, and where queries must be fast a blocked filter is.",
			Examples:  standardExamples,
			Paper:     "B. H. Bloom 1970, Space/time trade-offs in hash coding with allowable errors, Communications of the ACM 13(7), method 2",
		},
	}
}

// standard holds m bits. Those of a key are at its first k probes
// (filter.ProbeStep).
type standard struct {
	words []uint64
	m     uint64
	k     int
	n     int64 // keys inserted
	hash  filter.Hasher
}

// StandardSize gives m = ⌈n·log2(1/ε)/ln 2⌉ and k = ⌊(m/n)·ln 2⌋, neither
// below 1.
func StandardSize(n int, epsilon float64) (m uint64, k int) {
	if n == 0 {
		return 1, 1
	}
	m = uint64(max(1, math.Ceil(float64(n)*math.Log2(1/epsilon)/math.Ln2)))
	k = max(1, int(float64(m)/float64(n)*math.Ln2))
	return m, k
}

// newStandard is an empty filter with room for n keys.
func newStandard(n int, cfg filter.Config) (*standard, error) {
	if err := cfg.Check(); err != nil {
		return nil, err
	}
	m, k := StandardSize(cfg.Room(n), cfg.Epsilon)
	return &standard{m: m, k: k, hash: filter.NewHasher(cfg)}, nil
}

// planStandard describes the filter before it has its bits.
func planStandard(n int, cfg filter.Config) (filter.Plan, error) {
	b, err := newStandard(n, cfg)
	if err != nil {
		return filter.Plan{}, err
	}
	b.n = int64(n)
	return filter.Plan{Params: b.Params(), Bits: b.Bits(), Theory: b.Theory()}, nil
}

func buildStandard(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
	b, err := newStandard(keys.Len(), cfg)
	if err != nil {
		return nil, err
	}
	b.words = make([]uint64, (b.m+63)/64)
	for h := range b.hash.Sums(keys) {
		b.add(h)
	}
	b.n = int64(keys.Len())
	return b, nil
}

func (b *standard) add(h uint64) {
	for range b.k {
		i, _ := bits.Mul64(h, b.m)
		b.words[i/64] |= 1 << (i % 64)
		h *= filter.ProbeStep
	}
}

// Insert adds key; a Bloom filter is never full, but its rate grows.
func (b *standard) Insert(key string) error {
	b.add(b.hash.Sum64(key))
	b.n++
	return nil
}

// InsertAtomic is Insert that may run beside queries and others of its kind: bits
// are only ever set, so that their order does not matter.
func (b *standard) InsertAtomic(key string) error {
	h := b.hash.Sum64(key)
	for range b.k {
		i, _ := bits.Mul64(h, b.m)
		atomic.OrUint64(&b.words[i/64], 1<<(i%64))
		h *= filter.ProbeStep
	}
	atomic.AddInt64(&b.n, 1)
	return nil
}

// Contains reads up to eight bits of a key before it branches: a branch on
// each bit, as Algorithm 2 has it, is mispredicted half of the time and then
// costs more than the reads that it saves. The answer is the same.
func (b *standard) Contains(key string) bool {
	var h uint64
	if b.hash.Usual() {
		h = b.hash.Seeded(filter.Fingerprint(key))
	} else {
		h = b.hash.Sum64(key)
	}
	words, m := b.words, b.m // kept in registers
	all := uint64(1)
	for range min(b.k, 8) {
		i, _ := bits.Mul64(h, m)
		all &= atomic.LoadUint64(&words[i/64]) >> (i % 64)
		h *= filter.ProbeStep
	}
	if all == 0 || b.k <= 8 {
		return all != 0
	}
	return b.containsRest(h)
}

// containsRest is Algorithm 2 for the bits from the ninth on, h being the state
// after eight. About one negative in 256 comes here.
func (b *standard) containsRest(h uint64) bool {
	for range b.k - 8 {
		i, _ := bits.Mul64(h, b.m)
		if atomic.LoadUint64(&b.words[i/64])>>(i%64)&1 == 0 {
			return false
		}
		h *= filter.ProbeStep
	}
	return true
}

// ContainsSteps counts the bits that Contains reads: the first eight, and of the rest those
// up to the first 0.
func (b *standard) ContainsSteps(key string) (found bool, steps int) {
	found = true
	for _, p := range filter.Probes(nil, b.hash.Sum64(key), b.k) {
		if steps >= 8 && !found {
			break
		}
		i, _ := bits.Mul64(p, b.m)
		found = found && b.words[i/64]>>(i%64)&1 != 0
		steps++
	}
	return found, steps
}

// InsertSteps counts the bits that Insert sets, whatever they were.
func (b *standard) InsertSteps(key string) (steps int, err error) { return b.k, b.Insert(key) }

// standardVersion is that of the file below.
const standardVersion = 1

// AppendBinary implements filter.Stored.
func (b *standard) AppendBinary(out []byte) ([]byte, error) { return b.store(out, "bloom") }

// store writes the file of a structure with these parameters and bits.
func (b *standard) store(out []byte, name string) ([]byte, error) {
	e := filter.NewEncoder(out, name, standardVersion)
	e.Uint(b.m)
	e.Uint(uint64(b.k))
	e.Uint(uint64(b.n))
	if err := e.Hasher(&b.hash); err != nil {
		return out, err
	}
	e.Words(b.words)
	return e.Close()
}

// UnmarshalBinary implements encoding.BinaryUnmarshaler.
func (b *standard) UnmarshalBinary(data []byte) error { return b.restore(data, "bloom") }

func (b *standard) restore(data []byte, name string) error {
	d, err := filter.NewDecoder(data, name, standardVersion)
	if err != nil {
		return err
	}
	b.m, b.k, b.n = d.Uint(), d.Int("k", standardMostProbes), int64(d.Int("n", filter.MostKeys))
	b.hash, b.words = d.Hasher(), d.Words()
	d.Check(b.k >= 1, "k = 0: want 1 or more")
	checkBits(d, b.words, b.m)
	return d.Close()
}

// standardMostProbes is beyond the k of MinEpsilon, which is 40.
const standardMostProbes = 64

// checkBits wants words to be just those of m ≥ 1 bits, with none set behind.
func checkBits(d *filter.Decoder, words []uint64, m uint64) {
	if d.Check(m >= 1 && (m-1)/64 == uint64(len(words))-1, "m = %d bits in %d words", m, len(words)) {
		d.Check(m%64 == 0 || words[m/64]>>(m%64) == 0, "bits are set behind the last of %d", m)
	}
}

func (b *standard) Bits() uint64 { return b.m }

// Ones is the number of bits that are set, the X of estimates of the number of keys
// (Swamidass and Baldi 2007). It is not safe beside InsertAtomic.
func (b *standard) Ones() uint64 {
	set := 0
	for _, w := range b.words {
		set += bits.OnesCount64(w)
	}
	return uint64(set)
}

func (b *standard) Params() []filter.Param {
	return []filter.Param{{Name: "m", Value: float64(b.m)}, {Name: "k", Value: float64(b.k)}}
}

// Theory is E[(X/m)^k], X being the number of bits set by kn throws into m
// bits.
func (b *standard) Theory() float64 {
	return OccupancyMoment(b.m, b.k*int(atomic.LoadInt64(&b.n)), b.k)
}
