package harness

import (
	"fmt"
	"io"
	"math"
	"os"
	"strings"
	"time"

	"github.com/schollz/progressbar/v3"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/terminal"
)

// Painter shows the progress of a run: on a terminal a bar, else a line every few
// seconds. It is called between timed sections only.
type Painter struct {
	w      io.Writer
	bar    *progressbar.ProgressBar // nil when w is no terminal
	Round  string                   // what Step.Round counts
	Rounds int                      // how many of them there are; 0: not said
	Counts string                   // what Progress.Rows counts
	now    func() time.Time
	save   func(s state, last bool) // tells others; nil: nobody

	start   time.Time
	looked  time.Time // when the last state was
	last    experiment.Progress
	printed time.Time // when the last line was
	steady  steady
}

// state is how far a run is at a moment.
type state struct {
	at            time.Time
	rows, allRows int64
	round         int
	share         float64 // of the work
	elapsed, left time.Duration
	known         bool   // whether left is
	part          string // of a step without a row, what it did
}

const (
	linePause  = 10 * time.Second       // the least time between two lines
	paintPause = 200 * time.Millisecond // between two states
	// estimateAfter is how long a run goes on before it is said how long it will.
	estimateAfter = 2 * time.Second
)

// NewPainter shows progress on w from now on.
func NewPainter(w io.Writer) *Painter {
	p := &Painter{w: w, Round: "round", Counts: "measurements", now: time.Now}
	p.start = p.now()
	p.printed = p.start
	if terminal.Terminal(w) != nil {
		p.bar = progressbar.NewOptions(1000, // thousandths of the work
			progressbar.OptionSetWriter(w),
			progressbar.OptionSetPredictTime(false),
			progressbar.OptionSetElapsedTime(false),
			progressbar.OptionSetWidth(8),
			progressbar.OptionClearOnFinish(),
			progressbar.OptionSetTheme(progressbar.Theme{Saucer: "█", SaucerPadding: "░", BarStart: "", BarEnd: " "}),
			progressbar.OptionShowDescriptionAtLineEnd(),
		)
	}
	return p
}

// Paint shows how far the work is.
func (p *Painter) Paint(at experiment.Progress) {
	now := p.now()
	p.last = at
	if now.Sub(p.looked) < paintPause && at.Done < at.Total {
		return
	}
	p.looked = now
	s := p.state(now, at)
	if p.save != nil {
		p.save(s, false)
	}
	if p.bar != nil {
		p.bar.Describe(p.short(s))
		p.bar.Set(min(999, int(1000*s.share))) // the end clears the bar, and finish is the end
		return
	}
	if now.Sub(p.printed) < linePause && at.Done < at.Total {
		return
	}
	p.printed = now
	fmt.Fprintln(p.w, "hyphbench: "+p.line(s))
}

// Even estimates what is left of a work whose parts take equally long.
func (p *Painter) Even(done, total int64) func() (time.Duration, bool) {
	return func() (time.Duration, bool) {
		if done == 0 {
			return 0, false
		}
		return time.Duration(float64(p.now().Sub(p.start)) / float64(done) * float64(total-done)), true
	}
}

// state is that of a moment, its estimate steady.
func (p *Painter) state(now time.Time, at experiment.Progress) state {
	s := state{at: now, rows: at.Rows, allRows: at.AllRows, round: at.Step.Round, elapsed: now.Sub(p.start)}
	if at.Total > 0 {
		s.share = float64(at.Done) / float64(at.Total)
	}
	if at.Step.To > 0 {
		s.part = fmt.Sprintf("%s %s", at.Step.Cell.Metric, axis.Grouped(at.Step.To))
	}
	if at.Left != nil && at.Done < at.Total && s.elapsed >= estimateAfter {
		if left, ok := at.Left(); ok {
			s.left, s.known = p.steady.follow(now, left), true
		}
	}
	return s
}

// line is a state in a line of a log.
func (p *Painter) line(s state) string {
	parts := []string{fmt.Sprintf("%.0f %%", 100*s.share), p.count(s, " of ")}
	parts = append(parts, p.where(s, " of ")...)
	parts = append(parts, ShortTime(s.elapsed)+" elapsed")
	if s.known {
		parts = append(parts, "about "+ShortTime(s.left)+" left")
	}
	return strings.Join(parts, ", ")
}

// short is a state behind a bar: with it less than 80 columns.
func (p *Painter) short(s state) string {
	parts := append([]string{p.count(s, "/")}, p.where(s, "/")...)
	parts = append(parts, ShortTime(s.elapsed))
	if s.known {
		parts = append(parts, ShortTime(s.left)+" left")
	}
	return strings.Join(parts, ", ")
}

func (p *Painter) count(s state, of string) string {
	return axis.Grouped(int(s.rows)) + of + axis.Grouped(int(s.allRows)) + " " + p.Counts
}

// where says at what a run is, beside its rows.
func (p *Painter) where(s state, of string) []string {
	switch {
	case s.part != "":
		return []string{s.part}
	case p.Counts == "rows":
		return nil
	case s.round < 1:
		return []string{"warm-up"}
	case p.Rounds > 1:
		return []string{fmt.Sprintf("%s %d%s%d", p.Round, s.round, of, p.Rounds)}
	}
	return []string{fmt.Sprintf("%s %d", p.Round, s.round)}
}

// Finish ends the display, and tells others how far the run came.
func (p *Painter) Finish() {
	if p.save != nil && p.last.Total > 0 {
		p.save(p.state(p.now(), p.last), true)
	}
	if p.bar != nil {
		p.bar.Exit()
		fmt.Fprintln(p.w)
	}
}

// savePause is the least time between two records of how far a run is.
const savePause = time.Second

// painter shows the progress of the run that w writes, and tells it to other processes:
// 'hyphbench status' reads that.
func (r *Run) painter(w *runfolder.Writer) *Painter {
	p := NewPainter(r.Remarks)
	p.Counts = Counts(w.Meta.Design)
	if !r.precision.open() {
		p.Rounds = w.Meta.Reps
	}
	now := runfolder.Progress{Process: os.Getpid(), Resume: r.resumeWords(w.Dir)}
	now.Folder, _ = os.Getwd() // the command can be typed without it
	part, reps := r.precision.layout > 0 && r.precision.until > 0, max(w.Meta.Reps, r.precision.until)
	if part {
		now.Parent = os.Getppid()
	}
	var saved time.Time
	warm := false // the warm-up is over
	p.save = func(s state, last bool) {
		if !warm {
			now.WarmUp, warm = s.elapsed, s.round >= 1
		}
		if s.at.Sub(saved) < savePause && !last {
			return
		}
		saved = s.at
		now.Updated = s.at.UTC()
		now.Rows, now.AllRows, now.Round, now.Share, now.Left = s.rows, s.allRows, s.round, s.share, s.left
		if part { // the plan ends with the part, of whose rest nothing is known
			whole := float64(reps) / float64(r.precision.until)
			now.AllRows, now.Share, now.Left = int64(float64(s.allRows)*whole), s.share/whole, 0
		}
		// The run itself says when its disk is full.
		_ = runfolder.SaveProgress(w.Dir, now)
	}
	return p
}

// steady is when a run will end, as it is said: an estimate that changes with each step
// is followed with a delay, so that what is shown goes down second by second.
type steady struct {
	end     time.Time // zero: nothing is known yet
	updated time.Time
}

// Delays of an estimate: a tenth of what is left, and no less than some seconds.
const (
	leastDelay = 5 * time.Second
	delayShare = 0.1
)

// follow takes up an estimate of what is left at a moment, and returns what is to be
// said then.
func (s *steady) follow(now time.Time, left time.Duration) time.Duration {
	end := now.Add(left)
	if s.end.IsZero() {
		s.end, s.updated = end, now
		return left
	}
	delay := max(leastDelay.Seconds(), delayShare*left.Seconds())
	share := 1 - math.Exp(-now.Sub(s.updated).Seconds()/delay)
	s.end = s.end.Add(time.Duration(share * float64(end.Sub(s.end))))
	s.updated = now
	return max(0, s.end.Sub(now))
}

// ShortTime is a time to some digits: "1h5m", "3m20s", "42s".
func ShortTime(d time.Duration) string {
	switch {
	case d >= 100*time.Hour:
		return d.Truncate(time.Hour).String()[:len(d.Truncate(time.Hour).String())-len("0m0s")]
	case d >= time.Hour:
		text := d.Round(time.Minute).String()
		return text[:len(text)-len("0s")]
	}
	return d.Round(time.Second).String()
}
