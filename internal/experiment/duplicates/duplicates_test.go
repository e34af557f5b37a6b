package duplicates

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/filter"
	"hyphbench/internal/nodes"
	"hyphbench/internal/racetest"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/wordlist"
)

// prepared is the experiment with the given flags.
func prepared(t *testing.T, flags ...string) *trial.Bench {
	t.Helper()
	return experimenttest.Prepared[*trial.Bench](t, New(), flags...)
}

// Without flags, and with --quick, the flags are at their defaults; --quick leaves alone what
// was asked for.
func TestDefaults(t *testing.T) {
	for _, c := range []struct {
		flags string
		want  string // p, ε, elements, rounds
	}{
		{"", "[2 4 8 16 32 64] [0.001 0.01 0.1] 262144 3"},
		{"--quick", "[2 8 32] [0.001 0.01 0.1] 32768 2"},
		{"--quick --n=5000", "[2 8 32] [0.001 0.01 0.1] 5000 2"},
	} {
		var m runfolder.Meta
		prepared(t, strings.Fields(c.flags)...).Describe(&m)
		if got := fmt.Sprint(m.Values("p"), m.Values(axis.Epsilon), " ", m.Parameters[parameterN], " ", m.Reps); got != c.want {
			t.Errorf("%q: %s, want %s", c.flags, got, c.want)
		}
	}
}

func TestConforms(t *testing.T) {
	few := filepath.Join(t.TempDir(), "few.txt")
	if err := os.WriteFile(few, []byte("a\nb\na\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	experimenttest.Conforms(t, experimenttest.Conformance{New: New, Small: []string{"--n=3000", "--p=2,8", "--eps=1%,10%", "--reps=2", "--seed=7"},
		Bad: [][]string{{"--p=3"}, {"--p=1"}, {"--p=2,128"}, {"--p=0"}, {"--n=1"}, {"--twice=2"}, {"--eps=0"},
			{"--keys=" + few, "--p=4"}, {"--keys=no such file"}, {"--keys=" + few, "--n=2000"}}})
}

// The truth of an instance is what counting all elements says, and theory's counts are
// those of the elements.
func TestInstance(t *testing.T) {
	list := generated(2000, 0.3, 5)
	in := newInstance(list, 4, 9)
	times := map[string]int{}
	for key := range list.Each() {
		times[key]++
	}
	if twice := len(list.All()) - len(times); twice != 300 {
		t.Errorf("%d elements are there twice, want 300", twice)
	}
	copies, held, single := 0, 0, 0
	for _, s := range in.shares {
		for i, key := range s.keys {
			if len(key) != keyBytes || s.truth[i] != (times[key] > 1) {
				t.Errorf("%q is there %d times, and said to be one of several: %v", key, times[key], s.truth[i])
			}
			held++
			copies++
			if s.local[i] {
				copies++
			}
			if times[key] == 1 || s.local[i] {
				single++
			}
		}
	}
	if at := in.placed; copies != 2000 || at.held != float64(held) || at.single != float64(single) || at.shared != float64(held-single) || at.bytes != keyBytes {
		t.Errorf("%d elements, held %d, single %d: %+v", copies, held, single, in.placed)
	}
}

// Every method finds the duplicates of awkward elements: all equal, all different, many
// copies, in ascending numbers of processing elements.
func TestMethodsAreExact(t *testing.T) {
	lists := map[string]*wordlist.List{"pairs": generated(1200, 0.5, 3), "different": generated(1200, 0, 3)}
	equal, many := make([]string, 600), make([]string, 600)
	for i := range equal {
		equal[i], many[i] = "the same", strings.Repeat("x", i%17)
	}
	lists["equal"], lists["many"] = wordlist.Of(equal...), wordlist.Of(many...)
	for _, p := range []int{2, 8} {
		w, err := nodes.New(p)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = w.Close() }()
		for name, list := range lists {
			in := newInstance(list, p, 1)
			for _, method := range methods() {
				for _, epsilon := range []float64{0.5, 0.01} {
					if _, err := perform(t.Context(), w, in, 4, func(e *processor) error {
						if err := method.find(e, epsilon); err != nil {
							return err
						}
						return e.judge()
					}); err != nil {
						t.Fatalf("%s, %s, p = %d, ε = %v: %v", name, method.name, p, epsilon, err)
					}
				}
			}
		}
	}
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
		w, err := nodes.New(2)
		if err != nil {
			t.Fatal(err)
		}
		in := newInstance(generated(1000, 0.2, 3), 2, 1)
		_, err = perform(t.Context(), w, in, 4, func(e *processor) error {
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

// Bytes and rates are near theory where messages are large, for all methods.
func TestTheory(t *testing.T) {
	racetest.OneGoroutine(t)
	b := prepared(t, "--p=4", "--n=60000", "--eps=0.05", "--reps=2")
	for s := range b.Plan(0).All() {
		if s.Round != 1 || s.Cell.Metric != Bytes {
			continue
		}
		of, err := b.Trial(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		value := func(m runfolder.Metric) float64 { v, _ := of.Value(m); return v }
		if ratio := value(Bytes) / value(BytesTheory); ratio < 0.96 || ratio > 1.03 {
			t.Errorf("%s sends %.3f bytes, by theory %.3f", s.Cell.Filter, value(Bytes), value(BytesTheory))
		}
		if want, is := of.Value(FlaggedTheory); is && math.Abs(value(Flagged)-want) > max(0.1*want, 5*math.Sqrt(2*want/60_000)) {
			t.Errorf("%s leaves %.5f, by theory %.5f", s.Cell.Filter, value(Flagged), want)
		}
		if want, is := of.Value(BreakEvenTheory); is && math.Abs(value(BreakEven)/want-1) > 0.05 {
			t.Errorf("%s breaks even at %.3f queries, by theory %.3f", s.Cell.Filter, value(BreakEven), want)
		}
	}
}

// The break-even computed of the bytes of building and of three batches is where the
// bytes sent for one batch after the other pass those of the replicating filter.
func TestBreakEvenIsTheCrossing(t *testing.T) {
	racetest.OneGoroutine(t)
	const n, epsilon, seed = 20_000, 0.02, 1
	for _, p := range []int{2, 4} {
		b := prepared(t, fmt.Sprintf("--p=%d", p), fmt.Sprintf("--n=%d", n), "--eps=0.02")
		network, err := nodes.New(p)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = network.Close() }()
		inRound := func(number int) *round { // with queries of its own
			of := experiment.RoundSeed(seed, number)
			return &round{network, newInstance(generated(n, 0.1, of), p, filter.Mix(of)), filter.Mix(of + 1), map[asking]spent{}}
		}
		for _, method := range []string{replicating, coded} {
			cell := runfolder.Cell{Filter: method, Metric: BreakEven, Point: runfolder.At(fmt.Sprint(p), "0.02")}
			of, err := b.Trial(t.Context(), experiment.Step{Round: 1, Cell: cell})
			if err != nil {
				t.Fatal(err)
			}
			replicated, _ := of.Value(BuildBytes)
			evenAt, _ := of.Value(BreakEven)
			first, err := inRound(1).asked(t.Context(), distributed, epsilon)
			if err != nil {
				t.Fatal(err)
			}
			sent := float64(first.build.Bytes) / n
			crossing := 0.0
			for number := 2; sent < replicated; number++ {
				cost, err := inRound(number).asked(t.Context(), distributed, epsilon)
				if err != nil {
					t.Fatal(err)
				}
				step := float64(cost.query.Bytes) / n
				queries := float64(cost.asked) / n
				if sent+step >= replicated {
					queries *= (replicated - sent) / step
				}
				crossing += queries
				sent += step
			}
			if math.Abs(crossing/evenAt-1) > 0.01 {
				t.Errorf("p = %d, %s: computed %.3f queries per element, counted %.3f", p, method, evenAt, crossing)
			}
		}
	}
}

// A handful of elements, all of them duplicates or none, give numbers too.
func TestFewElements(t *testing.T) {
	for name, text := range map[string]string{"equal": "a\na\na\na\n", "different": "a\nb\nc\nd\n", "both": "a\nb\na\n"} {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		run := experimenttest.Run(t, New(), "--keys="+path, "--p=2", "--reps=2")
		for _, r := range run.Rows {
			if math.IsNaN(r.Value) || math.IsInf(r.Value, 0) {
				t.Errorf("%s: %s of %s is %v", name, r.Metric, r.Filter, r.Value)
			}
		}
	}
}

// The user's elements are found as they are.
func TestOwnElements(t *testing.T) {
	path := filepath.Join(t.TempDir(), "own.txt")
	var text strings.Builder
	for i := range 1500 {
		fmt.Fprintf(&text, "element %d\n", i%1400)
	}
	if err := os.WriteFile(path, []byte(text.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	run := experimenttest.Run(t, New(), "--keys="+path, "--p=2,4", "--eps=0.1", "--reps=2")
	if run.Meta.Parameters[parameterN] != "1500" || len(run.Meta.Inputs) != 1 || len(run.Rows) == 0 {
		t.Errorf("%v, %v, %d rows", run.Meta.Parameters, run.Meta.Inputs, len(run.Rows))
	}
}

// Each claim is supported and contradicted by rows made so, and not tested where they
// are missing.
func TestClaims(t *testing.T) {
	of := experimenttest.Run(t, New(), "--n=3000", "--p=2,8", "--reps=2", "--eps=0.01,0.1")
	experimenttest.NoFigures(t, New(), of, func(r runfolder.Row) bool { return r.Filter == toOne })
	value := func(r *runfolder.Row, method string, m runfolder.Metric, v float64) {
		if r.Filter == method && r.Metric == m {
			r.Value = v
		}
	}
	p := func(r *runfolder.Row) float64 { return map[string]float64{"2": 2, "8": 8}[r.Point.Value(0)] }
	epsilon := func(r *runfolder.Row) float64 { return map[string]float64{"0.01": 0.01, "0.1": 0.1}[r.Point.Value(1)] }
	gone := experimenttest.Gone
	experimenttest.Verdicts(t, New(), of, []experimenttest.Case{
		{"D1", func(r *runfolder.Row) { value(r, distributed, Flagged, epsilon(r)) }, claim.Supported},
		{"D1", func(r *runfolder.Row) { value(r, distributed, Flagged, 2*epsilon(r)) }, claim.Contradicted},
		{"D1", gone(distributed), claim.NotTested},
		{"D2", func(r *runfolder.Row) { value(r, distributed, HashBytes, 2); value(r, shipping, Bytes, 33) }, claim.Supported},
		{"D2", func(r *runfolder.Row) { value(r, distributed, HashBytes, 20); value(r, shipping, Bytes, 33) }, claim.Contradicted},
		{"D2", gone(shipping), claim.NotTested},
		{"D2", func(r *runfolder.Row) {
			if r.Filter == shipping && p(r) == 8 || r.Filter == distributed && p(r) == 2 {
				r.Filter = "other"
			}
		}, claim.NotTested},
		{"D3", func(r *runfolder.Row) { value(r, twoRounds, Bytes, 3); value(r, distributed, Bytes, 3.1) }, claim.Supported},
		{"D3", func(r *runfolder.Row) { value(r, twoRounds, Bytes, 3); value(r, distributed, Bytes, p(r)) }, claim.Contradicted},
		{"D3", gone(twoRounds), claim.NotTested},
		{"D4", func(r *runfolder.Row) {
			value(r, distributed, Bytes, 5)
			value(r, twoRounds, Bytes, 4)
			value(r, threeRounds, Bytes, 3.6)
		}, claim.Supported},
		{"D4", func(r *runfolder.Row) {
			value(r, distributed, Bytes, 5)
			value(r, twoRounds, Bytes, 4)
			value(r, threeRounds, Bytes, 3.4)
		}, claim.Contradicted},
		{"D4", func(r *runfolder.Row) { value(r, twoRounds, Bytes, 1000) }, claim.NotTested},
		{"D5", func(r *runfolder.Row) { value(r, replicating, BreakEven, 1.5*p(r)) }, claim.Supported},
		{"D5", func(r *runfolder.Row) { value(r, replicating, BreakEven, p(r)) }, claim.Contradicted},
		{"D5", gone(replicating), claim.NotTested},
		{"D6", func(r *runfolder.Row) {
			value(r, distributed, BuildBytes, 1.04*golombBits(epsilon(r))/8*(1-1/p(r)))
		}, claim.Supported},
		{"D6", func(r *runfolder.Row) {
			value(r, distributed, BuildBytes, golombBits(epsilon(r)/p(r))/8*(1-1/p(r)))
		}, claim.Contradicted},
		{"D6", gone(distributed), claim.NotTested},
		{"D9", func(r *runfolder.Row) {
			value(r, distributed, BuildBytes, golombBits(epsilon(r)/p(r))/8*(1-1/p(r)))
		}, claim.Supported},
		{"D9", func(r *runfolder.Row) {
			value(r, distributed, BuildBytes, 1.04*golombBits(epsilon(r))/8*(1-1/p(r)))
		}, claim.Contradicted},
		{"D7", func(r *runfolder.Row) {
			value(r, replicating, BreakEven, 10.5)
			value(r, replicating, BreakEvenTheory, 10)
			value(r, coded, BreakEven, 9.5)
			value(r, coded, BreakEvenTheory, 10)
		}, claim.Supported},
		{"D7", func(r *runfolder.Row) {
			value(r, replicating, BreakEven, 10)
			value(r, replicating, BreakEvenTheory, 10)
			value(r, coded, BreakEven, 8)
			value(r, coded, BreakEvenTheory, 10)
		}, claim.Contradicted},
		{"D7", func(r *runfolder.Row) {
			if r.Metric == BreakEven {
				r.Filter = "other"
			}
		}, claim.NotTested},
		{"D8", func(r *runfolder.Row) {
			if r.Metric == Flagged || r.Metric == FlaggedTheory {
				r.Value = 0.02
			}
		}, claim.Supported},
		{"D8", func(r *runfolder.Row) {
			if r.Metric == Flagged || r.Metric == FlaggedTheory {
				r.Value = 0.02
			}
			value(r, coded, Flagged, 0.04)
		}, claim.Contradicted},
		{"D8", func(r *runfolder.Row) {
			if r.Metric == FlaggedTheory {
				r.Value = 0
			}
		}, claim.NotTested},
	})
}

// A metric with a unit of its own has the factor to it, without which it reads 0.
func TestUnits(t *testing.T) {
	for _, m := range metrics() {
		if (m.Unit == "") != (m.Factor == 0) {
			t.Errorf("%s: unit %q, factor %v", m.Name, m.Unit, m.Factor)
		}
	}
}
