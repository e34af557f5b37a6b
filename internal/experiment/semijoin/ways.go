package semijoin

import (
	"errors"
	"fmt"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/all"
	"hyphbench/internal/wordlist"
)

// way is how node B tells node A which rows to ship.
type way struct {
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
func allRows() way {
	return way{
		name: shipAll,
		tell: func(*wordlist.List, filter.Config) ([]byte, error) { return nil, nil },
		read: func([]byte, int) (admitter, error) { return everything{}, nil },
	}
}

type set map[string]struct{}

func (s set) Contains(key string) bool { _, in := s[key]; return in }

// listOfKeys tells the keys, one behind the other.
func listOfKeys() way {
	return way{
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
func filterOf(s filter.Structure) way {
	return way{
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
