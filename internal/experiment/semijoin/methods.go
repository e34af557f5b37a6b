package semijoin

import (
	"cmp"
	"context"
	"errors"
	"fmt"
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
		name: keyList,
		tell: func(keys *wordlist.List, _ filter.Config) ([]byte, error) { return []byte(keys.Text()), nil },
		read: func(message []byte, key int) (admitter, error) {
			if len(message)%key != 0 {
				return nil, fmt.Errorf("a list of keys of %d bytes has %d bytes", key, len(message))
			}
			text := string(message)
			keys := make(set, len(text)/key)
			for ; text != ""; text = text[key:] {
				keys[text[:key]] = struct{}{}
			}
			return keys, nil
		},
	}
}

// filterOf tells a filter of the keys, by its file.
func filterOf(s filter.Structure) method {
	return method{
		name: s.Name,
		tell: func(keys *wordlist.List, cfg filter.Config) ([]byte, error) { return file(s, keys, cfg) },
		read: func(message []byte, _ int) (admitter, error) {
			_, f, err := all.Open(message)
			return f, err
		},
	}
}

// file is that of a filter of the keys.
func file(s filter.Structure, keys *wordlist.List, cfg filter.Config) ([]byte, error) {
	f, err := s.Build(keys, cfg)
	if err != nil {
		return nil, err
	}
	stored, ok := f.(filter.Stored)
	if !ok {
		return nil, errors.New("a " + s.Title + " has no file")
	}
	return stored.AppendBinary(nil)
}

// Bounds of the search for the smallest filter.
const (
	planned  = 3       // of which files are compared
	overRate = 1.1     // times the rate asked for that a filter may have
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
		file, err := file(list[i].Structure, keys, cfg)
		if err != nil {
			return method{}, fmt.Errorf("%s: %w", list[i].Name, err)
		}
		list[i].size = uint64(len(file))
	}
	return filterOf(slices.MinFunc(list, bySize).Structure), nil
}
