package static

import (
	"bytes"
	"errors"
	"math"
	"slices"

	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

// solution is what the structures have in common: the table that solves the keys'
// equations, and the parameters.
type solution struct {
	shape
	table packed
	hash  filter.Hasher
	// hit is what the slots of a key and its fingerprint make, in the low r bits: 0.
	// Of a filter without keys it has more bits than that, so that nothing makes it.
	hit uint64
}

// attempts are tried with other hash functions. One fails with the probabilities
// that the tests bound, at most a half.
const attempts = 64

// errStuck is the failure of an attempt.
var errStuck = errors.New("in every slot that is left are two keys or more")

// width is r = ⌈log2(1/ε)⌉, the bits of a fingerprint.
func width(epsilon float64) uint64 {
	return uint64(max(1, math.Ceil(-math.Log2(epsilon))))
}

// newSolution is one of a shape, without its table.
func newSolution(s shape, cfg filter.Config) (*solution, error) {
	if err := cfg.Check(); err != nil {
		return nil, err
	}
	return &solution{shape: s, table: packed{width: width(cfg.Epsilon)}, hash: filter.NewHasher(cfg)}, nil
}

// plan is that of n keys.
func plan(n int, s shape, cfg filter.Config) (filter.Plan, error) {
	p, err := newSolution(s, cfg)
	if err != nil {
		return filter.Plan{}, err
	}
	return filter.Plan{Params: p.Params(), Bits: p.Bits(), Capacity: n, Theory: p.Theory()}, nil
}

// build solves the keys' equations and gives as that structure of the package makes
// of the solution.
func build(keys *wordlist.List, s shape, cfg filter.Config, as func(*solution) filter.Filter) (filter.Filter, error) {
	if err := cfg.Check(); err != nil {
		return nil, err
	}
	return filter.Retry(s.kind.String(), attempts, cfg, func(_ int, cfg filter.Config) (filter.Filter, error) {
		p, err := newSolution(s, cfg)
		if err != nil {
			return nil, err
		}
		if !p.solve(keys) {
			return nil, errStuck
		}
		return as(p), nil
	})
}

// solve fills the table. Equal hashes can never be peeled: they are looked for when
// the keys cannot, and left out.
func (s *solution) solve(keys *wordlist.List) bool {
	p := newPeeling(&s.shape)
	if s.slots < orderFrom || s.kind == kindXor {
		for _, hashes := range s.hash.Batches(keys) {
			p.add(hashes)
		}
	} else {
		s.addOrdered(p, keys)
	}
	if p.peel(s.slots); !p.done() {
		hashes := distinct(keys, &s.hash)
		if len(hashes) == keys.Len() {
			return false
		}
		p = newPeeling(&s.shape)
		p.add(hashes)
		if p.peel(s.slots); !p.done() {
			return false
		}
	}
	s.allocate(s.table.width)
	p.solve(&s.table)
	return true
}

// orderFrom is the number of slots from which on it pays to order the hashes: those
// of less fit the processor's second cache.
const orderFrom = 1 << 17

const (
	orderBits  = 9 // as many parts as there are lines in the first cache
	orderParts = 1 << orderBits
)

// addOrdered adds the keys to a peeling in parts, those whose first slots are near
// each other at once. Of fuse, the segments before them are complete then, and most
// of their keys can be taken away while the cache still holds them.
func (s *solution) addOrdered(p *peeling, keys *wordlist.List) {
	list, ends := ordered(keys, &s.hash)
	start := 0
	for part, end := range ends {
		p.add(list[start:end])
		start = end
		if s.kind != kindXor {
			begun := s.span * uint64(part+1) >> orderBits // the slot from which on the first ones of keys are to come
			p.peel(begun &^ (s.length - 1))
		}
	}
}

// ordered are the hashes of the keys in parts by their first bits, and where each part
// ends. It counts, then places; hashing twice costs less than a second array.
func ordered(keys *wordlist.List, hash *filter.Hasher) (list []uint64, ends [orderParts]int) {
	for h := range hash.Sums(keys) {
		ends[h>>(64-orderBits)]++
	}
	sum := 0
	for part, n := range ends {
		ends[part] = sum
		sum += n
	}
	list = make([]uint64, keys.Len())
	for _, hashes := range hash.Batches(keys) {
		for _, h := range hashes {
			at := &ends[h>>(64-orderBits)]
			list[*at] = h
			*at++
		}
	}
	return list, ends
}

// allocate makes a table of zeros, of r bits each.
func (s *solution) allocate(r uint64) {
	s.table = newPacked(s.slots, r)
	if s.empty() {
		s.hit = 1 << 63
	}
}

// distinct are the hashes of the keys, each once, in ascending order.
func distinct(keys *wordlist.List, hash *filter.Hasher) []uint64 {
	list := make([]uint64, 0, keys.Len())
	for _, hashes := range hash.Batches(keys) {
		list = append(list, hashes...)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// Bits are those of the slots.
func (s *solution) Bits() uint64 { return s.slots * s.table.width }

// Theory is exact: a stranger's fingerprint is one of 2^r, whatever its slots hold.
func (s *solution) Theory() float64 {
	if s.empty() {
		return 0
	}
	return math.Ldexp(1, -int(s.table.width))
}

func (s *solution) Params() []filter.Param {
	list := []filter.Param{{Name: "r", Value: float64(s.table.width)}, {Name: "slots", Value: float64(s.slots)}}
	if s.kind == kindXor {
		return list
	}
	return append(list, filter.Param{Name: "segment", Value: float64(s.length)})
}

// fileVersion is that of the files below.
const fileVersion = 1

// AppendBinary implements filter.Stored.
func (s *solution) AppendBinary(out []byte) ([]byte, error) {
	e := filter.NewEncoder(out, s.kind.String(), fileVersion)
	e.Uint(s.table.width)
	e.Uint(s.length)
	e.Uint(s.slots)
	if err := e.Hasher(&s.hash); err != nil {
		return out, err
	}
	e.Bytes(s.table.stored())
	return e.Close()
}

// read is UnmarshalBinary of a structure of that kind.
func (s *solution) read(data []byte, k kind) error {
	d, err := filter.NewDecoder(data, k.String(), fileVersion)
	if err != nil {
		return err
	}
	const (
		mostBits  = 40      // of a rate of filter.MinEpsilon
		mostSlots = 1 << 32 // of a peeling
	)
	r, length, slots := d.Int("r", mostBits), d.Int("length", mostSlots), d.Int("slots", mostSlots)
	hash, table := d.Hasher(), d.Bytes()
	*s = solution{shape: shape{kind: k, length: uint64(length), slots: uint64(slots)}, hash: hash}
	if d.Check(r >= 1 && length >= 1 && slots >= 1, "%d slots of %d bits, %d in a part: want 1 or more", slots, r, length) &&
		d.Check(s.close(), "%d slots do not make parts of %d", slots, length) {
		want := packedBytes(s.slots, uint64(r))
		d.Check(uint64(len(table)) == want, "%d slots of %d bits do not take %d bytes", slots, r, len(table))
	}
	if err := d.Close(); err != nil {
		return err
	}
	s.allocate(uint64(r))
	copy(s.table.bytes, table)
	d.Check(s.table.clean(s.slots), "there are bits behind the last slot")
	d.Check(!s.empty() || bytes.Count(table, []byte{0}) == len(table), "a slot of a filter without keys is not 0")
	return d.Close()
}
