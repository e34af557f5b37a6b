package exact

import (
	"math"
	"math/bits"

	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

// Bitset has one bit for each element of a closed universe, which is set for the
// keys. The elements are numbered by a minimal perfect hash function.
//
// Guarantee: exact on the universe and the keys. Elsewhere a word gets the number,
// and so the bit, of any element: the rate is near n/u (Outside).
// Cost: 4.5 bits an element, whatever the number of keys: one for the set and 3.5
// for the numbering. Building takes up to 21 bytes an element beside.
// Source: the plain bit map, with the numbering of Limasset, Rizk, Chikhi,
// Peterlongo 2017, Fast and scalable minimal perfect hashing for massive key sets.
func Bitset() filter.Structure {
	return filter.Structure{
		Name:      "bitset",
		Title:     "bit set of a numbered universe",
		Reference: "Limasset, Rizk, Chikhi, Peterlongo 2017, Fast and scalable minimal perfect hashing for massive key sets",
		Exact:     true,
		Closed:    true,
		Family:    filter.FamilyExact,
		Plan:      planBitset,
		Build:     buildBitset,
		Open:      filter.Open[bitset],
		Explain: filter.Explanation{
			What: "A bit for each element of a closed universe, at the number that a minimal perfect hash function gives it. The function is a sequence of bit arrays: an element that is alone at its place is numbered there, by the count of bits before it; the others go on.",
			Layout: `
  word ──hash──► level 1   0 1 1 0 0 1 0 1 1 0 1 0
                               │        0: go on
                 level 2   0 1 0 1 1 0
                             ▲ 1: the seventh bit set, number 6
                              ▼
  set            1 0 0 0 1 0 [1] 0 0 ...            u bits`,
			Formula: `
  levels = γ·e^(1/γ)·u = 3.30·u bits with γ = 2, 1/16 more for counting
  bits ≈ 4.5·u
  rate = 0 in the universe, below n/u elsewhere`,
			Guarantee: "Exact for every element of the universe and every key.",
			Price:     "4.5 bits for each element of the universe, not of the set: 1,200 bits a key for the thesis's keys and words.",
			When:      "Where a quarter of the universe or more is in the set; for fewer keys a cascade is smaller.",
		},
	}
}

const bitsetAttempts = 8

type bitset struct {
	numbers numbering
	set     []uint64 // a bit for each number
	doubts
	hash filter.Hasher
}

// planBitset expects the elements to be distinct and no key to be among them.
func planBitset(n int, cfg filter.Config) (filter.Plan, error) {
	if err := cfg.CheckClosed(); err != nil {
		return filter.Plan{}, err
	}
	u := float64(n + cfg.Universe.Len())
	levels := NumberingBits(numberingGamma) * u
	return filter.Plan{Params: bitsetParams(uint64(u)), Bits: uint64(math.Ceil(levels*(1+32.0/numberingBlock) + u)), Estimated: true}, nil
}

func buildBitset(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
	if err := cfg.CheckClosed(); err != nil {
		return nil, err
	}
	return filter.Retry("bitset", bitsetAttempts, cfg, func(_ int, cfg filter.Config) (filter.Filter, error) {
		b := &bitset{hash: filter.NewHasher(cfg)}
		if err := b.build(keys, cfg.Universe); err != nil {
			return nil, err
		}
		return b, nil
	})
}

// build numbers the hashes of all elements. Those that a key and a stranger share
// are numbered once and decided by text.
func (b *bitset) build(keys, universe *wordlist.List) error {
	all := b.strangers(keys, universe)
	sums := make([]uint64, 0, keys.Len())
	for h := range b.hash.Sums(keys) {
		sums = append(sums, h)
	}
	sums = sorted(sums)
	alike := common(sums, all)
	b.doubts = newDoubts(alike, keys, &b.hash)
	all = append(all, without(sums, alike)...)
	if err := b.numbers.number(all); err != nil {
		return err
	}
	b.set = make([]uint64, (b.numbers.n+63)/64)
	for h := range b.hash.Sums(keys) {
		if number, ok := b.numbers.of(h); ok {
			b.set[number/64] |= 1 << (number % 64)
		}
	}
	return nil
}

// strangers are the hashes of the elements that are no key, in ascending order.
func (b *bitset) strangers(keys, universe *wordlist.List) []uint64 {
	set := newKeySet(keys)
	list := make([]uint64, 0, universe.Len()+keys.Len())
	i := 0
	for h := range b.hash.Sums(universe) {
		if !set.has(universe.At(i)) {
			list = append(list, h)
		}
		i++
	}
	return sorted(list)
}

func (b *bitset) Contains(key string) bool {
	h := b.hash.Sum64(key)
	number, ok := b.numbers.of(h)
	if !ok || b.set[number/64]>>(number%64)&1 == 0 {
		return false
	}
	if b.doubts.about(h) { // its bit is a key's
		return b.doubts.decide(key)
	}
	return true
}

// Outside sums over the levels: a stranger that found no bit so far meets one of a
// key here.
func (b *bitset) Outside() float64 {
	rate, left := 0.0, 1.0
	start, number := uint64(0), uint64(0)
	for _, m := range b.numbers.sizes {
		in := uint64(ones(b.numbers.words, start, start+m))
		rate += left * float64(ones(b.set, number, number+in)) / float64(m)
		left *= 1 - float64(in)/float64(m)
		start += m
		number += in
	}
	return rate
}

// Bits counts the numbering, a bit for each element, and what is in doubt.
func (b *bitset) Bits() uint64 { return b.numbers.bits() + b.numbers.n + b.doubts.bits() }

func (b *bitset) Params() []filter.Param { return bitsetParams(b.numbers.n) }

func bitsetParams(u uint64) []filter.Param {
	return []filter.Param{{Name: "u", Value: float64(u)}, {Name: "γ", Value: numberingGamma}}
}

// Theory is 0: in the universe the set is exact.
func (b *bitset) Theory() float64 { return 0 }

// bitsetVersion is that of the file below.
const bitsetVersion = 1

// AppendBinary implements filter.Stored. The universe is not part of the file.
func (b *bitset) AppendBinary(out []byte) ([]byte, error) {
	e := filter.NewEncoder(out, "bitset", bitsetVersion)
	if err := e.Hasher(&b.hash); err != nil {
		return out, err
	}
	e.Words(b.numbers.sizes)
	e.Words(b.numbers.words)
	e.Words(b.set)
	b.doubts.write(e)
	return e.Close()
}

// UnmarshalBinary implements encoding.BinaryUnmarshaler.
func (b *bitset) UnmarshalBinary(data []byte) error {
	d, err := filter.NewDecoder(data, "bitset", bitsetVersion)
	if err != nil {
		return err
	}
	*b = bitset{hash: d.Hasher()}
	b.numbers.sizes, b.numbers.words, b.set = d.Words(), d.Words(), d.Words()
	b.doubts.read(d, &b.hash)
	checkLevels(d, b.numbers.sizes, b.numbers.words, numberingLevels)
	b.numbers.rank()
	if n := b.numbers.n; d.Check(uint64(len(b.set)) == (n+63)/64, "%d words for a set of %d elements", len(b.set), n) {
		d.Check(ones(b.set, n, 64*uint64(len(b.set))) == 0, "bits are set behind the last element")
	}
	return d.Close()
}

// checkLevels wants the levels of a file to fill the words, with nothing behind.
func checkLevels(d *filter.Decoder, sizes, words []uint64, most int) {
	d.Check(len(sizes) <= most, "%d levels: want %d at most", len(sizes), most)
	total, room := uint64(0), 64*uint64(len(words))
	for _, m := range sizes {
		if !d.Check(m >= 1 && m <= room-total, "a level of %d bits is empty or longer than the rest", m) {
			return
		}
		total += m
	}
	if d.Check(room-total < 64, "%d bits in levels of %d", room, total) {
		d.Check(ones(words, total, room) == 0, "bits are set behind the last level")
	}
}

// ones counts the bits set from first to before end.
func ones(words []uint64, first, end uint64) int {
	n := 0
	for at := first; at < end; {
		length := min(64-at%64, end-at)
		n += bits.OnesCount64(words[at/64] >> (at % 64) << (64 - length))
		at += length
	}
	return n
}
