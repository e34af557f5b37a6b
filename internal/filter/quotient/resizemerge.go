package quotient

import (
	"errors"
	"fmt"
	"math/bits"
	"slices"

	"hyphbench/internal/filter"
)

// Resize doubles the slots. A remainder gives its first bit to the quotient, so that
// the fingerprints stay as they are. It returns ErrFull where remainders have but one
// bit.
func (f *standard) Resize() error { return f.grow(2*f.slots, int(f.width)-1) }

// grow makes the slots some power of two times as many and leaves remainders r bits,
// none more than there are left.
func (f *standard) grow(slots uint64, r int) error {
	if r < 1 || slots > filter.MostKeys {
		return filter.ErrFull
	}
	g := newStandard(slots, uint64(r), f.hash)
	g.allocate()
	g.take(&f.table)
	*f = *g
	return nil
}

// take inserts what is in another table, which has as many slots or some power of two
// fewer and whose fingerprints are none shorter.
func (f *standard) take(other *table) {
	rest := other.width - doublings(other.slots, f.slots)
	for q, x := range other.entries() {
		f.insert(q<<(other.width-rest)|x>>rest, x&(1<<rest-1)>>(rest-f.width))
	}
}

// doublings is log2(to/from).
func doublings(from, to uint64) uint64 { return uint64(bits.Len64(to) - bits.Len64(from)) }

// Merge adds the keys of other, a filter of the same hash function and seed whose
// slots are those of f times or by a power of two. The merged filter has those of the
// larger one, doubled until there is room, and the shorter of their fingerprints. It
// returns ErrFull where these leave no bit for a remainder.
func (f *standard) Merge(other filter.Filter) error {
	g, ok := other.(*standard)
	switch {
	case !ok:
		return fmt.Errorf("a quotient filter takes in no %T: want another quotient filter", other)
	case !f.hash.Same(&g.hash):
		return errors.New("two quotient filters have different seeds or hash functions: want the same of both")
	}
	slots, least := max(f.slots, g.slots), min(f.slots, g.slots)
	if slots != least<<doublings(least, slots) {
		return fmt.Errorf("two quotient filters have %d and %d slots: want a power of two times as many, as with the same Config.Capacity", f.slots, g.slots)
	}
	r := min(int(f.width)-int(doublings(f.slots, slots)), int(g.width)-int(doublings(g.slots, slots)))
	for ; f.n+g.n > standardCapacity(slots) && r >= 1; r-- {
		slots *= 2
	}
	source := g.table
	if f == g {
		source.words = slices.Clone(source.words)
	}
	if slots != f.slots || r != int(f.width) {
		if err := f.grow(slots, r); err != nil {
			return err
		}
	}
	f.take(&source)
	return nil
}
