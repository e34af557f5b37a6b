package duplicates

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/bloom"
	"hyphbench/internal/filter/filtertest"
	"hyphbench/internal/loopbacknetwork"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
)

func TestConforms(t *testing.T) {
	few := experimenttest.File(t, []string{"a", "b", "a"})
	experimenttest.Conforms(t, experimenttest.Conformance{
		Turned: map[string]string{"TestClaims": "D6"},
		New:    New, Small: []string{"--n=3000", "--p=2,8", "--eps=1%,10%", "--reps=2", "--seed=7"},
		Bad: [][]string{{"--p=3"}, {"--p=1"}, {"--p=2,128"}, {"--p=0"}, {"--n=1"}, {"--twice=2"}, {"--eps=0"},
			{"--keys=" + few, "--p=4"}, {"--keys=no such file"}, {"--keys=" + few, "--n=2000"}}})
}

// What is planted ends the run: a processing element that forgets a duplicate, one that
// finds one too many, a filter that excludes an element, a message that is none.
func TestGate(t *testing.T) {
	faults := map[string]func(e *processor) error{
		"forgets": func(e *processor) error { e.found[slices.Index(e.truth, true)] = false; return nil },
		"invents": func(e *processor) error { e.found[slices.Index(e.truth, false)] = true; return nil },
		"excludes": func(e *processor) error {
			e.candidate, e.found = make([]bool, len(e.keys)), slices.Clone(e.local)
			return e.ship(e.toAll)
		},
		"garbles": func(e *processor) error { _, err := e.reply([][]bool{{true}, {true, true}}, []int{0, 0}); return err },
	}
	for name, fault := range faults {
		w := experimenttest.Must(loopbacknetwork.New(2))(t)
		in := newInstance(generated(1000, 0.2, 3), 2, 1)
		_, err := perform(t.Context(), w, in, 4, func(e *processor) error {
			if err := methods()[0].find(e, 0.1); err != nil {
				return err
			}
			if e.ID == 1 || name == "garbles" || name == "excludes" {
				if err := fault(e); err != nil {
					return err
				}
			}
			return e.judge()
		})
		if err == nil {
			t.Errorf("%s: no error", name)
		}
		_ = w.Close()
	}
}

// A filter that denies a member ends the run.
func TestQueryGate(t *testing.T) {
	in := newInstance(generated(1000, 0.1, 3), 2, 1)
	e := &processor{share: in.shares[0]}
	if err := e.holdsAll(func(uint64) bool { return true }); err != nil {
		t.Error(err)
	}
	left := len(e.keys)
	if err := e.holdsAll(func(uint64) bool { left--; return left > 0 }); err == nil {
		t.Error("a denied element is no error")
	}
}

// Owners share all positions, and each position is its owner's.
func TestOwners(t *testing.T) {
	for _, positions := range []uint64{64, 1000, 12_345_678_901} {
		for _, p := range []int{2, 8, 64} {
			s := singleShot{positions: positions, owners: uint64(p)}
			if s.first(0) != 0 || s.first(p) != positions {
				t.Errorf("%d positions of %d owners are %d … %d", positions, p, s.first(0), s.first(p))
			}
			for owner := range p {
				for _, h := range []uint64{s.first(owner), s.first(owner+1) - 1} {
					if got := h * uint64(p) / positions; got != uint64(owner) {
						t.Errorf("position %d of %d belongs to %d, not to %d of %d", h, positions, got, owner, p)
					}
				}
			}
		}
	}
}

// A handful of elements, all of them duplicates or none, give numbers too; so do the
// user's own.
func TestOwnElements(t *testing.T) {
	for text, flags := range map[string]string{"a a a a": "--p=2", "a b c d": "--p=2", "a b a": "--p=2", strings.Repeat("an element or another ", 350): "--p=2,4"} {
		run := experimenttest.Run(t, New(), "--keys="+experimenttest.File(t, strings.Fields(text)), flags, "--eps=0.1", "--reps=2")
		if n := fmt.Sprint(len(strings.Fields(text))); run.Meta.Parameters[parameterN] != n || len(run.Meta.Inputs) != 1 || len(run.Rows) == 0 {
			t.Errorf("%s elements: %v, %v, %d rows", n, run.Meta.Parameters, run.Meta.Inputs, len(run.Rows))
		}
	}
}

// Each claim is supported and contradicted by rows made so, and not tested where they
// are missing.
func TestClaims(t *testing.T) {
	of := experimenttest.Run(t, New(), "--n=3000", "--p=2,8", "--reps=2", "--eps=0.01,0.1")
	experimenttest.NoFigures(t, New(), of, func(r runfolder.Row) bool { return r.Filter == toOne })
	number := func(r *runfolder.Row, axis int) float64 {
		v, _ := strconv.ParseFloat(r.Point.Value(axis), 64)
		return v
	}
	p := func(r *runfolder.Row) float64 { return number(r, 0) }
	epsilon := func(r *runfolder.Row) float64 { return number(r, 1) }
	listed := func(r *runfolder.Row) float64 { return golombBits(epsilon(r)/p(r)) / 8 * (1 - 1/p(r)) }
	coding := func(r *runfolder.Row) float64 { return 1.04 * golombBits(epsilon(r)) / 8 * (1 - 1/p(r)) }
	rows, together, gone := experimenttest.Of, experimenttest.Together, experimenttest.Gone
	every := func(m ...runfolder.Metric) experimenttest.Rows {
		return func(r *runfolder.Row) bool { return slices.Contains(m, r.Metric) }
	}
	rounds := func(one, two, three float64) func(*runfolder.Row) {
		return together(rows(distributed, Bytes).Is(one), rows(twoRounds, Bytes).Is(two), rows(threeRounds, Bytes).Is(three))
	}
	even := func(replicated, inCodes float64) func(*runfolder.Row) {
		return together(rows(replicating, BreakEven).Is(replicated), rows(coded, BreakEven).Is(inCodes), every(BreakEvenTheory).Is(10))
	}
	left := every(Flagged, FlaggedTheory).Is(0.02)
	experimenttest.Verdicts(t, New(), of, []experimenttest.Case{
		{"D1", rows(distributed, Flagged).Are(epsilon), claim.Supported},
		{"D1", together(rows(distributed, Flagged).Are(epsilon), rows(distributed, Flagged).At(1, "0.1").Is(0.2)), claim.Contradicted},
		{"D2", together(rows(distributed, HashBytes).Is(2), rows(shipping, Bytes).Is(33)), claim.Supported},
		{"D2", together(rows(distributed, HashBytes).Is(2), rows(distributed, HashBytes).At(1, "0.1").Is(20), rows(shipping, Bytes).Is(33)), claim.Contradicted},
		{"D2", gone(shipping), claim.NotTested},
		{"D2", together(rows(shipping).At(0, "8").Gone(), rows(distributed).At(0, "2").Gone()), claim.NotTested},
		{"D3", rounds(3.1, 3, 1), claim.Supported},
		{"D3", together(rows(twoRounds, Bytes).Is(3), rows(distributed, Bytes).Are(p)), claim.Contradicted},
		{"D4", rounds(5, 4, 3.6), claim.Supported},
		{"D4", together(rounds(5, 4, 3.6), rows(threeRounds, Bytes).At(1, "0.1").Is(3.4)), claim.Contradicted},
		{"D4", rows(twoRounds, Bytes).Is(1000), claim.NotTested},
		{"D5", rows(replicating, BreakEven).Is(1.1), claim.Supported},
		{"D5", together(rows(replicating, BreakEven).Are(p), rows(replicating, BreakEven).At(1, "0.1").Is(0.9)), claim.Contradicted},
		{"D6", rows(distributed, BuildBytes).Are(coding), claim.Supported},
		{"D6", rows(distributed, BuildBytes).Are(listed), claim.Contradicted},
		{"D9", rows(distributed, BuildBytes).Are(listed), claim.Supported},
		{"D9", rows(distributed, BuildBytes).Are(coding), claim.Contradicted},
		{"D7", even(10.5, 9.5), claim.Supported},
		{"D7", even(10, 8), claim.Contradicted},
		{"D8", left, claim.Supported},
		{"D8", together(left, rows(coded, Flagged).Is(0.04)), claim.Contradicted},
		{"D8", every(FlaggedTheory).Is(0), claim.NotTested},
	})
}

// The article's figure of a distributed Bloom filter: six elements on three processing
// elements, each the owner of four bits. Room for six elements at ε = 0.4 is twelve bits.
func TestDistributedExamples(t *testing.T) {
	const p, n = 3, 12
	hasher := filter.NewHasher(filter.Config{})
	in := &instance{shares: make([]share, p)}
	for id, keys := range [][]string{{"apple", "banana"}, {"cherry", "damson"}, {"elder", "fig"}} {
		s := share{keys: keys, truth: make([]bool, len(keys)), local: make([]bool, len(keys))}
		for _, key := range keys {
			s.hash = append(s.hash, hasher.Sum64(key))
		}
		in.shares[id] = s
	}
	s := newSingleShot(6, 0.4, 129, p)
	owners := make([]string, n)
	for owner := range p {
		if s.first(owner+1)-s.first(owner) != 4 {
			t.Fatalf("owner %d has the positions from %d on, and the next from %d on, want 4 for each", owner, s.first(owner), s.first(owner+1))
		}
		for i := s.first(owner); i < s.first(owner+1); i++ {
			owners[i] = fmt.Sprint(owner + 1)
		}
	}
	rows := []string{filtertest.Row("position", filtertest.Positions(n)...), filtertest.Row("bit of PE", owners...)}
	net := experimenttest.Must(loopbacknetwork.New(p))(t)
	defer func() { _ = net.Close() }()
	all, err := perform(t.Context(), net, in, 1, func(e *processor) error {
		if err := e.exclude(s); err != nil {
			return err
		}
		return e.ship(e.toAll)
	})
	if err != nil {
		t.Fatal(err)
	}
	times := make([]int, n)
	var left []string
	for id, e := range all {
		sent, stays := make([]string, n), make([]string, n)
		for i, key := range e.keys {
			position := s.position(e.hash[i])
			times[position]++
			if sent[position] = key[:1]; e.candidate[i] {
				stays[position] = key[:1]
			}
			if want := key == "damson" || key == "fig"; e.candidate[i] != want {
				t.Errorf("%s may be a duplicate: %v, want %v", key, e.candidate[i], want)
			}
			if e.found[i] {
				t.Errorf("%s is said to be there twice, and is not", key)
			}
		}
		rows = append(rows, filtertest.Row(fmt.Sprintf("PE %d sends", id+1), sent...))
		left = append(left, filtertest.Row(fmt.Sprintf("PE %d marks", id+1), stays...))
	}
	// "el PE 1 recibe el hash '2' dos veces", of PE 2 and PE 3, and no other comes twice
	if want := []int{0, 0, 2, 0, 1, 0, 1, 0, 0, 1, 0, 1}; !slices.Equal(times, want) {
		t.Errorf("positions come %d times, want %d", times, want)
	}
	rows = append(append(rows, filtertest.Row("received", times...)), left...)
	filtertest.Drawn(t, bloom.OneHash().Explain, rows...)
}
