package duplicates

import (
	"context"
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
	"hyphbench/internal/nodes"
	"hyphbench/internal/wordlist"
)

// prepared is the experiment with the given flags.
func prepared(t *testing.T, flags ...string) *bench {
	t.Helper()
	return experimenttest.Prepared[*bench](t, New(), flags...)
}

func TestDefaults(t *testing.T) {
	if x := New(); len(x.p.Values) != 6 || len(x.eps.Values) != 3 || x.n.Value != 262_144 || x.reps.Value != 3 {
		t.Errorf("%v, %v, %v elements, %v rounds by default", x.p.Values, x.eps.Values, x.n.Value, x.reps.Value)
	}
	if x := prepared(t, "--quick").x; x.n.Value != 32_768 || len(x.p.Values) != 3 || x.reps.Value != 2 {
		t.Errorf("quick: %v, %v elements, %v rounds", x.p.Values, x.n.Value, x.reps.Value)
	}
	if x := prepared(t, "--quick", "--n=5000").x; x.n.Value != 5000 {
		t.Errorf("quick changes what was asked for: %v elements", x.n.Value)
	}
}

func TestBadFlags(t *testing.T) {
	few := filepath.Join(t.TempDir(), "few.txt")
	if err := os.WriteFile(few, []byte("a\nb\na\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, bad := range [][]string{{"--p=3"}, {"--p=1"}, {"--p=2,128"}, {"--p=0"}, {"--n=1"}, {"--reps=1"}, {"--twice=2"}, {"--eps=0"},
		{"--keys=" + few, "--p=4"}, {"--keys=no such file"}, {"--keys=" + few, "--n=2000"}} {
		if _, err := experimenttest.Prepare(t, New(), bad...); err == nil {
			t.Errorf("%v is accepted", bad)
		}
	}
}

// A round depends on the seed and on its number, not on what was measured before.
func TestRounds(t *testing.T) {
	flags := []string{"--n=3000", "--p=2,8", "--reps=2", "--seed=7"}
	counted, different := experimenttest.Repeats(t, func() experiment.Bench { return prepared(t, flags...) }, experimenttest.Timed())
	if same := counted - different; same > counted/2 {
		t.Errorf("%d of %d values of two rounds are the same", same, counted)
	}
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

// Every way finds the duplicates of awkward elements: all equal, all different, many
// copies, in ascending numbers of processing elements.
func TestWaysAreExact(t *testing.T) {
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
			for _, way := range ways() {
				for _, epsilon := range []float64{0.5, 0.01} {
					if _, err := perform(t.Context(), w, in, 4, func(e *processor) error {
						if err := way.find(e, epsilon); err != nil {
							return err
						}
						return e.judge()
					}); err != nil {
						t.Fatalf("%s, %s, p = %d, ε = %v: %v", name, way.name, p, epsilon, err)
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
			if err := ways()[0].find(e, 0.1); err != nil {
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

// Bytes and rates are near theory where messages are large, for all ways.
func TestTheory(t *testing.T) {
	b := prepared(t, "--p=4", "--n=60000", "--eps=0.05", "--reps=2")
	for s := range b.Plan(0).All() {
		if s.Round != 1 || s.Cell.Metric != Bytes {
			continue
		}
		if _, err := b.Measure(t.Context(), s); err != nil {
			t.Fatal(err)
		}
	}
	for v, r := range b.done {
		if ratio := r[Bytes] / r[BytesTheory]; ratio < 0.96 || ratio > 1.03 {
			t.Errorf("%s sends %.3f bytes, by theory %.3f", v.way, r[Bytes], r[BytesTheory])
		}
		if want, is := r[FlaggedTheory]; is && math.Abs(r[Flagged]-want) > max(0.1*want, 5*math.Sqrt(2*want/60_000)) {
			t.Errorf("%s leaves %.5f, by theory %.5f", v.way, r[Flagged], want)
		}
		if want, is := r[BreakEvenTheory]; is && math.Abs(r[BreakEven]/want-1) > 0.05 {
			t.Errorf("%s breaks even at %.3f queries, by theory %.3f", v.way, r[BreakEven], want)
		}
	}
}

// The break-even computed of the bytes of building and of three batches is where the
// bytes sent for one batch after the other pass those of the replicating filter.
func TestBreakEvenIsTheCrossing(t *testing.T) {
	const n, epsilon = 20_000, 0.02
	for _, p := range []int{2, 4} {
		b := prepared(t, fmt.Sprintf("--p=%d", p), fmt.Sprintf("--n=%d", n), "--eps=0.02")
		if err := b.enter(p, 1); err != nil {
			t.Fatal(err)
		}
		rate, err := axis.ParseRate("0.02")
		if err != nil {
			t.Fatal(err)
		}
		for _, way := range []string{replicating, coded} {
			r, err := b.carriedOut(t.Context(), visit{way, p, rate})
			if err != nil {
				t.Fatal(err)
			}
			other := b.done[visit{distributed, p, rate}]
			sent := other[BuildBytes]
			crossing := 0.0
			for round := 2; sent < r[BuildBytes]; round++ { // queries of their own
				if err := b.enter(p, round); err != nil {
					t.Fatal(err)
				}
				cost, err := b.asked(t.Context(), distributed, epsilon)
				if err != nil {
					t.Fatal(err)
				}
				step := float64(cost.query.Bytes) / n
				queries := float64(cost.asked) / n
				if sent+step >= r[BuildBytes] {
					queries *= (r[BuildBytes] - sent) / step
				}
				crossing += queries
				sent += step
			}
			if err := b.enter(p, 1); err != nil {
				t.Fatal(err)
			}
			if math.Abs(crossing/r[BreakEven]-1) > 0.01 {
				t.Errorf("p = %d, %s: computed %.3f queries an element, counted %.3f", p, way, r[BreakEven], crossing)
			}
		}
	}
}

// A run that is cancelled ends, with the network.
func TestCancelled(t *testing.T) {
	b := prepared(t, "--p=2", "--n=2000")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	step := experiment.Step{}
	for s := range b.Plan(0).All() {
		step = s
		break
	}
	if _, err := b.Measure(ctx, step); err == nil {
		t.Error("a cancelled measurement has a value")
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
