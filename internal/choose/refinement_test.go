package choose

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"testing"
	"time"

	"hyphbench/internal/axis"
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/all"
	"hyphbench/internal/racetest"
	"hyphbench/internal/timing"
	"hyphbench/internal/wordlist"
)

// blooms are Bloom filters at some rates, and their workload of n keys, a tenth of the queries keys.
func blooms(t *testing.T, n int, rates ...axis.Rate) (*Workload, []Candidate) {
	t.Helper()
	word := func(first int) func(b []byte, i int) []byte {
		return func(b []byte, i int) []byte { return strconv.AppendUint(b, filter.Mix(uint64(first+i)), 36) }
	}
	w, err := NewWorkload(wordlist.Generate(n, word(0)), wordlist.Generate(1000, word(n-100)), -1, 1)
	if err != nil {
		t.Fatal(err)
	}
	if w.Members != 0.1 {
		t.Fatalf("%g of the queries are keys, want a tenth", w.Members)
	}
	bloom, err := all.ByName("bloom")
	if err != nil {
		t.Fatal(err)
	}
	var list []Candidate
	for _, r := range rates {
		list = append(list, Candidate{bloom, r})
	}
	return w, list
}

// Once a round over all is done, time and interrupts end a measurement with what is known, each
// filter measured in whole rounds; before that there is nothing to know.
func TestMeasureEnds(t *testing.T) {
	racetest.OneGoroutine(t)
	w, candidates := blooms(t, 200, onePercent, onePercent+1, onePercent+2)
	q := Question{N: 200, Members: 0.1, Miss: 1e6, Hit: 1e6, Quicker: true} // which makes no end by itself
	for name, c := range map[string]struct {
		time      time.Duration
		interrupt int64 // after so many visits
		rounds    []int // of each filter
		finals    int
		cut       string
		err       error
	}{
		"to the end":                   {time.Hour, 0, []int{6, 6, 6}, 4, "", nil},
		"without a bound":              {0, 0, []int{6, 6, 6}, 4, "", nil},
		"no time":                      {1, 0, []int{1, 1, 1}, 0, cutByTime, nil},
		"interrupted in the first":     {0, 2, nil, 0, "", context.Canceled},
		"interrupted in the second":    {0, 4, []int{1, 1, 1}, 0, cutByInterrupt, nil},
		"interrupted between":          {0, 6, []int{2, 2, 2}, 0, cutByInterrupt, nil},
		"interrupted in the third":     {0, 7, []int{2, 2, 2}, 0, cutByInterrupt, nil},
		"interrupted among the finals": {0, 11, []int{3, 3, 3}, 1, cutByInterrupt, nil},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, interrupt := context.WithCancel(timing.WithLeast(t.Context(), timing.Short))
			defer interrupt()
			provisional, last := 0, Progress{}
			got, err := Measure(ctx, q, w, candidates, How{Rounds: 2, Finals: 4, Time: c.time, Progress: func(p Progress) {
				if last = p; p.Done == c.interrupt {
					interrupt()
				}
				if (p.Left < 0) != (c.time == 0) || p.Left > c.time {
					t.Errorf("of %s %s are left", c.time, p.Left)
				}
			}, Provisional: func(c *Costs) {
				if provisional++; len(c.Offers) != 3 {
					t.Errorf("first %d offers, want 3", len(c.Offers))
				}
			}})
			if !errors.Is(err, c.err) || err != nil {
				if !errors.Is(err, c.err) {
					t.Errorf("%v, want %v", err, c.err)
				}
				return
			}
			if got.Cut != c.cut || got.Rounds != c.finals || got.Sample != 0 || provisional != 1 {
				t.Errorf("%d rounds at the end, cut %q, sample %d, %d first answers; want %d, %q, none, one", got.Rounds, got.Cut, got.Sample, provisional, c.finals, c.cut)
			}
			if c.cut == "" && last.Done != last.Total {
				t.Errorf("the end is at %d of %d visits", last.Done, last.Total)
			}
			if c.finals == 0 && got.Screened != c.rounds[0] {
				t.Errorf("%d rounds over all, want %d", got.Screened, c.rounds[0])
			}
			for i, o := range got.Offers {
				if len(o.Mixed) > c.rounds[i] || c.finals == 0 && len(o.Mixed) != c.rounds[i] {
					t.Errorf("%s at %s is measured in %d rounds, want %d", o.Name, o.Asked, len(o.Mixed), c.rounds[i])
				}
			}
		})
	}
}

// An answer that is clear ends the measurement.
func TestMeasureIsClear(t *testing.T) {
	racetest.OneGoroutine(t)
	w, candidates := blooms(t, 200, axis.Per/10, onePercent, onePercent/10)
	got, err := Measure(timing.WithLeast(t.Context(), timing.Short), Question{N: 200, Members: 0.1, Miss: 1e9, Hit: 1e9}, w, candidates, How{Rounds: 2, Finals: 50})
	if err != nil || got.Rounds != leastFinals || got.Cut != "" {
		t.Errorf("%+v %v, want the end after %d rounds", got, err, leastFinals)
	}
}

// Of many keys a sample is taken where it decides as well, or where there is no time for all.
func TestMeasureSample(t *testing.T) {
	racetest.OneGoroutine(t)
	const n = 260_000
	w, candidates := blooms(t, n, onePercent)
	if small := w.sample(); small.Keys.Len() != sampleKeys || w.Sampled() != sampleKeys || small.Queries.Len() != w.Queries.Len() {
		t.Fatalf("%d keys and %d queries in the sample", small.Keys.Len(), small.Queries.Len())
	} else {
		in := map[string]bool{}
		for key := range small.Keys.Each() {
			in[key] = true
		}
		asked := 0
		for query := range w.Queries.Each() {
			if in[query] {
				asked++
			}
		}
		if asked != 100 || len(in) != sampleKeys {
			t.Errorf("%d of the queries are among the %d keys of the sample, want 100 of %d", asked, len(in), sampleKeys)
		}
	}
	ctx := timing.WithLeast(t.Context(), timing.Short)
	const query = 100 // ns, as the first rounds are taken to say: what three of them cost does not depend on the machine
	for name, c := range map[string]struct {
		miss     float64
		time     time.Duration
		onSample bool
		cut      string
	}{
		"it decides as well":       {1e9, 0, true, ""},
		"it does not":              {3 * query, 0, false, ""},
		"there is no time for all": {3 * query, time.Minute, true, "for all keys the time is too short"},
	} {
		t.Run(name, func(t *testing.T) {
			q := Question{N: n, Members: 0.1, Miss: c.miss, Hit: c.miss}
			how := How{Rounds: 2, Finals: 3, Time: c.time}
			how.Provisional = func(costs *Costs) {
				o := &costs.Offers[0]
				o.Yes, o.No, o.Mixed = query, query, nil
				if c.time > 0 { // a filter that seems to take hours
					o.Build = 1e9
				}
			}
			got, err := Measure(ctx, q, w, candidates, how)
			if err != nil {
				t.Fatal(err)
			}
			if got.OnSample != c.onSample || got.Cut != c.cut || got.Sample != sampleKeys {
				t.Errorf("on a sample of %d: %v, cut %q; want %v, %q", got.Sample, got.OnSample, got.Cut, c.onSample, c.cut)
			}
			if bits := got.Offers[0].Bits; bits < 9 || bits > 10 {
				t.Errorf("%g bits per key", bits)
			}
		})
	}
}

// Finalists are those that may be named: of those that are small enough the few that are certain
// to be good, and always the quickest.
func TestFinalists(t *testing.T) {
	var offers []Offer
	for i := range 20 {
		ns := 100 - 4*float64(i)
		offers = append(offers, Offer{Name: fmt.Sprint("f", i), Asked: onePercent / 1000, Epsilon: 1e-5, Rate: 1e-5, Bits: float64(6 + i), Yes: ns, No: ns, Build: 1, Mixed: []float64{ns, ns}})
	}
	q := Question{N: 1000, Miss: 2000, Hit: 2000}
	for name, c := range map[string]struct {
		change func(*Question)
		want   string
	}{
		"weighed":     {func(*Question) {}, "f9 f10 f11 f12 f13 f14 f15 f16 f17 f19"},
		"all do":      {func(q *Question) { q.Miss = 1e6 }, "f0 f1 f2 f19"},
		"the fastest": {func(q *Question) { q.Quicker = true }, "f19 f18"},
		"smallest":    {func(q *Question) { q.Smaller, q.Miss = true, 50 }, "f10 f11 f12 f13 f14 f15 f16 f17 f18 f19"},
		"not said":    {func(q *Question) { q.Smaller, q.Miss = true, math.NaN() }, ""},
	} {
		at := q
		c.change(&at)
		got := ""
		for _, r := range finalists(at, offers) {
			got += r.Name + " "
		}
		if len(got) > 0 {
			got = got[:len(got)-1]
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}
