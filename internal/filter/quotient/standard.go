package quotient

import (
	"math"
	"math/bits"

	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

// Standard is the quotient filter, with resizing and merging, in the layout of the
// rank-and-select quotient filter.
//
// Guarantee: no false negatives, deletion included; as many copies of a key as there
// is room for. The requested rate is held up to the number of keys told.
// Cost: (r + 3)/α bits per key at load α ≤ 0.9; a query finds the run of its quotient
// by rank and select and compares its remainders at once, all within one block of
// 8(r + 3) bytes as a rule. An insertion moves what is behind it in its cluster,
// (1 + 1/(1 − α)^2)/2 slots on average (Knuth, TAOCP vol. 3, 6.4, linear probing).
// Source: Bender et al. 2012, section 3, for the filter, its resizing and merging;
// Pandey, Bender, Johnson, Patro 2017, section 3, for the layout.
func Standard() filter.Structure {
	return filter.Structure{
		Name:      "quotient",
		Title:     "quotient filter",
		Reference: "Bender et al. 2012, Don't thrash: how to cache your hash on flash, section 3; layout: Pandey, Bender, Johnson, Patro 2017, A general-purpose counting filter, section 3",
		Family:    filter.FamilyQuotient,
		Plan:      planStandard,
		Build:     buildStandard,
		Open:      filter.Open[standard],
		Explain: filter.Explanation{
			What: "A sorted multiset of fingerprints in a hash table. The first part of a fingerprint, the quotient, is a slot's number and is not stored; the rest, the remainder, is in that slot or as soon behind it as others leave room. Remainders of one quotient are a run. A query finds the run of its quotient by counting bits and compares its remainders.",
			Layout: `
  key ──hash──► quotient 4, remainder 5a

  quotient     0   1   2   3   4   5   6   7
             ┌───┬───┬───┬───┬───┬───┬───┬───┐
  has a run  │ 0 │ 1 │ 0 │ 1 │ 1 │ 0 │ 0 │ 1 │  4 is the third that has:
             ├───┼───┼───┼───┼───┼───┼───┼───┤
  run's end  │ 0 │ 0 │ 0 │ 1 │ 1 │ 0 │ 1 │ 1 │  its run has the third end
             ├───┼───┼───┼───┼───┼───┼───┼───┤
  remainder  │   │ 17│ 90│ c0│ 08│ 33│ 5a│ 71│
             └───┴───┴───┴───┴───┴───┴───┴───┘`,
			Formula: `
  slots·2^r fingerprints: quotient = ⌊h·slots/2^64⌋, remainder = next r bits
  slots: the least multiple of 64 with n/slots ≤ min(0.9, ε·2^r); r for the
  fewest bits = slots·(r + 3)
  rate = 1 − (1 − 1/(slots·2^r))^n ≈ 1 − e^(−α/2^r), α = n/slots
  doubled: 2·slots, r − 1: the same fingerprints, the same rate for n keys,
  twice the rate for 2n`,
			Guarantee: "No false negatives, deletion included. Equal fingerprints are stored as often as they come. Full at 95 % of its slots; then Resize doubles them without the keys, and takes a bit off each remainder, until there is one bit left. Two filters of one seed whose slots differ by a power of two can be merged, at the rate of the coarser fingerprints.",
			Price:     "(r + 3)/α bits per key: 11.3 for 1,753 keys at ε = 1 %, with r = 7. Three bits of a slot are no remainder. An insertion looks for the next free slot and moves what is before it: (1 + 1/(1 − α)^2)/2 slots on average, 50 at load 0.9 and 200 at 0.95. Past the last cache a list is answered faster than key by key.",
			When:      "Where keys come and go and filters are merged or doubled without the keys. For deletion alone a cuckoo filter is faster; for a fixed set a static structure is smaller.",
			Paper:     "M. A. Bender, M. Farach-Colton, R. Johnson, R. Kraner, B. C. Kuszmaul, D. Medjedovic, P. Montes, P. Shetty, R. P. Spillane, E. Zadok 2012, Don't thrash: how to cache your hash on flash, PVLDB 5(11), section 3; P. Pandey, M. A. Bender, R. Johnson, R. Patro 2017, A general-purpose counting filter: making every bit count, SIGMOD, section 3",
		},
	}
}

const (
	standardLoad     = 0.9  // share of the slots that the keys told fill at most
	standardFull     = 0.95 // share that is filled at most
	standardMostBits = 63   // of a remainder
)

// standard keeps the remainder of a hash, r bits, in the table under its quotient.
type standard struct {
	table
	hash  filter.Hasher
	lanes uint64 // slots compared at once: those that fit a word
	ones  uint64 // 1 in the lowest bit of each
	highs uint64 // 1 in the highest bit of each
}

// StandardSize is the smallest table in which n keys have a rate of epsilon or less:
// slots, and bits of a remainder.
func StandardSize(n int, epsilon float64) (slots, r uint64) {
	best := uint64(math.MaxUint64)
	for bits := 1; bits < standardMostBits; bits++ {
		load := min(standardLoad, math.Ldexp(epsilon, bits))
		want := math.Ceil(float64(max(1, n)) / (blockSlots * load))
		if size := want * float64(bits+blockHead); size < float64(best) && want < filter.MostKeys {
			slots, r, best = uint64(want)*blockSlots, uint64(bits), uint64(size)
		}
		if load == standardLoad {
			break
		}
	}
	return slots, r
}

// newStandard is an empty filter without its table.
func newStandard(slots, r uint64, hash filter.Hasher) *standard {
	f := &standard{table: newTable(slots, r), hash: hash}
	f.measure()
	return f
}

// measure derives the rest from the bits of a remainder.
func (f *standard) measure() {
	f.lanes, f.ones = max(1, 63/f.width), 0
	for lane := range f.lanes {
		f.ones |= 1 << (lane * f.width)
	}
	f.highs = f.ones << (f.width - 1)
}

// standardCapacity is the most keys.
func standardCapacity(slots uint64) uint64 { return uint64(standardFull * float64(slots)) }

func planStandard(n int, cfg filter.Config) (filter.Plan, error) {
	if err := cfg.Check(); err != nil {
		return filter.Plan{}, err
	}
	slots, r := StandardSize(cfg.Room(n), cfg.Epsilon)
	f := newStandard(slots, r, filter.NewHasher(cfg))
	f.n = uint64(n)
	return filter.Plan{Params: f.Params(), Bits: f.Bits(), Capacity: int(standardCapacity(f.slots)), Theory: f.Theory()}, nil
}

func buildStandard(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
	if err := cfg.Check(); err != nil {
		return nil, err
	}
	slots, r := StandardSize(cfg.Room(keys.Len()), cfg.Epsilon)
	f := newStandard(slots, r, filter.NewHasher(cfg))
	f.allocate()
	for h := range f.hash.Sums(keys) {
		f.insert(f.locate(h))
	}
	return f, nil
}

// locate splits a hash: as a fraction of 2^64 times the slots, its whole part is the
// quotient and the first bits of what follows are the remainder.
func (f *standard) locate(h uint64) (quotient, remainder uint64) {
	quotient, fraction := bits.Mul64(h, f.slots)
	return quotient, fraction >> (64 - f.width)
}

// Insert adds key, or returns ErrFull.
func (f *standard) Insert(key string) error {
	if f.n >= standardCapacity(f.slots) {
		return filter.ErrFull
	}
	f.insert(f.locate(f.hash.Sum64(key)))
	return nil
}

// Delete takes one copy of the key's fingerprint away.
func (f *standard) Delete(key string) bool {
	q, x := f.locate(f.hash.Sum64(key))
	if !f.occupied(q) {
		return false
	}
	first, past := f.run(q)
	at := f.search(first, past, x)
	if at == past || f.get(at) != x {
		return false
	}
	f.remove(q, at)
	return true
}

func (f *standard) Contains(key string) bool {
	if f.hash.Usual() {
		return f.holds(f.hash.Seeded(filter.Fingerprint(key)))
	}
	return f.holds(f.hash.Sum64(key))
}

// ContainsBatch hashes some keys, then reads whether their quotients have a run, then
// goes on with those that have. Past the last cache the reads wait for memory together,
// where Contains waits before every branch.
func (f *standard) ContainsBatch(keys *wordlist.List, out []bool) {
	var occupied [filter.BatchKeys]uint64
	for first, hashes := range f.hash.Batches(keys) {
		answers := out[first : first+len(hashes)]
		for i, h := range hashes {
			q, _ := bits.Mul64(h, f.slots)
			occupied[i%filter.BatchKeys] = f.words[q/blockSlots*f.stride] >> (q % blockSlots)
		}
		for i, h := range hashes {
			answers[i] = occupied[i%filter.BatchKeys]&1 != 0 && f.holds(h)
		}
	}
}

// holds finds the run's end as past does, and compares as many of its remainders as a
// word holds at once: an equal one becomes 0 in x, and (x − ones) &^ x has the high bit
// of some lane set iff a lane is 0 (Mycroft's test for a zero byte). Lanes behind the
// run are made non-zero before. Where the run goes on in the next block or is longer
// than a word, holdsSlow answers. To leave at once where the quotient has no run is
// faster than to go on without a branch: what follows takes longer than a branch that
// is mispredicted every second time.
func (f *standard) holds(h uint64) bool {
	q, fraction := bits.Mul64(h, f.slots)
	w := f.words[q/blockSlots*f.stride:]
	_ = w[wordOffset]
	k := q % blockSlots
	if w[0]>>k&1 == 0 {
		return false
	}
	d := uint64(bits.OnesCount64(w[0] << (blockSlots - 1 - k)))
	offset := w[wordOffset]
	end := selectBit(w[wordEnds]&(^uint64(0)<<offset), d)
	if end >= blockSlots {
		return f.holdsSlow(h)
	}
	// The run begins behind the end before it, or behind a slot that ends at k.
	first := uint64(bits.Len64(w[wordEnds]&(1<<(end&63)-1) | 1<<k>>1))
	n := end + 1 - first
	if n > f.lanes {
		return f.holdsSlow(h)
	}
	bit := first * f.width
	w = w[blockHead+bit/64:]
	x := w[0]>>(bit%64) | w[1]<<1<<(^bit&63)
	x = x ^ fraction>>(-f.width&63)*f.ones | ^uint64(0)<<(n*f.width&63)
	return (x-f.ones)&^x&f.highs != 0
}

// holdsSlow is the same for any run.
func (f *standard) holdsSlow(h uint64) bool {
	q, x := f.locate(h)
	if !f.occupied(q) {
		return false
	}
	first, past := f.run(q)
	at := f.search(first, past, x)
	return at < past && f.get(at) == x
}

// standardVersion is that of the file below.
const standardVersion = 1

// AppendBinary implements filter.Stored.
func (f *standard) AppendBinary(out []byte) ([]byte, error) {
	e := filter.NewEncoder(out, "quotient", standardVersion)
	if err := e.Hasher(&f.hash); err != nil {
		return out, err
	}
	f.write(e)
	return e.Close()
}

// UnmarshalBinary implements encoding.BinaryUnmarshaler.
func (f *standard) UnmarshalBinary(data []byte) error {
	d, err := filter.NewDecoder(data, "quotient", standardVersion)
	if err != nil {
		return err
	}
	f.hash = d.Hasher()
	f.read(d)
	if d.Check(f.width <= standardMostBits && f.n <= standardCapacity(f.slots), "%d keys with remainders of %d bits in %d slots", f.n, f.width, f.slots) {
		f.measure()
	}
	return d.Close()
}

func (f *standard) Bits() uint64 { return f.bits() }

func (f *standard) Params() []filter.Param {
	return []filter.Param{{Name: "slots", Value: float64(f.slots)}, {Name: "r", Value: float64(f.width)}}
}

// Theory is exact for random hashes: a negative's fingerprint is that of a key with
// a probability of one in slots·2^r for each.
func (f *standard) Theory() float64 {
	return -math.Expm1(float64(f.n) * math.Log1p(-math.Ldexp(1/float64(f.slots), -int(f.width))))
}
