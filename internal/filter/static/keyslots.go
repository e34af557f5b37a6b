package static

import (
	"math/bits"

	"hyphbench/internal/filter"
)

// shape says which slots a key has. They are different ones, and follow from its
// hash as its fingerprint does.
type shape struct {
	kind   kind
	length uint64 // slots of a segment, a power of two, or of a block of xor
	slots  uint64
	span   uint64 // slots in which the first of a key can be, from 0 on
}

// kind is the rule of a shape.
type kind uint8

const (
	kindXor kind = iota
	kindFuse
	kindFuse4
)

// String is the name of the structure.
func (k kind) String() string { return [...]string{"xor", "fuse", "fuse4"}[k] }

// arity is the number of slots of a key.
func (k kind) arity() uint64 {
	if k == kindFuse4 {
		return 4
	}
	return 3
}

// newShape has that many segments, or blocks, of a length.
func newShape(k kind, parts, length uint64) shape {
	s := shape{kind: k, length: length, slots: parts * length}
	s.span = s.slots - (k.arity()-1)*length
	return s
}

// emptyShape is that of a filter without keys: parts of one slot, which no other has.
func emptyShape(k kind) shape { return newShape(k, k.arity(), 1) }

func (s *shape) empty() bool { return s.length == 1 }

// close derives span from the rest, and reports whether there can be such a shape.
func (s *shape) close() bool {
	parts := s.slots / s.length
	if s.slots%s.length != 0 || parts < s.kind.arity() {
		return false
	}
	*s = newShape(s.kind, parts, s.length)
	if s.kind == kindXor || s.empty() {
		return parts == s.kind.arity()
	}
	return bits.OnesCount64(s.length) == 1 && s.length <= longestSegment
}

// of gives the slots of hash h. Of three, the fourth is 0.
func (s *shape) of(h uint64) (a, b, c, d uint64) {
	a, _ = bits.Mul64(h, s.span)
	switch s.kind {
	case kindFuse:
		b, c = fuseSlots(h, a, s.length)
	case kindFuse4:
		b, c, d = fuse4Slots(h, fingerprint(h), a, s.length)
	default:
		b, c = xorSlots(h, s.length)
	}
	return a, b, c, d
}

// fingerprint has the fingerprint of hash h in its low bits. All bits of the hash
// decide each of them.
func fingerprint(h uint64) uint64 {
	x, _ := bits.Mul64(h, filter.ProbeStep)
	return x
}
