package cache

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/filter"
	filterbloom "hyphbench/internal/filter/bloom"
	"hyphbench/internal/racetest"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/wordlist"
)

func prepared(t *testing.T, flags ...string) *trial.Bench {
	t.Helper()
	return experimenttest.Prepared[*trial.Bench](t, New(), flags...)
}

func TestConforms(t *testing.T) {
	racetest.OneGoroutine(t)
	experimenttest.Conforms(t, experimenttest.Conformance{New: New,
		Small: []string{"--quick", "--requests=1500", "--reps=2", "--seed=5"},
		Bad:   [][]string{{"--once=1"}, {"--once=0.5,0.6"}, {"--capacity=0,0.1"}, {"--window=0"}, {"--requests=10"}, {"--eps=2"}, {"--text=no such file"}},
		Varies: func(c runfolder.Cell) bool { // the library of TinyLFU varies
			return c.Filter == tinyLFU || c.Metric == Request || c.Metric == DiskTime
		}})
}

// The synthetic stream has the share of one-hit wonders that was asked for, as many
// requests, and popularity that falls with the rank as it should.
func TestSynthetic(t *testing.T) {
	for _, once := range []float64{0.6, 0.75, 0.9} {
		s := synthetic(7, 50_000, once)
		if got := float64(s.once) / float64(len(s.keys)); math.Abs(got-once) > 0.001 {
			t.Errorf("%.4f of the objects are requested once, want %v", got, once)
		}
		if n := len(s.requests); n < 50_000 || n > 50_010 {
			t.Errorf("%d requests", n)
		}
		if distinct := slices.Clone(s.keys); len(slices.Compact(sorted(distinct))) != len(s.keys) {
			t.Error("two objects have one key")
		}
	}
	s := synthetic(3, 200_000, 0.75)
	times := slices.Clone(s.times)
	slices.Sort(times)
	slices.Reverse(times)
	if ratio, want := float64(times[0])/float64(times[9]), math.Pow(10, exponent); math.Abs(ratio/want-1) > 0.1 {
		t.Errorf("the first object is requested %.2f times as often as the tenth, want %.2f", ratio, want)
	}
}

func sorted(list []string) []string { slices.Sort(list); return list }

func TestTextual(t *testing.T) {
	s := textual(wordlist.Of("in", "the", "beginning", "the", "end", "never"), 1, 5)
	if !slices.Equal(s.requests, []uint32{0, 1, 2, 1, 3}) || !slices.Equal(s.keys, []string{"in", "the", "beginning", "end"}) || s.once != 3 {
		t.Errorf("%v of %v, %d once", s.requests, s.keys, s.once)
	}
	if want := uint64(s.sizes[0] + s.sizes[1] + s.sizes[2] + s.sizes[3]); s.total != want || s.requested != want+uint64(s.sizes[1]) {
		t.Errorf("%d bytes, %d requested", s.total, s.requested)
	}
}

// The cache is compared with a list that is searched, request by request.
func TestLRU(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	sizes := make([]uint32, 50)
	for i := range sizes {
		sizes[i] = 1 + random.Uint32N(40)
	}
	sizes[0] = 1000 // larger than the cache
	c := newLRU(150, sizes)
	var model []uint32 // the last requested last
	for range 20_000 {
		object := random.Uint32N(50)
		at := slices.Index(model, object)
		if there := c.get(object); there != (at >= 0) {
			t.Fatalf("object %d: %v, want %v", object, there, at >= 0)
		}
		if at >= 0 {
			model = append(slices.Delete(model, at, at+1), object)
			continue
		}
		if taken := c.put(object); taken != (object != 0) {
			t.Fatalf("object %d of %d bytes is taken: %v", object, sizes[object], taken)
		}
		if object == 0 {
			continue
		}
		model = append(model, object)
		held := uint64(0)
		for i := len(model) - 1; i >= 0; i-- {
			if held+uint64(sizes[model[i]]) > 150 {
				model = model[i+1:]
				break
			}
			held += uint64(sizes[model[i]])
		}
		if c.held != held {
			t.Fatalf("%d bytes held, want %d", c.held, held)
		}
	}
}

// numbered is a stream of objects of one byte.
func numbered(requests ...uint32) *stream {
	s := newStream(requests, 1, func(name uint32) string { return fmt.Sprint(name) })
	for i := range s.sizes {
		s.sizes[i] = 1
	}
	return s
}

// What a few requests come to is known without a program.
func TestPlay(t *testing.T) {
	s := numbered(0, 1, 0, 2, 0, 1, 3, 1)
	for _, c := range []struct {
		rule string
		want played
	}{
		// 0 and 1 written, 0 found, 2 written for 1, 0 found, 1 for 2, 3 for 0, 1 found
		{everything, played{hits: 3, writes: 5, hitBytes: 3, writeBytes: 5, onceWritten: 2}},
		// 0 written at its second request, found at its third; 1 too
		{seenSet, played{hits: 2, writes: 2, hitBytes: 2, writeBytes: 2, bits: 4 * exactBits}},
		// one object is remembered: 1 drives 0 out; 0, 2, 0, 1, 3, 1 likewise
		{recent, played{late: 4, bits: exactBits}},
	} {
		rule, err := newAdmission(c.rule, 1, len(s.keys), filter.Config{Epsilon: 0.01}, true)
		if err != nil {
			t.Fatal(err)
		}
		p, err := play(s, newLRU(2, s.sizes), rule)
		if err != nil {
			t.Fatal(err)
		}
		if len(p.lastWrites) != p.writes {
			t.Errorf("%s: %d of %d writes are kept for the disk", c.rule, len(p.lastWrites), p.writes)
		}
		p.lastWrites = nil
		if !reflect.DeepEqual(*p, c.want) {
			t.Errorf("%s: %+v, want %+v", c.rule, p, c.want)
		}
	}
}

// forgetful is a filter, and a window, that denies one key.
type forgetful struct {
	filter.Inserter
	filter.Window
	key string
}

func (f *forgetful) Contains(key string) bool { return key != f.key && f.Inserter.Contains(key) }
func (f *forgetful) Insert(key string) error  { return f.Inserter.Insert(key) }
func (f *forgetful) Bits() uint64             { return 0 }
func (f *forgetful) Params() []filter.Param   { return nil }
func (f *forgetful) Theory() float64          { return 0 }

type forgetfulWindow struct {
	filter.Window
	key string
}

func (f *forgetfulWindow) Seen(key string) bool { return f.Window.Seen(key) && key != f.key }

// A rule that forgets what it must remember ends the run, and so does an object that is
// served and was never written.
func TestLiesEndTheRun(t *testing.T) {
	s := numbered(5, 6, 7, 5, 6, 7, 5)
	for _, name := range []string{bloom, counting, aging, sliding} {
		honest, err := newAdmission(name, 10, len(s.keys), filter.Config{Epsilon: 0.001}, true)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := play(s, newLRU(2, s.sizes), honest); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		liar, err := newAdmission(name, 10, len(s.keys), filter.Config{Epsilon: 0.001}, true)
		if err != nil {
			t.Fatal(err)
		}
		switch r := liar.(type) {
		case *resetting:
			r.filter = &forgetful{Inserter: r.filter, key: "6"}
		case *window:
			r.w = &forgetfulWindow{r.w, "6"}
		}
		if _, err := play(s, newLRU(2, s.sizes), liar); err == nil || !strings.Contains(err.Error(), `"6"`) {
			t.Errorf("%s forgets a key: %v", name, err)
		}
	}
	c := newLRU(2, s.sizes)
	c.put(1)
	if _, err := play(s, c, always{}); err == nil || !strings.Contains(err.Error(), "never written") {
		t.Errorf("an object that was never written is served: %v", err)
	}
}

// A full filter is emptied before the next key; one that can delete holds what was
// refused and not admitted since.
func TestEmptied(t *testing.T) {
	for name, want := range map[string]string{bloom: "nnynnn", counting: "nnynny"} {
		r, err := newAdmission(name, 3, 10, filter.Config{Epsilon: 1e-6}, true)
		if err != nil {
			t.Fatal(err)
		}
		// a b a c d b: of the Bloom filter a, b and c fill it, and d empties it; the
		// counting filter has given a back.
		got := ""
		for _, object := range []uint32{0, 1, 0, 2, 3, 1} {
			admitted, err := r.admit(object, fmt.Sprint("key", object))
			if err != nil {
				t.Fatal(err)
			}
			got += map[bool]string{true: "y", false: "n"}[admitted]
		}
		if got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

// Of one-hit wonders as many are written as theory admits of a filter that fills from
// none to w keys, over and over.
func TestOnceWrittenByTheory(t *testing.T) {
	const w, epsilon, n = 500, 0.2, 200_000
	order := make([]uint32, n)
	for i := range order {
		order[i] = uint32(i)
	}
	s := numbered(order...)
	rule, err := newAdmission(bloom, w, n, filter.Config{Epsilon: epsilon, Seed: 4}, true)
	if err != nil {
		t.Fatal(err)
	}
	p, err := play(s, newLRU(10, s.sizes), rule)
	if err != nil {
		t.Fatal(err)
	}
	// An admitted key finds its bits set and sets none: after t keys the filter is that of
	// t keys put in without asking. It is emptied by the first refused key after w of them.
	m, k := filterbloom.StandardSize(w, epsilon)
	refused, keys := 0.0, 0.0
	for t := 0; refused < w+1; t++ {
		refused += 1 - filterbloom.OccupancyMoment(m, k*t, k)
		keys = float64(t)
	}
	want := n * (1 - w/keys)
	if math.Abs(float64(p.onceWritten)-want) > 6*math.Sqrt(want) {
		t.Errorf("%d one-hit wonders are written, theory says %.0f", p.onceWritten, want)
	}
}

// A pass under the clock that comes to other counts ends the run.
func TestClockedPass(t *testing.T) {
	s := synthetic(2, 3000, 0.75)
	r := &round{epsilon: 0.01, streams: map[string]*stream{web: s}}
	at := place{web, bloom, 0.1, 0.25}
	p, err := r.play(at)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.again(at, p); err != nil {
		t.Error(err)
	}
	p.writes++
	if err := r.again(at, p); err == nil || !strings.Contains(err.Error(), "under the clock") {
		t.Errorf("other counts under the clock: %v", err)
	}
}

// The library's cache serves what was written, and its counts add up.
func TestTinyLFU(t *testing.T) {
	s := synthetic(2, 20_000, 0.75)
	p, err := playTinyLFU(s, s.total/10)
	if err != nil {
		t.Fatal(err)
	}
	if p.hits == 0 || p.writes == 0 || p.hits+p.writes+p.late > len(s.requests) || p.onceWritten > s.once {
		t.Errorf("%+v of %d requests", p, len(s.requests))
	}
}

// What the last requests write goes to a file, which is gone afterwards; a disk that
// fails ends the run.
func TestDisk(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	b := prepared(t, "--quick", "--requests=7000", "--reps=2")
	m, err := b.Measure(t.Context(), experiment.Step{Round: 1, Cell: runfolder.Cell{Filter: everything, Metric: DiskTime, Point: runfolder.At(web, "0.1", "")}})
	if err != nil || !(m.Value > 0) || m.Ops != diskRequests || m.CPU != runfolder.NoCPU {
		t.Fatalf("%+v, %v", m, err)
	}
	at := place{web, everything, 0.1, 0.25}
	s := synthetic(2, 7000, 0.75)
	p, err := (&round{streams: map[string]*stream{web: s}}).play(at)
	if err != nil {
		t.Fatal(err)
	}
	sum := int64(0)
	for _, size := range p.lastWrites {
		sum += int64(size)
	}
	if len(p.lastWrites) == 0 || len(p.lastWrites) >= p.writes {
		t.Errorf("%d of %d writes are of the last requests", len(p.lastWrites), p.writes)
	}
	d, err := newDisk()
	if err != nil {
		t.Fatal(err)
	}
	if timed, err := d.timed(p.lastWrites); err != nil || timed.HasCPU || timed.Wall <= 0 {
		t.Errorf("%+v, %v", timed, err)
	}
	if info, err := d.file.Stat(); err != nil || info.Size() != sum || d.at != sum {
		t.Errorf("%v bytes in the file, %v, want %d", info, err, sum)
	}
	d.at = diskRoom - 1
	if err := d.write([]uint32{100}); err != nil || d.at != 100 {
		t.Errorf("at %d after the end of the file, %v", d.at, err)
	}
	if err := d.file.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := d.timed(p.lastWrites); err == nil {
		t.Error("a disk that fails does not end the run")
	}
	_ = d.Close() // the file is closed already
	if _, err := os.Stat(d.folder); !os.IsNotExist(err) {
		t.Errorf("the folder stays: %v", err)
	}
}

// constructed is a run whose rows have the values that the claims ask for, with a little
// noise.
func constructed(t *testing.T) *runfolder.Run {
	t.Helper()
	run := experimenttest.Run(t, New(), "--quick", "--requests=3000", "--reps=3")
	experimenttest.Draw(t, New(), run)
	for i := range run.Rows {
		r := &run.Rows[i]
		plain := r.Filter == everything
		switch r.Metric {
		case Writes:
			r.Value = map[bool]float64{true: 0.5, false: 0.25}[plain]
		case Hits:
			r.Value = map[bool]float64{true: 0.5, false: 0.55}[plain]
		case OnceWritten:
			r.Value = map[bool]float64{true: 1, false: 0.01}[plain]
		case DiskTime:
			r.Value = map[bool]float64{true: 2e6, false: 1e6}[plain]
		case Once:
			r.Value = 0.75
			continue
		default:
			continue
		}
		r.Value *= 1 + 1e-4*math.Sin(float64(r.Seq))
	}
	return run
}

// Each claim is supported by rows made so, and contradicted, or left open, by others.
func TestClaims(t *testing.T) {
	run := constructed(t)
	experimenttest.Supported(t, New(), run, nil)
	set := func(rule, stream string, m runfolder.Metric, value func(old float64, round int) float64) func(*runfolder.Row) {
		return func(r *runfolder.Row) {
			if r.Filter == rule && r.Metric == m && run.Meta.On(string(Stream), r.Point) == stream {
				r.Value = value(r.Value, r.Round)
			}
		}
	}
	times := func(f float64) func(float64, int) float64 { return func(old float64, _ int) float64 { return f * old } }
	noisy := func(old float64, round int) float64 { return old * (1 + 0.5*float64(round-2)) }
	gone := experimenttest.Gone
	experimenttest.Verdicts(t, New(), run, []experimenttest.Case{
		{"CA1", set(bloom, web, Writes, times(1.18)), claim.Supported},    // 0.59
		{"CA1", set(bloom, web, Writes, times(1.22)), claim.Contradicted}, // 0.61
		{"CA1", set(bloom, web, Writes, noisy), claim.Inconclusive},
		{"CA1", set(bloom, inText, Writes, times(2)), claim.Supported}, // another stream
		{"CA2", set(bloom, web, Hits, times(0.8)), claim.Contradicted},
		{"CA2", set(bloom, web, Hits, noisy), claim.Inconclusive},
		{"CA3", set(bloom, inText, Writes, times(1.22)), claim.Contradicted},
		{"CA4", set(bloom, inText, Hits, times(0.8)), claim.Contradicted},
		{"CA5", set(everything, inText, Once, times(0.9)), claim.Contradicted},
		{"CA5", set(everything, inText, Once, times(1.1)), claim.Contradicted},
		{"CA5", set(everything, inText, Once, times(0.95)), claim.Supported},
		{"CA6", set(bloom, inText, OnceWritten, times(51)), claim.Contradicted},
		{"CA6", set(bloom, inText, OnceWritten, times(49)), claim.Supported},
		{"CA8", set(tinyLFU, inText, Hits, times(0.8)), claim.Contradicted},
		{"CA8", set(tinyLFU, web, Hits, times(0.8)), claim.Contradicted},
		{"CA7", set(bloom, web, DiskTime, times(2.1)), claim.Contradicted},
		{"CA7", set(bloom, web, DiskTime, times(1.9)), claim.Supported},
		{"CA7", set(bloom, web, DiskTime, noisy), claim.Inconclusive},
		{"CA1", set(everything, web, Once, times(0.9)), claim.NotTested},
		{"CA7", set(everything, web, Once, times(1.1)), claim.NotTested},
		{"CA1", gone(bloom), claim.NotTested},
		{"CA5", gone(everything), claim.NotTested},
		{"CA6", gone(bloom), claim.NotTested},
		{"CA8", gone(tinyLFU), claim.NotTested},
	})
}
