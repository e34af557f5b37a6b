package bloom

import (
	"encoding/hex"
	"math/rand/v2"
	"testing"

	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

// parquet is the filter of the Parquet specification, word for word and bit by
// bit: z blocks of eight words of 32 bits.
type parquet [][8][32]bool

// insert follows the specification: "the most significant 32 bits … times z,
// the most significant 32 bits of the product" choose the block, and each of the
// words has the bit set that is given by the highest five bits of the product of
// its salt and the least significant 32 bits, modulo 2^32.
func (p parquet) insert(hash uint64) {
	high, low := hash/(1<<32), hash%(1<<32)
	block := high * uint64(len(p)) / (1 << 32)
	for word, salt := range []uint64{
		0x47b6137b, 0x44974d91, 0x8824ad5b, 0xa2b7289d, 0x705495c7, 0x2df1424b, 0x9efc4947, 0x5c6bfb31,
	} {
		product := low * salt % (1 << 32)
		p[block][word][product/(1<<27)] = true
	}
}

// bitset writes words in order, bit 0 of the first byte of each first.
func (p parquet) bitset() []byte {
	out := make([]byte, 32*len(p))
	for b, block := range p {
		for w, word := range block {
			for bit, set := range word {
				if set {
					out[32*b+4*w+bit/8] += 1 << (bit % 8)
				}
			}
		}
	}
	return out
}

// TestSplitBlockIsParquet compares the bytes of filters with the specification's.
func TestSplitBlockIsParquet(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, blocks := range []int{1, 2, 3, 8, 57, 1000} {
		ours := &splitBlock{words: make([]uint32, 8*blocks), count: uint64(blocks)}
		spec := make(parquet, blocks)
		for i := range 20 * blocks {
			h := random.Uint64()
			if i < 8 { // at the limits of block, word and bit
				h = []uint64{0, 1, 1<<32 - 1, 1 << 32, 1<<63 - 1, 1 << 63, 1<<64 - 1<<32, 1<<64 - 1}[i]
			}
			ours.add(h)
			spec.insert(h)
		}
		if got, want := hex.EncodeToString(ours.bitset()), hex.EncodeToString(spec.bitset()); got != want {
			t.Fatalf("%d blocks: the bits are other than the specification's:\n%s\n%s", blocks, got, want)
		}
	}
}

// TestSplitBlockContains compares the unrolled query with the bits of a key.
func TestSplitBlockContains(t *testing.T) {
	keys := wordlist.Of("academy", "analysis", "areas", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p",
		"q", "r", "s", "t", "u", "v", "w", "x", "y", "z", "aa", "bb", "cc", "dd", "ee", "ff", "gg", "hh", "ii", "jj", "kk", "ll")
	f, err := buildSplitBlock(keys, filter.Config{Epsilon: 0.3, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	s, found := f.(*splitBlock), 0
	for a := range 200 {
		for b := range 200 {
			key := string([]byte{byte(a), byte(b)})
			alone := &splitBlock{words: make([]uint32, len(s.words)), count: s.count}
			alone.add(s.hash.Sum64(key))
			want := true
			for i, w := range alone.words {
				want = want && s.words[i]&w == w
			}
			if got := s.Contains(key); got != want {
				t.Fatalf("Contains(%q) = %v, its bits say %v", key, got, want)
			}
			if want {
				found++
			}
		}
	}
	if found == 0 || found == 200*200 {
		t.Errorf("%d of 40,000 keys are found, which tests one side only", found)
	}
}
