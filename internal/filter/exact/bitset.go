package exact

import (
	"math"
	"math/bits"
	"slices"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/closeduniverse"
	"hyphbench/internal/wordlist"
)

// Bitset has one bit for each element of a closed universe, which is set for the
// keys. The elements are numbered by a minimal perfect hash function.
//
// Guarantee: exact on the universe and the keys. Elsewhere a word gets the number,
// and so the bit, of any element: the rate is near n/u (Outside).
// Cost: 4.5 bits per element, whatever the number of keys: one for the set and 3.5
// for the numbering. Building goes through the lists once for every two million
// elements, and takes some ten bytes for each of these beside.
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
			Price:     "4.5 bits for each element of the universe, not of the set: 1,200 bits per key for the thesis's keys and words.",
			When:      "Where a quarter of the universe or more is in the set; for fewer keys a cascade is smaller.",
		},
	}
}

const (
	bitsetAttempts = 8
	bitsetPart     = 1_800_000 // elements of a part at most, as the words of both lists are counted
)

// bitset divides a large universe by the first bits of the hash, so that the hashes
// of a part alone are in memory while it is built.
type bitset struct {
	parts  []bitsetNumbers
	doubts closeduniverse.Doubts
	hash   filter.Hasher
}

// bitsetNumbers is a part: its elements numbered, and a bit for each number.
type bitsetNumbers struct {
	numbering
	set []uint64
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
		parts := (keys.Len()+cfg.Universe.Len())/bitsetPart + 1
		b := &bitset{parts: make([]bitsetNumbers, parts), hash: filter.NewHasher(cfg)}
		if err := b.build(keys, cfg.Universe); err != nil {
			return nil, err
		}
		return b, nil
	})
}

// build goes through both lists once for each part. The hashes that a key and a
// negative share are numbered once and decided by text.
func (b *bitset) build(keys, universe *wordlist.List) error {
	ours, theirs := b.count(keys), b.count(universe)
	var alike []uint64
	for part := range b.parts {
		sums := make([]uint64, 0, ours[part])
		set := closeduniverse.NewKeySetFor(keys, ours[part])
		i := 0
		for h := range b.hash.Sums(keys) {
			if b.part(h) == uint64(part) {
				sums = append(sums, h)
				set.Add(i)
			}
			i++
		}
		sums = closeduniverse.Sorted(sums)
		all := make([]uint64, 0, theirs[part]) // enough where the universe has the keys too
		i = 0
		for h := range b.hash.Sums(universe) {
			if b.part(h) == uint64(part) && !set.Has(universe.At(i)) {
				all = append(all, h)
			}
			i++
		}
		all = closeduniverse.Sorted(all)
		both := closeduniverse.Common(sums, all)
		rest := sums
		if len(both) > 0 {
			alike = append(alike, both...)
			rest = closeduniverse.Without(slices.Clone(sums), both)
		}
		all = append(all, rest...)
		p := &b.parts[part]
		if err := p.number(all); err != nil {
			return err
		}
		p.set = make([]uint64, (p.n+63)/64)
		for _, h := range sums {
			if number, ok := p.of(h); ok {
				p.set[number/64] |= 1 << (number % 64)
			}
		}
	}
	b.doubts = closeduniverse.NewDoubts(closeduniverse.Sorted(alike), keys, &b.hash)
	return nil
}

func (b *bitset) part(h uint64) uint64 {
	part, _ := bits.Mul64(h, uint64(len(b.parts)))
	return part
}

// count is how many words of a list each part has.
func (b *bitset) count(list *wordlist.List) []int {
	counts := make([]int, len(b.parts))
	for h := range b.hash.Sums(list) {
		counts[b.part(h)]++
	}
	return counts
}

func (b *bitset) Contains(key string) bool {
	h := b.hash.Sum64(key)
	p := &b.parts[b.part(h)]
	number, ok := p.of(h)
	if !ok || p.set[number/64]>>(number%64)&1 == 0 {
		return false
	}
	if b.doubts.About(h) { // its bit is a key's
		return b.doubts.Decide(key)
	}
	return true
}

// Outside is the mean over the parts.
func (b *bitset) Outside() float64 {
	rate := 0.0
	for i := range b.parts {
		rate += b.parts[i].outside() / float64(len(b.parts))
	}
	return min(1, rate)
}

// outside sums over the levels: a negative that found no bit so far meets one of a
// key here.
func (p *bitsetNumbers) outside() float64 {
	rate, left := 0.0, 1.0
	start, number := uint64(0), uint64(0)
	for _, m := range p.sizes {
		in := uint64(ones(p.words, start, start+m))
		rate += left * float64(ones(p.set, number, number+in)) / float64(m)
		left *= 1 - float64(in)/float64(m)
		start += m
		number += in
	}
	return rate
}

// Bits counts the numbering, a bit for each element, and what is in doubt.
func (b *bitset) Bits() uint64 {
	total := b.doubts.Bits()
	for i := range b.parts {
		total += b.parts[i].bits() + b.parts[i].n
	}
	return total
}

func (b *bitset) Params() []filter.Param {
	u := uint64(0)
	for i := range b.parts {
		u += b.parts[i].n
	}
	return bitsetParams(u)
}

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
	e.Uint(uint64(len(b.parts)))
	for i := range b.parts {
		e.Words(b.parts[i].sizes)
		e.Words(b.parts[i].words)
		e.Words(b.parts[i].set)
	}
	b.doubts.Write(e)
	return e.Close()
}

// UnmarshalBinary implements encoding.BinaryUnmarshaler.
func (b *bitset) UnmarshalBinary(data []byte) error {
	d, err := filter.NewDecoder(data, "bitset", bitsetVersion)
	if err != nil {
		return err
	}
	*b = bitset{hash: d.Hasher()}
	parts := d.Int("parts", filter.MostKeys)
	const least = 3 * 8 // bytes of a part
	if !d.Check(parts >= 1 && d.Fits(parts, least), "%d parts are none or more than the file holds", parts) {
		return d.Close()
	}
	b.parts = make([]bitsetNumbers, parts)
	for i := range b.parts {
		p := &b.parts[i]
		p.sizes, p.words, p.set = d.Words(), d.Words(), d.Words()
		checkLevels(d, p.sizes, p.words, numberingLevels)
		p.rank()
		if d.Check(uint64(len(p.set)) == (p.n+63)/64, "%d words for a set of %d elements", len(p.set), p.n) {
			d.Check(ones(p.set, p.n, 64*uint64(len(p.set))) == 0, "bits are set behind the last element")
		}
	}
	b.doubts.Read(d, &b.hash)
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
