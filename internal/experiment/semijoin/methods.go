package semijoin

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"

	"hyphbench/internal/axis"
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/all"
	"hyphbench/internal/wordlist"
)

// method is how node B tells node A which rows to ship.
type method struct {
	name string // of the structure
	// tell makes B's message of its keys.
	tell func(keys *wordlist.List, cfg filter.Config) ([]byte, error)
	// read is what A makes of the message; keys have so many bytes.
	read func(message []byte, key int) (admitter, error)

	// update makes B's message of the keys that it deleted since, and revise is what A makes of
	// that; nil: B says nothing.
	update func(p *pair, cfg filter.Config) ([]byte, error)
	revise func(a admitter, message []byte, key int) (admitter, error)
}

// admitter says which keys' rows are shipped: all that B has, and perhaps others.
type admitter interface{ Contains(key string) bool }

type everything struct{}

func (everything) Contains(string) bool { return true }

// allRows tells nothing: A ships its table.
func allRows() method {
	return method{
		name: shipAll,
		tell: func(*wordlist.List, filter.Config) ([]byte, error) { return nil, nil },
		read: func([]byte, int) (admitter, error) { return everything{}, nil },
	}
}

type set map[string]struct{}

func (s set) Contains(key string) bool { _, in := s[key]; return in }

// listOfKeys tells the keys, one behind the other.
func listOfKeys() method {
	return method{
		name:   keyList,
		tell:   func(keys *wordlist.List, _ filter.Config) ([]byte, error) { return []byte(keys.Text()), nil },
		read:   func(message []byte, key int) (admitter, error) { return readKeys(message, key) },
		update: deleted,
		revise: deleting(func(a admitter, key string) error { delete(a.(set), key); return nil }),
	}
}

// deleting takes the keys of a message one by one out of what A has.
func deleting(one func(a admitter, key string) error) func(a admitter, message []byte, key int) (admitter, error) {
	return func(a admitter, message []byte, key int) (admitter, error) {
		gone, err := split(message, key)
		if err != nil {
			return nil, err
		}
		for k := range gone {
			if err := one(a, k); err != nil {
				return nil, err
			}
		}
		return a, nil
	}
}

// split has the keys of a message one by one.
func split(message []byte, key int) (iter.Seq[string], error) {
	if len(message)%key != 0 {
		return nil, fmt.Errorf("a list of keys of %d bytes has %d bytes", key, len(message))
	}
	return func(yield func(string) bool) {
		for text := string(message); text != "" && yield(text[:key]); text = text[key:] {
		}
	}, nil
}

func readKeys(message []byte, key int) (set, error) {
	list, err := split(message, key)
	if err != nil {
		return nil, err
	}
	keys := make(set, len(message)/key)
	for k := range list {
		keys[k] = struct{}{}
	}
	return keys, nil
}

// deleted tells the keys that are gone.
func deleted(p *pair, _ filter.Config) ([]byte, error) { return []byte(p.gone.Text()), nil }

// filterOf tells a filter of the keys, by its file. A deletes keys from it where it can; else
// it stays as it was.
func filterOf(s filter.Structure) method {
	m := method{
		name: s.Name,
		tell: func(keys *wordlist.List, cfg filter.Config) ([]byte, error) { return filter.File(s.Build(keys, cfg)) },
		read: func(message []byte, _ int) (admitter, error) {
			_, f, err := all.Open(message)
			return f, err
		},
	}
	if filter.Can[filter.Deleter](s) {
		m.update = deleted
		m.revise = deleting(func(a admitter, key string) error {
			if !a.(filter.Deleter).Delete(key) {
				return fmt.Errorf("wrong answer: %s denies a key that is to be deleted", s.Name)
			}
			return nil
		})
	}
	return m
}

// sentAgain tells a new filter, of the keys that are left.
func sentAgain(s filter.Structure) method {
	m := filterOf(s)
	m.update = func(p *pair, cfg filter.Config) ([]byte, error) { return filter.File(s.Build(p.left, cfg)) }
	m.revise = func(_ admitter, message []byte, key int) (admitter, error) { return m.read(message, key) }
	return m
}

// except admits what a filter does, but for keys in a list.
type except struct {
	admitter
	gone set
}

func (e except) Contains(key string) bool { return e.admitter.Contains(key) && !e.gone.Contains(key) }

// besideList tells the deleted keys, which A keeps beside the filter.
func besideList(s filter.Structure) method {
	m := filterOf(s)
	m.update = deleted
	m.revise = func(a admitter, message []byte, key int) (admitter, error) {
		gone, err := readKeys(message, key)
		return except{a, gone}, err
	}
	return m
}

// Bounds of the search for the smallest filter.
const (
	planned  = 3       // of which files are compared
	overRate = 1.1     // times the requested rate that a filter may have
	tried    = 100_000 // keys of a trial, at most: bits per key change little beyond
)

// smallest is the filter of the program with the smallest file for n keys at a rate. Of
// its own that have a file and room, need nothing but the keys and hold the rate, those
// with the fewest bits by their plans are built.
func smallest(ctx context.Context, n int, rate axis.Rate, seed uint64) (method, error) {
	type candidate struct {
		filter.Structure
		size uint64
	}
	n = min(n, tried)
	cfg := filter.Config{Epsilon: rate.Float(), Seed: seed}
	var list []candidate
	for _, s := range all.Structures() {
		if s.Exact || s.Closed || s.Negatives || s.Historical || s.Faults != 0 || s.Family == filter.FamilyLibrary || s.Open == nil {
			continue
		}
		p, err := s.Plan(n, cfg)
		if err == nil && p.Theory <= overRate*cfg.Epsilon && (p.Capacity == 0 || p.Capacity >= n) {
			list = append(list, candidate{s, p.Bits})
		}
	}
	bySize := func(a, b candidate) int { return cmp.Compare(a.size, b.size) }
	slices.SortStableFunc(list, bySize)
	list = list[:min(planned, len(list))]
	if len(list) == 0 {
		return method{}, fmt.Errorf("no filter of %d keys holds a rate of %s %%", n, rate.Percent())
	}
	keys := wordlist.Generate(n, func(b []byte, i int) []byte { return appendKey(b, 16, seed, i) })
	for i := range list {
		if err := ctx.Err(); err != nil {
			return method{}, err
		}
		file, err := filter.File(list[i].Build(keys, cfg))
		if err != nil {
			return method{}, fmt.Errorf("%s: %w", list[i].Name, err)
		}
		list[i].size = uint64(len(file))
	}
	return filterOf(slices.MinFunc(list, bySize).Structure), nil
}
