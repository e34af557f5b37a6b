package harness

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/pflag"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment"
	"hyphbench/internal/report/compare"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// named is an experiment without anything but its name.
type named string

func (n named) Name() string                                      { return string(n) }
func (n named) Title() string                                     { return string(n) }
func (n named) Flags(*pflag.FlagSet)                              {}
func (n named) Prepare(context.Context) (experiment.Bench, error) { return nil, nil }
func (n named) Reading() experiment.Reading                       { return experiment.Reading{} }

// A run with --resolve=2% is looked at after the pilot and where its widest interval, which falls with
// the root of the rounds, is expected to be ±1 %; it ends a third behind the look that finds it so. It
// has a thousand rounds at most, or as many as its time has room for.
func TestLooksAtPrecision(t *testing.T) {
	for _, c := range []struct {
		half float64 // after the pilot, as a share of ±1 %
		time time.Duration
		want []int
		says string
	}{
		{1, 0, []int{stats.Pilot, 16}, "is reached in 1 looks"},
		{1.01, 0, []int{stats.Pilot, 14, 18}, "needs about 18 rounds"},
		{2, 0, []int{stats.Pilot, 53, 70}, "needs about 70 rounds"},
		{8.2, 0, []int{stats.Pilot, 888, 1000}, "would need about 1184 rounds"},
		{9, 0, []int{stats.Pilot, 1000}, "more than 1000 rounds"},
		{2, 20*time.Hour + 30*time.Minute, []int{2, stats.Pilot, 20}, "cannot resolve 2 % within 20h30m"},
		{2, 8*time.Hour + 30*time.Minute, []int{2, 8}, "cannot resolve 2 % within 8h30m"},
	} {
		var said bytes.Buffer
		p := (&precision{time: c.time}).plan(&said, 30, 0)
		p.resolve.Value = axis.Per / 50
		var asked []int
		err := p.follow(func(n int) (look, error) {
			asked = append(asked, n)
			p.start = time.Now().Add(-time.Duration(n) * time.Hour)
			half := 0.01 * c.half
			if n > stats.Pilot {
				half *= 0.95 * float64(stats.Pilot) / float64(n) * c.half
			}
			return func() (compare.Precision, error) { return compare.Precision{Ratios: 1, Half: half}, nil }, nil
		})
		if err != nil || !slices.Equal(asked, c.want) || !strings.Contains(said.String(), c.says) {
			t.Errorf("±%v %% in %v: measured to %v, %v, want %v and %q in\n%s", c.half, c.time, asked, err, c.want, c.says, &said)
		}
	}
}

// One round that is asked for is one, and no time is over for it.
func TestTimeOfOneRound(t *testing.T) {
	p := (&precision{time: time.Hour}).plan(io.Discard, 1, 0)
	var asked []int
	err := p.follow(func(n int) (look, error) {
		asked = append(asked, n)
		p.start = time.Now().Add(-2 * time.Hour)
		return nil, nil
	})
	if err != nil || !slices.Equal(asked, []int{1}) || p.note != "" {
		t.Errorf("measured to %v, %v, %q", asked, err, p.note)
	}
}

// The size of what is written has three digits.
func TestSizeText(t *testing.T) {
	for bytes, want := range map[float64]string{
		0: "0 bytes", 999: "999 bytes", 1000: "1.00 KB", 9_990: "9.99 KB", 10_000: "10.0 KB", 99_900: "99.9 KB", 100_000: "100 KB",
		1.5e6: "1.50 MB", 2e9: "2.00 GB", 3e12: "3.00 TB", 3e15: "3000 TB",
	} {
		if got := sizeText(bytes); got != want {
			t.Errorf("%v: %q, want %q", bytes, got, want)
		}
	}
}

// Steps are counted by metric, the warm-up apart; those without a row are none.
func TestCountSteps(t *testing.T) {
	step := func(round int, m runfolder.Metric, to int) experiment.Step {
		return experiment.Step{Round: round, To: to, Cell: runfolder.Cell{Filter: "bloom", Metric: m}}
	}
	plan := experiment.Plan{
		experiment.Once([]experiment.Step{step(0, "query", 0), step(0, "query", 0), step(-1, "build", 0)}),
		{Times: 2, Steps: func(i int) []experiment.Step { return []experiment.Step{step(-2-i, "query", 0)} }},
		{Times: 400, Steps: func(i int) []experiment.Step {
			return []experiment.Step{step(i+1, "build", 0), step(i+1, "query", 0), step(i+1, "query", 0), step(i+1, "train", 9)}
		}},
	}
	for design, want := range map[string]string{
		runfolder.Interleaved: "measures    1,200, and 5 to warm up: build 400 query 800",
		runfolder.Simulation:  "rows        1,200 at most: build 400 query 800",
	} {
		if got := countSteps(plan, design); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	optional := step(1, "hit", 0)
	optional.Optional = true // how many of them have a value is not known before
	plan = append(plan, experiment.Once([]experiment.Step{optional}))
	if got, want := countSteps(plan, runfolder.Interleaved), "measures    at most 1,201, and 5 to warm up: build 400 query 800 hit 1"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// saying is a bench that says when it measures.
type saying struct {
	experiment.Bench
	out io.Writer
}

func (b saying) Measure(context.Context, experiment.Step) (*experiment.Measurement, error) {
	_, err := io.WriteString(b.out, "measures\n")
	return nil, err
}

// A process waits for its round before the first step of each, the warm-up too, and for its turn
// before every other step.
func TestTurnsOfSteps(t *testing.T) {
	var out bytes.Buffer
	own := &turn{in: bufio.NewReader(strings.NewReader(strings.Repeat("\n", 9))), out: &out}
	bench := own.steps(saying{out: &out})
	for _, round := range []int{0, 0, 1, 1, 1, 2, 1} {
		if _, err := bench.Measure(t.Context(), experiment.Step{Round: round}); err != nil {
			t.Fatal(err)
		}
	}
	short := strings.NewReplacer(waitsForRound+"\nmeasures\n", "R", waits+"\nmeasures\n", "s")
	if got, want := short.Replace(out.String()), "RsRssRR"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// Parts of equal length are estimated by those that are done.
func TestEven(t *testing.T) {
	p := NewPainter(io.Discard)
	p.now = func() time.Time { return p.start.Add(30 * time.Second) }
	if left, known := p.Even(3, 12)(); !known || left != 90*time.Second {
		t.Errorf("%v, %v", left, known)
	}
	if _, known := p.Even(0, 12)(); known {
		t.Error("nothing is done, and what is left is known")
	}
}

// A log has a line every ten seconds, others are told five times a second at most, and what is left
// is said after two seconds; the last state is shown in any case.
func TestPausesOfProgress(t *testing.T) {
	var out bytes.Buffer
	p := NewPainter(&out)
	now := p.start
	p.now = func() time.Time { return now }
	saved, early := 0, 0
	p.save = func(s state, _ bool) {
		if saved++; s.known {
			early = max(early, int(estimateAfter-s.elapsed))
		}
	}
	const step, steps = 50 * time.Millisecond, 700
	for i := range steps + 1 {
		now = p.start.Add(time.Duration(i) * step)
		p.Paint(experiment.Progress{Done: int64(i), Total: steps, Left: func() (time.Duration, bool) { return time.Minute, true }})
	}
	if lines := strings.Count(out.String(), "\n"); lines != 4 { // after 10, 20, 30 and 35 s
		t.Errorf("%d lines:\n%s", lines, &out)
	}
	if saved != 1+steps/4 || early > 0 {
		t.Errorf("%d states were told; what is left was known %v before its time", saved, time.Duration(early))
	}
}
