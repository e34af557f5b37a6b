// Package linear holds the linear Bloom filter, whose keys carry a confidence.
//
// Guarantee: no key is denied, and no confidence is too low, except by its quantisation. A
// confidence may be too high (an over-estimation). This has the same cause as a Bloom filter's
// false positive, and no higher rate.
// Cost: b bits instead of each bit of a Bloom filter.
// Source: Lima, Baquero, Miranda 2015, FBL – Filtro de Bloom Linear; the findings on it are in
// docs/linear-bloom-filter.md.
package linear

import (
	"encoding/binary"
	"fmt"
	"math/bits"

	"hyphbench/internal/filter"
)

// Filter is a Bloom filter whose m cells hold codes of b bits in place of
// bits: the confidences of keys, quantised. Adding a key raises its k cells to
// its code, asking for it gives the smallest of them (the paper's Algorithm
// 1). The answer is never below the key's own code; it is above it, an
// over-estimation, when keys of larger codes cover all k cells.
type Filter struct {
	table        []byte // cell i takes the bits i·b … i·b+b−1, counted from the lowest bit of the first byte
	m            uint64
	b, k         int
	quantisation Quantisation
	hash         filter.Hasher
}

// Config has the parameters of a Filter.
type Config struct {
	Cells        uint64       // m ≥ 1
	CellBits     int          // b, 1 to 16
	Hashes       int          // k ≥ 1
	Quantisation Quantisation // Floor unless set
	Seed         uint64
	Hash         filter.Hash // nil: go-farm's Fingerprint64
}

// New returns an empty filter, which answers 0 for every key.
func New(cfg Config) (*Filter, error) {
	switch {
	case cfg.Cells < 1 || cfg.Cells > 1<<40:
		return nil, fmt.Errorf("linear filter of %d cells: want 1 to 2^40", cfg.Cells)
	case cfg.CellBits < 1 || cfg.CellBits > 16:
		return nil, fmt.Errorf("linear filter with cells of %d bits: want 1 to 16", cfg.CellBits)
	case cfg.Hashes < 1:
		return nil, fmt.Errorf("linear filter with %d hash functions: want 1 or more", cfg.Hashes)
	case cfg.Quantisation > Ceiling:
		return nil, fmt.Errorf("linear filter: unknown %v: want one of Quantisations", cfg.Quantisation)
	}
	return &Filter{
		table: make([]byte, (cfg.Cells*uint64(cfg.CellBits)+7)/8+tableSlack),
		m:     cfg.Cells, b: cfg.CellBits, k: cfg.Hashes,
		quantisation: cfg.Quantisation,
		hash:         filter.NewHasher(filter.Config{Seed: cfg.Seed, Hash: cfg.Hash}),
	}, nil
}

// tableSlack is the bytes behind the cells, so that a 32-bit word can be read
// wherever one starts.
const tableSlack = 3

// Code is what cell i holds.
func (l *Filter) Code(i uint64) uint16 {
	bit := i * uint64(l.b)
	return uint16(binary.LittleEndian.Uint32(l.table[bit/8:])>>(bit%8)) & TopCode(l.b)
}

func (l *Filter) set(i uint64, code uint16) {
	bit := i * uint64(l.b)
	at := l.table[bit/8:]
	word := binary.LittleEndian.Uint32(at) &^ (uint32(TopCode(l.b)) << (bit % 8))
	binary.LittleEndian.PutUint32(at, word|uint32(code)<<(bit%8))
}

// Add adds key with a confidence in [0, 1]; of several for one key the largest
// holds. A confidence whose code is 0 changes nothing.
func (l *Filter) Add(key string, confidence float64) error {
	if err := checkConfidence(confidence); err != nil {
		return fmt.Errorf("%q: %w", key, err)
	}
	l.add(l.hash.Sum64(key), l.quantisation.Code(confidence, l.b))
	return nil
}

func checkConfidence(c float64) error {
	if !(c >= 0 && c <= 1) {
		return fmt.Errorf("confidence %v is out of range: want 0 ≤ confidence ≤ 1", c)
	}
	return nil
}

func (l *Filter) add(h uint64, code uint16) {
	for range l.k {
		i, _ := bits.Mul64(h, l.m)
		if code > l.Code(i) {
			l.set(i, code)
		}
		h *= filter.ProbeStep
	}
}

// Estimate is the code that the filter gives key: the least of its cells.
func (l *Filter) Estimate(key string) uint16 {
	h := l.hash.Sum64(key)
	least := TopCode(l.b)
	for range l.k {
		i, _ := bits.Mul64(h, l.m)
		least = min(least, l.Code(i))
		h *= filter.ProbeStep
	}
	return least
}

// Confidence is the estimate as a number in [0, 1]; 0 means that key is not in
// the filter.
func (l *Filter) Confidence(key string) float64 { return Value(l.Estimate(key), l.b) }

// Attenuate multiplies the code of every cell by a factor in [0, 1] and
// quantises it again in the filter's own way, which lowers the confidence of
// all keys.
func (l *Filter) Attenuate(factor float64) error {
	if !(factor >= 0 && factor <= 1) {
		return fmt.Errorf("attenuation by %v is out of range: want a factor in [0, 1]", factor)
	}
	for i := range l.m {
		l.set(i, l.quantisation.whole(float64(l.Code(i))*factor))
	}
	return nil
}

// BitOccupancy is the share of 1-bits among all m·b, as the paper defines
// occupancy.
func (l *Filter) BitOccupancy() float64 {
	ones := 0
	for _, x := range l.table {
		ones += bits.OnesCount8(x)
	}
	return float64(ones) / float64(l.Bits())
}

// CellOccupancy is the share of cells that are not 0, a Bloom filter's
// occupancy.
func (l *Filter) CellOccupancy() float64 {
	filled := 0
	for i := range l.m {
		if l.Code(i) != 0 {
			filled++
		}
	}
	return float64(filled) / float64(l.m)
}

// Bits is m·b.
func (l *Filter) Bits() uint64 { return l.m * uint64(l.b) }
