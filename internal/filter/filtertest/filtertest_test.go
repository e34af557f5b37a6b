package filtertest

import (
	"errors"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/cuckoo"
	"hyphbench/internal/filter/linear"
	"hyphbench/internal/wordlist"
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

// brokenCuckoo is the cuckoo filter, which inserts and deletes, with the
// replacements of b.
func brokenCuckoo(b broken) filter.Structure {
	s := cuckoo.Standard()
	s.Open = nil
	build := s.Build
	s.Build = func(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
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
		{"sound", "", func() filter.Structure { return brokenCuckoo(broken{}) }},
		{"forgets the empty key", "no false negatives", func() filter.Structure {
			return brokenCuckoo(broken{contains: func(f filter.Filter, key string) bool { return key != "" && f.Contains(key) }})
		}},
		{"forgets long keys", "no false negatives", func() filter.Structure {
			return brokenCuckoo(broken{contains: func(f filter.Filter, key string) bool { return len(key) < 10_000 && f.Contains(key) }})
		}},
		{"forgets one key in a thousand", "no false negatives", func() filter.Structure {
			return brokenCuckoo(broken{contains: func(f filter.Filter, key string) bool { return FNV{}.Sum64(key)%1000 != 0 && f.Contains(key) }})
		}},
		{"forgets repeated keys", "no false negatives", func() filter.Structure {
			s := brokenCuckoo(broken{})
			build := s.Build
			s.Build = func(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
				seen := make(map[string]bool)
				for key := range keys.Each() {
					if seen[key] {
						return build(keys.First(len(seen)/2), cfg)
					}
					seen[key] = true
				}
				return build(keys, cfg)
			}
			return s
		}},
		{"declares a loss that does not show", "no false negatives", func() filter.Structure {
			s := brokenCuckoo(broken{})
			s.Faults = filter.LosesKeys
			return s
		}},
		{"loses a key by the deletion of another", "no false negatives", func() filter.Structure { return losesByDeletions() }},
		{"declares that deletions lose keys", "", func() filter.Structure {
			s := losesByDeletions()
			s.Faults = filter.LosesKeys
			return s
		}},
		{"promises a tenth too little", "rate", func() filter.Structure {
			return brokenCuckoo(broken{theory: func(r float64) float64 { return 0.9 * r }})
		}},
		{"promises a tenth too much", "rate", func() filter.Structure {
			return brokenCuckoo(broken{theory: func(r float64) float64 { return 1.1 * r }})
		}},
		{"declares a theory missed that is met", "rate", func() filter.Structure {
			s := brokenCuckoo(broken{})
			s.Faults = filter.MissesTheory
			return s
		}},
		{"seeds itself", "determinism", func() filter.Structure {
			s := brokenCuckoo(broken{})
			build := s.Build
			s.Build = func(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
				cfg.Seed = rand.Uint64()
				return build(keys, cfg)
			}
			return s
		}},
		{"answers otherwise now and then", "determinism", func() filter.Structure {
			return brokenCuckoo(broken{contains: func(f filter.Filter, key string) bool {
				return f.Contains(key) != (asked.Add(1)%501 == 0)
			}})
		}},
		{"does not hear the seed", "seeds", func() filter.Structure {
			s := brokenCuckoo(broken{})
			build := s.Build
			s.Build = func(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
				cfg.Seed = 1
				return build(keys, cfg)
			}
			return s
		}},
		{"does not hear the hash", "seeds", func() filter.Structure {
			s := brokenCuckoo(broken{})
			build := s.Build
			s.Build = func(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
				cfg.Hash = nil
				return build(keys, cfg)
			}
			return s
		}},
		{"halves its size", "size", func() filter.Structure {
			return brokenCuckoo(broken{bits: func(n uint64) uint64 { return n / 2 }})
		}},
		{"doubles its size", "size", func() filter.Structure {
			return brokenCuckoo(broken{bits: func(n uint64) uint64 { return 2 * n }})
		}},
		{"deletes every copy", "deletions", func() filter.Structure {
			return brokenCuckoo(broken{remove: func(f filter.Filter, key string) bool {
				found := f.(filter.Deleter).Delete(key)
				for range 7 {
					f.(filter.Deleter).Delete(key)
				}
				return found
			}})
		}},
		{"deletes nothing", "deletions", func() filter.Structure {
			return brokenCuckoo(broken{remove: func(filter.Filter, string) bool { return true }})
		}},
		{"does not find what it deletes", "deletions", func() filter.Structure {
			return brokenCuckoo(broken{remove: func(f filter.Filter, key string) bool {
				f.(filter.Deleter).Delete(key)
				return false
			}})
		}},
		{"inserts nothing", "insertions", func() filter.Structure {
			return brokenCuckoo(broken{insert: func(filter.Filter, string) error { return nil }})
		}},
		{"has errors of its own", "insertions", func() filter.Structure {
			return brokenCuckoo(broken{insert: func(f filter.Filter, key string) error {
				if f.(filter.Inserter).Insert(key) != nil || strings.HasPrefix(key, "a") {
					return errors.New("no")
				}
				return nil
			}})
		}},
		{"loses a victim when full", "full", func() filter.Structure {
			victim := words(1000, 13)[0]
			return brokenCuckoo(broken{insert: func(f filter.Filter, key string) error {
				err := f.(filter.Inserter).Insert(key)
				if err != nil {
					f.(filter.Deleter).Delete(victim)
				}
				return err
			}})
		}},
		{"allocates", "allocations", func() filter.Structure {
			return brokenCuckoo(broken{contains: func(f filter.Filter, key string) bool { return f.Contains(strings.Clone(key)) }})
		}},
		{"plans other parameters", "plan", func() filter.Structure {
			return plannedCuckoo(func(p *filter.Plan) { p.Params[0].Value++ })
		}},
		{"plans fewer bits", "plan", func() filter.Structure {
			return plannedCuckoo(func(p *filter.Plan) { p.Bits-- })
		}},
		{"plans another rate", "plan", func() filter.Structure {
			return plannedCuckoo(func(p *filter.Plan) { p.Theory *= 1.001 })
		}},
		{"plans less room than there are keys", "plan", func() filter.Structure {
			return plannedCuckoo(func(p *filter.Plan) { p.Capacity /= 3 })
		}},
		{"calls its plan an estimate", "plan", func() filter.Structure {
			return plannedCuckoo(func(p *filter.Plan) { p.Estimated = true })
		}},
		{"cannot plan", "plan", func() filter.Structure {
			s := brokenCuckoo(broken{})
			s.Plan = func(int, filter.Config) (filter.Plan, error) { return filter.Plan{}, errors.New("no") }
			return s
		}},
		{"plans for any rate", "configuration", func() filter.Structure {
			s := brokenCuckoo(broken{})
			plan := s.Plan
			s.Plan = func(n int, cfg filter.Config) (filter.Plan, error) {
				if cfg.Check() != nil {
					cfg = filter.Config{Epsilon: 0.5}
				}
				return plan(n, cfg)
			}
			return s
		}},
		{"plans no bound that there is", "full", func() filter.Structure {
			return plannedCuckoo(func(p *filter.Plan) { p.Capacity = 0 })
		}},
		{"takes more than it is planned for", "full", func() filter.Structure {
			return plannedCuckoo(func(p *filter.Plan) { p.Capacity = p.Capacity * 7 / 8 })
		}},
		{"says that it heeds known negatives", "known negatives", func() filter.Structure {
			s := brokenCuckoo(broken{})
			s.Negatives = true
			return s
		}},
		{"has no reference", "description", func() filter.Structure {
			s := brokenCuckoo(broken{})
			s.Reference = ""
			return s
		}},
		{"takes any rate", "configuration", func() filter.Structure {
			s := brokenCuckoo(broken{})
			build := s.Build
			s.Build = func(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
				if cfg.Check() != nil {
					cfg = filter.Config{Epsilon: 0.5}
				}
				return build(keys, cfg)
			}
			return s
		}},
		{"has no room", "configuration", func() filter.Structure {
			s := brokenCuckoo(broken{})
			build := s.Build
			s.Build = func(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
				cfg.Capacity = min(cfg.Capacity, 0)
				return build(keys, cfg)
			}
			return s
		}},
		{"builds nothing", "determinism", func() filter.Structure {
			return failingCuckoo(func(*wordlist.List, filter.Config) error {
				return &filter.BuildError{Structure: "cuckoo", Attempts: 3, Err: filter.ErrFull}
			})
		}},
		{"gives up on ordinary keys", "no false negatives", func() filter.Structure {
			return failingCuckoo(func(keys *wordlist.List, cfg filter.Config) error {
				if keys.Len() != 1753 || cfg.Hash != nil {
					return nil
				}
				return &filter.BuildError{Structure: "cuckoo", Attempts: 3, Err: filter.ErrFull}
			})
		}},
		{"gives up without a count", "no false negatives", func() filter.Structure {
			return failingCuckoo(func(_ *wordlist.List, cfg filter.Config) error {
				if cfg.Hash == nil {
					return nil
				}
				return &filter.BuildError{Structure: "cuckoo", Err: filter.ErrFull}
			})
		}},
		{"gives up under another name", "no false negatives", func() filter.Structure {
			return failingCuckoo(func(_ *wordlist.List, cfg filter.Config) error {
				if cfg.Hash == nil {
					return nil
				}
				return &filter.BuildError{Structure: "bloom", Attempts: 3, Err: filter.ErrFull}
			})
		}},
		{"gives up with an error of its own", "no false negatives", func() filter.Structure {
			return failingCuckoo(func(_ *wordlist.List, cfg filter.Config) error {
				if cfg.Hash == nil {
					return nil
				}
				return errors.New("no")
			})
		}},
		{"gives up on equal hashes and says so", "", func() filter.Structure {
			return failingCuckoo(func(_ *wordlist.List, cfg filter.Config) error {
				if _, degenerate := cfg.Hash.(narrow); !degenerate {
					return nil
				}
				return &filter.BuildError{Structure: "cuckoo", Attempts: 3, Err: filter.ErrFull}
			})
		}},
		{"calls its configuration an attempt", "configuration", func() filter.Structure {
			return failingCuckoo(func(_ *wordlist.List, cfg filter.Config) error {
				if err := cfg.Check(); err != nil {
					return &filter.BuildError{Structure: "cuckoo", Attempts: 1, Err: err}
				}
				return nil
			})
		}},
		{"keeps its keys uncounted", "size", func() filter.Structure {
			s := brokenCuckoo(broken{})
			build := s.Build
			s.Build = func(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
				f, err := build(keys, cfg)
				if err != nil {
					return nil, err
				}
				return keeper{f, keys.Text()}, nil
			}
			return s
		}},
		{"gives way when asked by several", "concurrency", func() filter.Structure {
			var queries atomic.Uint64 // the first 6,753 of the check are by one goroutine
			return brokenCuckoo(broken{contains: func(f filter.Filter, key string) bool {
				return queries.Add(1) <= 6753 && f.Contains(key)
			}})
		}},
		{"counts steps", "", func() filter.Structure { return stepping(false, false) }},
		{"answers otherwise when it counts", "steps", func() filter.Structure { return stepping(true, false) }},
		{"inserts nothing when it counts", "steps", func() filter.Structure { return stepping(false, true) }},
	} {
		t.Run(c.name, func(t *testing.T) { expectFailure(t, c.make(), c.check) })
	}
}

// counting is a cuckoo filter that counts a step for each operation, and may answer or insert
// otherwise than where it does not.
type counting struct {
	broken
	answers, inserts bool // which of the two it does otherwise
}

func (c *counting) AppendBinary(out []byte) ([]byte, error) {
	return c.Filter.(filter.Stored).AppendBinary(out)
}

func (c *counting) ContainsSteps(key string) (bool, int) { return c.Contains(key) != c.answers, 1 }

func (c *counting) InsertSteps(key string) (int, error) {
	if c.inserts {
		return 1, nil
	}
	return 1, c.Insert(key)
}

func stepping(answers, inserts bool) filter.Structure {
	s := cuckoo.Standard()
	build := s.Build
	s.Build = func(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
		f, err := build(keys, cfg)
		if err != nil {
			return nil, err
		}
		return &counting{broken{Filter: f}, answers, inserts}, nil
	}
	return s
}

// losesByDeletions is a cuckoo filter that loses one key in a thousand, when another is
// deleted.
func losesByDeletions() filter.Structure {
	victims := words(2000, 55)[1000:1003]
	return brokenCuckoo(broken{remove: func(f filter.Filter, key string) bool {
		found := f.(filter.Deleter).Delete(key)
		for _, v := range victims {
			f.(filter.Deleter).Delete(v)
		}
		return found
	}})
}

// expectFailure wants the suite to complain of s in the check of that name, or
// nowhere if there is none.
func expectFailure(t *testing.T, s filter.Structure, check string) {
	t.Helper()
	oneGoroutine(t, check)
	if check == "" {
		if failed := Failures(s); len(failed) > 0 {
			t.Errorf("a sound structure fails: %v", failed)
		}
		return
	}
	if failed := Failures(s, check); len(failed) == 0 {
		t.Errorf("the check %q does not notice", check)
	}
}

// oneGoroutine skips the test of a check that starts none under the race
// detector. The empty name is that of all checks: those that start some are put
// to every structure in package all.
func oneGoroutine(t *testing.T, check string) {
	t.Helper()
	if inVain(check) {
		t.Skip("one goroutine, in which the race detector finds nothing")
	}
}

// plannedCuckoo is the cuckoo filter with another plan.
func plannedCuckoo(change func(*filter.Plan)) filter.Structure {
	s := cuckoo.Standard()
	plan := s.Plan
	s.Plan = func(n int, cfg filter.Config) (filter.Plan, error) {
		p, err := plan(n, cfg)
		if err == nil {
			change(&p)
		}
		return p, err
	}
	return s
}

// failingCuckoo is the cuckoo filter where fail gives no error.
func failingCuckoo(fail func(*wordlist.List, filter.Config) error) filter.Structure {
	s := cuckoo.Standard()
	build := s.Build
	s.Build = func(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
		if err := fail(keys, cfg); err != nil {
			return nil, err
		}
		return build(keys, cfg)
	}
	return s
}

// keeper keeps a text alive.
type keeper struct {
	filter.Filter
	text string
}

// TestAttemptsAreTold: whoever reads the complaint learns how often construction
// was tried.
func TestAttemptsAreTold(t *testing.T) {
	s := failingCuckoo(func(_ *wordlist.List, cfg filter.Config) error {
		_, err := filter.Retry("cuckoo", 17, cfg, func(int, filter.Config) (filter.Filter, error) { return nil, filter.ErrFull })
		return err
	})
	failed := Failures(s, "determinism")["determinism"]
	if len(failed) == 0 || !strings.Contains(failed[0], "17 attempts: filter is full") {
		t.Errorf("the suite complains: %q", failed)
	}
}

// TestSkips: a check is skipped where its need is not met, and nowhere else.
func TestSkips(t *testing.T) {
	lossy := cuckoo.Standard()
	lossy.Faults = filter.LosesKeys
	for _, c := range []struct {
		s    filter.Structure
		want []string
	}{
		{cuckoo.Standard(), []string{"adaptation", "atomic insertions", "closed universe", "counts", "exactness", "grades", "known negatives", "many queries", "merge", "resize", "sizes", "steps"}},
		{linear.Set(), []string{"adaptation", "atomic insertions", "closed universe", "counts", "deletions", "exactness", "known negatives", "load", "many queries", "merge", "negatives deleted", "resize", "sizes", "steps"}},
		{lossy, []string{"adaptation", "atomic insertions", "closed universe", "counts", "deletions", "duplicates", "exactness", "full", "grades", "insertions", "known negatives", "load", "many queries", "merge", "negatives deleted", "repetitions", "resize", "sizes", "steps"}},
		{exactMap(nil), []string{"adaptation", "atomic insertions", "closed universe", "counts", "damage", "files", "grades", "known negatives", "many queries", "merge", "rate", "resize", "seeds", "sizes", "steps"}},
	} {
		skips := Skips(c.s)
		if got := slices.Sorted(maps.Keys(skips)); !slices.Equal(got, c.want) {
			t.Errorf("%s: skipped are %v", c.s.Name, skips)
		}
		for check, reason := range skips {
			if reason == "" {
				t.Errorf("%s: %s is skipped without a reason", c.s.Name, check)
			}
		}
	}
}
