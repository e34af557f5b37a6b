package command

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/schollz/progressbar/v3"

	"hyphbench/internal/axis"
	"hyphbench/internal/choose"
	"hyphbench/internal/experiment"
)

// painter shows the progress of a run: on a terminal a bar, else a line every few
// seconds. It is called between timed sections only.
type painter struct {
	w      io.Writer
	bar    *progressbar.ProgressBar // nil when w is no terminal
	round  string                   // what Step.Round counts
	rounds int                      // how many of them there are; 0: not said
	counts string                   // what Progress.Rows counts
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

func newPainter(w io.Writer) *painter {
	p := &painter{w: w, round: "round", counts: "measurements", now: time.Now}
	p.start = p.now()
	p.printed = p.start
	if terminal(w) != nil {
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

func (p *painter) paint(at experiment.Progress) {
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

// visit paints the progress of choose, which takes as long for what is left as it took
// for as much.
func (p *painter) visit(at choose.Progress) {
	p.paint(experiment.Progress{
		Done: at.Done, Total: at.Total, Rows: at.Done, AllRows: at.Total, Step: experiment.Step{Round: at.Round, Weight: at.Weight},
		Left: func() (time.Duration, bool) {
			if at.Done == 0 {
				return 0, false
			}
			return time.Duration(float64(p.now().Sub(p.start)) / float64(at.Done) * float64(at.Total-at.Done)), true
		},
	})
}

// state is that of a moment, its estimate steady.
func (p *painter) state(now time.Time, at experiment.Progress) state {
	s := state{at: now, rows: at.Rows, allRows: at.AllRows, round: at.Step.Round, elapsed: now.Sub(p.start)}
	if at.Total > 0 {
		s.share = float64(at.Done) / float64(at.Total)
	}
	if at.Step.To > 0 {
		s.part = fmt.Sprintf("%s %s", at.Step.Cell.Metric, axis.Grouped(at.Step.To))
	}
	if at.Left != nil && s.elapsed >= estimateAfter {
		if left, ok := at.Left(); ok {
			s.left, s.known = p.steady.follow(now, left), true
		}
	}
	return s
}

// line is a state in a line of a log.
func (p *painter) line(s state) string {
	parts := []string{fmt.Sprintf("%.0f %%", 100*s.share), p.count(s, " of ")}
	parts = append(parts, p.where(s, " of ")...)
	parts = append(parts, shortTime(s.elapsed)+" elapsed")
	if s.known {
		parts = append(parts, "about "+shortTime(s.left)+" left")
	}
	return strings.Join(parts, ", ")
}

// short is a state behind a bar: with it less than 80 columns.
func (p *painter) short(s state) string {
	parts := append([]string{p.count(s, "/")}, p.where(s, "/")...)
	parts = append(parts, shortTime(s.elapsed))
	if s.known {
		parts = append(parts, shortTime(s.left)+" left")
	}
	return strings.Join(parts, ", ")
}

func (p *painter) count(s state, of string) string {
	return axis.Grouped(int(s.rows)) + of + axis.Grouped(int(s.allRows)) + " " + p.counts
}

// where says at what a run is, beside its rows.
func (p *painter) where(s state, of string) []string {
	switch {
	case s.part != "":
		return []string{s.part}
	case p.counts == "rows":
		return nil
	case s.round < 1:
		return []string{"warm-up"}
	case p.rounds > 1:
		return []string{fmt.Sprintf("%s %d%s%d", p.round, s.round, of, p.rounds)}
	}
	return []string{fmt.Sprintf("%s %d", p.round, s.round)}
}

// finish ends the display, and tells others how far the run came.
func (p *painter) finish() {
	if p.save != nil && p.last.Total > 0 {
		p.save(p.state(p.now(), p.last), true)
	}
	if p.bar != nil {
		p.bar.Exit()
		fmt.Fprintln(p.w)
	}
}
