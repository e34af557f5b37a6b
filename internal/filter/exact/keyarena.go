package exact

import (
	"iter"
	"math"
	"strings"
)

// span is the place of a key in an arena.
type span struct{ start, size uint32 }

// arena is one text that holds the keys of a dictionary, 4 GiB at most. No key
// has a pointer.
type arena struct {
	text strings.Builder
	dead uint64 // bytes of keys that were deleted
}

// add copies key; false if there is no room.
func (a *arena) add(key string) (span, bool) {
	if uint64(a.text.Len())+uint64(len(key)) > math.MaxUint32 {
		return span{}, false
	}
	s := span{uint32(a.text.Len()), uint32(len(key))}
	a.text.WriteString(key)
	return s, true
}

// at is a view of the key at s.
func (a *arena) at(s span) string {
	return a.text.String()[s.start : uint64(s.start)+uint64(s.size)]
}

// drop deletes the key at s and copies the keys at the places that are left when
// half of the text is dead, so that deletions pay for it. It changes the places.
func (a *arena) drop(s span, left iter.Seq[*span]) {
	a.dead += uint64(s.size)
	if 2*a.dead <= uint64(a.text.Len()) {
		return
	}
	var tidy arena
	tidy.text.Grow(a.text.Len() - int(a.dead))
	for place := range left {
		*place, _ = tidy.add(a.at(*place)) // there is room: it is less than before
	}
	*a = arena{}
	a.text.WriteString(tidy.text.String())
}

// bits are those of the text, dead keys included.
func (a *arena) bits() uint64 { return 8 * uint64(a.text.Len()) }
