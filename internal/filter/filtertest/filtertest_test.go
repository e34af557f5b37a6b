package filtertest

import (
	"errors"
	"math/rand/v2"
	"strings"
	"sync/atomic"
	"testing"

	"hyphbench/internal/filter"
)

// broken is a Bloom or cuckoo filter in which single operations are replaced.
type broken struct {
	filter.Filter
	contains func(f filter.Filter, key string) bool
	theory   func(float64) float64
	bits     func(uint64) uint64
	insert   func(f filter.Filter, key string) error
	remove   func(f filter.Filter, key string) bool
}

func (b *broken) Contains(key string) bool {
	if b.contains != nil {
		return b.contains(b.Filter, key)
	}
	return b.Filter.Contains(key)
}

func (b *broken) Theory() float64 {
	if b.theory != nil {
		return b.theory(b.Filter.Theory())
	}
	return b.Filter.Theory()
}

func (b *broken) Bits() uint64 {
	if b.bits != nil {
		return b.bits(b.Filter.Bits())
	}
	return b.Filter.Bits()
}

func (b *broken) Insert(key string) error {
	if b.insert != nil {
		return b.insert(b.Filter, key)
	}
	return b.Filter.(filter.Inserter).Insert(key)
}

func (b *broken) Delete(key string) bool {
	if b.remove != nil {
		return b.remove(b.Filter, key)
	}
	return b.Filter.(filter.Deleter).Delete(key)
}

// cuckoo returns the cuckoo filter, the structure with every operation, with
// the replacements of b.
func cuckoo(t *testing.T, b broken) filter.Structure {
	t.Helper()
	s, err := filter.ByName("cuckoo")
	if err != nil {
		t.Fatal(err)
	}
	build := s.Build
	s.Build = func(keys []string, cfg filter.Config) (filter.Filter, error) {
		f, err := build(keys, cfg)
		if err != nil {
			return nil, err
		}
		own := b
		own.Filter = f
		return &own, nil
	}
	return s
}

// TestSuiteFails breaks one thing at a time: the suite must complain in the
// check for it, and an unbroken filter must pass.
func TestSuiteFails(t *testing.T) {
	var asked atomic.Uint64
	for _, c := range []struct {
		name  string
		check string // that must fail; empty: none may
		make  func() filter.Structure
	}{
		{"sound", "", func() filter.Structure { return cuckoo(t, broken{}) }},
		{"forgets the empty key", "no false negatives", func() filter.Structure {
			return cuckoo(t, broken{contains: func(f filter.Filter, key string) bool { return key != "" && f.Contains(key) }})
		}},
		{"forgets long keys", "no false negatives", func() filter.Structure {
			return cuckoo(t, broken{contains: func(f filter.Filter, key string) bool { return len(key) < 10_000 && f.Contains(key) }})
		}},
		{"forgets one key in a thousand", "no false negatives", func() filter.Structure {
			return cuckoo(t, broken{contains: func(f filter.Filter, key string) bool { return FNV{}.Sum64(key)%1000 != 0 && f.Contains(key) }})
		}},
		{"forgets repeated keys", "no false negatives", func() filter.Structure {
			s := cuckoo(t, broken{})
			build := s.Build
			s.Build = func(keys []string, cfg filter.Config) (filter.Filter, error) {
				seen := make(map[string]bool)
				var once []string
				for i, k := range keys {
					if seen[k] {
						return build(keys[:i/2], cfg)
					}
					seen[k] = true
					once = append(once, k)
				}
				return build(once, cfg)
			}
			return s
		}},
		{"declares a loss that does not show", "no false negatives", func() filter.Structure {
			s := cuckoo(t, broken{})
			s.Faults = filter.LosesKeys
			return s
		}},
		{"promises a tenth too little", "rate", func() filter.Structure {
			return cuckoo(t, broken{theory: func(r float64) float64 { return 0.9 * r }})
		}},
		{"promises a tenth too much", "rate", func() filter.Structure {
			return cuckoo(t, broken{theory: func(r float64) float64 { return 1.1 * r }})
		}},
		{"declares a theory missed that is met", "rate", func() filter.Structure {
			s := cuckoo(t, broken{})
			s.Faults = filter.MissesTheory
			return s
		}},
		{"seeds itself", "determinism", func() filter.Structure {
			s := cuckoo(t, broken{})
			build := s.Build
			s.Build = func(keys []string, cfg filter.Config) (filter.Filter, error) {
				cfg.Seed = rand.Uint64()
				return build(keys, cfg)
			}
			return s
		}},
		{"answers otherwise now and then", "determinism", func() filter.Structure {
			return cuckoo(t, broken{contains: func(f filter.Filter, key string) bool {
				return f.Contains(key) != (asked.Add(1)%501 == 0)
			}})
		}},
		{"does not hear the seed", "seeds", func() filter.Structure {
			s := cuckoo(t, broken{})
			build := s.Build
			s.Build = func(keys []string, cfg filter.Config) (filter.Filter, error) {
				cfg.Seed = 1
				return build(keys, cfg)
			}
			return s
		}},
		{"does not hear the hash", "seeds", func() filter.Structure {
			s := cuckoo(t, broken{})
			build := s.Build
			s.Build = func(keys []string, cfg filter.Config) (filter.Filter, error) {
				cfg.Hash = nil
				return build(keys, cfg)
			}
			return s
		}},
		{"halves its size", "size", func() filter.Structure {
			return cuckoo(t, broken{bits: func(n uint64) uint64 { return n / 2 }})
		}},
		{"doubles its size", "size", func() filter.Structure {
			return cuckoo(t, broken{bits: func(n uint64) uint64 { return 2 * n }})
		}},
		{"deletes every copy", "insertions and deletions", func() filter.Structure {
			return cuckoo(t, broken{remove: func(f filter.Filter, key string) bool {
				found := f.(filter.Deleter).Delete(key)
				for range 7 {
					f.(filter.Deleter).Delete(key)
				}
				return found
			}})
		}},
		{"deletes nothing", "insertions and deletions", func() filter.Structure {
			return cuckoo(t, broken{remove: func(filter.Filter, string) bool { return true }})
		}},
		{"does not find what it deletes", "insertions and deletions", func() filter.Structure {
			return cuckoo(t, broken{remove: func(f filter.Filter, key string) bool {
				f.(filter.Deleter).Delete(key)
				return false
			}})
		}},
		{"inserts nothing", "insertions and deletions", func() filter.Structure {
			return cuckoo(t, broken{insert: func(filter.Filter, string) error { return nil }})
		}},
		{"has errors of its own", "insertions and deletions", func() filter.Structure {
			return cuckoo(t, broken{insert: func(f filter.Filter, key string) error {
				if f.(filter.Inserter).Insert(key) != nil || strings.HasPrefix(key, "a") {
					return errors.New("no")
				}
				return nil
			}})
		}},
		{"loses a victim when full", "full", func() filter.Structure {
			victim := words(1000, 13)[0]
			return cuckoo(t, broken{insert: func(f filter.Filter, key string) error {
				err := f.(filter.Inserter).Insert(key)
				if err != nil {
					f.(filter.Deleter).Delete(victim)
				}
				return err
			}})
		}},
		{"allocates", "allocations", func() filter.Structure {
			return cuckoo(t, broken{contains: func(f filter.Filter, key string) bool { return f.Contains(strings.Clone(key)) }})
		}},
		{"plans other parameters", "description", func() filter.Structure {
			s := cuckoo(t, broken{})
			s.Params = func(int, float64) []filter.Param { return []filter.Param{{Name: "f", Value: 8}} }
			return s
		}},
		{"hides an operation", "description", func() filter.Structure {
			s := cuckoo(t, broken{})
			s.Can = filter.CanInsert
			return s
		}},
		{"has no reference", "description", func() filter.Structure {
			s := cuckoo(t, broken{})
			s.Reference = ""
			return s
		}},
		{"takes any rate", "configuration", func() filter.Structure {
			s := cuckoo(t, broken{})
			build := s.Build
			s.Build = func(keys []string, cfg filter.Config) (filter.Filter, error) {
				if cfg.Check() != nil {
					cfg = filter.Config{Epsilon: 0.5}
				}
				return build(keys, cfg)
			}
			return s
		}},
		{"has no room", "configuration", func() filter.Structure {
			s := cuckoo(t, broken{})
			build := s.Build
			s.Build = func(keys []string, cfg filter.Config) (filter.Filter, error) {
				cfg.Capacity = min(cfg.Capacity, 0)
				return build(keys, cfg)
			}
			return s
		}},
		{"gives way when asked by several", "concurrency", func() filter.Structure {
			return cuckoo(t, broken{contains: func(f filter.Filter, key string) bool {
				return f.Contains(key) != (asked.Add(1)%503 == 0)
			}})
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.check == "" {
				if failed := Failures(c.make()); len(failed) > 0 {
					t.Errorf("a sound filter fails: %v", failed)
				}
				return
			}
			if failed := Failures(c.make(), c.check); len(failed) == 0 {
				t.Errorf("the check %q does not notice", c.check)
			}
		})
	}
}
