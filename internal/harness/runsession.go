package harness

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment"
	"hyphbench/internal/flagvalue"
	"hyphbench/internal/machine"
	"hyphbench/internal/report"
	"hyphbench/internal/report/compare"
	"hyphbench/internal/report/table"
	"hyphbench/internal/runfolder"
)

// record measures into the run's folder, from its first row here to its end.
func (r *Run) record(ctx context.Context, bench experiment.Bench, meta runfolder.Meta, session runfolder.Session) (Outcome, error) {
	further := r.precision.layout > 0 && r.Resume != "" // a part of a run whose first part has said it
	if !further {
		list := remarks(&meta, &session)
		if !table.Verbose(r.Remarks) {
			list = briefly(list, session.Warnings)
		}
		for _, remark := range list {
			fmt.Fprintln(r.Remarks, "hyphbench: "+remark)
		}
	}
	if err := r.precision.keep(); err != nil {
		return Outcome{}, err
	}
	w, err := r.open(meta, session)
	if err != nil {
		return Outcome{}, err
	}
	if !further {
		fmt.Fprintf(r.Remarks, "hyphbench: measuring into %s\n", w.Dir)
	}
	p := r.painter(w)
	err = r.inRounds(ctx, bench, w, p.Paint)
	p.Finish()
	return r.finish(w, err)
}

// remarks are the notes and warnings of a run before it is measured, and that its machine
// is not calibrated. One that is has no remark: what the run resolves is said at its end.
func remarks(m *runfolder.Meta, s *runfolder.Session) []string {
	if compare.Decides(m) { // the notes are in the run: the answer is a line
		return s.Warnings
	}
	list := slices.Concat(m.Caveats(), s.Warnings)
	if s.Calibration != "" && s.Resolution == 0 {
		list = append(list, s.Calibration)
	}
	return list
}

// briefly are remarks of which the warnings, and that the machine is not calibrated, are one
// line with their beginnings: they are the same at every start.
func briefly(remarks, warnings []string) (list []string) {
	var first []string
	for _, text := range remarks {
		if uncalibrated := strings.HasPrefix(text, "this machine is not calibrated"); uncalibrated || slices.Contains(warnings, text) {
			first = append(first, report.Beginning(text))
			continue
		}
		list = append(list, text)
	}
	if len(first) > 0 {
		list = append(list, "warnings (-v: in full): "+strings.Join(first, "; "))
	}
	return list
}

// open creates a run or resumes one, and begins a session.
func (r *Run) open(meta runfolder.Meta, session runfolder.Session) (*runfolder.Writer, error) {
	if r.Resume == "" {
		meta.Sessions = []runfolder.Session{session}
		return runfolder.CreateNamed(r.out, r.name, meta)
	}
	dir := r.Resume
	w, err := runfolder.Resume(dir)
	if err != nil {
		return nil, err
	}
	if what := runfolder.Differs(&w.Meta, &meta); what != "" {
		return nil, errors.Join(
			fmt.Errorf("%s cannot be resumed: %s%s", dir, what, r.missingFiles(&w.Meta)),
			w.Close(w.Meta.State, nil))
	}
	w.Meta.Sessions = append(w.Meta.Sessions, session)
	w.Meta.State = runfolder.Running
	return w, w.SaveMeta()
}

// missingFiles names the files of the first session that are not on the command
// line now.
func (r *Run) missingFiles(was *runfolder.Meta) string {
	var files []string
	r.Own.VisitAll(func(f *pflag.Flag) {
		s, recorded := was.Config[f.Name]
		if flagvalue.NamesFile(f) && !f.Changed && recorded && s.Source != "default" {
			files = append(files, "--"+f.Name+"="+s.Value)
		}
	})
	if len(files) == 0 {
		return ""
	}
	return "; it was begun with " + strings.Join(files, " ") + ": want these files again"
}

// inRounds measures a bench to the precision.
func (r *Run) inRounds(ctx context.Context, bench experiment.Bench, w *runfolder.Writer, observe func(experiment.Progress)) error {
	rounds, ok := bench.(experiment.InRounds)
	if ok && r.precision.layout > 0 {
		rounds.SetRounds(r.precision.until)
	}
	bench = r.turn.steps(bench)
	if !ok || r.precision.layout > 0 || !r.precision.open() {
		return experiment.Run(ctx, bench, w, observe)
	}
	before, err := lastRound(w)
	if err != nil {
		return err
	}
	p := r.precision.plan(r.Remarks, w.Meta.Reps, before)
	p.spent = spent(w)
	if r.precision.decide {
		p.decision, observe = r.decisionOf(w), p.byTime(observe)
	}
	measure := func(b experiment.Bench) error { return experiment.Run(ctx, b, w, observe) }
	first := r.precision.decide
	err = p.follow(func(n int) (look, error) {
		rounds.SetRounds(n)
		do := measure
		if first {
			do, first = within(max(p.time-p.spent, leastTime), measure), false
		}
		if err := do(bench); err != nil {
			return nil, err
		}
		w.Meta.Reps = n
		return func() (compare.Precision, error) { return precisionOf(r.summary(w.Dir)) }, w.SaveMeta()
	})
	if err == nil && p.note != "" {
		w.Meta.Notes = append(w.Meta.Notes, p.note)
	}
	return err
}

// spent is the time of the earlier sessions of a run. One that was killed has no end: its last
// progress has.
func spent(w *runfolder.Writer) (sum time.Duration) {
	told, err := runfolder.ProgressOf(w.Dir)
	for _, s := range w.Meta.Sessions[:max(0, len(w.Meta.Sessions)-1)] {
		end := s.End
		if end.IsZero() && err == nil && told != nil {
			end = told.Updated
		}
		sum += max(0, end.Sub(s.Start))
	}
	return sum
}

// lastRound is the last round of which a run has a row; 0 for none.
func lastRound(w *runfolder.Writer) (last int, err error) {
	err = w.Each(func(row runfolder.Row) { last = max(last, row.Round) })
	return last, err
}

// finish closes the run in its last state. Of a finished run the folder stays locked.
func (r *Run) finish(w *runfolder.Writer, cause error) (o Outcome, err error) {
	state := runfolder.Finished
	switch {
	case cause == nil && r.precision.layout > 0: // a part of a run
		state = runfolder.Interrupted
	case errors.Is(cause, context.Canceled):
		state = runfolder.Interrupted
	case cause != nil:
		state = runfolder.Failed
	}
	w.Meta.Sessions[len(w.Meta.Sessions)-1].LoadAfter = machine.LoadAverage(context.Background())
	err = w.End(state, cause)
	if err == nil && cause == nil && state == runfolder.Finished {
		return Outcome{Dir: w.Dir, Finished: true, folder: w}, nil
	}
	defer w.Release()
	if err != nil {
		return o, errors.Join(cause, err)
	}
	if cause != nil {
		fmt.Fprintf(r.Errors, "hyphbench: %s are kept in %s; resume with: %s\n", r.kept(w), w.Dir, r.ResumeCommand(w.Dir))
		return o, cause
	}
	return Outcome{Dir: w.Dir}, nil
}

// kept is how much there is of a run, as its progress and 'hyphbench status' have it: "20 of 71
// measurements", warm-up included; of a run that decides itself when it ends nobody knows the whole.
func (r *Run) kept(w *runfolder.Writer) string {
	text := axis.Grouped(w.Count())
	if told, err := runfolder.ProgressOf(w.Dir); err == nil && told != nil && !r.precision.open() {
		text = axis.Grouped(int(told.Rows)) + " of " + axis.Grouped(int(told.AllRows))
	}
	return text + " " + Counts(w.Meta.Design)
}

// Counts is what a run of a design consists of.
func Counts(design string) string {
	if design == runfolder.Simulation {
		return "rows"
	}
	return "measurements"
}
