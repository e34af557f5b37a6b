package harness

import (
	"errors"
	"fmt"
	"time"

	"hyphbench/internal/experiment"
	"hyphbench/internal/report/compare"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
	"hyphbench/internal/usage"
)

// decision is what a run with --decide is looked at for: whether its two structures differ.
// Its looks are few and corrected for (stats.Looks), and all of them are recorded, so that a
// resumed run has no more.
type decision struct {
	see  func() (*compare.Versus, error)
	keep func(rounds int) error
	done int // looks, those of earlier sessions included
}

// decisionOf is that of a run in a folder.
func (r *Run) decisionOf(w *runfolder.Writer) *decision {
	return &decision{
		see: func() (*compare.Versus, error) {
			s, err := r.summary(w.Dir)
			if err != nil {
				return nil, err
			}
			return compare.VersusOf(s)
		},
		keep: func(rounds int) error {
			w.Meta.Looks = append(w.Meta.Looks, rounds)
			return w.SaveMeta()
		},
		done: len(w.Meta.Looks),
	}
}

// checkDecide refuses what does not go with --decide.
func (p *precision) checkDecide() error {
	switch {
	case !p.decide:
		return nil
	case p.time == 0:
		return usage.Errorf("--decide: want the time at which it ends, with --time")
	case p.resolve.Value > 0 || p.layouts.Value > 0 || p.against.given():
		return usage.Wrong(errors.New("--decide: want one program, and no --resolve, --layouts or --against"))
	}
	return nil
}

// byTime shows the progress of a run that its time ends, for which it may not need all.
func (p *plan) byTime(observe func(experiment.Progress)) func(experiment.Progress) {
	return func(at experiment.Progress) {
		elapsed := min(p.elapsed(), p.time-1)
		at.AllRows = max(at.Rows, int64(float64(at.Rows)/max(1e-3, float64(elapsed)/float64(p.time))))
		at.Done, at.Total = int64(elapsed), int64(p.time)
		at.Left = func() (time.Duration, bool) { return p.time - elapsed, true }
		observe(at)
	}
}

// untilClock is how long rounds are measured before the time is looked at.
const untilClock = time.Second

// decided is next of a run with --decide. fits is the number of rounds for which there is time.
func (p *plan) decided(m measured, perRound time.Duration, fits int) (int, error) {
	d := p.decision
	fits = min(fits, maxRounds)
	for d.done < stats.Looks {
		due := time.Duration(stats.LookAt(d.done)*float64(p.time)) - p.elapsed()
		if more := min(int(due/max(1, perRound)), fits-m.rounds); more > 0 {
			// The next rounds may take longer: half of them, and of long ones no more than one.
			return m.rounds + min((more+1)/2, max(1, int(untilClock/max(1, perRound)))), nil
		}
		if m.rounds < stats.Pilot && fits > m.rounds {
			return min(stats.Pilot, fits), nil
		}
		v, err := d.see()
		if err != nil {
			return 0, fmt.Errorf("--decide: %w", err)
		}
		d.done++
		if err := d.keep(m.rounds); err != nil {
			return 0, err
		}
		verdict := "are not separated"
		if v.Separated() {
			verdict = "are separated"
		}
		said := fmt.Sprintf("look %d of at most %d, after %d rounds: %s and %s %s", d.done, stats.Looks, m.rounds, v.A, v.B, verdict)
		if v.Separated() || d.done == stats.Looks || fits <= m.rounds {
			p.say("%s; an interval of any look misses the truth in one of %.0f runs", said, 1/stats.WrongInAll)
			break
		}
		fmt.Fprintln(p.stderr, "hyphbench: "+said)
	}
	return m.rounds, nil
}
