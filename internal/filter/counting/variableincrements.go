package counting

import (
	"encoding/binary"
	"math/bits"

	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

// Variable is the counting Bloom filter with variable increments: the value of a
// cell tells more than that it is not 0.
//
// Guarantee: no false negatives; a cell that reaches 63 stays there and admits
// everything. The requested rate is held.
// Cost: six bits per cell, but fewer cells and reads: 64 % of a counting Bloom filter's
// bits at ε = 1 %, 65 % at 20 %.
// Source: Rottenstreich, Kanizo, Keslassy 2012 and 2014, the VI-CBF scheme with D_L.
func Variable() filter.Structure {
	return filter.Structure{
		Name:      "vicbf",
		Title:     "variable-increment counting Bloom filter",
		Reference: "Rottenstreich, Kanizo, Keslassy 2014, The variable-increment counting Bloom filter, section IV",
		Family:    filter.FamilyCounting,
		Plan:      planVariable,
		Build:     buildVariable,
		Open:      filter.Open[variable],
		Explain: filter.Explanation{
			What: "A counting Bloom filter in which a key adds to each of its k cells per number of its own, 4 to 7, drawn by further bits of the hash. A query knows the k numbers that its key would have added. A cell that is less than that, or more by 1 to 3, which nothing else can have added, says no.",
			Layout: `
  key ──hash──► k cells, k increments v of 4, 5, 6 or 7
  ┌────┬────┬────┬────┬────┬────┬────┬────┐
  │  5 │  0 │ 11 │  7 │  0 │ 18 │  4 │  6 │   m cells of 6 bits
  └────┴────┴────┴────┴────┴────┴────┴────┘
  cell c admits v if c = v (v alone) or c ≥ v + 4 (v and others)`,
			Formula: `
  p = 1 − P(0) − 3/4·P(1) − 5/32·P(2), P(j) that j of kn throws hit a cell
  rate = E[A^k], A the share of cells and increments admitted, E[A] = p
  m and k: the smallest that hold ε; kn/m ≤ 2`,
			Guarantee: "No false negatives as long as only inserted keys are deleted. A cell at 63 stays there and admits every key. Never full: further keys raise the rate.",
			Price:     "24.7, 16.0 and 8.8 bits per key at ε = 1, 5 and 20 %, and 5, 3 and 2 reads. Keys inserted several times bring cells to 63 soon.",
			When:      "Where keys come and go in any order and memory matters more than the simplest code: at the memory of a counting Bloom filter of 1, 5 or 20 % its ε is 13, 5 or 2.4 times lower. A cuckoo filter is smaller still.",
			Paper:     "O. Rottenstreich, Y. Kanizo, I. Keslassy 2014, The variable-increment counting Bloom filter, IEEE/ACM Transactions on Networking 22(4), first at INFOCOM 2012",
		},
	}
}

// variable has its cells at the first k probes of a key (filter.ProbeStep), as a
// Bloom filter has its bits. The fraction of h·m/2^64, which does not depend on the
// cell, gives the increment.
type variable struct {
	cells
	k    int
	n    int // keys inserted and not deleted
	hash filter.Hasher
}

const (
	variableLeast = 4 // L: increments are L to 2L − 1
	variableBits  = 6 // of a cell
)

// variableAdmits has bit c set iff a cell of c admits the increment L. For L + u it
// is shifted by u. A cell at its end, 63, admits all.
const variableAdmits uint64 = 1<<64 - 1<<(2*variableLeast) | 1<<variableLeast

// newVariable is an empty filter without its cells, with room for n keys.
func newVariable(n int, cfg filter.Config) (*variable, error) {
	if err := cfg.Check(); err != nil {
		return nil, err
	}
	m, k := VariableSize(cfg.Room(n), cfg.Epsilon)
	return &variable{cells: newCells(m, variableBits), k: k, n: n, hash: filter.NewHasher(cfg)}, nil
}

// planVariable describes the filter before it has its cells.
func planVariable(n int, cfg filter.Config) (filter.Plan, error) {
	v, err := newVariable(n, cfg)
	if err != nil {
		return filter.Plan{}, err
	}
	return filter.Plan{Params: v.Params(), Bits: v.Bits(), Theory: v.Theory()}, nil
}

func buildVariable(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
	v, err := newVariable(keys.Len(), cfg)
	if err != nil {
		return nil, err
	}
	v.allocate()
	for h := range v.hash.Sums(keys) {
		v.put(h)
	}
	return v, nil
}

func (v *variable) put(h uint64) {
	for range v.k {
		i, fraction := bits.Mul64(h, v.count)
		v.add(i, variableLeast+fraction>>62)
		h *= filter.ProbeStep
	}
}

// holds is Contains of hash h for its first k cells, one after the other.
func (v *variable) holds(h uint64, k int) bool {
	for range k {
		i, fraction := bits.Mul64(h, v.count)
		if variableAdmits<<(fraction>>62)>>v.get(i)&1 == 0 {
			return false
		}
		h *= filter.ProbeStep
	}
	return true
}

// Insert adds key; the filter is never full, but its rate grows.
func (v *variable) Insert(key string) error {
	v.put(v.hash.Sum64(key))
	v.n++
	return nil
}

// Delete takes one insertion of key back.
func (v *variable) Delete(key string) bool {
	h := v.hash.Sum64(key)
	if !v.holds(h, v.k) {
		return false
	}
	for range v.k {
		i, fraction := bits.Mul64(h, v.count)
		v.subtract(i, variableLeast+fraction>>62)
		h *= filter.ProbeStep
	}
	v.n = max(0, v.n-1)
	return true
}

// Contains reads up to eight cells before it branches.
func (v *variable) Contains(key string) bool {
	var h uint64
	if v.hash.Usual() {
		h = v.hash.Seeded(filter.Fingerprint(key))
	} else {
		h = v.hash.Sum64(key)
	}
	data, m := v.data, v.count // kept in registers
	all := uint64(1)
	for range min(v.k, atOnce) {
		i, fraction := bits.Mul64(h, m)
		cell := binary.LittleEndian.Uint16(data[i*variableBits/8:]) >> (i * variableBits % 8) % (1 << variableBits)
		all &= variableAdmits << (fraction >> 62) >> cell
		h *= filter.ProbeStep
	}
	if all == 0 || v.k <= atOnce {
		return all != 0
	}
	return v.holds(h, v.k-atOnce)
}

// variableVersion is that of the file below.
const variableVersion = 1

// AppendBinary implements filter.Stored.
func (v *variable) AppendBinary(out []byte) ([]byte, error) {
	e := filter.NewEncoder(out, "vicbf", variableVersion)
	e.Uint(uint64(v.k))
	e.Uint(uint64(v.n))
	if err := e.Hasher(&v.hash); err != nil {
		return out, err
	}
	v.cells.store(e)
	return e.Close()
}

// UnmarshalBinary implements encoding.BinaryUnmarshaler.
func (v *variable) UnmarshalBinary(data []byte) error {
	d, err := filter.NewDecoder(data, "vicbf", variableVersion)
	if err != nil {
		return err
	}
	v.k, v.n = d.Int("k", mostProbes), d.Int("n", filter.MostKeys)
	v.hash, v.cells = d.Hasher(), restoreCells(d, variableBits)
	d.Check(v.k >= 1, "k = 0: want 1 or more")
	return d.Close()
}

func (v *variable) Bits() uint64 { return 8 * v.size() }

func (v *variable) Params() []filter.Param {
	return []filter.Param{
		{Name: "m", Value: float64(v.count)},
		{Name: "k", Value: float64(v.k)},
		{Name: "L", Value: variableLeast},
	}
}

// Theory leaves cells at their end out, which is right as long as none that got
// there has lost keys.
func (v *variable) Theory() float64 { return variableRate(v.count, v.n, v.k) }
