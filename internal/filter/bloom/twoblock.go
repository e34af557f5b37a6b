package bloom

import (
	"math"
	"math/bits"

	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

// TwoBlock is a blocked Bloom filter with two blocks for each key, k/2 bits in
// each.
//
// Guarantee: no false negatives; never full. The requested rate is held.
// Cost: two cache lines per query, which are fetched at once. Blocks are filled more
// evenly than with one block per key: the space is that of a Bloom filter and 0.9 %
// at ε = 1 %, where one block takes 3.5 %, 3.5 % at 10⁻⁴ (15 %) and 8 % at 10⁻⁶
// (35 %).
// Source: Putze, Sanders, Singler 2007, section 3, "two blocks".
func TwoBlock() filter.Structure {
	return filter.Structure{
		Name:      "twoblock",
		Title:     "Bloom filter of two blocks per key",
		Reference: "Putze, Sanders, Singler 2007, Cache-, hash- and space-efficient Bloom filters, section 3",
		Family:    filter.FamilyBloom,
		Plan:      planTwoBlock,
		Build:     buildTwoBlock,
		Open:      filter.Open[twoBlock],
		Explain: filter.Explanation{
			What: "A blocked Bloom filter in which a key has two blocks of 512 bits, each with half of its k bits.",
			Layout: `
  key ──hash──┬─► block 1, k/2 places      └─► block 3, k/2 places
              ▼                                    ▼
  ┌────────────────┬────────────────┬────────────────┬────────────────┐
  │    512 bits    │ …1…1……1……………… │    512 bits    │ ……1………1………1… │
  └────────────────┴────────────────┴────────────────┴────────────────┘`,
			Formula: `
  rate ≈ (Σ_i Binom(2n, 1/blocks)(i) · E[(X_i/512)^(k/2)])²,
  X_i being the bits that i·k/2 throws set; k is even
  blocks and k: the smallest that hold ε`,
			Guarantee: "No false negatives. Never full: further keys raise the rate.",
			Price:     "Two cache lines per query in place of one, for which the space is nearly that of a Bloom filter: 0.9 % more at ε = 1 %, 8 % at 10⁻⁶.",
			When:      "Where the filter is larger than the cache and ε is below 0.1 %, so that one block per key takes too much space.",
		},
	}
}

// twoBlock keeps the key of hash h in two blocks: that of h and, behind k/2
// probes, that of the next.
type twoBlock struct {
	words []uint64
	count uint64 // of blocks
	half  int    // k/2
	n     int    // keys inserted
	hash  filter.Hasher
}

// twoBlockRate is the rate of n keys: 2n halves fall on the blocks. The second
// block of a negative gets what the first has left; if both are one, k bits are
// looked for there.
func twoBlockRate(n int, blocks uint64, half, whole func(halves int) float64) float64 {
	halves := 2 * n
	one := overBlocks(halves, blocks, whole) / float64(blocks)
	if blocks == 1 {
		return one
	}
	both := overBlocks(halves, blocks, func(i int) float64 {
		return half(i) * overBlocks(halves-i, blocks-1, half)
	})
	return one + both*(1-1/float64(blocks))
}

// twoBlockFar is the same for blocks that know nothing of each other, as many do.
func twoBlockFar(n int, blocks uint64, half, whole func(halves int) float64) float64 {
	one := overBlocks(2*n, blocks, whole) / float64(blocks)
	far := overBlocks(2*n, blocks, half)
	return one + far*far*(1-1/float64(blocks))
}

// twoBlockMany is the number of blocks from which twoBlockFar is right to a
// hundredth of a per cent.
const twoBlockMany = 10_000

// TwoBlockSize gives the number of blocks and k/2, with which n keys have a rate
// of epsilon or less in about the least space.
func TwoBlockSize(n int, epsilon float64) (blocks uint64, half int) {
	return twoBlockSize(blockedBits, n, epsilon)
}

// twoBlockSize is the same for blocks of that many bits. It searches as blockSize does.
func twoBlockSize(cells, n int, epsilon float64) (blocks uint64, half int) {
	if n == 0 {
		return 1, 1
	}
	blocks, half = mostBlocks, 1
	for tried, before := 1, math.Inf(1); tried <= mostProbes/2 && blocks > 1; tried++ {
		one, two := sizingMoments(cells, tried, tried), sizingMoments(cells, tried, 2*tried)
		far := func(blocks uint64) float64 { return twoBlockFar(n, blocks, one, two) }
		now := far(blocks - 1)
		if now > epsilon && now > before {
			break
		}
		before = now
		if now <= epsilon {
			blocks, half = fewestBlocks(cells, n, blocks-1, epsilon, far), tried
			before = math.Inf(1)
		}
	}
	one, two := sizingMoments(cells, half, half), sizingMoments(cells, half, 2*half)
	for blocks < twoBlockMany {
		rate := twoBlockNear(n, blocks, one, two)
		if math.Abs(rate-epsilon) < 1e-3*epsilon { // too near to tell
			rate = twoBlockRate(n, blocks, one, two)
		}
		if rate <= epsilon {
			break
		}
		blocks++
	}
	return blocks, half
}

// twoBlockNear is twoBlockRate for the search of a size. What the second block
// makes of the keys that the first leaves changes little with their number: a
// parabola through three numbers takes the place of a sum for each.
func twoBlockNear(n int, blocks uint64, half, whole func(halves int) float64) float64 {
	halves := 2 * n
	mean := float64(halves) / float64(blocks)
	step := int(2*math.Sqrt(mean)) + 1
	middle := int(mean)
	if blocks == 1 || middle < step || middle+step > halves {
		return twoBlockRate(n, blocks, half, whole)
	}
	rest := func(i int) float64 { return overBlocks(halves-i, blocks-1, half) }
	low, at, high := rest(middle-step), rest(middle), rest(middle+step)
	both := overBlocks(halves, blocks, func(i int) float64 {
		u := float64(i-middle) / float64(step)
		return min(1, half(i)*(at+u*(high-low)/2+u*u*(high-2*at+low)/2))
	})
	return overBlocks(halves, blocks, whole)/float64(blocks) + both*(1-1/float64(blocks))
}

// twoBlockMoments are the rates in a block of that many bits with i halves of keys, of k/2
// probes and of k.
func twoBlockMoments(cells, half int) (one, two func(halves int) float64) {
	return newBlockMoments(cells, half, half).at, newBlockMoments(cells, half, 2*half).at
}

// twoBlockTheory is the rate of n keys, exact for random hashes, or nearly so where there
// are many blocks.
func twoBlockTheory(cells, n int, blocks uint64, half int) float64 {
	one, two := twoBlockMoments(cells, half)
	if blocks < twoBlockMany {
		return twoBlockRate(n, blocks, one, two)
	}
	return twoBlockFar(n, blocks, one, two)
}

// newTwoBlock is an empty filter without its words, with room for n keys.
func newTwoBlock(n int, cfg filter.Config) (*twoBlock, error) {
	if err := cfg.Check(); err != nil {
		return nil, err
	}
	count, half := TwoBlockSize(cfg.Room(n), cfg.Epsilon)
	return &twoBlock{count: count, half: half, n: n, hash: filter.NewHasher(cfg)}, nil
}

func planTwoBlock(n int, cfg filter.Config) (filter.Plan, error) {
	b, err := newTwoBlock(n, cfg)
	if err != nil {
		return filter.Plan{}, err
	}
	return filter.Plan{Params: b.Params(), Bits: b.Bits(), Theory: b.Theory()}, nil
}

func buildTwoBlock(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
	b, err := newTwoBlock(keys.Len(), cfg)
	if err != nil {
		return nil, err
	}
	b.words = make([]uint64, blockedWords*b.count)
	for h := range b.hash.Sums(keys) {
		b.add(h)
	}
	return b, nil
}

// block is that of a probe.
func (b *twoBlock) block(p uint64) *[blockedWords]uint64 {
	at, _ := bits.Mul64(p, b.count)
	return (*[blockedWords]uint64)(b.words[at*blockedWords:])
}

func (b *twoBlock) add(h uint64) {
	for range 2 {
		block := b.block(h)
		for range b.half {
			h *= filter.ProbeStep
			block[h>>61] |= 1 << (h >> 55 & 63)
		}
		h *= filter.ProbeStep
	}
}

// Insert adds key.
func (b *twoBlock) Insert(key string) error {
	b.add(b.hash.Sum64(key))
	b.n++
	return nil
}

// Contains reads both blocks before it branches, so that their reads overlap.
func (b *twoBlock) Contains(key string) bool {
	var h uint64
	if b.hash.Usual() {
		h = b.hash.Seeded(filter.Fingerprint(key))
	} else {
		h = b.hash.Sum64(key)
	}
	all := uint64(1)
	for range 2 {
		block := b.block(h)
		for range b.half {
			h *= filter.ProbeStep
			all &= block[h>>61] >> (h >> 55 & 63)
		}
		h *= filter.ProbeStep
	}
	return all != 0
}

// twoBlockVersion is that of the file below.
const twoBlockVersion = 1

// AppendBinary implements filter.Stored.
func (b *twoBlock) AppendBinary(out []byte) ([]byte, error) {
	e := filter.NewEncoder(out, "twoblock", twoBlockVersion)
	e.Uint(uint64(b.half))
	e.Uint(uint64(b.n))
	if err := e.Hasher(&b.hash); err != nil {
		return out, err
	}
	e.Words(b.words)
	return e.Close()
}

// UnmarshalBinary implements encoding.BinaryUnmarshaler.
func (b *twoBlock) UnmarshalBinary(data []byte) error {
	d, err := filter.NewDecoder(data, "twoblock", twoBlockVersion)
	if err != nil {
		return err
	}
	b.half, b.n = d.Int("half of k", mostProbes/2), d.Int("n", filter.MostKeys)
	b.hash, b.words = d.Hasher(), d.Words()
	b.count = uint64(len(b.words) / blockedWords)
	d.Check(b.half >= 1, "k = 0: want 2 or more")
	d.Check(b.count >= 1 && len(b.words)%blockedWords == 0, "%d words are not blocks of %d", len(b.words), blockedWords)
	return d.Close()
}

func (b *twoBlock) Bits() uint64 { return blockedBits * b.count }

func (b *twoBlock) Params() []filter.Param {
	return []filter.Param{{Name: "blocks", Value: float64(b.count)}, {Name: "k", Value: float64(2 * b.half)}}
}

// Theory is exact for random hashes, or nearly so where there are many blocks.
func (b *twoBlock) Theory() float64 { return twoBlockTheory(blockedBits, b.n, b.count, b.half) }
