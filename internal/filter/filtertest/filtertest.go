// Package filtertest is the conformance suite of package filter.
//
// Guarantee: a structure that passes has lost none of the keys tried
// (random, empty, one byte, ten kilobytes, equal hashes; 0 to 10,000 of
// them), follows its own Theory within a 99.9 % interval on the mean over 30
// seeds, keeps what a map keeps under random insertions and deletions, is
// decided by its seed and by nothing else, and takes the memory that it says.
// A structure with declared Faults must show exactly these. All random choices
// come from fixed seeds, so that a verdict does not change from run to run.
// Cost: about a second a structure, ten under the race detector.
package filtertest

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"hyphbench/internal/filter"
)

// TB is what a check needs of *testing.T.
type TB interface {
	Helper()
	Errorf(format string, args ...any)
}

type check struct {
	name string
	run  func(t TB, s filter.Structure)
}

func checks() []check {
	return []check{
		{"description", description},
		{"configuration", configuration},
		{"no false negatives", noFalseNegatives},
		{"rate", rate},
		{"insertions and deletions", model},
		{"full", full},
		{"determinism", determinism},
		{"seeds", seeds},
		{"size", size},
		{"concurrency", concurrency},
		{"allocations", allocations},
	}
}

// Run puts s through every check, each as a subtest.
func Run(t *testing.T, s filter.Structure) {
	for _, c := range checks() {
		t.Run(c.name, func(t *testing.T) { c.run(t, s) })
	}
}

// Failures puts s through the checks of the given names, or all if there are
// none, and returns the complaints by the name of the check; it is how the
// suite itself is tested.
func Failures(s filter.Structure, names ...string) map[string][]string {
	failed := make(map[string][]string)
	for _, c := range checks() {
		if len(names) == 0 || slices.Contains(names, c.name) {
			c.run(recorder{c.name, failed}, s)
		}
	}
	return failed
}

type recorder struct {
	check  string
	failed map[string][]string
}

func (recorder) Helper() {}
func (r recorder) Errorf(format string, args ...any) {
	r.failed[r.check] = append(r.failed[r.check], fmt.Sprintf(format, args...))
}

// expect reports a fault that was seen but not declared, or declared but not
// seen.
func expect(t TB, s filter.Structure, fault filter.Fault, seen bool, name, format string, args ...any) {
	t.Helper()
	switch declared := s.Faults&fault != 0; {
	case seen && !declared:
		t.Errorf(format, args...)
	case declared && !seen:
		t.Errorf("%s declares the fault %s, which does not show", s.Name, name)
	}
}

// build makes a filter, or reports the error and returns nil.
func build(t TB, s filter.Structure, keys []string, cfg filter.Config) filter.Filter {
	t.Helper()
	f, err := s.Build(keys, cfg)
	if err != nil {
		t.Errorf("Build of %d keys for %+v: %v", len(keys), cfg, err)
		return nil
	}
	return f
}

// words returns n different random words of ten letters and a number.
func words(n int, seed uint64) []string {
	random := rand.New(rand.NewPCG(seed, 'w'))
	list := make([]string, n)
	for i := range list {
		var w [10]byte
		for j := range w {
			w[j] = 'a' + byte(random.IntN(26))
		}
		list[i] = fmt.Sprintf("%s%d", w, i)
	}
	return list
}

// strangers are asked of filters of words(…, seed) with another seed.
const strangers = 1 << 32

func count(f filter.Filter, queries []string) int {
	n := 0
	for _, q := range queries {
		if f.Contains(q) {
			n++
		}
	}
	return n
}

func description(t TB, s filter.Structure) {
	if s.Name == "" || s.Title == "" || s.Reference == "" {
		t.Errorf("a structure has a name, a title and a reference, not %q, %q and %q", s.Name, s.Title, s.Reference)
	}
	f := build(t, s, words(1753, 1), filter.Config{Epsilon: 0.01, Seed: 1})
	if f == nil {
		return
	}
	_, inserts := f.(filter.Inserter)
	_, deletes := f.(filter.Deleter)
	if has := s.Can&filter.CanInsert != 0; has != inserts {
		t.Errorf("CanInsert is %v, but implementing Inserter is %v", has, inserts)
	}
	if has := s.Can&filter.CanDelete != 0; has != deletes {
		t.Errorf("CanDelete is %v, but implementing Deleter is %v", has, deletes)
	}
	if planned, real := s.Params(1753, 0.01), f.Params(); !slices.Equal(planned, real) {
		t.Errorf("Params(1753, 0.01) is %v, but the filter built has %v", planned, real)
	}
}

func configuration(t TB, s filter.Structure) {
	for _, cfg := range []filter.Config{
		{}, {Epsilon: -0.1}, {Epsilon: 1}, {Epsilon: 2}, {Epsilon: math.NaN()}, {Epsilon: math.Inf(1)},
		{Epsilon: filter.MinEpsilon / 2}, {Epsilon: 0.1, Capacity: -1},
	} {
		if _, err := s.Build([]string{"a", "b"}, cfg); err == nil {
			t.Errorf("Build takes the invalid %+v without an error", cfg)
		}
	}
	for _, epsilon := range []float64{filter.MinEpsilon, 1e-9, 1e-4, 0.5, 0.99, 1 - 1e-9} {
		keys := words(300, 2)
		f := build(t, s, keys, filter.Config{Epsilon: epsilon, Seed: 2})
		if f == nil {
			continue
		}
		if theory := f.Theory(); !(theory >= 0 && theory <= 1) {
			t.Errorf("ε = %v: Theory is %v, which is no probability", epsilon, theory)
		}
		if got := count(f, keys); got != len(keys) && s.Faults&filter.LosesKeys == 0 {
			t.Errorf("ε = %v: %d of %d keys are lost", epsilon, len(keys)-got, len(keys))
		}
	}
	for n, room := range map[int]int{0: 1000, 10: 1000, 1000: 10} {
		f, sized := build(t, s, words(n, 3), filter.Config{Epsilon: 0.01, Capacity: room}),
			build(t, s, words(max(n, room), 3), filter.Config{Epsilon: 0.01})
		if f != nil && sized != nil && s.Can&filter.CanInsert != 0 && f.Bits() < sized.Bits() {
			t.Errorf("%d keys with room for %d have %d bits, but %d keys have %d", n, room, f.Bits(), max(n, room), sized.Bits())
		}
	}
}

func determinism(t TB, s filter.Structure) {
	keys, queries := words(1753, 4), words(20000, strangers)
	cfg := filter.Config{Epsilon: 0.05, Seed: 99}
	f, g := build(t, s, keys, cfg), build(t, s, slices.Clone(keys), cfg)
	if f == nil || g == nil {
		return
	}
	if !slices.Equal(f.Params(), g.Params()) || f.Bits() != g.Bits() || f.Theory() != g.Theory() {
		t.Errorf("two filters of the same keys and seed differ: %v, %d bits, rate %v and %v, %d bits, rate %v",
			f.Params(), f.Bits(), f.Theory(), g.Params(), g.Bits(), g.Theory())
	}
	for _, q := range slices.Concat(keys, queries) {
		first := f.Contains(q)
		if first != g.Contains(q) {
			t.Errorf("two filters of the same keys and seed answer differently for %q", q)
			return
		}
		if first != f.Contains(q) {
			t.Errorf("the same filter answers differently when asked twice for %q", q)
			return
		}
	}
}

func seeds(t TB, s filter.Structure) {
	keys, queries := words(1753, 5), words(20000, strangers)
	answers := func(cfg filter.Config) []bool {
		f := build(t, s, keys, cfg)
		if f == nil {
			return nil
		}
		list := make([]bool, len(queries))
		for i, q := range queries {
			list[i] = f.Contains(q)
		}
		return list
	}
	one := answers(filter.Config{Epsilon: 0.05, Seed: 1})
	same := slices.Equal(one, answers(filter.Config{Epsilon: 0.05, Seed: 2})) ||
		slices.Equal(one, answers(filter.Config{Epsilon: 0.05, Seed: 1, Hash: FNV{}}))
	expect(t, s, filter.IgnoresSeed, same, "IgnoresSeed",
		"another seed or another hash makes no false positive true or false: Config.Seed and Config.Hash must decide")
}

func concurrency(t TB, s filter.Structure) {
	keys, queries := words(1753, 6), words(5000, strangers)
	f := build(t, s, keys, filter.Config{Epsilon: 0.05, Seed: 6})
	if f == nil {
		return
	}
	queries = slices.Concat(keys, queries)
	want := count(f, queries)
	var group sync.WaitGroup
	counts := make([]int, 4)
	for i := range counts {
		group.Go(func() { counts[i] = count(f, queries) })
	}
	group.Wait()
	for _, got := range counts {
		if got != want {
			t.Errorf("%d positives when four goroutines ask at once, %d when one does", got, want)
		}
	}
}

func allocations(t TB, s filter.Structure) {
	keys := slices.Concat(degenerate(), words(200, 7))
	f := build(t, s, keys, filter.Config{Epsilon: 0.01, Seed: 7})
	if f == nil {
		return
	}
	queries := slices.Concat(keys, words(200, strangers))
	if n := testing.AllocsPerRun(10, func() { count(f, queries) }); n > 0 {
		t.Errorf("Contains allocates: %v allocations in %d queries", n, len(queries))
	}
}
