package quotient

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestSelectBit compares with counting bit by bit.
func TestSelectBit(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for _, x := range []uint64{0, 1, 1 << 63, 1<<64 - 1, 0xff00ff00ff00ff00, random.Uint64(), random.Uint64() & random.Uint64() & random.Uint64()} {
		d := uint64(0)
		for place := range uint64(64) {
			if x>>place&1 != 0 {
				d++
				if got := selectBit(x, d); got != place {
					t.Errorf("bit %d of %x is at %d, not %d", d, x, got, place)
				}
			}
		}
		for past := d + 1; past <= 65; past++ {
			if got := selectBit(x, past); got < 64 {
				t.Errorf("bit %d of %x, which has %d, is at %d", past, x, d, got)
			}
		}
	}
}

// TestShifts compares with moving bit by bit.
func TestShifts(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 2))
	bit := func(w []uint64, i uint64) uint64 { return w[i/64] >> (i % 64) & 1 }
	for range 3000 {
		by := uint64(1 + random.IntN(64))
		lo := uint64(random.IntN(200))
		hi := lo + uint64(random.IntN(int(320-by-lo)+1))
		before := []uint64{random.Uint64(), random.Uint64(), random.Uint64(), random.Uint64(), random.Uint64()}
		up, down := slices.Clone(before), slices.Clone(before)
		shiftUp(up, lo, hi, by)
		shiftDown(down, lo, hi, by)
		for i := range uint64(320) {
			wantUp, wantDown := bit(before, i), bit(before, i)
			if i >= lo+by && i < hi+by {
				wantUp = bit(before, i-by)
			}
			if i >= lo && i < hi {
				wantDown = bit(before, i+by)
			}
			if bit(up, i) != wantUp || bit(down, i) != wantDown {
				t.Fatalf("bits %d to %d by %d: bit %d is %d and %d, want %d and %d", lo, hi, by, i, bit(up, i), bit(down, i), wantUp, wantDown)
			}
		}
	}
}

// shadow is what a table should hold.
type shadow struct {
	table
	held map[uint64][]uint64 // sorted values by quotient
}

// check compares the table with the shadow, all its metadata and its order.
func (s *shadow) check() error {
	n := s.n
	if err := s.count(); err != nil {
		return err
	}
	if s.n != n {
		return fmt.Errorf("n is %d, but %d slots are in use", n, s.n)
	}
	got := make(map[uint64][]uint64)
	last := uint64(0)
	for q, x := range s.entries() {
		if q < last {
			return fmt.Errorf("quotient %d comes behind %d", q, last)
		}
		last = q
		got[q] = append(got[q], x)
	}
	if len(got) != len(s.held) {
		return fmt.Errorf("%d quotients have a run, want %d", len(got), len(s.held))
	}
	for q, want := range s.held {
		if !slices.Equal(got[q], want) {
			return fmt.Errorf("quotient %d has %v, want %v", q, got[q], want)
		}
		first, past := s.run(q)
		if past-first != uint64(len(want)) || s.get(first) != want[0] {
			return fmt.Errorf("the run of %d is %d to %d", q, first, past)
		}
	}
	return nil
}

// TestTable inserts and removes at random, up to one free slot, with the values
// spread, in few runs, and around the last slot; after each step all is compared.
func TestTable(t *testing.T) {
	for name, quotient := range map[string]func(r *rand.Rand, slots uint64) uint64{
		"spread":     func(r *rand.Rand, slots uint64) uint64 { return r.Uint64N(slots) },
		"few":        func(r *rand.Rand, slots uint64) uint64 { return r.Uint64N(3) * 29 % slots },
		"at the end": func(r *rand.Rand, slots uint64) uint64 { return slots - 1 - r.Uint64N(5) },
		"one":        func(_ *rand.Rand, slots uint64) uint64 { return slots - 64 },
	} {
		for _, width := range []uint64{1, 3, 7, 13, 33, 63, 64} {
			for _, slots := range []uint64{64, 192} {
				r := rand.New(rand.NewPCG(slots, width))
				s := &shadow{newTable(slots, width), make(map[uint64][]uint64)}
				s.allocate()
				empty := slices.Clone(s.words)
				lean := 70 // of a hundred steps insert, and later remove
				for step := range 700 {
					if step == 400 {
						lean = 20
					}
					q := quotient(r, slots)
					if r.IntN(100) < lean && s.n < slots-1 {
						x := r.Uint64() & s.highest()
						if r.IntN(3) == 0 {
							x &= 1 // equal values
						}
						s.insert(q, x)
						s.held[q] = append(s.held[q], x)
						slices.Sort(s.held[q])
					} else if run := s.held[q]; len(run) > 0 {
						i := r.IntN(len(run))
						first, _ := s.run(q)
						s.remove(q, first+uint64(i))
						if s.held[q] = slices.Delete(run, i, i+1); len(s.held[q]) == 0 {
							delete(s.held, q)
						}
					}
					if err := s.check(); err != nil {
						t.Fatalf("%s, %d slots of %d bits, step %d: %v", name, slots, width, step, err)
					}
				}
				for q, run := range s.held {
					for range run {
						first, _ := s.run(q)
						s.remove(q, first)
					}
				}
				if !slices.Equal(s.words, empty) {
					t.Fatalf("%s, %d slots of %d bits: something is left when all was removed", name, slots, width)
				}
			}
		}
	}
}
