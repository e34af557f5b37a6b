package growth

import (
	"errors"
	"slices"
	"time"

	"hyphbench/internal/filter"
	"hyphbench/internal/machine"
	"hyphbench/internal/wordlist"
)

// refusedMost is how many refusals in a row make a structure full: keys that come
// later count as refused and are not tried. A full cuckoo filter would relocate
// hundreds of fingerprints for each of them.
const refusedMost = 100

// grower puts keys into a structure, which is enlarged where it can be.
type grower struct {
	filter  filter.Inserter
	resizer filter.Resizer // nil: it grows by itself or not at all
	in      int            // keys that it took
	row     int            // of refusals since the last of them
	resized int
	refused []uint32 // the numbers of the keys that it refused or was not tried with
}

// newGrower makes a structure for so many keys, and none in it.
func newGrower(s filter.Structure, told int, cfg filter.Config) (*grower, error) {
	cfg.Capacity = told
	f, err := filter.As[filter.Inserter](s.Build(wordlist.Of(), cfg))
	resizer, _ := f.(filter.Resizer)
	return &grower{filter: f, resizer: resizer}, err
}

// insert offers a key. Where the structure is full and can be enlarged, it is.
func (g *grower) insert(key string, number int) error {
	if g.row >= refusedMost {
		g.refused = append(g.refused, uint32(number))
		return nil
	}
	err := g.filter.Insert(key)
	for errors.Is(err, filter.ErrFull) && g.resizer != nil {
		if full := g.resizer.Resize(); full != nil {
			break
		}
		g.resized++
		err = g.filter.Insert(key)
	}
	switch {
	case err == nil:
		g.in++
		g.row = 0
	case errors.Is(err, filter.ErrFull):
		g.row++
		g.refused = append(g.refused, uint32(number))
	default:
		return err
	}
	return nil
}

// fill offers the keys with the numbers from and up to.
func (g *grower) fill(keys *wordlist.List, from, to int) error {
	for i := from; i < to; i++ {
		if err := g.insert(keys.At(i), i); err != nil {
			return err
		}
	}
	return nil
}

func (g *grower) took(i int) bool {
	_, refused := slices.BinarySearch(g.refused, uint32(i))
	return !refused
}

// together is the number of insertions between two readings of the thread's clock,
// which takes longer to read than an insertion.
const together = 64

// pauses are the times of single insertions in ns, in the order of the keys: by the
// wall clock, which takes some 50 ns itself, and no longer than the thread was busy
// with the insertions read together. So what the system takes away is no pause, save
// where it is less than the other insertions of these took.
func (g *grower) pauses(keys *wordlist.List, to int) ([]uint32, error) {
	list := make([]uint32, to)
	for from := 0; from < to; from += together {
		some := list[from:min(to, from+together)]
		before, has := machine.ThreadCPU()
		last := time.Now()
		for i := range some {
			if err := g.insert(keys.At(from+i), from+i); err != nil {
				return nil, err
			}
			now := time.Now()
			some[i] = uint32(min(now.Sub(last).Nanoseconds(), 1<<32-1))
			last = now
		}
		if after, _ := machine.ThreadCPU(); has {
			busy := uint32(min((after - before).Nanoseconds(), 1<<32-1))
			for i := range some {
				some[i] = min(some[i], busy)
			}
		}
	}
	return list, nil
}
