package command

import (
	"fmt"
	"io"
	"math"
	"time"

	"github.com/schollz/progressbar/v3"

	"hyphbench/internal/choose"
	"hyphbench/internal/experiment"
)

// painter shows the progress of a run: on a terminal a bar with the time left,
// else a line every few seconds. It is called between timed sections only.
type painter struct {
	w     io.Writer
	bar   *progressbar.ProgressBar // nil when w is no terminal
	round string                   // what Step.Round counts
	start time.Time
	first int64 // steps of earlier sessions
	last  time.Time
}

// linePause is the least time between two lines.
const linePause = 10 * time.Second

func newPainter(w io.Writer) *painter {
	p := &painter{w: w, round: "round", start: time.Now(), first: -1}
	if terminal(w) != nil {
		p.bar = progressbar.NewOptions(0,
			progressbar.OptionSetWriter(w),
			progressbar.OptionThrottle(200*time.Millisecond),
			progressbar.OptionShowCount(),
			progressbar.OptionSetPredictTime(true),
			progressbar.OptionClearOnFinish(),
		)
	}
	return p
}

func (p *painter) paint(at experiment.Progress) {
	if p.first < 0 {
		p.first, p.last = at.Done-max(1, int64(at.Step.Weight)), p.start
	}
	if p.bar != nil {
		p.bar.ChangeMax64(at.Total)
		p.bar.Set64(at.Done)
		return
	}
	now := time.Now()
	if now.Sub(p.last) < linePause && at.Done < at.Total {
		return
	}
	p.last = now
	left := float64(now.Sub(p.start)) / float64(at.Done-p.first) * float64(at.Total-at.Done)
	fmt.Fprintf(p.w, "hyphbench: %d of %d measurements, %s %d, about %s left\n", at.Done, at.Total, p.round, at.Step.Round, time.Duration(min(left, math.MaxInt64/2)).Round(time.Second))
}

// visit paints the progress of choose.
func (p *painter) visit(at choose.Progress) {
	p.paint(experiment.Progress{Done: at.Done, Total: at.Total, Step: experiment.Step{Round: at.Round, Weight: at.Weight}})
}

func (p *painter) finish() {
	if p.bar != nil {
		p.bar.Exit()
		fmt.Fprintln(p.w)
	}
}
