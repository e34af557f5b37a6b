package library

import (
	"math/bits"

	"github.com/bits-and-blooms/bloom/v3"

	"hyphbench/internal/filter"
	occupancy "hyphbench/internal/filter/bloom"
	"hyphbench/internal/wordlist"
)

const bitsAndBloomsName = "bits-and-blooms"

// BitsAndBlooms is the Bloom filter of github.com/bits-and-blooms/bloom.
//
// Guarantee: no false negatives; never full.
// Cost: 1.44·log2(1/ε) bits per key. A query hashes by murmur3, to four words, and
// branches on each bit.
// Source: the module; Bloom 1970.
func BitsAndBlooms() filter.Structure {
	return filter.Structure{
		Name:      bitsAndBloomsName,
		Title:     "Bloom filter of bits-and-blooms/bloom",
		Reference: "github.com/bits-and-blooms/bloom/v3",
		Family:    filter.FamilyLibrary,
		Faults:    filter.IgnoresSeed,
		Plan:      planBitsAndBlooms,
		Build:     buildBitsAndBlooms,
		Open:      filter.Open[bitsAndBlooms],
		Explain: filter.Explanation{
			What: "The Bloom filter that most Go programs have. It hashes a key by murmur3 to four words of 64 bits, and makes its k places of these, each the sum of one and a multiple of another, by a division.",
			Layout: `
  key ──murmur3──► h0 h1 h2 h3
  place i = (h[i mod 2] + i·h[2 + …]) mod m
  ┌─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┐
  │0│0│1│0│0│0│1│0│0│1│0│0│1│0│0│1│0│0│0│0│0│1│0│1│   m bits
  └─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┘`,
			Formula: `
  m = ⌈n·log2(1/ε)/ln 2⌉ bits, k = ⌈(m/n)·ln 2⌉
  rate = E[(X/m)^k], X bits being set by kn throws`,
			Guarantee: "No false negatives. Never full: further keys raise the rate. Its hash has no seed: who knows it finds words that are admitted.",
			Price:     "1.44·log2(1/ε) bits per key. A query branches on each bit, and pays a division for it.",
			When:      "Where a Bloom filter is wanted and a maintained library must have it. bloom has the same bits and is faster; where the caller may hash, blobloom is.",
			Paper:     "B. H. Bloom 1970, Space/time trade-offs in hash coding with allowable errors; Go module github.com/bits-and-blooms/bloom/v3",
		},
	}
}

type bitsAndBlooms struct {
	of *bloom.BloomFilter
	n  int // keys inserted
}

func (b *bitsAndBlooms) params(m, k uint) []filter.Param {
	return []filter.Param{{Name: "m", Value: float64(m)}, {Name: "k", Value: float64(k)}}
}

// sizeBitsAndBlooms is the library's; it has none for no key.
func sizeBitsAndBlooms(n int, cfg filter.Config) (m, k uint, err error) {
	if err := cfg.Check(); err != nil {
		return 0, 0, err
	}
	m, k = bloom.EstimateParameters(uint(max(1, cfg.Room(n))), cfg.Epsilon)
	return max(1, m), max(1, k), nil
}

func planBitsAndBlooms(n int, cfg filter.Config) (filter.Plan, error) {
	m, k, err := sizeBitsAndBlooms(n, cfg)
	if err != nil {
		return filter.Plan{}, err
	}
	var b bitsAndBlooms
	return filter.Plan{Params: b.params(m, k), Bits: uint64(m), Theory: occupancy.OccupancyMoment(uint64(m), n*int(k), int(k))}, nil
}

func buildBitsAndBlooms(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
	m, k, err := sizeBitsAndBlooms(keys.Len(), cfg)
	if err != nil {
		return nil, err
	}
	b := &bitsAndBlooms{of: bloom.New(m, k), n: keys.Len()}
	for key := range keys.Each() {
		b.of.AddString(key)
	}
	return b, nil
}

func (b *bitsAndBlooms) Contains(key string) bool { return b.of.TestString(key) }

// Insert adds key; a Bloom filter is never full, but its rate grows.
func (b *bitsAndBlooms) Insert(key string) error {
	b.of.AddString(key)
	b.n++
	return nil
}

func (b *bitsAndBlooms) Bits() uint64           { return uint64(b.of.Cap()) }
func (b *bitsAndBlooms) Params() []filter.Param { return b.params(b.of.Cap(), b.of.K()) }

// Theory takes the places for independent.
func (b *bitsAndBlooms) Theory() float64 {
	return occupancy.OccupancyMoment(uint64(b.of.Cap()), b.n*int(b.of.K()), int(b.of.K()))
}

// bitsAndBloomsVersion is that of the file below.
const bitsAndBloomsVersion = 1

// AppendBinary implements filter.Stored: m, k and the words, as the library's own file has
// them, in the frame of this project's files.
func (b *bitsAndBlooms) AppendBinary(out []byte) ([]byte, error) {
	e := filter.NewEncoder(out, bitsAndBloomsName, bitsAndBloomsVersion)
	e.Uint(uint64(b.of.Cap()))
	e.Uint(uint64(b.of.K()))
	e.Uint(uint64(b.n))
	e.Words(b.of.BitSet().Words())
	return e.Close()
}

// UnmarshalBinary implements encoding.BinaryUnmarshaler.
func (b *bitsAndBlooms) UnmarshalBinary(data []byte) error {
	const mostProbes = 64 // above all that a rate leads to
	d, err := filter.NewDecoder(data, bitsAndBloomsName, bitsAndBloomsVersion)
	if err != nil {
		return err
	}
	m, k, n := d.Uint(), d.Int("k", mostProbes), d.Int("n", filter.MostKeys)
	words := d.Words()
	d.Check(k >= 1, "k = 0: want 1 or more")
	if d.Check(m >= 1 && m <= uint64(64*len(words)) && len(words) == int((m-1)/64+1), "%d bits do not take %d words", m, len(words)) {
		d.Check(bits.LeadingZeros64(words[len(words)-1]) >= int(uint64(64*len(words))-m), "bits are set behind the last one")
	}
	if d.Check(true, "") {
		b.of, b.n = bloom.FromWithM(words, uint(m), uint(k)), n
	}
	return d.Close()
}
