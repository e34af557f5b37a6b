package static

import (
	"bytes"
	"encoding/binary"
	"math"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/packed"
)

// solution is what the structures have in common: the table that solves the keys'
// equations, and the parameters.
type solution struct {
	shape
	table packed.Array
	mask  uint64 // of the bits of a slot
	hash  filter.Hasher
	// hit is what the slots of a key and its fingerprint make, in the low r bits: 0.
	// Of a filter without keys it has more bits than that, so that nothing makes it.
	hit uint64
}

// width is r = ⌈log2(1/ε)⌉, the bits of a fingerprint.
func width(epsilon float64) uint64 {
	return uint64(max(1, math.Ceil(-math.Log2(epsilon))))
}

// newSolution is one of a shape, without its table.
func newSolution(s shape, cfg filter.Config) (*solution, error) {
	if err := cfg.Check(); err != nil {
		return nil, err
	}
	return &solution{shape: s, table: packed.Array{Width: width(cfg.Epsilon)}, hash: filter.NewHasher(cfg)}, nil
}

// plan is that of n keys.
func plan(n int, s shape, cfg filter.Config) (filter.Plan, error) {
	p, err := newSolution(s, cfg)
	if err != nil {
		return filter.Plan{}, err
	}
	return filter.Plan{Params: p.Params(), Bits: p.Bits(), Capacity: n, Theory: p.Theory()}, nil
}

// allocate makes a table of zeros, of r bits each.
func (s *solution) allocate(r uint64) {
	s.table = packed.New(s.slots, r)
	s.mask = s.table.Mask()
	if s.empty() {
		s.hit = 1 << 63
	}
}

// widest is the most bits of a slot that a word holds wherever in a byte it starts.
const widest = 57

// at is slot i and, above it, bits of those that follow: what a query needs, sooner than
// packed.Array has the slot alone.
func (s *solution) at(i uint64) uint64 {
	bit := i * s.table.Width
	at := bit / 8
	return binary.LittleEndian.Uint64(s.table.Bytes[at:at+8]) >> (bit % 8)
}

// Bits are those of the slots.
func (s *solution) Bits() uint64 { return s.slots * s.table.Width }

// Theory is exact: a negative's fingerprint is one of 2^r, whatever its slots hold.
func (s *solution) Theory() float64 {
	if s.empty() {
		return 0
	}
	return math.Ldexp(1, -int(s.table.Width))
}

func (s *solution) Params() []filter.Param {
	list := []filter.Param{{Name: "r", Value: float64(s.table.Width)}, {Name: "slots", Value: float64(s.slots)}}
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
	e.Uint(s.table.Width)
	e.Uint(s.length)
	e.Uint(s.slots)
	if err := e.Hasher(&s.hash); err != nil {
		return out, err
	}
	e.Bytes(s.table.Stored())
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
		want := packed.Size(s.slots, uint64(r))
		d.Check(uint64(len(table)) == want, "%d slots of %d bits do not take %d bytes", slots, r, len(table))
	}
	if err := d.Close(); err != nil {
		return err
	}
	s.allocate(uint64(r))
	copy(s.table.Bytes, table)
	d.Check(s.table.Clean(s.slots), "there are bits behind the last slot")
	d.Check(!s.empty() || bytes.Count(table, []byte{0}) == len(table), "a slot of a filter without keys is not 0")
	return d.Close()
}
