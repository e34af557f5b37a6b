package bloom

import (
	"math"
	"math/bits"

	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

// Partitioned is a Bloom filter in which each of the k hash functions has a slice
// of the bits to itself.
//
// Guarantee: no false negatives; never full. The requested rate is held.
// Cost: that of a Bloom filter and a few bits: at equal m and k more bits are set,
// since those of a key never fall together, which raises the rate by less than
// k²/2m of itself.
// Source: Mullin 1983; Kirsch, Mitzenmacher 2006, section 3.
func Partitioned() filter.Structure {
	return filter.Structure{
		Name:      "partitioned",
		Title:     "partitioned Bloom filter",
		Reference: "Mullin 1983, A second look at Bloom filters",
		Family:    filter.FamilyBloom,
		Plan:      planPartitioned,
		Build:     buildPartitioned,
		Open:      filter.Open[partitioned],
		Explain: filter.Explanation{
			What: "A Bloom filter of k slices of equal size. A key sets one bit in each slice, so that its k bits are always different ones.",
			Layout: `
  key ──hash──┬───────────────┬─────────────────┐   a probe for each slice
              ▼               ▼                 ▼
  ┌─┬─┬─┬─┬─┬─┬─┬─╥─┬─┬─┬─┬─┬─┬─┬─╥─┬─┬─┬─┬─┬─┬─┬─┐
  │0│1│0│0│0│1│0│0║1│0│0│0│0│1│0│0║0│0│0│1│0│0│0│1│   k slices of s bits
  └─┴─┴─┴─┴─┴─┴─┴─╨─┴─┴─┴─┴─┴─┴─┴─╨─┴─┴─┴─┴─┴─┴─┴─┘`,
			Formula: `
  rate = (1 − (1 − 1/s)^n)^k
  s and k: the smallest k·s that holds ε`,
			Guarantee: "No false negatives. Never full: further keys raise the rate.",
			Price:     "That of a Bloom filter; at equal size the rate is higher by less than k²/2m of itself, which shows below some hundred bits.",
			When:      "Where hash functions must not share memory, as in hardware or where slices are stored apart. Otherwise take bloom.",
		},
	}
}

// partitioned holds k slices of s bits one behind the other. The places of a key
// are its first k probes (filter.ProbeStep), each in its slice.
type partitioned struct {
	words []uint64
	slice uint64 // s, bits
	k     int
	n     int // keys inserted
	hash  filter.Hasher
}

// PartitionedSize gives the size of a slice in bits and the number k of slices,
// with which n keys have a rate of epsilon or less in the least space.
func PartitionedSize(n int, epsilon float64) (slice uint64, k int) {
	if n == 0 {
		return 1, 1
	}
	least := math.Inf(1)
	for tried := 1; tried <= partitionedMost; tried++ {
		share := math.Exp(math.Log(epsilon) / float64(tried)) // of ones in a slice
		s := math.Ceil(-1 / math.Expm1(math.Log1p(-share)/float64(n)))
		if size := s * float64(tried); size < least {
			least, slice, k = size, uint64(s), tried
		}
	}
	return slice, k
}

// partitionedMost is above the best k of MinEpsilon, 40.
const partitionedMost = 64

// newPartitioned is an empty filter without its bits, with room for n keys.
func newPartitioned(n int, cfg filter.Config) (*partitioned, error) {
	if err := cfg.Check(); err != nil {
		return nil, err
	}
	slice, k := PartitionedSize(cfg.Room(n), cfg.Epsilon)
	return &partitioned{slice: slice, k: k, n: n, hash: filter.NewHasher(cfg)}, nil
}

func planPartitioned(n int, cfg filter.Config) (filter.Plan, error) {
	p, err := newPartitioned(n, cfg)
	if err != nil {
		return filter.Plan{}, err
	}
	return filter.Plan{Params: p.Params(), Bits: p.Bits(), Theory: p.Theory()}, nil
}

func buildPartitioned(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
	p, err := newPartitioned(keys.Len(), cfg)
	if err != nil {
		return nil, err
	}
	p.words = make([]uint64, (p.Bits()+63)/64)
	for h := range p.hash.Sums(keys) {
		p.add(h)
	}
	return p, nil
}

func (p *partitioned) add(h uint64) {
	begin := uint64(0)
	for range p.k {
		i, _ := bits.Mul64(h, p.slice)
		i += begin
		p.words[i/64] |= 1 << (i % 64)
		begin += p.slice
		h *= filter.ProbeStep
	}
}

// Insert adds key.
func (p *partitioned) Insert(key string) error {
	p.add(p.hash.Sum64(key))
	p.n++
	return nil
}

// Contains reads up to eight bits before it branches, as that of a Bloom filter.
func (p *partitioned) Contains(key string) bool {
	var h uint64
	if p.hash.Usual() {
		h = p.hash.Seeded(filter.Fingerprint(key))
	} else {
		h = p.hash.Sum64(key)
	}
	begin := uint64(0)
	for left := p.k; left > 0; left -= 8 {
		all := uint64(1)
		for range min(left, 8) {
			i, _ := bits.Mul64(h, p.slice)
			i += begin
			all &= p.words[i/64] >> (i % 64)
			begin += p.slice
			h *= filter.ProbeStep
		}
		if all == 0 {
			return false
		}
	}
	return true
}

// partitionedVersion is that of the file below.
const partitionedVersion = 1

// AppendBinary implements filter.Stored.
func (p *partitioned) AppendBinary(out []byte) ([]byte, error) {
	e := filter.NewEncoder(out, "partitioned", partitionedVersion)
	e.Uint(p.slice)
	e.Uint(uint64(p.k))
	e.Uint(uint64(p.n))
	if err := e.Hasher(&p.hash); err != nil {
		return out, err
	}
	e.Words(p.words)
	return e.Close()
}

// UnmarshalBinary implements encoding.BinaryUnmarshaler.
func (p *partitioned) UnmarshalBinary(data []byte) error {
	d, err := filter.NewDecoder(data, "partitioned", partitionedVersion)
	if err != nil {
		return err
	}
	p.slice, p.k, p.n = d.Uint(), d.Int("k", partitionedMost), d.Int("n", filter.MostKeys)
	p.hash, p.words = d.Hasher(), d.Words()
	if d.Check(p.k >= 1, "k = 0: want 1 or more") && d.Check(p.slice < 1<<56, "slices of %d bits", p.slice) {
		checkBits(d, p.words, p.Bits())
	}
	return d.Close()
}

func (p *partitioned) Bits() uint64 { return p.slice * uint64(p.k) }

func (p *partitioned) Params() []filter.Param {
	return []filter.Param{{Name: "s", Value: float64(p.slice)}, {Name: "k", Value: float64(p.k)}}
}

// Theory is exact for random hashes, since the slices are independent.
func (p *partitioned) Theory() float64 { return math.Pow(oneThrow(p.slice, p.n), float64(p.k)) }
