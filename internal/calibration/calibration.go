// Package calibration measures the smallest difference that the comparisons of this program
// resolve on this machine.
//
// Guarantee: the two sides of a trial are the same filter, or one of them has a known amount of
// extra work, which every section counts. A trial is measured with the sections of a run
// (package timing). The test of claims and comparisons decides whether the sides differ.
// Cost: three to four minutes of one core for 200 trials of 30 rounds.
// Source: A/A and A/B tests; bounds of shares after Clopper and Pearson.
//
// Run measures, Cache stores the result by machine, build and design, Write prints it,
// Cache.Cite cites it in the sessions of a run. Limit: a round of a real run has more cells and
// lasts longer than a round of a trial. So a machine that changes within seconds resolves less
// in a real run.
package calibration

import (
	"context"
	"math"
	"runtime"
	"slices"
	"time"

	"hyphbench/internal/experiment"
	"hyphbench/internal/machine"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
	"hyphbench/internal/timing"
)

const (
	// Alpha is the level at which a trial decides.
	Alpha = 0.02
	// MaxFalse bounds the share of false alarms: its one-sided 95 % lower
	// bound must not exceed it.
	MaxFalse = 0.05
	// Power is the least share of trials that find a resolved effect.
	Power = 0.95
)

// Options of a calibration; all fields must be set.
type Options struct {
	Design string // runfolder.Interleaved or runfolder.AsThesis
	Trials int    // 2 or more
	Rounds int    // of a trial, 2 or more
	Time   time.Duration
	Seed   uint64

	// Resolve is the effect to be found, as a share: the only one tried. A trial of
	// the interleaved design goes on until its intervals are as narrow, within the
	// rounds that a pilot announced; one of the thesis's has all of these, since that
	// order wants their number in advance. 0: the usual effects, in Rounds.
	Resolve float64
	// Announce is told these rounds, and how long those of a pair will take.
	Announce func(rounds int, pair time.Duration)
}

// looks reports whether the trials decide on the number of their rounds.
func (o Options) looks() bool { return o.Resolve > 0 && o.Design != runfolder.AsThesis }

// Run carries out the trials, o.Trials of them or as many as end within o.Time,
// but two at least. o.Time bounds all of the calibration. It locks one thread. When ctx is cancelled it returns
// the result of the trials that are complete (nil without one) with ctx's
// error.
func Run(ctx context.Context, o Options, observe func(experiment.Progress)) (*Result, error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	began := time.Now() // the limit holds for all of it
	effects := slowdowns()
	if o.Resolve > 0 {
		effects = one(o.Resolve)
	}
	w, err := newWorkload(effects)
	if err != nil {
		return nil, err
	}
	r := &Result{Schema: Schema, Date: time.Now().UTC(), Design: o.Design, Seed: o.Seed, Resolve: o.Resolve, Clock: machine.MeasureClock()}
	if err := w.fill(o.Seed, timing.LeastOf(ctx)); err != nil {
		return nil, err
	}
	quiet := o.Design != runfolder.AsThesis
	if quiet { // the warm-up round; the other design has none
		if err := w.trial(o, 0).measure(ctx, 1); err != nil {
			return nil, err
		}
	}
	if o.Resolve > 0 {
		rounds, pair, err := w.pilot(ctx, o)
		if err != nil {
			return nil, err
		}
		o.Rounds, r.Announced = rounds, pair.Seconds()
		o.Announce(rounds, pair)
	}
	r.Rounds, r.Tests = o.Rounds, newTests(o.Rounds, effects)
	var lengths []float64 // of the sections, ns
	var rounds []float64  // of the trials
	start := time.Now()
	for n := 1; n <= o.Trials; n++ {
		if n > 2 && time.Since(began)+time.Since(start)/time.Duration(n-1) > o.Time {
			break
		}
		t := w.trial(o, uint64(n))
		if err := t.decide(ctx); err != nil {
			if r.Trials == 0 || ctx.Err() == nil {
				r = nil
			}
			return r, err
		}
		for i := range r.Tests {
			if err := r.Tests[i].add(o.Design, t.times); err != nil {
				return nil, err
			}
		}
		lengths, rounds = append(lengths, t.times[0]...), append(rounds, float64(t.rounds()))
		r.count(t.sections)
		r.Trials, r.Seconds, r.MedianRounds = n, time.Since(start).Seconds(), int(median(rounds))
		r.SectionNS, r.SectionWords = median(lengths), w.repetitions*w.words.Len()
		trials := inTime(o, n, time.Since(start), time.Since(began))
		left := time.Since(start) / time.Duration(n) * time.Duration(max(0, trials-n))
		done, perTrial := int64(r.Sections), r.Sections/n
		total := done + int64(max(0, trials-n)*perTrial)
		observe(experiment.Progress{Done: done, Total: total, Rows: done, AllRows: total, Step: experiment.Step{Round: n, Weight: perTrial},
			Left: func() (time.Duration, bool) { return left, true }})
	}
	return r, nil
}

// inTime is how many trials there will be within o.Time, of which n are complete
// and took a time; used is that of all else too.
func inTime(o Options, n int, took, used time.Duration) int {
	more := int(max(0, o.Time-used) / max(1, took/time.Duration(n)))
	return min(o.Trials, max(n+more, 2))
}

// pilot measures some small trials and says how many rounds of another one find the effect
// to be resolved, by the rule of a run that is to resolve it (stats.NextLook): those in
// which the whole interval of a ratio becomes as narrow as the effect. The widest interval
// decides: the noise of a shared machine comes in spells of seconds, and a trial between two
// of them says nothing of the trials within. pair is how long both sides of a comparison
// take then.
func (w *workload) pilot(ctx context.Context, o Options) (rounds int, pair time.Duration, err error) {
	const (
		pilot = 4 * stats.Pilot // rounds of a part
		parts = 5
		apart = 4 * time.Second
	)
	var perSection time.Duration
	widest := 0.0
	for part := range uint64(parts) {
		if part > 0 {
			select {
			case <-ctx.Done():
				return 0, 0, ctx.Err()
			case <-time.After(min(apart, o.Time/100)):
			}
		}
		start := time.Now()
		t := w.trial(o, -part) // a number that no trial has
		if err := t.measure(ctx, pilot); err != nil {
			return 0, 0, err
		}
		perSection = max(perSection, time.Since(start)/time.Duration(len(t.sections)))
		half, err := t.half()
		if err != nil {
			return 0, 0, err
		}
		widest = max(widest, half)
	}
	rounds = roundsAfter(pilot, widest, o.Resolve/2)
	return rounds, 2 * time.Duration(rounds) * perSection, nil
}

// roundsAfter is how many rounds a trial may take by a pilot of some rounds, the interval of
// which had a half-width, until it has the one wanted.
func roundsAfter(pilot int, half, want float64) int {
	share := half / want
	return min(stats.Last(max(stats.Pilot, int(math.Ceil(1.1*float64(pilot)*share*share)))), maxRounds)
}

// maxRounds bounds a trial.
const maxRounds = 2000

func median(x []float64) float64 {
	sorted := slices.Sorted(slices.Values(x))
	return sorted[len(sorted)/2]
}
