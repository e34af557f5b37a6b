package cache

import (
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/filter"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/wordlist"
)

func TestConforms(t *testing.T) {
	words := experimenttest.File(t, strings.Fields(strings.Repeat("in the beginning the end never in ", 300)))
	experimenttest.Conforms(t, experimenttest.Conformance{Turned: map[string]string{"TestClaims": "CA1 CA2 CA7"}, New: New,
		Small: []string{"--quick", "--requests=1500", "--reps=2", "--seed=5", "--text=" + words},
		Bad:   [][]string{{"--once=1"}, {"--once=0.5,0.6"}, {"--capacity=0,0.1"}, {"--window=0"}, {"--requests=10"}, {"--eps=2"}, {"--text=no such file"}},
		Varies: func(c runfolder.Cell) bool { // the library of TinyLFU varies
			return c.Filter == tinyLFU || c.Metric == Request || c.Metric == DiskTime
		},
		Ops: func(r runfolder.Row) int { // a stream of the web has some more than asked for
			if r.Point.Value(0) == web {
				return len(synthetic(experiment.RoundSeed(5, r.Round), 1500, 0.75).requests)
			}
			return 1500
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

// The stream of Akamai's shape has its shares of objects that come once and seldom, and as many
// with more requests as the power law.
func TestAkamai(t *testing.T) {
	s := akamai(7, 300_000)
	often := 0 // 40 times or more: 10^-1.1 of those with four or more
	for _, times := range s.times {
		if times >= 40 {
			often++
		}
	}
	n := float64(len(s.keys))
	for name, c := range map[string][2]float64{"once": {float64(s.once) / n, 0.74}, "fewer than four times": {float64(s.few) / n, 0.9}, "often": {float64(often) / n, 0.00794}} {
		if math.Abs(c[0]-c[1]) > 4*math.Sqrt(c[1]*(1-c[1])/n) {
			t.Errorf("%s: %.4f of %v objects, want %v", name, c[0], n, c[1])
		}
	}
	if len(s.requests) != 300_000 || slices.IsSorted(s.requests) {
		t.Errorf("%d requests, or in the order of the objects", len(s.requests))
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

// numbered is a stream of objects of one byte.
func numbered(requests ...uint32) *stream {
	s := newStream(requests, 1, func(name uint32) string { return fmt.Sprint(name) })
	for i := range s.sizes {
		s.sizes[i] = 1
	}
	return s
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
		honest := experimenttest.Must(newAdmission(name, 10, len(s.keys), filter.Config{Epsilon: 0.001}, true))(t)
		if _, err := play(s, newLRU(2, s.sizes), honest); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		liar := experimenttest.Must(newAdmission(name, 10, len(s.keys), filter.Config{Epsilon: 0.001}, true))(t)
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

// A pass under the clock that comes to other counts ends the run.
func TestClockedPass(t *testing.T) {
	s := synthetic(2, 3000, 0.75)
	r := &round{epsilon: 0.01, streams: map[string]*stream{web: s}}
	at := place{web, bloom, 0.1, 0.25}
	p := experimenttest.Must(r.play(at))(t)
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
	p := experimenttest.Must(playTinyLFU(s, s.total/10))(t)
	if p.hits == 0 || p.writes == 0 || p.hits+p.writes+p.late > len(s.requests) || p.onceWritten > s.once {
		t.Errorf("%+v of %d requests", p, len(s.requests))
	}
}

// The last requests are as many as are said to be timed.
func TestLastWrites(t *testing.T) {
	requests := make([]uint32, diskRequests+2)
	for i := range requests {
		requests[i] = uint32(i)
	}
	s := numbered(requests...)
	p := experimenttest.Must(play(s, newLRU(1, s.sizes), always{}))(t)
	if p.writes != diskRequests+2 || len(p.lastWrites) != diskRequests {
		t.Errorf("%d writes, %d of them of the last requests: want %d", p.writes, len(p.lastWrites), diskRequests)
	}
}

// What the last requests write goes to a file, which is gone afterwards; a disk that
// fails ends the run.
func TestDisk(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	b := experimenttest.Trials(t, New(), "--quick", "--requests=7000", "--reps=2")
	m, err := b.Measure(t.Context(), experiment.Step{Round: 1, Cell: runfolder.Cell{Filter: everything, Metric: DiskTime, Point: runfolder.At(web, "0.1", "")}})
	if err != nil || !(m.Value > 0) || m.Ops != diskRequests || m.CPU != runfolder.NoCPU {
		t.Fatalf("%+v, %v", m, err)
	}
	at := place{web, everything, 0.1, 0.25}
	s := synthetic(2, 7000, 0.75)
	p := experimenttest.Must((&round{streams: map[string]*stream{web: s}}).play(at))(t)
	sum := int64(0)
	for _, size := range p.lastWrites {
		sum += int64(size)
	}
	if len(p.lastWrites) == 0 || len(p.lastWrites) >= p.writes {
		t.Errorf("%d of %d writes are of the last requests", len(p.lastWrites), p.writes)
	}
	d := experimenttest.Must(newDisk())(t)
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
	experimenttest.OK(t, d.file.Close())
	if _, err := d.timed(p.lastWrites); err == nil {
		t.Error("a disk that fails does not end the run")
	}
	_ = d.Close() // the file is closed already
	if _, err := os.Stat(d.folder); !os.IsNotExist(err) {
		t.Errorf("the folder stays: %v", err)
	}
}

// Each claim is supported by rows made so, with a little noise, and contradicted, or left
// open, by others.
func TestClaims(t *testing.T) {
	made := map[runfolder.Metric][2]float64{Writes: {0.5, 0.25}, Hits: {0.5, 0.55}, OnceWritten: {1, 0.01}, DiskTime: {2e6, 1e6}} // without a rule, and with one
	planned := func(flags ...string) *runfolder.Run {
		flags = append([]string{"--quick", "--requests=3000", "--reps=3"}, flags...)
		return experimenttest.Planned(New(), experimenttest.Prepared[experiment.Bench](t, New(), flags...), func(r *runfolder.Row) {
			if of, is := made[r.Metric]; is {
				r.Value = of[1]
				if r.Filter == everything {
					r.Value = of[0]
				}
				r.Value *= 1 + 1e-4*math.Sin(float64(r.Seq))
			}
			if r.Metric == Once {
				r.Value = 0.75
			}
			if r.Metric == Few {
				r.Value = 0.9
			}
		})
	}
	run := planned("--window=1")
	experimenttest.Supported(t, New(), run, map[string]claim.Verdict{"CA6": claim.ByConstruction})
	of := func(stream string) func(string, runfolder.Metric) experimenttest.Rows {
		return func(rule string, m runfolder.Metric) experimenttest.Rows {
			return experimenttest.Of(rule, m).At(0, stream)
		}
	}
	web, akamai, text := of(web), of(cdn), of(inText)
	noisy := func(old *runfolder.Row) float64 { return old.Value * (1 + 0.5*float64(old.Round-2)) }
	gone := experimenttest.Gone
	experimenttest.Verdicts(t, New(), run, []experimenttest.Case{
		{"CA1", akamai(bloom, Writes).Times(1.18), claim.Supported},               // 0.59
		{"CA1", akamai(bloom, Writes).Times(1.22), claim.Contradicted},            // 0.61
		{"CA1", akamai(bloom, Writes).Times(0.78), claim.Contradicted},            // 0.39
		{"CA1", akamai(bloom, Writes).At(1, "0.02").Times(0.78), claim.Supported}, // at one size of two
		{"CA1", akamai(bloom, Writes).Are(noisy), claim.Inconclusive},
		{"CA1", web(bloom, Writes).Times(2), claim.Supported}, // another stream
		{"CA2", akamai(bloom, Hits).At(1, "0.1").Times(0.8), claim.Contradicted},
		{"CA2", akamai(bloom, Hits).Are(noisy), claim.Inconclusive},
		{"CA3", text(bloom, Writes).Times(1.9), claim.Supported},
		{"CA3", text(bloom, Writes).At(1, "0.1").Times(2.1), claim.Contradicted},
		{"CA4", text(bloom, Hits).At(1, "0.02").Times(0.8), claim.Contradicted},
		{"CA6", text(bloom, OnceWritten).Times(51), claim.Contradicted},
		{"CA6", text(bloom, OnceWritten).Times(49), claim.ByConstruction},
		{"CA8", text(tinyLFU, Hits).Times(0.8), claim.Contradicted},
		{"CA8", web(tinyLFU, Hits).At(1, "0.1").Times(0.8), claim.Contradicted},
		{"CA7", akamai(bloom, DiskTime).Times(2.1), claim.Contradicted},
		{"CA7", akamai(bloom, DiskTime).Times(1.9), claim.Supported},
		{"CA7", akamai(bloom, DiskTime).Are(noisy), claim.Inconclusive},
		{"CA1", akamai(everything, Once).Times(0.9), claim.NotTested},
		{"CA2", akamai(everything, Few).Times(0.9), claim.NotTested},
		{"CA7", akamai(everything, Once).Times(1.1), claim.NotTested},
		{"CA1", gone(bloom), claim.NotTested},
		{"CA4", gone(everything), claim.NotTested},
		{"CA6", gone(bloom), claim.NotTested},
		{"CA8", gone(tinyLFU), claim.NotTested},
	})
	// Along what rules are made for, the filter of all objects is judged.
	run = planned("--capacity=0.1", "--window=0.25,1")
	experimenttest.Verdicts(t, New(), run, []experimenttest.Case{
		{"CA3", text(bloom, Writes).At(2, "1").Times(9), claim.Contradicted},
		{"CA3", text(bloom, Writes).At(2, "0.25").Times(9), claim.Supported},
		{"CA3", text(bloom, Writes).At(2, "1").Gone(), claim.NotTested},
		{"CA8", text(tinyLFU, Hits).Times(0.1), claim.Contradicted}, // which is made for no number of them
	})
}
