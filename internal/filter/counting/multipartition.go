package counting

import (
	"maps"
	"math"
	"math/bits"
	"slices"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/bloom"
	"hyphbench/internal/wordlist"
)

// MultiPartition is a multi-partition counting Bloom filter: all counters of a key are in
// one word, each as high as it needs to be.
//
// Guarantee: no false negatives. Keys for which a word has no room are kept beside, by
// their hash, so that they can be deleted as others; the paper leaves such words undefined.
// Cost: one word per query. At ε = 1 % 27 bits per key, seven tenths of what counters of
// four bits take.
// Source: Huang, Zhang, Zhang 2013, A multi-partitioning approach to building fast and
// accurate counting Bloom filters, section III (hierarchical counters in a word).
func MultiPartition() filter.Structure {
	return filter.Structure{
		Name:      "multipartition",
		Title:     "multi-partition counting Bloom filter",
		Reference: "Huang, Zhang, Zhang 2013, A multi-partitioning approach to building fast and accurate counting Bloom filters, section III",
		Family:    filter.FamilyCounting,
		Plan: func(n int, cfg filter.Config) (filter.Plan, error) {
			p, err := newPartitions(n, cfg)
			if err != nil {
				return filter.Plan{}, err
			}
			return filter.Plan{Params: p.Params(), Bits: p.Bits(), Theory: p.rate(n), Estimated: true}, nil
		},
		Build: func(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
			p, err := newPartitions(keys.Len(), cfg)
			if err != nil {
				return nil, err
			}
			p.words = make([]uint64, p.count)
			for h := range p.hash.Sums(keys) {
				p.put(h)
			}
			return p, nil
		},
		Open: filter.Open[partitions],
		Explain: filter.Explanation{
			What: "Words of 64 bits, of which a key has one. The first b₁ bits of a word are a Bloom filter of its keys. A level follows with a bit for each 1 of the level before, which says whether that counter goes on, and so on. Inserting a key sets a bit and makes room behind it.",
			Layout: `
            level 1: b₁ bits      level 2      level 3
         ┌──────────────────────┬────────────┬────────┬───────────┐
  word   │ 0 0 1 0 1 0 0 1 0 0  │  0   1   0 │   0    │  unused   │
         └─────┬───┬─────┬──────┴──▲───▲───▲─┴───▲────┴───────────┘
               └───┼─────┼─────────┘   │   │     │
                   └─────┼─────────────┘   │     │   the counters are
                         └─────────────────┘     │   1, 2 and 1
                             └───────────────────┘`,
			Formula: `
  b₁ = 63 − k·c bits of level 1, c the keys that a word has room for
  rate = Σ_i Binom(n, 1/words)(i) · E[(X_min(i, c)/b₁)^k]
  words, k and c: the fewest words that hold ε even if those with more
  than c keys admitted all: so few keys are beside`,
			Guarantee: "No false negatives as long as only inserted keys are deleted. The keys of a word beyond c are kept beside. Never full.",
			Price:     "One word per query. 27.2, 13.8 and 6.5 bits per key at ε = 1, 5 and 20 %; at 0.1 % 65, since the fullest words decide.",
			When:      "For deletion with one memory access a query. A cuckoo filter takes half of the bits and two accesses.",
		},
	}
}

// partitions has in the word of a key its counters, each a path through the levels: the
// number of its 1s is its height.
type partitions struct {
	words  []uint64
	count  uint64 // of words
	k      int
	most   int            // keys that a word has room for
	n      int            // keys inserted and not deleted
	beside map[uint64]int // how often those are there by their hash that found no room
	hash   filter.Hasher
}

const (
	partitionBits = 63      // of a word, and one more:
	spilled       = 1 << 63 // some of its keys are beside
	leastLevel    = 8       // bits of level 1
	besideBits    = 128     // of a key beside: its hash and a count
	mostCounted   = 255
)

// first is the number of bits of level 1.
func (p *partitions) first() uint64 { return uint64(partitionBits - p.k*p.most) }

// partitionRate is that of n keys, by the rate in a word with i keys. One with more counts
// as 1 when a size is looked for, so that such are rarer than false positives.
func partitionRate(n int, words uint64, most int, at func(i int) float64) float64 {
	return bloom.OverBlocks(n, words, func(i int) float64 {
		if i > most {
			return 1
		}
		return at(i)
	})
}

// mostPartitionProbes bounds the search below: more take too much of a word.
const mostPartitionProbes = 8

// partitionSize gives the number of words, k and the keys of a word that hold n keys at a
// rate of epsilon or less in the least space.
func partitionSize(n int, epsilon float64) (words uint64, k, most int) {
	widest := 1 + uint64(n)*partitionBits
	words = widest
	for kk := 1; kk <= mostPartitionProbes && words > 1; kk++ {
		before := math.Inf(1)
		for c := 1; partitionBits-kk*c >= leastLevel && words > 1; c++ {
			at := bloom.SizingMoments(partitionBits-kk*c, kk, kk)
			now := partitionRate(n, words-1, c, at)
			if now > epsilon && now > before { // with c the rate falls, then rises
				break
			}
			if before = now; now > epsilon {
				continue
			}
			low, high := uint64(0), words-1 // too few, and enough
			for high-low > 1 {
				if mid := low + (high-low)/2; partitionRate(n, mid, c, at) <= epsilon {
					high = mid
				} else {
					low = mid
				}
			}
			words, k, most, before = high, kk, c, math.Inf(1)
		}
	}
	if k == 0 { // of a rate that no word holds
		k, most = mostPartitionProbes, (partitionBits-leastLevel)/mostPartitionProbes
	}
	return max(1, words), k, most
}

func newPartitions(n int, cfg filter.Config) (*partitions, error) {
	if err := cfg.Check(); err != nil {
		return nil, err
	}
	words, k, most := partitionSize(cfg.Room(n), cfg.Epsilon)
	return &partitions{count: words, k: k, most: most, hash: filter.NewHasher(cfg)}, nil
}

// place is the word of a hash, and the first of the numbers that its bits follow from.
func (p *partitions) place(h uint64) (word *uint64, next uint64) {
	i, _ := bits.Mul64(h, p.count)
	return &p.words[i], h * filter.ProbeStep
}

// level is where a walk through a word is: a bit of a level.
type level struct{ start, size, bit uint64 }

// below is the bit of the next level that belongs to a set bit: the one of its rank.
func (l level) below(word uint64) level {
	rank := uint64(bits.OnesCount64(word >> l.start & (1<<l.bit - 1)))
	return level{l.start + l.size, uint64(bits.OnesCount64(word >> l.start & (1<<l.size - 1))), rank}
}

func (l level) set(word uint64) bool { return word>>(l.start+l.bit)&1 != 0 }

// increase makes the counter of a bit of level 1 higher by one: it sets the first 0 on its
// path, and puts a 0 for it into the next level.
func (p *partitions) increase(word, bit uint64) uint64 {
	at := level{0, p.first(), bit}
	for at.set(word) {
		at = at.below(word)
	}
	word |= 1 << (at.start + at.bit)
	next := at.below(word)
	low := uint64(1)<<(next.start+next.bit) - 1
	return word&low | word&^low<<1
}

// decrease is the opposite, of a counter above 0.
func (p *partitions) decrease(word, bit uint64) uint64 {
	at := level{0, p.first(), bit}
	next := at.below(word)
	for next.set(word) {
		at, next = next, next.below(word)
	}
	low := uint64(1)<<(next.start+next.bit) - 1
	word = word&low | word>>1&^low
	return word &^ (1 << (at.start + at.bit))
}

// height is the counter of a bit of level 1.
func (p *partitions) height(word, bit uint64) (height int) {
	for at := (level{0, p.first(), bit}); at.set(word); at = at.below(word) {
		height++
	}
	return height
}

func (p *partitions) put(h uint64) {
	p.n++
	word, next := p.place(h)
	if bits.OnesCount64(*word&^spilled) > p.k*(p.most-1) { // a negative deleted can leave any number
		*word |= spilled
		if p.beside == nil {
			p.beside = map[uint64]int{}
		}
		p.beside[h]++
		return
	}
	flag := *word & spilled
	*word &^= spilled
	for range p.k {
		bit, _ := bits.Mul64(next, p.first())
		*word = p.increase(*word, bit)
		next *= filter.ProbeStep
	}
	*word |= flag
}

// Insert adds key; the filter is never full, but its rate grows.
func (p *partitions) Insert(key string) error {
	p.put(p.hash.Sum64(key))
	return nil
}

func (p *partitions) Contains(key string) bool {
	h := p.hash.Sum64(key)
	word, next := p.place(h)
	return p.counted(*word, next) || *word&spilled != 0 && p.beside[h] > 0
}

// counted reports whether all counters of a key in a word are above 0.
func (p *partitions) counted(word, next uint64) bool {
	for range p.k {
		bit, _ := bits.Mul64(next, p.first())
		if word>>bit&1 == 0 {
			return false
		}
		next *= filter.ProbeStep
	}
	return true
}

// Delete takes one insertion of key back.
func (p *partitions) Delete(key string) bool {
	h := p.hash.Sum64(key)
	word, next := p.place(h)
	if *word&spilled != 0 && p.beside[h] > 0 {
		if p.beside[h]--; p.beside[h] == 0 {
			delete(p.beside, h)
		}
		p.n = max(0, p.n-1)
		return true
	}
	if !p.counted(*word, next) {
		return false
	}
	p.n = max(0, p.n-1)
	flag := *word & spilled
	*word &^= spilled
	for range p.k {
		bit, _ := bits.Mul64(next, p.first())
		if *word>>bit&1 != 0 { // a negative's bit can be twice that of one key
			*word = p.decrease(*word, bit)
		}
		next *= filter.ProbeStep
	}
	*word |= flag
	return true
}

// Count implements filter.Counter.
func (p *partitions) Count(key string) int {
	h := p.hash.Sum64(key)
	word, next := p.place(h)
	least := p.k * p.most
	for range p.k {
		bit, _ := bits.Mul64(next, p.first())
		least = min(least, p.height(*word&^spilled, bit))
		next *= filter.ProbeStep
	}
	return min(least+p.beside[h], mostCounted)
}

// MostCount bounds what is said, not what is counted.
func (p *partitions) MostCount() int { return mostCounted }

// partitionsVersion is that of the file below.
const partitionsVersion = 1

// AppendBinary implements filter.Stored.
func (p *partitions) AppendBinary(out []byte) ([]byte, error) {
	e := filter.NewEncoder(out, "multipartition", partitionsVersion)
	e.Uint(uint64(p.k))
	e.Uint(uint64(p.most))
	e.Uint(uint64(p.n))
	if err := e.Hasher(&p.hash); err != nil {
		return out, err
	}
	e.Words(p.words)
	e.Words(slices.Collect(func(yield func(uint64) bool) {
		for _, h := range slices.Sorted(maps.Keys(p.beside)) {
			if !yield(h) || !yield(uint64(p.beside[h])) {
				return
			}
		}
	}))
	return e.Close()
}

// UnmarshalBinary implements encoding.BinaryUnmarshaler.
func (p *partitions) UnmarshalBinary(data []byte) error {
	d, err := filter.NewDecoder(data, "multipartition", partitionsVersion)
	if err != nil {
		return err
	}
	p.k, p.most, p.n = d.Int("k", mostProbes), d.Int("keys of a word", partitionBits), d.Int("n", filter.MostKeys)
	p.hash, p.words = d.Hasher(), d.Words()
	p.count = uint64(len(p.words))
	beside := d.Words()
	d.Check(p.count >= 1, "it has no words: want 1 or more")
	if d.Check(p.k >= 1 && p.most >= 1 && p.k*p.most <= partitionBits-leastLevel, "k = %d and %d keys per word leave no %d bits", p.k, p.most, leastLevel) {
		for i, word := range p.words {
			d.Check(p.sound(word&^spilled), "word %d is none that keys make", i)
		}
	}
	if d.Check(len(beside)%2 == 0, "a key beside has no count") && len(beside) > 0 {
		p.beside = map[uint64]int{}
		for i := 0; i < len(beside); i += 2 {
			d.Check(i == 0 || beside[i-2] < beside[i], "the keys beside are not in order")
			d.Check(beside[i+1] >= 1 && beside[i+1] <= filter.MostKeys, "a key beside is there %d times", beside[i+1])
			p.beside[beside[i]] = int(beside[i+1])
		}
	}
	return d.Close()
}

// sound reports whether the levels of a word end within it, with no 1 behind.
func (p *partitions) sound(word uint64) bool {
	ones := bits.OnesCount64(word)
	if ones > p.k*p.most {
		return false
	}
	start, size := uint64(0), p.first()
	for size > 0 {
		start, size = start+size, uint64(bits.OnesCount64(word>>start&(1<<size-1)))
		if start+size > partitionBits {
			return false
		}
	}
	return start >= partitionBits || word>>start == 0
}

// Bits are those of the words, and of the keys beside.
func (p *partitions) Bits() uint64 { return 64*p.count + besideBits*uint64(len(p.beside)) }

func (p *partitions) Params() []filter.Param {
	return []filter.Param{{Name: "words", Value: float64(p.count)}, {Name: "k", Value: float64(p.k)}, {Name: "c", Value: float64(p.most)}, {Name: "b1", Value: float64(p.first())}}
}

// Theory is exact for random hashes.
func (p *partitions) Theory() float64 { return p.rate(p.n) }

// rate is that of n keys, of which a word has c at most.
func (p *partitions) rate(n int) float64 {
	at := bloom.BlockMoments(int(p.first()), p.k, p.k)
	return bloom.OverBlocks(n, p.count, func(i int) float64 { return at(min(i, p.most)) })
}
