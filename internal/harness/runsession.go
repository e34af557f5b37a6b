package harness

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/pflag"

	"hyphbench/internal/axis"
	"hyphbench/internal/flagvalue"
	"hyphbench/internal/machine"
	"hyphbench/internal/runfolder"
)

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

// finish closes the run in its last state and writes the derived files.
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
	defer w.Release()
	if err := w.End(state, cause); err != nil {
		return o, errors.Join(cause, err)
	}
	if cause != nil {
		fmt.Fprintf(r.Errors, "hyphbench: %s are kept in %s; resume with: %s\n", r.kept(w), w.Dir, r.resumeCommand(w.Dir))
		return o, cause
	}
	if state != runfolder.Finished {
		return Outcome{Dir: w.Dir}, nil
	}
	if err := r.Reader.Derive(w.Dir); err != nil {
		return o, fmt.Errorf("all was measured and is kept in %s, but summary, figures or page could not be written: %w; write them with: %s", w.Dir, err, r.resumeCommand(w.Dir))
	}
	return Outcome{Dir: w.Dir, Finished: true}, nil
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
