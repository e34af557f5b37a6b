package thesis

import (
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/filter"
	"hyphbench/internal/metric"
	"hyphbench/internal/racetest"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/wordlist"
)

// Benches with faults planted in their structures, and what the experiment
// must make of them.

// planted replaces how the bench's only structure builds its filters.
func planted(b *bench, build func(build buildFunc, keys *wordlist.List, cfg filter.Config) (filter.Filter, error)) *bench {
	b.structures = slices.Clone(b.structures)
	real := b.structures[0].Build
	b.structures[0].Build = func(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) { return build(real, keys, cfg) }
	return b
}

type buildFunc func(*wordlist.List, filter.Config) (filter.Filter, error)

// listed is a bench over a list of many words that are not keys, and of a few
// that are, in several cases.
func listed(t *testing.T, flags ...string) *bench {
	t.Helper()
	words := []string{"academy", "Academy", "ACADEMY", "areas"}
	for i := range 3000 {
		words = append(words, fmt.Sprint("nokey", i))
	}
	return prepared(t, append(flags, "--words="+experimenttest.File(t, words))...)
}

const keysListed = 4

func stepOf(name runfolder.Metric, filter string, epsilon string, round int) experiment.Step {
	return experiment.Step{Round: round, Cell: runfolder.Cell{Filter: filter, Point: runfolder.At(epsilon), Metric: name}}
}

func measure(t *testing.T, b *bench, s experiment.Step) *experiment.Measurement {
	t.Helper()
	m, err := b.Measure(t.Context(), s)
	if err != nil {
		t.Fatalf("%s: %v", name(s), err)
	}
	return m
}

// Each repetition of each cell has a hash function of its own. That it is the same one in
// whatever session and order, TestConforms has.
func TestSeeds(t *testing.T) {
	seeds := map[string]uint64{} // by cell and round
	b := prepared(t, "--eps=0.01,0.2", "--reps=4", "--filter=bloom")
	note := func(b *bench, s experiment.Step) uint64 {
		var seen []uint64
		planted(b, func(build buildFunc, keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
			seen = append(seen, cfg.Seed)
			return &broken{contains: func(string) bool { return true }}, nil
		})
		b.current = nil
		if _, err := b.Measure(t.Context(), s); err != nil {
			t.Fatal(err)
		}
		different := len(slices.Compact(slices.Sorted(slices.Values(seen))))
		if timed := s.Cell.Metric == Init || s.Cell.Metric == metric.Build; timed && (different < 2 || different != len(seen)) || !timed && different != 1 {
			t.Errorf("%s: seeds %x, want one, and each timed construction its own", name(s), seen)
		}
		return seen[0]
	}
	of := map[uint64]string{}
	for round := 1; round <= 4; round++ {
		for _, epsilon := range []string{"0.01", "0.2"} {
			s := stepOf(metric.FalseNegatives, bloom, epsilon, round)
			seed := note(b, s)
			if other, taken := of[seed]; taken {
				t.Errorf("%s has the hash function of %s", name(s), other)
			}
			of[seed], seeds[name(s)] = name(s), seed
			if again := note(b, s); again != seed {
				t.Errorf("%s has the seed %x, then %x", name(s), seed, again)
			}
			if build := note(b, stepOf(metric.Build, bloom, epsilon, round)); build != seed {
				t.Errorf("%s: the filter that is timed has the seed %x, the one that is asked %x", name(s), build, seed)
			}
		}
	}
	other := prepared(t, "--eps=0.01,0.2", "--reps=4", "--filter=bloom", "--seed=2")
	for round := 1; round <= 4; round++ {
		if s := stepOf(metric.FalseNegatives, bloom, "0.2", round); note(other, s) == seeds[name(s)] {
			t.Errorf("%s: the run's seed changes nothing", name(s))
		}
	}
	c := prepared(t, "--eps=0.01,0.2", "--reps=4", "--filter=cuckoo")
	if s := stepOf(metric.FalseNegatives, cuckoo, "0.2", 1); note(c, s) == seeds[name(stepOf(metric.FalseNegatives, bloom, "0.2", 1))] {
		t.Error("both filters have one hash function")
	}
}

// A structure that loses a key, the first or the last, fails the step that
// counts lost keys and the one that fills it to 95 %, each by itself.
func TestLostKeysFail(t *testing.T) {
	for _, step := range []experiment.Step{stepOf(metric.FalseNegatives, bloom, "0.01", 1), stepOf(QueryFull, bloom, "0.01", 1)} {
		for _, last := range []bool{false, true} {
			b := prepared(t, "--eps=0.01", "--reps=2", "--filter=bloom")
			lost := b.keys[0]
			if last {
				lost = b.keys[len(b.keys)-1]
			}
			planted(b, func(build buildFunc, keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
				f, err := build(keys, cfg)
				return broken{f, func(key string) bool { return key != lost && f.Contains(key) }}, err
			})
			if _, err := b.Measure(t.Context(), step); err == nil || !strings.Contains(err.Error(), "1 false negatives among") {
				t.Errorf("%s, %s lost: %v", name(step), lost, err)
			}
		}
	}
	// One that is known to lose keys says how many instead.
	b := prepared(t, "--eps=0.01", "--reps=2", "--filter=bloom")
	planted(b, func(build buildFunc, keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
		f, err := build(keys, cfg)
		return broken{f, func(key string) bool { return !slices.Contains(b.keys[:3], key) && f.Contains(key) }}, err
	})
	b.structures[0].Faults = filter.LosesKeys
	if m := measure(t, b, stepOf(metric.FalseNegatives, bloom, "0.01", 1)); m.Value != 3 {
		t.Errorf("%v lost keys, want 3", m.Value)
	}
}

// "build" and "init" build the filter of the keys once for each operation that
// they claim, "init" of those that it has just read; an error in it is theirs.
func TestInitBuildsTheFilter(t *testing.T) {
	racetest.OneGoroutine(t)
	for _, design := range []string{runfolder.Interleaved, runfolder.AsThesis} {
		for _, m := range []runfolder.Metric{Init, metric.Build} {
			b := prepared(t, "--eps=0.01", "--reps=2", "--filter=bloom", "--design="+design)
			builds := 0
			lists := map[*wordlist.List]bool{}
			planted(b, func(build buildFunc, keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
				builds++
				lists[keys] = true
				if keys.Len() != 1753 || keys.At(0) != b.keys[0] || cfg.Epsilon != 0.01 {
					t.Errorf("%s builds a filter of %d keys for ε = %v", m, keys.Len(), cfg.Epsilon)
				}
				return build(keys, cfg)
			})
			step := stepOf(m, bloom, "0.01", 1)
			b.timer.Repetitions[step.Cell] = 50
			got := measure(t, b, step)
			attempts, unclocked := 1, 0
			if design == runfolder.Interleaved {
				unclocked = 1
				fmt.Sscan(got.Extra[2], &attempts)
			}
			if builds < unclocked+int(got.Ops) || builds > unclocked+attempts*int(got.Ops) {
				t.Errorf("%s, %s: %d filters in %d operations and %d attempts", design, m, builds, got.Ops, attempts)
			}
			if m == Init && len(lists) != builds || m == metric.Build && len(lists) != 1 {
				t.Errorf("%s, %s: %d lists of keys for %d filters", design, m, len(lists), builds)
			}
		}
	}
	b := prepared(t, "--eps=0.01", "--reps=2", "--filter=bloom")
	fault := errors.New("planted")
	planted(b, func(buildFunc, *wordlist.List, filter.Config) (filter.Filter, error) { return nil, fault })
	for _, m := range []runfolder.Metric{Init, metric.Build, Hyphenate, metric.Query, QueryFull, metric.ResidentBits, metric.Bits} {
		if _, err := b.Measure(t.Context(), stepOf(m, bloom, "0.01", 1)); !errors.Is(err, fault) {
			t.Errorf("%s of a filter that cannot be built: %v", m, err)
		}
	}
	for _, baseline := range []string{NoFilter, NoExceptions} {
		if m := measure(t, b, stepOf(Init, baseline, "", 1)); m.Ops < 1 {
			t.Errorf("%s: %+v", baseline, m)
		}
	}
}

// The filter is asked once for each operation of the metrics that ask it.
func TestTimedMetricsAskTheFilter(t *testing.T) {
	for m, before := range map[runfolder.Metric]func(b *bench) int{
		Hyphenate:    func(b *bench) int { return len(b.keys) },          // which exceptions it must honour
		metric.Query: func(b *bench) int { return 0 },                    //
		QueryFull:    func(b *bench) int { return 1945 + b.words.Len() }, // lost keys, false positives
	} {
		b := listed(t, "--eps=0.01", "--reps=2", "--filter=bloom", "--design=thesis")
		asked := 0
		planted(b, func(build buildFunc, keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
			f, err := build(keys, cfg)
			return broken{f, func(key string) bool { asked++; return f.Contains(key) }}, err
		})
		got := measure(t, b, stepOf(m, bloom, "0.01", 1))
		if want := before(b) + int(got.Ops); asked != want || got.Ops != int64(b.words.Len()) {
			t.Errorf("%s: the filter was asked %d times, want %d", m, asked, want)
		}
	}
}

// In the thesis's order all passes use the filter that was built last, and what
// is built has a hash function for each repetition, as in the other design.
func TestThesisUsesTheLastConstruction(t *testing.T) {
	b := prepared(t, "--eps=0.05", "--reps=3", "--filter=bloom", "--design=thesis")
	var seeds []uint64
	planted(b, func(build buildFunc, keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
		seeds = append(seeds, cfg.Seed)
		return build(keys, cfg)
	})
	var built []uint64
	for round := 1; round <= 3; round++ {
		seeds = nil
		measure(t, b, stepOf(metric.Build, bloom, "0.05", round))
		built = append(built, seeds...)
	}
	if len(built) != 3 || built[0] == built[1] || built[1] == built[2] || built[0] == built[2] {
		t.Errorf("the constructions have the seeds %x", built)
	}
	for _, m := range []runfolder.Metric{Hyphenate, metric.Query, QueryFull} {
		for round := 1; round <= 3; round++ {
			seeds = nil
			b.current = nil
			measure(t, b, stepOf(m, bloom, "0.05", round))
			if !slices.Equal(seeds, built[2:]) {
				t.Errorf("pass %d of %s uses the filters of the seeds %x, want the last construction's, %x", round, m, seeds, built[2])
			}
		}
	}
}

// The thesis's sections are not quiet: no garbage is collected before them.
func TestCollectionsByDesign(t *testing.T) {
	for design, quiet := range map[string]bool{runfolder.Interleaved: true, runfolder.AsThesis: false} {
		b := prepared(t, "--eps=0.05", "--reps=2", "--filter=bloom", "--design="+design)
		step := stepOf(metric.Query, bloom, "0.05", 1)
		measure(t, b, step)
		var before, after debug.GCStats
		debug.ReadGCStats(&before)
		measure(t, b, step) // which allocates next to nothing
		debug.ReadGCStats(&after)
		if n := after.NumGC - before.NumGC; (n > 0) != quiet {
			t.Errorf("%s: %d collections around a section", design, n)
		}
	}
}

// Each number of a pass is compared, with and without a filter: hyphenation
// points, and exceptions, of which one without a point changes nothing else.
func TestPassesAreCompared(t *testing.T) {
	for _, rule := range []string{ruleHypher, ruleTeX} {
		for what, plant := range map[string]func(b *bench){
			"a hyphenation point too few": func(b *bench) { b.expect.plain++ },
			"an exception too few":        func(b *bench) { b.expect.tokens[0]++ },
			"an exception too many":       func(b *bench) { b.expect.tokens[slices.Index(b.keys, "academy")]-- },
			"a word too few":              func(b *bench) { b.words = b.words.First(b.words.Len() - 1) },
		} {
			for _, of := range []experiment.Step{stepOf(Hyphenate, bloom, "0.01", 1), stepOf(Hyphenate, NoFilter, "", 1)} {
				b := prepared(t, "--eps=0.01", "--reps=2", "--filter=bloom", "--word-rule="+rule)
				plant(b)
				if _, err := b.Measure(t.Context(), of); err == nil || !strings.Contains(err.Error(), "wrong answers") {
					t.Errorf("%s, %s, %s: %v", rule, what, name(of), err)
				}
			}
		}
	}
}

// Runs of different thresholds are different runs, those without one are as they were
// before there were any; a note says how many exceptions reach it.
func TestNoteOfThreshold(t *testing.T) {
	for threshold, want := range map[string]string{"0.5": "1767 of 1767", "0.9": "1766 of 1767", "0.95": "1753 of 1767", "": ""} {
		filter := "--filter=linear"
		if threshold != "" {
			filter += ":" + threshold
		}
		flags := append(sourcesOf(t), filter)
		var meta runfolder.Meta
		prepared(t, flags...).Describe(&meta)
		if notes := strings.Join(meta.Notes, "\n"); !strings.Contains(notes, want) || meta.Parameters["confidence"] != threshold {
			t.Errorf("a threshold of %s: no %q in %q, %v", threshold, want, notes, meta.Parameters)
		}
	}
}
