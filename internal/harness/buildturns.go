package harness

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"hyphbench/internal/machine"
	"hyphbench/internal/report/compare"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// inTurns measures a run by several builds of the program: of other layouts, which differ in
// the order in which the linker lays out the functions, or by this build and that of
// --against, each in a run of its own. Each part of the run, a few rounds, is a process of the
// next build, so that a drift of the machine falls on all of them. With --layouts and --resolve
// every part has a layout of its own: only more layouts narrow what is between them.
func (r *Run) inTurns(ctx context.Context, meta *runfolder.Meta) (o Outcome, err error) {
	folder, err := machine.ProcessFolder(os.TempDir(), "hyphbench-builds-")
	if err != nil {
		return o, err
	}
	defer os.RemoveAll(folder)
	defer r.precision.against.close(ctx)
	t := turns{Run: r}
	if t.sides, err = r.sides(ctx, folder); err != nil {
		return o, errors.Join(err, ctx.Err())
	}
	if err := r.find(meta, func(m *runfolder.Meta) bool { return madeBy(t.sides[0].first, m, *meta) }); err != nil {
		return o, err
	}
	if r.complete {
		return r.before(), nil
	}
	if r.Resume != "" {
		if err := t.takeUp(); err != nil {
			return o, err
		}
	}
	p := r.precision.plan(r.Remarks, meta.Reps, t.measured())
	if t.inParts() {
		p.unit = unitParts
	}
	err = p.follow(func(n int) (look, error) {
		for t.measured() < n {
			if err := t.part(ctx, n); err != nil {
				return nil, err
			}
		}
		return t.reached, nil
	})
	if err != nil {
		return o, err
	}
	return t.close(p.note)
}

// madeBy reports whether a run with these parameters was measured by the builds of
// which the first has that checksum. This program, which links them, is not one of
// them.
func madeBy(first string, run *runfolder.Meta, meta runfolder.Meta) bool {
	meta.Build = run.Build
	return run.Build["sha256"] == first && runfolder.Differs(run, &meta) == ""
}

// turns is a run that grows part by part.
type turns struct {
	*Run
	sides  []*side // this build, and behind it the one of --against
	parts  int
	rounds int // of a part, where its sections are to last as long as all else in it; 0: not known yet
}

// takeUp finds how far the run to resume is. Its last round may be a part of one: it is
// gone through again, and what is measured of it is kept.
func (t *turns) takeUp() error {
	t.sides[0].dir = t.Resume
	if len(t.sides) > 1 {
		dir, err := runfolder.AgainstOf(t.Resume)
		if err != nil && !errors.Is(err, runfolder.ErrNoRun) && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		t.sides[1].dir = dir
	}
	for _, s := range t.sides {
		if s.dir == "" {
			continue
		}
		run, err := runfolder.Open(s.dir)
		if err != nil {
			return err
		}
		last := 0
		for _, row := range run.All() {
			last = max(last, row.Round)
		}
		if s.done = max(0, last-1); run.Meta.State == runfolder.Finished { // and this build's is not yet
			s.done, s.closed = run.Meta.Reps, true
		}
		t.parts = len(run.Meta.Sessions)
	}
	return nil
}

// done are the rounds that all builds have measured.
func (t *turns) done() int {
	least := t.sides[0].done
	for _, s := range t.sides[1:] {
		least = min(least, s.done)
	}
	return least
}

// inParts reports whether the run counts parts: the ratio of two builds is
// resolved by these.
func (t *turns) inParts() bool {
	return len(t.sides) > 1 && t.precision.resolve.Value > 0 && t.precision.layouts.Value == 0
}

// measured is how far the run is, as the run counts.
func (t *turns) measured() int {
	if t.inParts() {
		return t.parts
	}
	return t.done()
}

// layout is that of the next part, from 1, and how many there are; 0 for as many as it
// takes.
func (t *turns) layout() (next, of int) {
	switch of = t.precision.layouts.Value; {
	case of == 0:
		return 1, 1
	case t.precision.resolve.Value > 0:
		return t.parts + 1, 0
	}
	return 1 + t.parts%of, of
}

// part has the builds measure a few of the rounds up to n, one after the other: that of
// --against is the first in every other part.
func (t *turns) part(ctx context.Context, n int) error {
	layout, of := t.layout()
	from, until := t.done()+1, t.done()+t.length(n)
	if !t.inParts() {
		until = min(n, until)
	}
	name := fmt.Sprintf("layout %d", layout)
	if of > 0 {
		name += fmt.Sprintf(" of %d", of)
	}
	if len(t.sides) > 1 {
		if name += " of both builds"; t.precision.layouts.Value == 0 {
			name = "both builds"
		}
	}
	fmt.Fprintf(t.Remarks, "hyphbench: %s, rounds %d to %d\n", name, from, until)
	begun := time.Now()
	if err := t.measure(ctx, layout, until); err != nil {
		if stopped := ctx.Err(); stopped != nil {
			return stopped
		}
		return fmt.Errorf("%s of the program: %w", name, err)
	}
	t.parts++
	if t.inParts() {
		return t.setRounds(from, until, time.Since(begun))
	}
	return nil
}

// setRounds decides on the rounds of the next part, by the last one and what it took: the
// sections of a process are to last as long as all else in it.
func (t *turns) setRounds(from, until int, took time.Duration) error {
	run, err := runfolder.Open(t.sides[0].dir)
	if err != nil {
		return err
	}
	sections := 0.0
	for _, row := range run.All() {
		if row.Timed() && from <= row.Round && row.Round <= until {
			sections += row.Value
		}
	}
	perRound := sections / float64(until-from+1)
	rest := float64(took.Nanoseconds())/float64(len(t.sides)) - sections
	t.rounds = min(mostRounds, max(1, int(rest/max(1, perRound))))
	return nil
}

const (
	leastParts = 10 // of a run of two builds: the error of their ratio is over parts
	mostRounds = 10 // of a part
)

// length is how many rounds a part has: every layout comes twice at least, and
// more often in a long run. With --resolve the first look sees as many layouts as were
// asked for; later parts are twice as long, since a process takes the time of some rounds to
// begin.
func (t *turns) length(n int) int {
	layouts := t.precision.layouts.Value
	switch {
	case t.inParts():
		return max(1, t.rounds)
	case layouts == 0:
		return min(mostRounds, max(1, n/leastParts))
	case t.precision.resolve.Value > 0:
		rounds := max(1, stats.Pilot/layouts)
		if t.done() >= stats.Pilot {
			rounds *= 2
		}
		return rounds
	}
	return min(mostRounds, max(1, n/(2*layouts)))
}

// reached is the precision of the ratios that the run is about: of structures, or of the builds.
func (t *turns) reached() (compare.Precision, error) {
	s, err := t.summary(t.sides[0].dir)
	if err != nil || len(t.sides) == 1 {
		return precisionOf(s, err)
	}
	old, err := t.summary(t.sides[1].dir)
	if err != nil {
		return compare.Precision{}, err
	}
	return compare.PrecisionOfRuns(old, s)
}

// close closes the runs, that of --against first: what is derived from this build's names
// their ratios.
func (t *turns) close(note string) (o Outcome, err error) {
	for i := len(t.sides) - 1; i >= 0; i-- {
		if t.sides[i].closed {
			continue
		}
		w, err := runfolder.Resume(t.sides[i].dir)
		if err != nil {
			return o, err
		}
		w.Meta.Reps = t.sides[i].done
		if note != "" {
			w.Meta.Notes = append(w.Meta.Notes, note)
		}
		if t.precision.layouts.Value == 0 { // builds as they are
			for n := range w.Meta.Sessions {
				w.Meta.Sessions[n].Layout = 0
			}
		}
		if i == 0 {
			return t.finish(w, nil)
		}
		err = w.End(runfolder.Finished, nil)
		w.Release()
		if err != nil {
			return o, err
		}
	}
	return o, nil
}
