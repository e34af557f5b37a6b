package ribbon

import (
	"math/rand/v2"
	"slices"
	"testing"

	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

// dense is an equation with a coefficient for each of up to 320 slots, and behind
// them the result bits.
type dense struct {
	slots  [5]uint64
	result uint64
}

// solvable eliminates slot by slot in all rows, and looks for 0 = result.
func solvable(rows []dense, mask uint64) bool {
	rows = append([]dense(nil), rows...)
	for slot := range 320 {
		pivot := -1
		for i := range rows {
			if rows[i].slots[slot/64]>>(slot%64)&1 == 0 {
				continue
			}
			if pivot < 0 {
				pivot = i
				continue
			}
			for j := range rows[i].slots {
				rows[i].slots[j] ^= rows[pivot].slots[j]
			}
			rows[i].result ^= rows[pivot].result
		}
		if pivot >= 0 {
			rows[pivot] = rows[len(rows)-1]
			rows = rows[:len(rows)-1]
		}
	}
	for _, r := range rows {
		if r.result&mask != 0 {
			return false
		}
	}
	return true
}

// value is the exclusive or of the slots of an equation, bit by bit, in the columns
// that the block of its start has.
func value(t *table, start uint64, d dense) (result, mask uint64) {
	for j := range t.block(start / blockSlots) {
		mask |= 1 << j
		for slot := range t.slots() {
			if d.slots[slot/64]>>(slot%64)&1 == 1 {
				result ^= t.block(slot / blockSlots)[j] >> (slot % 64) & 1 << j
			}
		}
	}
	return result, mask
}

// TestSolver compares both widths with elimination in the whole matrix, on systems
// with and without a solution, and asks every equation of its solution.
func TestSolver(t *testing.T) {
	random := rand.New(rand.NewPCG(12, 1))
	for _, c := range []struct{ blocks, further uint64 }{{1, 1}, {2, 1}, {3, 1}, {1, 2}, {2, 2}} {
		solved := 0
		const systems = 150
		for range systems {
			tab := newTable(c.blocks, c.further, 0.02+0.3*random.Float64())
			n := int(tab.slots()) - random.IntN(int(tab.slots())/4)
			narrow, wide := make(band, tab.slots()), make(wideBand, tab.slots())
			var rows []dense
			var starts []uint64
			sound := true
			for range n {
				h := random.Uint64()
				start, low, high, result := wideEquation(h, tab.starts())
				if c.further == 1 {
					high = 0
				}
				var d dense
				at, shift := start/64, start%64
				for i, x := range []uint64{low << shift, high<<shift | low>>1>>(63-shift), high >> 1 >> (63 - shift)} {
					if x != 0 {
						d.slots[at+uint64(i)] = x
					}
				}
				d.result = result
				rows, starts = append(rows, d), append(starts, start)
				if c.further == 1 {
					sound = sound && narrow.add(start, low, result, tab.mask())
				} else {
					sound = sound && wide.add(start, low, high, result, tab.mask())
				}
			}
			if want := solvable(rows, tab.mask()); sound != want {
				t.Fatalf("%d equations in %d blocks of starts, width %d: solvable %v, want %v", n, c.blocks, 64*c.further, sound, want)
			}
			if !sound {
				continue
			}
			solved++
			tab.words = make([]uint64, tab.length())
			if c.further == 1 {
				narrow.solve(&tab)
			} else {
				wide.solve(&tab)
			}
			for i, d := range rows {
				got, mask := value(&tab, starts[i], d)
				if got != d.result&mask {
					t.Fatalf("equation %d of %d at %d has the value %x, want %x", i, n, starts[i], got, d.result&mask)
				}
			}
		}
		if solved < systems/10 || solved == systems {
			t.Errorf("%d of %d systems in %d blocks have a solution: want both kinds", solved, systems, c.blocks)
		}
	}
}

// TestMatches compares the query with the exclusive or of the slots, for all
// numbers of columns and windows that begin before, at and behind the split.
func TestMatches(t *testing.T) {
	random := rand.New(rand.NewPCG(12, 2))
	for columns := uint64(1); columns <= mostColumns; columns++ {
		for further := uint64(1); further <= 2; further++ {
			for split := range uint64(3) {
				tab := table{blocks: 2, further: further, columns: columns, split: split}
				if split == 2 {
					tab.blocks = 3
				}
				tab.words = make([]uint64, tab.length())
				for i := range tab.words {
					tab.words[i] = random.Uint64()
				}
				for range 50 {
					h := random.Uint64()
					start, low, high, _ := wideEquation(h, tab.starts())
					if further == 1 {
						high = 0
					}
					var d dense
					shift := start % 64
					d.slots[start/64] = low << shift
					d.slots[start/64+1] = high<<shift | low>>1>>(63-shift)
					if further == 2 {
						d.slots[start/64+2] = high >> 1 >> (63 - shift)
					}
					want, mask := value(&tab, start, d)
					tab.touch(start) // stays within the words
					for _, wrong := range []uint64{0, 1, 1 << (columns - 1), mask} {
						var got bool
						if result := want ^ wrong | random.Uint64()<<columns; further == 1 {
							got = tab.matches(start, low, result)
						} else {
							got = tab.matchesWide(start, low, high, result)
						}
						if got != (wrong&mask == 0) {
							t.Fatalf("%d columns, split at %d, width %d, start %d: result %x for %x is taken: %v", columns, split, 64*further, start, want^wrong, want, got)
						}
					}
				}
			}
		}
	}
}

// TestAscending: the different hashes, in order.
func TestAscending(t *testing.T) {
	for _, n := range []int{0, 1, 1000, 2 * partKeys, 40_000} {
		list := wordlist.Of(append(numbers(n), numbers(n/2)...)...)
		hash := filter.NewHasher(filter.Config{Seed: 3})
		var want []uint64
		for h := range hash.Sums(list) {
			want = append(want, h)
		}
		slices.Sort(want)
		if got := ascending(list, &hash); !slices.Equal(got, slices.Compact(want)) || len(got) != n {
			t.Errorf("%d of %d hashes are there, or in another order", len(got), n)
		}
	}
}
