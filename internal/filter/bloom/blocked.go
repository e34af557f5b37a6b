package bloom

import (
	"math/bits"

	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

// Blocked is a Bloom filter cut into blocks of 512 bits, one of which holds all k
// bits of a key. A block is a cache line.
//
// Guarantee: no false negatives; never full. The requested rate is held.
// Cost: one cache line per query, however large the filter is. At ε = 1, 5, 20 % a
// key takes 3.5, 1.3 and 0.9 % more bits than in a Bloom filter, 15 % at 10⁻⁴, 35 % at
// 10⁻⁶.
// Source: Putze, Sanders, Singler 2007, section 3.
func Blocked() filter.Structure {
	return filter.Structure{
		Name:      "blocked",
		Title:     "blocked Bloom filter",
		Reference: "Putze, Sanders, Singler 2007, Cache-, hash- and space-efficient Bloom filters, section 3",
		Family:    filter.FamilyBloom,
		Plan:      planBlocked,
		Build:     buildBlocked,
		Open:      filter.Open[blocked],
		Explain: filter.Explanation{
			What: "A Bloom filter cut into blocks of 512 bits, a cache line each. A key has all its k bits in one block, so that a query of a large filter waits for memory once and not k times.",
			Layout: `
  key ──hash──► block 1, k places in it
                  ▼
  ┌────────────────┬────────────────┬────────────────┬────────────────┐
  │    512 bits    │ …1…1……1……1…1…1 │    512 bits    │    512 bits    │
  └────────────────┴────────────────┴────────────────┴────────────────┘`,
			Formula: `
  rate = Σ_i Binom(n, 1/blocks)(i) · E[(X_i/512)^k],
  X_i being the bits that ik throws set
  blocks and k: the smallest that hold ε`,
			Guarantee: "No false negatives. Never full: further keys raise the rate.",
			Price:     "Some blocks get more keys than others, which costs 3.5 % more bits than a Bloom filter at ε = 1 %, 15 % at 10⁻⁴ and 35 % at 10⁻⁶.",
			When:      "Where the filter is larger than the cache. Within it register and splitblock are faster.",
		},
	}
}

// blocked keeps the key of hash h in the block ⌊h·blocks/2^64⌋, at the places of
// its next k probes.
type blocked struct {
	words []uint64
	count uint64 // of blocks
	k     int
	n     int // keys inserted
	hash  filter.Hasher
}

const (
	blockedBits  = 512
	blockedWords = blockedBits / 64
)

// BlockedSize gives the number of blocks and k, with which n keys have a rate of
// epsilon or less.
func BlockedSize(n int, epsilon float64) (blocks uint64, k int) {
	return blockSize(blockedBits, n, epsilon)
}

// newBlocked is an empty filter without its words, with room for n keys.
func newBlocked(n int, cfg filter.Config) (*blocked, error) {
	if err := cfg.Check(); err != nil {
		return nil, err
	}
	count, k := BlockedSize(cfg.Room(n), cfg.Epsilon)
	return &blocked{count: count, k: k, n: n, hash: filter.NewHasher(cfg)}, nil
}

func planBlocked(n int, cfg filter.Config) (filter.Plan, error) {
	b, err := newBlocked(n, cfg)
	if err != nil {
		return filter.Plan{}, err
	}
	return filter.Plan{Params: b.Params(), Bits: b.Bits(), Theory: b.Theory()}, nil
}

func buildBlocked(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
	b, err := newBlocked(keys.Len(), cfg)
	if err != nil {
		return nil, err
	}
	b.words = make([]uint64, blockedWords*b.count)
	for h := range b.hash.Sums(keys) {
		b.add(h)
	}
	return b, nil
}

// block is that of hash h.
func (b *blocked) block(h uint64) *[blockedWords]uint64 {
	at, _ := bits.Mul64(h, b.count)
	return (*[blockedWords]uint64)(b.words[at*blockedWords:])
}

func (b *blocked) add(h uint64) {
	block := b.block(h)
	for range b.k {
		h *= filter.ProbeStep
		block[h>>61] |= 1 << (h >> 55 & 63)
	}
}

// Insert adds key.
func (b *blocked) Insert(key string) error {
	b.add(b.hash.Sum64(key))
	b.n++
	return nil
}

// Contains reads up to eight bits before it branches, as that of a Bloom filter.
func (b *blocked) Contains(key string) bool {
	var h uint64
	if b.hash.Usual() {
		h = b.hash.Seeded(filter.Fingerprint(key))
	} else {
		h = b.hash.Sum64(key)
	}
	block := b.block(h)
	all := uint64(1)
	for range min(b.k, 8) {
		h *= filter.ProbeStep
		all &= block[h>>61] >> (h >> 55 & 63)
	}
	if all == 0 || b.k <= 8 {
		return all != 0
	}
	return b.containsRest(block, h)
}

// containsRest looks at the bits from the ninth on, h being the state of the
// eighth.
func (b *blocked) containsRest(block *[blockedWords]uint64, h uint64) bool {
	for range b.k - 8 {
		h *= filter.ProbeStep
		if block[h>>61]>>(h>>55&63)&1 == 0 {
			return false
		}
	}
	return true
}

// ContainsBatch hashes some keys, then reads the first bit of each, then the others.
// Past the last cache the reads of the first bits wait for memory together, not
// one after the other.
func (b *blocked) ContainsBatch(keys *wordlist.List, out []bool) {
	for first, hashes := range b.hash.Batches(keys) {
		answers := out[first : first+len(hashes)]
		for i, h := range hashes {
			block := b.block(h)
			h *= filter.ProbeStep
			answers[i] = block[h>>61]>>(h>>55&63)&1 != 0
		}
		for i, h := range hashes {
			block := b.block(h)
			all := uint64(1)
			for range b.k {
				h *= filter.ProbeStep
				all &= block[h>>61] >> (h >> 55 & 63)
			}
			answers[i] = all != 0
		}
	}
}

// blockedVersion is that of the file below.
const blockedVersion = 1

// AppendBinary implements filter.Stored.
func (b *blocked) AppendBinary(out []byte) ([]byte, error) {
	e := filter.NewEncoder(out, "blocked", blockedVersion)
	e.Uint(uint64(b.k))
	e.Uint(uint64(b.n))
	if err := e.Hasher(&b.hash); err != nil {
		return out, err
	}
	e.Words(b.words)
	return e.Close()
}

// UnmarshalBinary implements encoding.BinaryUnmarshaler.
func (b *blocked) UnmarshalBinary(data []byte) error {
	d, err := filter.NewDecoder(data, "blocked", blockedVersion)
	if err != nil {
		return err
	}
	b.k, b.n = d.Int("k", mostProbes), d.Int("n", filter.MostKeys)
	b.hash, b.words = d.Hasher(), d.Words()
	b.count = uint64(len(b.words) / blockedWords)
	d.Check(b.k >= 1, "k = 0: want 1 or more")
	d.Check(b.count >= 1 && len(b.words)%blockedWords == 0, "%d words are not blocks of %d", len(b.words), blockedWords)
	return d.Close()
}

func (b *blocked) Bits() uint64 { return blockedBits * b.count }

func (b *blocked) Params() []filter.Param {
	return []filter.Param{{Name: "blocks", Value: float64(b.count)}, {Name: "k", Value: float64(b.k)}}
}

// Theory is exact for random hashes.
func (b *blocked) Theory() float64 {
	moments := newBlockMoments(blockedBits, b.k, b.k)
	return overBlocks(b.n, b.count, moments.at)
}
