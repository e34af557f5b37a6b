package library

import (
	"bytes"
	"math"

	"github.com/greatroar/blobloom"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/bloom"
	"hyphbench/internal/wordlist"
)

const blobloomName = "blobloom"

// Blobloom is the blocked Bloom filter of github.com/greatroar/blobloom.
//
// Guarantee: no false negatives; never full.
// Cost: 11 bits per key at ε = 1 %; one cache line per query.
// Source: the module; Putze, Sanders, Singler 2007.
func Blobloom() filter.Structure {
	return filter.Structure{
		Name:      blobloomName,
		Title:     "blocked Bloom filter of greatroar/blobloom",
		Reference: "github.com/greatroar/blobloom",
		Family:    filter.FamilyLibrary,
		Plan:      planBlobloom,
		Build:     buildBlobloom,
		Open:      filter.Open[blobloomFilter],
		Explain: filter.Explanation{
			What: "A Bloom filter cut into blocks of 512 bits, a cache line each. The caller hashes to 64 bits, here by xxhash; one half chooses the block, and sums of the two halves the k − 1 bits in it.",
			Layout: `
  key ──xxhash──► block 1, k − 1 places in it
                  ▼
  ┌────────────────┬────────────────┬────────────────┬────────────────┐
  │    512 bits    │ …1…1……1……1…1…1 │    512 bits    │    512 bits    │
  └────────────────┴────────────────┴────────────────┴────────────────┘`,
			Formula: `
  bits: a table of bits per key by ⌈log2(1/ε)/ln 2⌉, in whole blocks
  rate = Σ_i Binom(n, 1/blocks)(i) · (E[(X_i/512)^(k−1)] + i/2^18),
  X_i being the bits that i(k − 1) throws set`,
			Guarantee: "No false negatives. Never full: further keys raise the rate.",
			Price:     "11 bits per key at ε = 1 %, for 0.65 %. The places in a block follow from two sums of 9 bits, which a word shares with a key of its block once in 2¹⁸: no rate below some 0.01 % is held, and at an ε of 0.0001 % it is 0.004 %.",
			When:      "Where a maintained library must have the filter, keys come one by one, and queries are to be fast.",
			Paper:     "F. Putze, P. Sanders, J. Singler 2007, Cache-, hash- and space-efficient Bloom filters; Go module github.com/greatroar/blobloom",
		},
	}
}

type blobloomFilter struct {
	of   *blobloom.Filter
	hash hasher
	k    int // as the library counts: the choice of the block is one
	n    int // keys inserted
}

// sizeBlobloom is the library's size.
func sizeBlobloom(n int, cfg filter.Config) (bits uint64, k int, err error) {
	if err := cfg.Check(); err != nil {
		return 0, 0, err
	}
	bits, k = blobloom.Optimize(blobloom.Config{Capacity: uint64(cfg.Room(n)), FPRate: cfg.Epsilon})
	return max(blobloom.BlockBits, bits), max(2, k), nil // as New has it
}

func blobloomParams(bits uint64, k int) []filter.Param {
	return []filter.Param{{Name: "blocks", Value: float64(bits / blobloom.BlockBits)}, {Name: "k", Value: float64(k)}}
}

// blobloomTheory takes the places in a block for independent, but for words whose two sums
// are those of a key: there are as many sums as pairs of places.
func blobloomTheory(n int, bits uint64, k int) float64 {
	const pairs = blobloom.BlockBits * blobloom.BlockBits
	moments := bloom.BlockMoments(blobloom.BlockBits, k-1, k-1)
	return bloom.OverBlocks(n, bits/blobloom.BlockBits, func(keys int) float64 {
		equal := -math.Expm1(float64(keys) * math.Log1p(-1.0/pairs))
		return equal + (1-equal)*moments(keys)
	})
}

func planBlobloom(n int, cfg filter.Config) (filter.Plan, error) {
	bits, k, err := sizeBlobloom(n, cfg)
	if err != nil {
		return filter.Plan{}, err
	}
	return filter.Plan{Params: blobloomParams(bits, k), Bits: bits, Theory: blobloomTheory(n, bits, k)}, nil
}

func buildBlobloom(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
	bits, k, err := sizeBlobloom(keys.Len(), cfg)
	if err != nil {
		return nil, err
	}
	b := &blobloomFilter{of: blobloom.New(bits, k), hash: newHasher(cfg), k: k, n: keys.Len()}
	for key := range keys.Each() {
		b.of.Add(b.hash.sum(key))
	}
	return b, nil
}

func (b *blobloomFilter) Contains(key string) bool { return b.of.Has(b.hash.sum(key)) }

// Insert adds key; a Bloom filter is never full, but its rate grows.
func (b *blobloomFilter) Insert(key string) error {
	b.of.Add(b.hash.sum(key))
	b.n++
	return nil
}

func (b *blobloomFilter) Bits() uint64           { return b.of.NumBits() }
func (b *blobloomFilter) Params() []filter.Param { return blobloomParams(b.Bits(), b.k) }
func (b *blobloomFilter) Theory() float64        { return blobloomTheory(b.n, b.Bits(), b.k) }

// blobloomVersion is that of the file below.
const blobloomVersion = 1

// AppendBinary implements filter.Stored: the library's own file in the frame of this project's.
func (b *blobloomFilter) AppendBinary(out []byte) ([]byte, error) {
	e := filter.NewEncoder(out, blobloomName, blobloomVersion)
	if err := e.HasherOf(filter.HashXX, &b.hash.Hasher); err != nil {
		return out, err
	}
	var own bytes.Buffer
	if _, err := blobloom.Dump(&own, b.of, ""); err != nil {
		return out, err
	}
	e.Uint(uint64(b.k))
	e.Uint(uint64(b.n))
	e.Bytes(own.Bytes())
	return e.Close()
}

// UnmarshalBinary implements encoding.BinaryUnmarshaler. What the library reads must be what
// it would write.
func (b *blobloomFilter) UnmarshalBinary(data []byte) error {
	const mostProbes, head = 1 << 10, 64
	d, err := filter.NewDecoder(data, blobloomName, blobloomVersion)
	if err != nil {
		return err
	}
	b.hash.Hasher, b.k, b.n = d.HasherOf(filter.HashXX), d.Int("k", mostProbes), d.Int("n", filter.MostKeys)
	own := d.Bytes()
	blocks := (len(own) - head) / (blobloom.BlockBits / 8)
	if !d.Check(b.k >= 2 && blocks >= 1 && len(own) == head+blocks*blobloom.BlockBits/8, "k = %d, %d bytes", b.k, len(own)) {
		return d.Close()
	}
	var want bytes.Buffer
	if _, err := blobloom.Dump(&want, blobloom.New(uint64(blocks)*blobloom.BlockBits, b.k), ""); err != nil {
		return err
	}
	if !d.Check(bytes.Equal(own[:head], want.Bytes()[:head]), "its first bytes are not those of %d blocks and k = %d", blocks, b.k) {
		return d.Close()
	}
	loader, err := blobloom.NewLoader(bytes.NewReader(own))
	if err == nil {
		b.of, err = loader.Load(nil)
	}
	d.Check(err == nil, "%v", err)
	return d.Close()
}
