package cache

import (
	"fmt"
	"slices"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/all"
	"hyphbench/internal/wordlist"
)

// Names of the rules in the rows.
const (
	everything = "lru"    // admits at the first request
	seenSet    = "seen"   // an exact set of all that was requested
	recent     = "recent" // an exact list of the last ones
	bloom      = "bloom"  // emptied when full
	counting   = "counting"
	aging      = "aging"
	sliding    = "sliding"
	tinyLFU    = "tinylfu" // a cache of its own: package ristretto
)

func rules() []string {
	return []string{everything, seenSet, recent, bloom, counting, aging, sliding, tinyLFU}
}

// forgets reports whether a rule is made for a number of objects.
func forgets(rule string) bool { return !slices.Contains([]string{everything, seenSet, tinyLFU}, rule) }

// admission decides which of the objects that the cache lacks are written to it. Each
// rule is asked for those only: what is in the cache was requested before.
type admission interface {
	// admit reports whether the object of that key, not in the cache, is to be written.
	admit(object uint32, key string) (bool, error)
	bits() uint64 // nominal size
}

// newAdmission makes a rule for a number of remembered objects, of that many in all. A
// checked one keeps the truth beside what it remembers; under the clock there is none.
func newAdmission(rule string, remembered, objects int, cfg filter.Config, checked bool) (admission, error) {
	switch rule {
	case everything:
		return always{}, nil
	case seenSet:
		return exact{}, nil
	case recent:
		ones := make([]uint32, objects)
		for i := range ones {
			ones[i] = 1
		}
		return &latest{newLRU(uint64(remembered), ones)}, nil
	case bloom, counting:
		structure, err := all.ByName(rule)
		if err != nil {
			return nil, err
		}
		r := &resetting{structure: structure, n: remembered, cfg: cfg}
		if checked {
			r.in = make([]bool, objects)
		}
		return r, r.empty()
	}
	for _, s := range all.Windows() {
		if s.Name != rule {
			continue
		}
		built, err := s.Build(remembered, cfg)
		w := &window{w: built, n: remembered}
		if checked {
			w.last = make([]int, objects)
		}
		return w, err
	}
	return nil, fmt.Errorf("unknown rule %q: want one of %v", rule, rules())
}

// always admits everything: a cache without a filter.
type always struct{}

func (always) admit(uint32, string) (bool, error) { return true, nil }
func (always) bits() uint64                       { return 0 }

// exactBits is the nominal size of a remembered object where its key is kept as a code
// that no other one shares.
const exactBits = 64

// exact never forgets.
type exact map[string]struct{}

func (e exact) admit(_ uint32, key string) (bool, error) {
	if _, seen := e[key]; seen {
		return true, nil
	}
	e[key] = struct{}{}
	return false, nil
}

func (e exact) bits() uint64 { return exactBits * uint64(len(e)) }

// latest remembers the last objects refused, exactly.
type latest struct{ *lru }

func (l *latest) admit(object uint32, _ string) (bool, error) {
	if l.get(object) {
		return true, nil
	}
	l.put(object)
	return false, nil
}

func (l *latest) bits() uint64 { return exactBits * l.room }

// resetting is a filter that is emptied when it has as many keys as it was made for. One
// that can delete gives a key back when its object is admitted: it holds those that were
// requested once.
type resetting struct {
	structure filter.Structure
	cfg       filter.Config
	n, held   int // keys that it is made for, and has
	filter    filter.Inserter
	deleter   filter.Deleter // nil: it cannot

	in    []bool // by object: the truth of what was inserted and not deleted; nil: not kept
	wrong bool   // whether a key was deleted that was not in, so that another may be lost
}

func (r *resetting) empty() (err error) {
	cfg := r.cfg
	cfg.Capacity = r.n
	r.filter, err = filter.As[filter.Inserter](r.structure.Build(wordlist.Of(), cfg))
	r.deleter, _ = r.filter.(filter.Deleter)
	r.held, r.wrong = 0, false
	clear(r.in)
	return err
}

func (r *resetting) admit(object uint32, key string) (bool, error) {
	if r.filter.Contains(key) {
		if r.deleter != nil {
			r.deleter.Delete(key)
			r.held = max(0, r.held-1)
			if r.in != nil {
				r.wrong = r.wrong || !r.in[object]
				r.in[object] = false
			}
		}
		return true, nil
	}
	if r.in != nil && r.in[object] && !r.wrong {
		return false, fmt.Errorf("%s denies %q, which it holds", r.structure.Name, key)
	}
	if r.held == r.n {
		if err := r.empty(); err != nil {
			return false, err
		}
	}
	if err := r.filter.Insert(key); err != nil {
		return false, err
	}
	r.held++
	if r.in != nil {
		r.in[object] = true
	}
	return false, nil
}

func (r *resetting) bits() uint64 { return r.filter.Bits() }

// window is a filter of the last keys that it was asked.
type window struct {
	w    filter.Window
	n    int   // keys that must be remembered
	last []int // by object: the number of the last question, 0 for none; nil: not kept
	now  int
}

func (w *window) admit(object uint32, key string) (bool, error) {
	seen := w.w.Seen(key)
	if w.last == nil {
		return seen, nil
	}
	w.now++
	if before := w.last[object]; !seen && before > 0 && w.now-before <= w.n {
		return false, fmt.Errorf("%q was asked %d questions ago and is forgotten: want all of the last %d remembered", key, w.now-before, w.n)
	}
	w.last[object] = w.now
	return seen, nil
}

func (w *window) bits() uint64 { return w.w.Bits() }
