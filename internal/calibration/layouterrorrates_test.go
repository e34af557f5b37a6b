package calibration

import (
	"bytes"
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"hyphbench/internal/axis"
	"hyphbench/internal/report/table"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/sample"
)

// layoutRun is a run of two structures of which one takes 1.3 times as long, by
// layouts with a spread of their own.
func layoutRun(t *testing.T, layouts, rounds int, round, layout float64) *sample.Set {
	t.Helper()
	r := rand.New(rand.NewPCG(1, 2))
	run := &runfolder.Run{Meta: runfolder.Meta{Filters: []string{"bloom", "cuckoo"}, Baselines: []string{"none"},
		Design: runfolder.Interleaved, Axes: []axis.Axis{axis.Rates(nil)}}}
	moved := make([]float64, layouts)
	for i := range moved {
		moved[i] = layout * r.NormFloat64()
		run.Meta.Sessions = append(run.Meta.Sessions, runfolder.Session{Layout: i + 1})
	}
	for n := 1; n <= rounds*layouts; n++ {
		session := 1 + (n-1)%layouts
		for _, percent := range []string{"0.01", "0.02"} {
			for i, filter := range run.Meta.Filters {
				log := math.Log(1e6) + round*r.NormFloat64()
				if i == 1 {
					log += math.Log(1.3) + moved[session-1]
				}
				run.Rows = append(run.Rows, runfolder.Row{Round: n, Session: session, Filter: filter, Metric: "query",
					Point: runfolder.At(percent), Value: math.Exp(log), Unit: runfolder.Nanoseconds, Ops: 1, CPU: runfolder.NoCPU})
			}
		}
	}
	s, err := sample.New(run)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Trials over layouts keep their level whatever the ratio of the run is, find what
// is larger than the spread over layouts, and not what is smaller.
func TestOfRun(t *testing.T) {
	const trials = 2000
	for _, c := range []struct {
		round, layout float64
		found, missed int // of the shares: the slow-downs found in 95 %, and in fewer than half
	}{
		{0.002, 0.0005, 1, 0},
		{0.02, 0.02, 3, 1},
	} {
		levels, err := OfRun(layoutRun(t, 12, 10, c.round, c.layout), trials, 1)
		if err != nil {
			t.Fatal(err)
		}
		if len(levels) != 1 || levels[0].Pairs != 2 || levels[0].Layouts != 12 || levels[0].Rounds != 120 {
			t.Fatalf("%+v", levels)
		}
		l := levels[0]
		if share := l.Shares[0].Share(); share < 0.005 || share > 0.04 {
			t.Errorf("%+v: A/A %v, want about %v", c, share, Alpha)
		}
		if share := l.Shares[c.found].Share(); share < Power {
			t.Errorf("%+v: %v is found in %v", c, l.Shares[c.found].Slowdown, share)
		}
		if share := l.Shares[c.missed].Share(); share > 0.5 {
			t.Errorf("%+v: %v is found in %v", c, l.Shares[c.missed].Slowdown, share)
		}
		if want := math.Hypot(c.layout, c.round*math.Sqrt(2.0/10)); math.Abs(l.Layout/want-1) > 0.6 {
			t.Errorf("%+v: a spread over layouts and their rounds of %v, want about %v", c, l.Layout, want)
		}
		if want := 120 * (1 + 1.3) / 1e3; math.Abs(l.Seconds/want-1) > 0.1 { // sections of 1 ms
			t.Errorf("%+v: a pair took %v s, want about %v", c, l.Seconds, want)
		}
		// Each pair has the spread of both of its sections.
		if want := math.Sqrt2 * c.round; math.Abs(l.Round/want-1) > 0.3 {
			t.Errorf("%+v: a spread over rounds of %v, want %v", c, l.Round, want)
		}
	}
}

// Deviations are from the mean over layouts, not from that of one of them.
func TestDeviations(t *testing.T) {
	var lines [][]float64
	for _, log := range []float64{1, 3, 5, 9} {
		lines = append(lines, []float64{2, 2 * math.Exp(log)})
	}
	list, means, err := deviations(lines, [][]int{{0, 1}, {2, 3}}) // 2 and 7, in the mean 4.5
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([][]float64{{-3.5, -1.5}, {0.5, 4.5}}, list, cmpopts.EquateApprox(0, 1e-12)) + cmp.Diff([]float64{2, 7}, means, cmpopts.EquateApprox(0, 1e-12)); d != "" {
		t.Error(d)
	}
	if _, _, err := deviations(lines, [][]int{{0, 1}, {2, 4}}); err == nil {
		t.Error("a round is taken that is not there")
	}
}

// Layouts are drawn with a sign each, and their deviations are stretched by √(L/(L − 1)):
// of two layouts that deviate by d both deviate in one direction in half of the trials, and
// are told apart then. One that is slowed by 5 % is not told where both deviate by −√2·d,
// which is more than that, nor where it would be told as the faster.
func TestLayoutsAreStretched(t *testing.T) {
	const trials = 2000
	d := 0.8 * math.Log1p(0.05)
	l := Levels{Layouts: 2}
	if err := l.try([][][]float64{{{d, d, d}, {d, d, d}}}, trials, rand.New(rand.NewPCG(1, 2))); err != nil {
		t.Fatal(err)
	}
	for i, want := range map[int]float64{0: 1. / 2, 3: 1. / 4} {
		if s := l.Shares[i]; math.Abs(s.Share()-want) > 0.06 || s.Trials != trials { // five standard errors
			t.Errorf("+%v: %v of %d trials, want about %v", s.Slowdown, s.Share(), s.Trials, want)
		}
	}
}

// A run of one layout has no such level.
func TestOfRunOfOneLayout(t *testing.T) {
	if _, err := OfRun(layoutRun(t, 1, 10, 0.01, 0), 10, 1); !errors.Is(err, ErrOneLayout) {
		t.Errorf("%v", err)
	}
}

func TestWriteLevels(t *testing.T) {
	levels := []Levels{{Metric: "query", Pairs: 5, Layouts: 6, Rounds: 60, Seconds: 2.3, Round: 0.012, Layout: 0.005,
		Shares: []Share{{Told: 2, Trials: 100}, {Slowdown: 0.01, Told: 97, Trials: 100}}}}
	var text bytes.Buffer
	if err := WriteLevels(&text, nil, levels, table.Markdown); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"| query | 5 | 6 | 60 | 2.3 s | 1.2 % | 0.5 % | 2.0 % [0.2, 7.0] | 97.0 % [91.5, 99.4] |", "A/A", "+1 %"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("no %q in\n%s", want, text.String())
		}
	}
}
