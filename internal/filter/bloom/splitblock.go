package bloom

import (
	"encoding/binary"
	"math"

	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

// SplitBlock is the split-block Bloom filter of Apache Parquet: a block has eight
// words of 32 bits, and a key sets one bit in each. Blocks, words, salts and the
// bits of a hash are Parquet's, so that equal 64-bit hashes give equal blocks;
// its hash of a value, xxHash, is not.
//
// Guarantee: no false negatives; never full. The requested rate is held.
// Cost: eight reads of one half of a cache line, no branch. k = 8 is fixed: at
// ε = 1, 5, 20 % a key takes 10, 16 and 44 % more bits than in a Bloom filter.
// Only 32 bits of the hash choose the eight, so that no key falls below a rate of
// 2⁻³² a key in its block.
// Source: Apache Parquet format, BloomFilter.md, "Split Block Bloom Filters"; the
// principle is from Putze, Sanders, Singler 2007, section 3.
func SplitBlock() filter.Structure {
	return filter.Structure{
		Name:      "splitblock",
		Title:     "split-block Bloom filter",
		Reference: "Apache Parquet format, BloomFilter.md",
		Family:    filter.FamilyBloom,
		Plan:      planSplitBlock,
		Build:     buildSplitBlock,
		Open:      filter.Open[splitBlock],
		Explain: filter.Explanation{
			What: "A Bloom filter cut into blocks of 256 bits, half a cache line. A block is eight words of 32 bits, in each of which a key sets one bit, chosen by the product of its hash and an odd number for each word.",
			Layout: `
  key ──hash──┬─ high 32 bits ──► block
              └─ low 32 bits × 8 salts ──► a bit of each word
  ┌────────┬────────┬────────┬────────┬────────┬────────┬────────┬────────┐
  │…1……………│……………1……│1…………………│………1…………│……………………1│…………1………│…1……………│……1…………│
  └────────┴────────┴────────┴────────┴────────┴────────┴────────┴────────┘
    32 bits   32 bits  …                                            block`,
			Formula: `
  rate = Σ_i Binom(n, 1/blocks)(i) · (1 − (31/32)^i)^8
  blocks: the fewest that hold ε`,
			Guarantee: "No false negatives. Never full: further keys raise the rate. Block for block the filter of a Parquet file, given equal hashes.",
			Price:     "10.7, 7.3 and 4.8 bits per key at ε = 1, 5 and 20 %, 10, 16 and 44 % more than a Bloom filter. k is fixed, so that the size is 2.2 times that of a Bloom filter at 10⁻⁶; below 10⁻⁸ the 32 bits of the hash that choose a key's bits are too few, and it grows as 1/ε.",
			When:      "Where queries must be fast and ε lies between 0.1 and 5 %, or where Parquet's layout is wanted.",
		},
	}
}

// splitBlock holds eight words per block.
type splitBlock struct {
	words []uint32
	count uint64 // of blocks
	n     int    // keys inserted
	hash  filter.Hasher
}

const (
	splitBlockWords = 8
	splitBlockBits  = 32 * splitBlockWords
	splitBlockMost  = 1 << 31 // blocks, which 32 bits of a hash can choose
)

// The salts of Parquet, one for each word of a block.
const (
	splitBlockSalt0 = 0x47b6137b
	splitBlockSalt1 = 0x44974d91
	splitBlockSalt2 = 0x8824ad5b
	splitBlockSalt3 = 0xa2b7289d
	splitBlockSalt4 = 0x705495c7
	splitBlockSalt5 = 0x2df1424b
	splitBlockSalt6 = 0x9efc4947
	splitBlockSalt7 = 0x5c6bfb31
)

// SplitBlockSize gives the number of blocks with which n keys have a rate of
// epsilon or less.
func SplitBlockSize(n int, epsilon float64) (blocks uint64) {
	if n == 0 {
		return 1
	}
	unset := 1.                            // P(a bit is not set) by the keys so far
	at := remembered(func(i int) float64 { // inSplitBlock without functions that take long
		p := (1 - unset) * (1 - unset)
		p *= p
		p *= p
		unset *= 31. / 32
		return p + (1-p)*float64(i)*0x1p-32
	})
	return fewestBlocks(splitBlockBits, n, splitBlockMost, epsilon, func(blocks uint64) float64 { return overBlocks(n, blocks, at) })
}

// inSplitBlock is the rate in a block of i keys: a negative finds its eight bits
// set, each in a word of its own, or has the low half of the hash of one of them.
func inSplitBlock(i int) float64 {
	differ := float64(i) * math.Log1p(-0x1p-32) // ln P(no key has the same half)
	bit := -math.Expm1(float64(i) * math.Log1p(-1./32))
	return -math.Expm1(differ + math.Log1p(-math.Pow(bit, splitBlockWords)))
}

// newSplitBlock is an empty filter without its words, with room for n keys.
func newSplitBlock(n int, cfg filter.Config) (*splitBlock, error) {
	if err := cfg.Check(); err != nil {
		return nil, err
	}
	return &splitBlock{count: SplitBlockSize(cfg.Room(n), cfg.Epsilon), n: n, hash: filter.NewHasher(cfg)}, nil
}

func planSplitBlock(n int, cfg filter.Config) (filter.Plan, error) {
	s, err := newSplitBlock(n, cfg)
	if err != nil {
		return filter.Plan{}, err
	}
	return filter.Plan{Params: s.Params(), Bits: s.Bits(), Theory: s.Theory()}, nil
}

func buildSplitBlock(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
	s, err := newSplitBlock(keys.Len(), cfg)
	if err != nil {
		return nil, err
	}
	s.words = make([]uint32, splitBlockWords*s.count)
	for h := range s.hash.Sums(keys) {
		s.add(h)
	}
	return s, nil
}

// block is that of hash h.
func (s *splitBlock) block(h uint64) *[splitBlockWords]uint32 {
	return (*[splitBlockWords]uint32)(s.words[(h>>32)*s.count>>32*splitBlockWords:])
}

func (s *splitBlock) add(h uint64) {
	block, x := s.block(h), uint32(h)
	block[0] |= 1 << (x * splitBlockSalt0 >> 27)
	block[1] |= 1 << (x * splitBlockSalt1 >> 27)
	block[2] |= 1 << (x * splitBlockSalt2 >> 27)
	block[3] |= 1 << (x * splitBlockSalt3 >> 27)
	block[4] |= 1 << (x * splitBlockSalt4 >> 27)
	block[5] |= 1 << (x * splitBlockSalt5 >> 27)
	block[6] |= 1 << (x * splitBlockSalt6 >> 27)
	block[7] |= 1 << (x * splitBlockSalt7 >> 27)
}

// Insert adds key.
func (s *splitBlock) Insert(key string) error {
	s.add(s.hash.Sum64(key))
	s.n++
	return nil
}

func (s *splitBlock) Contains(key string) bool {
	var h uint64
	if s.hash.Usual() {
		h = s.hash.Seeded(filter.Fingerprint(key))
	} else {
		h = s.hash.Sum64(key)
	}
	block, x := s.block(h), uint32(h)
	return block[0]>>(x*splitBlockSalt0>>27)&
		(block[1]>>(x*splitBlockSalt1>>27))&
		(block[2]>>(x*splitBlockSalt2>>27))&
		(block[3]>>(x*splitBlockSalt3>>27))&
		(block[4]>>(x*splitBlockSalt4>>27))&
		(block[5]>>(x*splitBlockSalt5>>27))&
		(block[6]>>(x*splitBlockSalt6>>27))&
		(block[7]>>(x*splitBlockSalt7>>27))&1 != 0
}

// splitBlockVersion is that of the file below.
const splitBlockVersion = 1

// AppendBinary implements filter.Stored. The blocks stand as in a Parquet file:
// its bitset.
func (s *splitBlock) AppendBinary(out []byte) ([]byte, error) {
	e := filter.NewEncoder(out, "splitblock", splitBlockVersion)
	e.Uint(uint64(s.n))
	if err := e.Hasher(&s.hash); err != nil {
		return out, err
	}
	e.Bytes(s.bitset())
	return e.Close()
}

// bitset is the words in little-endian order.
func (s *splitBlock) bitset() []byte {
	b := make([]byte, 0, 4*len(s.words))
	for _, w := range s.words {
		b = binary.LittleEndian.AppendUint32(b, w)
	}
	return b
}

// UnmarshalBinary implements encoding.BinaryUnmarshaler.
func (s *splitBlock) UnmarshalBinary(data []byte) error {
	d, err := filter.NewDecoder(data, "splitblock", splitBlockVersion)
	if err != nil {
		return err
	}
	s.n, s.hash = d.Int("n", filter.MostKeys), d.Hasher()
	b := d.Bytes()
	d.Check(len(b) >= 32 && len(b)%32 == 0 && len(b)/32 <= splitBlockMost, "%d bytes are not blocks of 32", len(b))
	s.words = make([]uint32, len(b)/4)
	for i := range s.words {
		s.words[i] = binary.LittleEndian.Uint32(b[4*i:])
	}
	s.count = uint64(len(b) / 32)
	return d.Close()
}

func (s *splitBlock) Bits() uint64 { return splitBlockBits * s.count }

func (s *splitBlock) Params() []filter.Param {
	return []filter.Param{{Name: "blocks", Value: float64(s.count)}, {Name: "k", Value: splitBlockWords}}
}

// Theory takes the eight bits for independent, as random hash functions would
// make them.
func (s *splitBlock) Theory() float64 { return overBlocks(s.n, s.count, inSplitBlock) }
