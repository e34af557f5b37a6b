package filtertest

import (
	"strings"
	"testing"

	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

// mapSet is a set of keys in a Go map, each with the number of its insertions:
// the smallest exact structure.
type mapSet struct {
	held  map[string]int
	slots uint64 // of the map that was made for the keys
	text  uint64 // bytes of the keys built in
}

// exactMap is the structure of mapSet, its filters wrapped if wrap is not nil.
func exactMap(wrap func(*mapSet) filter.Filter) filter.Structure {
	return filter.Structure{
		Name:      "map",
		Title:     "Go map",
		Reference: "the Go language",
		Exact:     true,
		Family:    filter.FamilyExact,
		Explain:   explained(),
		Plan: func(n int, cfg filter.Config) (filter.Plan, error) {
			if err := cfg.CheckExact(); err != nil {
				return filter.Plan{}, err
			}
			return filter.Plan{Bits: (&mapSet{slots: mapSlots(cfg.Room(n))}).Bits(), Estimated: true}, nil // the text is not known
		},
		Build: func(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
			if err := cfg.CheckExact(); err != nil {
				return nil, err
			}
			room := cfg.Room(keys.Len())
			m := &mapSet{held: make(map[string]int, 2*room), slots: mapSlots(room), text: uint64(len(keys.Text()))}
			text := strings.Clone(keys.Text())
			at := 0
			for key := range keys.Each() {
				m.held[text[at:at+len(key)]]++
				at += len(key)
			}
			if wrap != nil {
				return wrap(m), nil
			}
			return m, nil
		},
	}
}

// explained is an explanation in which nothing is missing.
func explained() filter.Explanation {
	return filter.Explanation{What: "a", Layout: "a", Formula: "a", Guarantee: "a", Price: "a", When: "a"}
}

// mapSlots is how many entries Go's map has that is made for twice the keys: a
// power of two, seven eighths of which are used at most.
func mapSlots(room int) uint64 {
	if room == 0 {
		return 0
	}
	slots := uint64(8)
	for slots*7 < uint64(2*room)*8 {
		slots *= 2
	}
	return slots
}

func (m *mapSet) Contains(key string) bool { return m.held[key] > 0 }
func (m *mapSet) Insert(key string) error  { m.held[strings.Clone(key)]++; return nil }
func (m *mapSet) Delete(key string) bool {
	found := m.held[key] > 0
	if m.held[key]--; m.held[key] <= 0 {
		delete(m.held, key)
	}
	return found
}

// Bits counts a key's header, a count and a byte of control for each entry, and
// the text.
func (m *mapSet) Bits() uint64           { return 8 * (m.slots*(16+8+1) + m.text) }
func (m *mapSet) Params() []filter.Param { return nil }
func (m *mapSet) Theory() float64        { return 0 }

// misled is a mapSet with a fault.
type misled struct {
	*mapSet
	contains func(*mapSet, string) bool
	theory   float64
	params   []filter.Param
}

func (m *misled) Contains(key string) bool {
	if m.contains != nil {
		return m.contains(m.mapSet, key)
	}
	return m.mapSet.Contains(key)
}
func (m *misled) Theory() float64        { return m.theory }
func (m *misled) Params() []filter.Param { return m.params }

// TestExactStructures: the suite passes a sound exact structure and finds what
// is wrong with others.
func TestExactStructures(t *testing.T) {
	for _, c := range []struct {
		name  string
		check string // that must fail; empty: none may
		make  func() filter.Structure
	}{
		{"sound", "", func() filter.Structure { return exactMap(nil) }},
		{"compares short hashes", "exactness", func() filter.Structure {
			return exactMap(func(m *mapSet) filter.Filter {
				codes := make(map[uint64]bool)
				for key := range m.held {
					codes[FNV{}.Sum64(key)>>40] = true
				}
				return &misled{mapSet: m, contains: func(_ *mapSet, key string) bool { return codes[FNV{}.Sum64(key)>>40] }}
			})
		}},
		{"takes a key with a zero byte for the key", "exactness", func() filter.Structure {
			return exactMap(func(m *mapSet) filter.Filter {
				return &misled{mapSet: m, contains: func(m *mapSet, key string) bool { return m.Contains(strings.TrimSuffix(key, "\x00")) }}
			})
		}},
		{"loses a key", "no false negatives", func() filter.Structure {
			return exactMap(func(m *mapSet) filter.Filter {
				return &misled{mapSet: m, contains: func(m *mapSet, key string) bool { return key != "" && m.Contains(key) }}
			})
		}},
		{"promises a rate", "exactness", func() filter.Structure {
			return exactMap(func(m *mapSet) filter.Filter { return &misled{mapSet: m, theory: 0.01} })
		}},
		{"plans a rate", "plan", func() filter.Structure {
			s := exactMap(nil)
			plan := s.Plan
			s.Plan = func(n int, cfg filter.Config) (filter.Plan, error) {
				p, err := plan(n, cfg)
				p.Theory = cfg.Epsilon
				return p, err
			}
			return s
		}},
		{"demands a rate", "configuration", func() filter.Structure {
			s := exactMap(nil)
			build := s.Build
			s.Build = func(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
				if err := cfg.Check(); err != nil {
					return nil, err
				}
				return build(keys, cfg)
			}
			return s
		}},
		{"takes any capacity", "configuration", func() filter.Structure {
			s := exactMap(nil)
			build := s.Build
			s.Build = func(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
				cfg.Capacity = max(0, cfg.Capacity)
				return build(keys, cfg)
			}
			return s
		}},
		{"declares that it ignores the seed", "description", func() filter.Structure {
			s := exactMap(nil)
			s.Faults = filter.IgnoresSeed
			return s
		}},
		{"leaves its text and half of its map out", "size", func() filter.Structure {
			return exactMap(func(m *mapSet) filter.Filter { m.text = 0; m.slots /= 2; return m })
		}},
		{"is approximate, but not said to be exact", "seeds", func() filter.Structure {
			s := exactMap(nil)
			s.Exact = false
			return s
		}},
	} {
		t.Run(c.name, func(t *testing.T) { expectFailure(t, c.make(), c.check) })
	}
}
