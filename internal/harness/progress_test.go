package harness

import (
	"bytes"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"hyphbench/internal/experiment"
	"hyphbench/internal/runfolder"
)

// A run of ten minutes whose estimate errs by a third either way, at random from one
// step to the next: what is shown changes by some seconds at most while a second goes
// by, and comes to the truth.
func TestSteady(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	const whole, step = 10 * time.Minute, 500 * time.Millisecond
	var s steady
	begin := time.Unix(0, 0)
	var shown, raw, worstShown, worstRaw time.Duration
	for at := time.Duration(0); at < whole; at += step {
		estimate := time.Duration(float64(whole-at) * (0.67 + 0.66*random.Float64()))
		next := s.follow(begin.Add(at), estimate)
		if at > 0 {
			worstShown, worstRaw = max(worstShown, (next-(shown-step)).Abs()), max(worstRaw, (estimate-(raw-step)).Abs())
		}
		shown, raw = next, estimate
		if off := (shown - (whole - at)).Abs(); at > 2*time.Minute && off > (whole-at)/5+2*time.Second {
			t.Fatalf("after %v %v are shown, and %v are left", at, shown, whole-at)
		}
	}
	if worstShown > 5*time.Second || worstRaw < time.Minute {
		t.Errorf("the shown time jumps by %v, the estimate by %v", worstShown, worstRaw)
	}
	// An estimate that was wrong is given up in a few delays.
	s = steady{}
	s.follow(begin, time.Hour)
	for at := time.Duration(0); at <= time.Minute; at += step {
		shown = s.follow(begin.Add(at), 2*time.Minute-at)
	}
	if shown < 50*time.Second || shown > 70*time.Second {
		t.Errorf("%v are shown, and 1m are left", shown)
	}
}

func TestShortTime(t *testing.T) {
	for d, want := range map[time.Duration]string{
		1499 * time.Millisecond: "1s", 61 * time.Second: "1m1s", 59*time.Minute + 59*time.Second: "59m59s",
		time.Hour: "1h0m", 3*time.Hour + 25*time.Minute + 31*time.Second: "3h26m", 100*time.Hour + 40*time.Minute: "100h",
	} {
		if got := ShortTime(d); got != want {
			t.Errorf("%v is %s, want %s", d, got, want)
		}
	}
}

// A line says what it counts, how long it takes and how much is left; a simulation
// counts rows.
func TestProgressLines(t *testing.T) {
	now := time.Unix(0, 0)
	at := func(done, total int64, step experiment.Step) experiment.Progress {
		return experiment.Progress{Done: done, Total: total, Rows: done, AllRows: total, Step: step,
			Left: func() (time.Duration, bool) { return 90 * time.Second, true }}
	}
	for _, c := range []struct {
		counts, want string
		progress     experiment.Progress
	}{
		{"measurements", `^hyphbench: 29 %, 4,120 of 14,306 measurements, round 9 of 30, 36s elapsed, about 1m30s left\n$`, at(4120, 14306, experiment.Step{Round: 9})},
		{"measurements", `^hyphbench: 0 %, 20 of 14,306 measurements, warm-up, 36s elapsed, about 1m30s left\n$`, at(20, 14306, experiment.Step{Round: -1})},
		{"rows", `^hyphbench: 42 %, 42 of 100 rows, iterations 43,000, 36s elapsed, about 1m30s left\n$`,
			at(42, 100, experiment.Step{Round: 1, To: 43000, Cell: runfolder.Cell{Metric: "iterations"}})},
		{"rows", `^hyphbench: 42 %, 42 of 100 rows, 36s elapsed, about 1m30s left\n$`, at(42, 100, experiment.Step{Round: 1})},
		{"rows", `^hyphbench: 100 %, 100 of 100 rows, 36s elapsed\n$`, at(100, 100, experiment.Step{Round: 1})},
	} {
		var out bytes.Buffer
		p := NewPainter(&out)
		p.start, p.printed, p.Counts, p.Rounds = now, now, c.counts, 30
		p.now = func() time.Time { return now.Add(36 * time.Second) }
		p.Paint(c.progress)
		if !regexp.MustCompile(c.want).MatchString(out.String()) {
			t.Errorf("%s\nwant %s", &out, c.want)
		}
	}
	// Behind a bar of 17 columns it fits a terminal of 80.
	p := NewPainter(&bytes.Buffer{})
	p.Rounds = 30
	s := p.state(now, at(14306, 14306, experiment.Step{Round: 30}))
	s.elapsed, s.left, s.known = 59*time.Minute+59*time.Second, 59*time.Minute+59*time.Second, true
	if n := utf8.RuneCountInString(p.short(s)); n > 62 {
		t.Errorf("%d columns: %s", n, p.short(s))
	}
	if strings.Contains(p.short(s), "\n") {
		t.Error("more than a line")
	}
}
