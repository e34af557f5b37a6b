// Package filtertest is the conformance suite of package filter.
//
// Guarantee: a structure that passes has lost none of the keys tried (random, empty, one byte,
// ten kilobytes, equal hashes; 0 to 10,000 of them). It follows its own Theory within a 99.9 %
// interval on the mean over 30 seeds or, exact, answers false for every negative. It is built
// as its Plan says, depends on its seed alone, and takes the memory that it declares. Its other
// abilities (insert, delete, grade, count, resize, merge, estimate its size, answer lists,
// insert atomically) give the same results as a map, also when nine tenths of its room are
// used. Its file gives the same filter and the same bytes, or an error when it is cut or
// damaged. A structure with declared Faults must show exactly these. All random choices come
// from fixed seeds, so that a verdict does not change from run to run.
// Cost: about a second per structure.
package filtertest

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"hyphbench/internal/filter"
	"hyphbench/internal/racetest"
	"hyphbench/internal/wordlist"
)

// TB is what a check needs of *testing.T.
type TB interface {
	Helper()
	Errorf(format string, args ...any)
}

// check is one promise of the contract. It concerns the structures that fulfil
// all its needs.
type check struct {
	name  string
	needs []need
	run   func(t TB, s filter.Structure)
}

// need says why a check does not concern a structure; empty if it does.
type need func(s filter.Structure) (reason string)

func checks() []check {
	inserts := ability[filter.Inserter]("insert")
	deletes := ability[filter.Deleter]("delete")
	grades := ability[filter.Grader]("grade")
	counts := ability[filter.Counter]("count")
	steps := ability[filter.StepCounter]("count their steps")
	many := ability[filter.BatchContainer]("answer many queries at once")
	adapts := ability[filter.Adapter]("adapt")
	atomics := ability[filter.AtomicInserter]("insert atomically")
	resizes := ability[filter.Resizer]("resize")
	merges := ability[filter.Merger]("merge")
	sizes := ability[filter.Sizer]("estimate their size")
	return []check{
		{"description", nil, description},
		{"configuration", nil, configuration},
		{"plan", nil, plan},
		{"no false negatives", nil, noFalseNegatives},
		{"rate", []need{approximate}, rate},
		{"exactness", []need{exact}, exactness},
		{"known negatives", []need{knows, keepsKeys}, knownNegatives},
		{"closed universe", []need{encloses}, closed},
		{"insertions", []need{inserts, keepsKeys}, insertions},
		{"deletions", []need{inserts, deletes, keepsKeys}, deletions},
		{"load", []need{inserts, deletes, keepsKeys}, loaded},
		{"repetitions", []need{inserts, keepsKeys}, repetitions},
		{"duplicates", []need{keepsKeys}, duplicates},
		{"negatives deleted", []need{deletes, keepsKeys}, negativesDeleted},
		{"full", []need{inserts, keepsKeys}, full},
		{"adaptation", []need{adapts, keepsKeys}, adaptation},
		{"grades", []need{grades, keepsKeys}, gradedKeys},
		{"counts", []need{counts, keepsKeys}, counted},
		{"steps", []need{steps, stores}, stepsCounted},
		{"resize", []need{resizes, keepsKeys}, resized},
		{"merge", []need{merges, keepsKeys}, merged},
		{"sizes", []need{sizes, keepsKeys}, sized},
		{"many queries", []need{many}, manyQueries},
		{"atomic insertions", []need{atomics, keepsKeys}, atomicInsertions},
		{"files", []need{stores}, files},
		{"damage", []need{returns}, damage},
		{"determinism", nil, determinism},
		{"seeds", []need{approximate}, seeds},
		{"size", nil, size},
		{"concurrency", nil, concurrency},
		{"allocations", nil, allocations},
	}
}

// ability is the need of an optional interface.
func ability[A filter.Filter](name string) need {
	return func(s filter.Structure) string {
		if filter.Can[A](s) {
			return ""
		}
		return "its filters do not " + name
	}
}

func keepsKeys(s filter.Structure) string {
	if s.Faults&filter.LosesKeys != 0 {
		return "it is known to lose keys"
	}
	return ""
}

func approximate(s filter.Structure) string {
	if s.Exact {
		return "it is exact: no rate, no seed can show"
	}
	return ""
}

func exact(s filter.Structure) string {
	if !s.Exact {
		return "it is approximate"
	}
	return ""
}

func encloses(s filter.Structure) string {
	if !s.Closed {
		return "it needs no universe"
	}
	return ""
}

// skipped is the reason why a check does not concern s; empty if it does.
func (c check) skipped(s filter.Structure) string {
	for _, n := range c.needs {
		if reason := n(s); reason != "" {
			return reason
		}
	}
	return ""
}

// concurrent are the checks that start goroutines.
func concurrent() []string { return []string{"many queries", "atomic insertions", "concurrency"} }

// inVain says that a check is one goroutine's work: the race detector, with which
// it takes ten times as long, has nothing to find there.
func inVain(check string) bool { return racetest.Enabled && !slices.Contains(concurrent(), check) }

// Run puts s through every check, each as a subtest. Those that do not concern
// it are skipped and say why. So are those of one goroutine under the race detector.
// In the first tier each tries less: fewer keys, queries, steps or bits of a file.
func Run(t *testing.T, s filter.Structure) {
	for _, c := range checks() {
		t.Run(c.name, func(t *testing.T) {
			if inVain(c.name) {
				t.Skip("one goroutine, in which the race detector finds nothing")
			}
			if reason := c.skipped(s); reason != "" {
				t.Skip(s.Name + ": " + reason)
			}
			c.run(t, enclosed(s))
		})
	}
}

// Skips lists the checks that do not concern s, with the reason.
func Skips(s filter.Structure) map[string]string {
	reasons := make(map[string]string)
	for _, c := range checks() {
		if reason := c.skipped(s); reason != "" {
			reasons[c.name] = reason
		}
	}
	return reasons
}

// Failures puts s through the checks of the given names, or all if there are
// none, and returns the complaints by the name of the check; it is how the
// suite itself is tested.
func Failures(s filter.Structure, names ...string) map[string][]string {
	failed := make(map[string][]string)
	for _, c := range checks() {
		if (len(names) == 0 || slices.Contains(names, c.name)) && c.skipped(s) == "" {
			c.run(recorder{c.name, failed}, enclosed(s))
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
	f, err := s.Build(wordlist.Of(keys...), cfg)
	if err != nil {
		buildError(t, s, err)
		t.Errorf("Build of %d keys for %+v: %v", len(keys), cfg, err)
		return nil
	}
	return f
}

// buildUnder is build, but under a degenerate hash a structure may give up, if
// it says after how many attempts.
func buildUnder(t TB, s filter.Structure, keys []string, cfg filter.Config) filter.Filter {
	t.Helper()
	f, err := s.Build(wordlist.Of(keys...), cfg)
	if err == nil {
		return f
	}
	if buildError(t, s, err); cfg.Hash == nil {
		t.Errorf("Build of %d keys: %v", len(keys), err)
	}
	return nil
}

// buildError reports an error of a valid configuration that does not say how
// often construction was tried.
func buildError(t TB, s filter.Structure, err error) {
	t.Helper()
	var failed *filter.BuildError
	switch {
	case !errors.As(err, &failed):
		t.Errorf("Build fails with %q, which is no *BuildError", err)
	case failed.Structure != s.Name || failed.Attempts < 1 || failed.Err == nil:
		t.Errorf("Build fails with %+v: want the name %q, 1 attempt or more and a reason", *failed, s.Name)
	}
}

// count is the number of queries that the filter admits.
func count(f filter.Filter, queries []string) int {
	n := 0
	for _, q := range queries {
		if f.Contains(q) {
			n++
		}
	}
	return n
}
