package calibration

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"hyphbench/internal/experiment"
	"hyphbench/internal/filter"
	"hyphbench/internal/machine"
	"hyphbench/internal/racetest"
	"hyphbench/internal/report/table"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/timing"
	"hyphbench/internal/wordlist"
)

// world is a machine whose truth is known.
type world struct {
	noise float64 // of a section, independent
	drift float64 // of the machine, autocorrelated from section to section
}

// calibrate carries out trials in the order and with the test of a real
// calibration, on invented times.
func (w world) calibrate(t *testing.T, design string, trials int) *Result {
	t.Helper()
	const rounds = 30
	const memory = 0.98
	r := &Result{Design: design, Trials: trials, Rounds: rounds, Tests: newTests(rounds, slowdowns())}
	state := 0.0
	for n := range trials {
		random := rand.New(rand.NewPCG(7, uint64(n)))
		times := make([][]float64, 1+len(slowdowns()))
		measure := func(side int) {
			state = memory*state + math.Sqrt(1-memory*memory)*w.drift*random.NormFloat64()
			work := 6e6
			if side > 0 {
				work *= 1 + slowdowns()[side-1]
			}
			noise := w.noise * (random.ExpFloat64() - 1) // skewed, as lost time is
			times[side] = append(times[side], work*(1+state+noise))
		}
		if design == runfolder.AsThesis {
			for side := range times {
				for range rounds {
					measure(side)
				}
			}
		} else {
			for range rounds {
				for _, side := range random.Perm(len(times)) {
					measure(side)
				}
			}
		}
		for i := range r.Tests {
			if err := r.Tests[i].add(design, times); err != nil {
				t.Fatal(err)
			}
		}
	}
	return r
}

// On a noisy and drifting machine the paired rounds keep their level and resolve
// the effect; the sequential design does neither.
func TestDecisions(t *testing.T) {
	const trials = 1000
	machine := world{noise: 0.01, drift: 0.02}
	r := machine.calibrate(t, runfolder.Interleaved, trials)
	equal := r.All().Shares[0]
	if !r.Within() || equal.Share() > 0.035 || equal.Share() < 0.008 {
		t.Errorf("interleaved: A/A %s, want near 2 %%", equal)
	}
	for _, test := range r.Tests {
		if s := test.Shares[0]; s.AtLeast() > 0.03 {
			t.Errorf("interleaved, %d rounds: A/A %s", test.Rounds, s)
		}
	}
	if smallest, found := r.All().Smallest(); !found || smallest != 0.02 {
		t.Errorf("interleaved: smallest effect %v, %v, want 2 %%: %v", smallest, found, r.All().Shares)
	}
	if s := r.All().Shares[1]; s.Share() < 0.3 || math.Abs(s.Ratio-1.01) > 5e-4 {
		t.Errorf("interleaved: +1 %% is %v", s)
	}
	if _, found := r.Tests[0].Smallest(); !found || r.Tests[0].Shares[2].Share() > r.All().Shares[2].Share() {
		t.Errorf("a quarter of the rounds finds %v, all find %v", r.Tests[0].Shares, r.All().Shares)
	}

	blocks := machine.calibrate(t, runfolder.AsThesis, trials)
	if blocks.Within() {
		t.Errorf("thesis: A/A %s on a machine that drifts, want false alarms", blocks.All().Shares[0])
	}
	if !strings.HasPrefix(blocks.Citation(), "too many false alarms") {
		t.Error(blocks.Citation())
	}
	if r.Resolution() != 0.02 || blocks.Resolution() != runfolder.Unresolved {
		t.Errorf("resolutions %v and %v", r.Resolution(), blocks.Resolution())
	}

	// Without drift both designs keep their level.
	if calm := (world{noise: 0.01}).calibrate(t, runfolder.AsThesis, trials); !calm.Within() || calm.All().Shares[0].Share() > 0.04 {
		t.Errorf("thesis without drift: A/A %s", calm.All().Shares[0])
	}
	// No effect is resolved in overwhelming noise, and the citation says so.
	wild := world{noise: 0.5}.calibrate(t, runfolder.Interleaved, 100)
	if _, found := wild.All().Smallest(); found || wild.Resolution() != 0.05 || !strings.HasPrefix(wild.Citation(), "not even differences of 5 %") {
		t.Error(wild.Citation())
	}
}

// In rounds each side has a filter of its own; in the thesis's order one for all its passes.
func TestTrialOrder(t *testing.T) {
	racetest.OneGoroutine(t)
	for _, design := range []string{runfolder.Interleaved, runfolder.AsThesis} {
		w, err := newWorkload(slowdowns())
		if err != nil {
			t.Fatal(err)
		}
		w.repetitions = 1
		var seeds []uint64
		real := w.structure.Build
		w.structure.Build = func(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
			seeds = append(seeds, cfg.Seed)
			return real(keys, cfg)
		}
		trial := w.trial(Options{Design: design, Seed: 1}, 1)
		if err := trial.measure(t.Context(), 4); err != nil {
			t.Fatal(err)
		}
		for side, times := range trial.times {
			if len(times) != 4 {
				t.Errorf("%s: %d sections of side %d", design, len(times), side)
			}
		}
		want := map[string]int{runfolder.Interleaved: 20, runfolder.AsThesis: 5}[design]
		if len(trial.sections) != 20 || len(seeds) != want || len(slices.Compact(slices.Sorted(slices.Values(seeds)))) != want {
			t.Errorf("%s: %d sections, seeds %x, want 20 and %d", design, len(trial.sections), seeds, want)
		}
	}
}

// loser has none of its keys.
type loser struct{ filter.Filter }

func (loser) Contains(string) bool { return false }

// counter counts the queries of a guard that admits nothing.
type counter struct{ asked int }

func (c *counter) Contains(string) bool { c.asked++; return false }

// A slowed side does exactly its share of added work.
func TestSidesDoTheirWork(t *testing.T) {
	racetest.OneGoroutine(t)
	w, err := newWorkload(slowdowns())
	if err != nil {
		t.Fatal(err)
	}
	if w.words.Len() != sampleWords {
		t.Fatalf("%d words, want %d", w.words.Len(), sampleWords)
	}
	w.repetitions = 3
	for _, s := range w.sides {
		c := &counter{}
		p := w.pass(&s, c)
		p.all()
		got := p.counts()
		want := int(math.Round(3 * sampleWords * (1 + s.slowdown)))
		if got.Words != want || c.asked != want {
			t.Errorf("+%g %%: %d words, %d asked, want %d", 100*s.slowdown, got.Words, c.asked, want)
		}
		letters := 0
		if s.again != nil {
			letters = len(s.again.Text())
		}
		if share := float64(letters) / float64(len(w.words.Text())); math.Abs(share-s.slowdown) > 0.05*s.slowdown {
			t.Errorf("+%g %%: %.4f of the letters again", 100*s.slowdown, share)
		}

		f, err := w.build(1)
		if err != nil {
			t.Fatal(err)
		}
		p = w.pass(&s, f)
		p.all()
		got = p.counts()
		if err := w.check(&s, got); err != nil {
			t.Error(err)
		}
		if got.Exceptions == 0 || got.Lookups <= got.Exceptions {
			t.Errorf("%+v: no exceptions or no false positives", got)
		}
		got.Breaks++
		if w.check(&s, got) == nil {
			t.Error("a wrong count was taken")
		}
	}
	f, err := w.build(1)
	if err != nil {
		t.Fatal(err)
	}
	filters := []filter.Filter{f, f, f, f, f}
	random := rand.New(rand.NewPCG(1, 1))
	if sections, err := w.together(filters, random); err != nil || len(sections) != 5 {
		t.Errorf("%v, %v", sections, err)
	}
	loses := loser{f} // every key
	filters[3] = loses
	if _, err := w.together(filters, random); err == nil || !strings.Contains(err.Error(), "2 % of the work added") {
		t.Errorf("a filter that loses keys: %v", err)
	}
	if _, err := w.alone(&w.sides[0], loses); err == nil || !strings.Contains(err.Error(), "wrong answers") {
		t.Errorf("a filter that loses keys: %v", err)
	}
}

func TestRun(t *testing.T) {
	racetest.OneGoroutine(t)
	for _, design := range []string{runfolder.Interleaved, runfolder.AsThesis} {
		o := Options{Design: design, Trials: 3, Rounds: 4, Time: time.Hour, Seed: 1}
		var last experiment.Progress
		r, err := Run(timing.WithLeast(t.Context(), timing.Short), o, func(p experiment.Progress) { last = p })
		if err != nil {
			t.Fatal(err)
		}
		if r.Trials != 3 || r.Sections != 3*4*5 || last.Done != last.Total || last.Done != int64(r.Sections) || !r.complete() {
			t.Errorf("%s: %+v, progress %+v", design, r, last)
		}
		if least := 0.6 * float64(timing.Short); r.SectionNS < least || r.Seconds < float64(r.Sections)*least/1e9 {
			t.Errorf("%s: sections of %v ns, %v s", design, r.SectionNS, r.Seconds)
		}
		for _, test := range r.Tests {
			for _, s := range test.Shares {
				if s.Trials != 3 || s.Ratio < 0.3 || s.Ratio > 3 {
					t.Errorf("%s, %d rounds: %+v", design, test.Rounds, s)
				}
			}
		}
	}
	o := Options{Design: runfolder.Interleaved, Trials: 1e6, Rounds: 2, Time: time.Millisecond}
	if r, err := Run(timing.WithLeast(t.Context(), timing.Short), o, func(experiment.Progress) {}); err != nil || r.Trials != 2 {
		t.Errorf("%+v, %v: want two trials when the time is up", r, err)
	}
	ctx, cancel := context.WithCancel(timing.WithLeast(t.Context(), timing.Short))
	o.Time = time.Hour
	r, err := Run(ctx, o, func(p experiment.Progress) {
		if p.Step.Round == 2 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) || r == nil || r.Trials != 2 {
		t.Errorf("%+v, %v: want the two trials before the interrupt", r, err)
	}
	if r, err := Run(ctx, o, nil); !errors.Is(err, context.Canceled) || r != nil {
		t.Errorf("%+v, %v: want nothing but the interrupt", r, err)
	}
}

// example is a result of invented numbers.
func example() *Result {
	r := &Result{
		Schema: Schema, Command: "hyphbench calibrate", Date: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC),
		Design: runfolder.Interleaved, Seed: 1, Trials: 200, Rounds: 30, MedianRounds: 30, Seconds: 240,
		SectionWords: 60_000, SectionNS: 6.1e6, Sections: 30_000, Remeasured: 321, Disturbed: 4,
		Clock:   machine.Clock{WallResolution: 40, WallOverhead: 25.5, CPUResolution: 460, CPUOverhead: 441},
		Machine: "Some CPU (2 logical cores)", Build: "0123456789abcdef",
		Tests: newTests(30, slowdowns()),
	}
	for i := range r.Tests {
		for j := range r.Tests[i].Shares {
			s := &r.Tests[i].Shares[j]
			s.Trials, s.Ratio = 200, 1+0.99*s.Slowdown
			s.Told = [][]int{{3, 20, 70, 190}, {4, 44, 150, 200}, {5, 91, 197, 200}}[i][j]
		}
	}
	return r
}

var update = flag.Bool("update", false, "rewrite the golden files in testdata")

func TestGolden(t *testing.T) {
	beside := example()
	beside.Design = runfolder.AsThesis
	for i := range beside.Tests {
		beside.Tests[i].Shares[0].Told = 60
	}
	for _, f := range Formats() {
		var b strings.Builder
		if err := Write(&b, example(), []*Result{beside}, f); err != nil {
			t.Fatal(err)
		}
		name := filepath.Join("testdata", "calibration."+string(f))
		if *update {
			if err := errors.Join(os.MkdirAll("testdata", 0o777), os.WriteFile(name, []byte(b.String()), 0o666)); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(strings.ReplaceAll(string(want), "\r\n", "\n"), b.String()); diff != "" {
			t.Errorf("%s (go test -update rewrites it):\n%s", name, diff)
		}
	}
	if err := Write(&strings.Builder{}, example(), nil, table.CSV); err == nil {
		t.Error("an unknown format was taken")
	}
}

func TestCache(t *testing.T) {
	cache, m := Cache(filepath.Join(t.TempDir(), "new")), machine.Describe(t.Context())
	want := example()
	if _, err := cache.Load(m, want.Build, want.Design); !errors.Is(err, ErrNone) {
		t.Errorf("nothing is kept, but %v", err)
	}
	if err := cache.Save(m, want); err != nil {
		t.Fatal(err)
	}
	busier := m
	busier.Load, busier.FreeBytes = 7, 1
	got, err := cache.Load(busier, want.Build, want.Design)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	other := m
	other.CPU.Model += " Turbo"
	for _, c := range []struct {
		m             machine.Machine
		build, design string
	}{{other, want.Build, want.Design}, {m, "fedcba", want.Design}, {m, want.Build, runfolder.AsThesis}} {
		if _, err := cache.Load(c.m, c.build, c.design); !errors.Is(err, ErrNone) {
			t.Errorf("%s %s is taken for the one kept: %v", c.build, c.design, err)
		}
	}

	// A run cites the stored result for its machine, build and design.
	run := &runfolder.Meta{Build: map[string]string{"vcs.revision": want.Build}, Design: want.Design}
	cite := func(calibration string, resolution runfolder.Resolution) (string, runfolder.Resolution) {
		run.Sessions = []runfolder.Session{{Machine: &m, Calibration: calibration, Resolution: resolution}}
		cache.Cite(run)
		return run.Sessions[0].Calibration, run.Sessions[0].Resolution
	}
	if text, r := cite("as then", 0.01); text != want.Citation() || r != want.Resolution() || r != 0.02 {
		t.Errorf("cited %q, %v", text, r)
	}
	// At another load than that of the calibration it has a resolution, and no line on it.
	quiet := *want
	quiet.Load = new(float64)
	if err := cache.Save(m, &quiet); err != nil {
		t.Fatal(err)
	}
	for load, want := range map[float64]string{0.8: want.Citation(), 1.2: "", machine.NoLoad: want.Citation()} {
		run.Sessions = []runfolder.Session{{Machine: &m, LoadBefore: load, LoadAfter: 0.9, Calibration: "as then"}}
		cache.Cite(run)
		if s := run.Sessions[0]; s.Calibration != want || s.Resolution != 0.02 {
			t.Errorf("cited %q, %v at the load %g", s.Calibration, s.Resolution, load)
		}
	}
	if err := os.WriteFile(cache.file(m, want.Build, want.Design), []byte(`{"schema":"`+Schema+`"}`), 0o644); err != nil {
		t.Fatal(err)
	}
	if text, r := cite("as then", 0.01); text != "as then" || r != 0.01 {
		t.Errorf("cited %q, %v of a damaged file", text, r)
	}
	if text, r := cite("as then", 0); text != "as then" || r != 0 {
		t.Errorf("cited %q, %v of a session that recorded a text alone", text, r)
	}
	run.Design = runfolder.AsThesis
	if text, r := cite("", 0); !strings.HasSuffix(text, "hyphbench calibrate --design=thesis") || r != 0 {
		t.Errorf("cited %q, %v where there is none", text, r)
	}
	run.Design = "published"
	if text, r := cite("as then", 0.01); text != "" || r != 0 {
		t.Errorf("cited %q, %v of imported times", text, r)
	}
	if err := Cache("").Save(m, want); err == nil {
		t.Error("saved nowhere")
	}
	if _, err := Cache("").Load(m, want.Build, want.Design); !errors.Is(err, ErrNone) {
		t.Error(err)
	}
}

// A short calibration does not replace a longer one, of its own machine, build and
// design; an equally long one does, since it is newer.
func TestKeep(t *testing.T) {
	cache, m := Cache(t.TempDir()), machine.Describe(t.Context())
	long, short := example(), example()
	short.Trials, short.Sections, short.Date = long.Trials-1, long.Sections-150, long.Date.Add(time.Hour)
	stored := func() int {
		r, err := cache.Load(m, long.Build, long.Design)
		if err != nil {
			t.Fatal(err)
		}
		return r.Trials
	}
	for _, r := range []*Result{short, long} {
		if err := cache.Keep(m, r); err != nil || stored() != r.Trials {
			t.Errorf("%v, and %d trials are stored", err, stored())
		}
	}
	if err := cache.Keep(m, short); !errors.Is(err, ErrLonger) || stored() != long.Trials {
		t.Errorf("%v, and %d trials are stored", err, stored())
	}
	newer := example()
	newer.Seed++
	if err := cache.Keep(m, newer); err != nil {
		t.Error(err)
	}
	// Sections tell the length, not trials, which may have few rounds each.
	short.Trials = 10 * long.Trials
	if err := cache.Keep(m, short); !errors.Is(err, ErrLonger) {
		t.Errorf("%v of more trials of fewer sections", err)
	}
	short.Trials = long.Trials - 1
	short.Build = "another"
	if err := cache.Keep(m, short); err != nil {
		t.Errorf("another build: %v", err)
	}
}

// What is cited has two sides, and of each as many trials as it says or fewer that told them
// apart.
func TestComplete(t *testing.T) {
	fine := Share{Told: 1, Trials: 2}
	for _, c := range []struct {
		shares []Share
		want   bool
	}{
		{[]Share{fine, {Told: 2, Trials: 2}}, true},
		{[]Share{{Told: 0, Trials: 1}, fine}, true},
		{[]Share{fine}, false},
		{[]Share{fine, {Told: 3, Trials: 2}}, false},
		{[]Share{{Told: -1, Trials: 2}, fine}, false},
		{[]Share{fine, {}}, false},
	} {
		for _, r := range []Result{{Tests: []Test{{Shares: c.shares}}}, {Tests: []Test{{Shares: []Share{fine, fine}}, {Shares: c.shares}}}} {
			if got := r.complete(); got != c.want {
				t.Errorf("%+v: %v", r.Tests, got)
			}
		}
	}
	if (&Result{}).complete() {
		t.Error("a result without tests is cited")
	}
}

// A session's own thread is one of its load at the end; one program more or less than while
// it was calibrated is another load.
func TestOtherLoad(t *testing.T) {
	r := Result{Load: new(2.0)}
	for _, c := range []struct {
		before, after float64
		want          bool
	}{
		{2, 0, false}, {2, 3, false}, {3, 4, false}, {1, 0, false}, {0, 3.9, false}, {2, 3.9, false},
		{3.1, 0, true}, {0.9, 0, true}, {0.9, 1.5, true}, {2, 4.2, true}, {0, 1.9, true},
		{machine.NoLoad, 9, false},
	} {
		if got := r.otherLoad(&runfolder.Session{LoadBefore: c.before, LoadAfter: c.after}); got != c.want {
			t.Errorf("a load of %v, then %v, beside one of 2 is another: %v", c.before, c.after, got)
		}
	}
}

// The progress counts the trials that the time has room for, not those asked for.
func TestInTime(t *testing.T) {
	o := Options{Trials: 200, Time: time.Minute}
	for _, c := range []struct {
		n          int
		took, used time.Duration
		want       int
	}{
		{1, time.Second, time.Second, 60},
		{10, 20 * time.Second, 30 * time.Second, 25},
		{10, time.Second, 2 * time.Second, 200},
		{1, 2 * time.Minute, 2 * time.Minute, 2},
		{40, time.Minute, 61 * time.Second, 40},
	} {
		if got := inTime(o, c.n, c.took, c.used); got != c.want {
			t.Errorf("after %d trials in %v: %d, want %d", c.n, c.used, got, c.want)
		}
	}
}

// A number that was damaged is not taken for one that was measured: whatever bit of a stored
// result is flipped, there is none, or it is the one that was stored.
func TestDamagedCache(t *testing.T) {
	cache, m := Cache(t.TempDir()), machine.Describe(t.Context())
	want := example()
	if err := cache.Save(m, want); err != nil {
		t.Fatal(err)
	}
	name := cache.file(m, want.Build, want.Design)
	whole, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for at := range whole {
		damaged := bytes.Clone(whole)
		damaged[at] ^= 1 << (at % 8)
		if err := os.WriteFile(name, damaged, 0o644); err != nil {
			t.Fatal(err)
		}
		got, err := cache.Load(m, want.Build, want.Design)
		if err != nil && !errors.Is(err, ErrNone) || err == nil && !cmp.Equal(want, got) {
			t.Fatalf("byte %d damaged: %v", at, err)
		}
	}
}
