package harness

import (
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/pflag"

	"hyphbench/internal/flagvalue"
	"hyphbench/internal/report"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/usage"
)

// Values of --resume that are no folder: the one of --resume alone, and that of a task
// which an engine starts again, and which is then to do what is left.
const (
	Newest  = "newest"
	IfBegun = "if-begun"
)

// alone reports whether --resume stands without other flags of the run: then it means the
// newest unfinished run, with that run's own settings. The tasks of an array have a part each,
// and find theirs by its parameters.
func (r *Run) alone() bool {
	given := false
	r.Own.VisitAll(func(f *pflag.Flag) { given = given || f.Changed })
	shard := r.shard // as it is: the shard of a task is not taken yet
	by, err := shard.task(os.Getenv)
	return !given && by == "" && err == nil
}

// toFind reports whether the run to resume is to be found by its parameters.
func (r *Run) toFind() bool { return r.Resume == Newest || r.Resume == IfBegun }

// Resumed returns the run that --resume names, of a parent folder the newest one
// that is to be resumed; nil when none is named, and the run is to be found by its
// parameters. Where the command line names an experiment, only is true and the newest run is
// one of it.
func (r *Run) Resumed(only bool) (*runfolder.Run, error) {
	from, fits := r.Resume, func(*runfolder.Meta) bool { return true }
	switch {
	case r.Resume == Newest && r.alone():
		from = r.out
		fits = func(m *runfolder.Meta) bool { return !only || m.Experiment == r.Experiment.Name() }
	case r.Resume == "" || r.toFind():
		return nil, nil
	}
	dir, err := toResume(from, fits)
	if errors.Is(err, runfolder.ErrNoRun) || errors.Is(err, fs.ErrNotExist) && from == r.out {
		return nil, fmt.Errorf("--resume: no unfinished run in %s", from)
	}
	if err != nil {
		return nil, err
	}
	run, err := runfolder.Open(dir)
	if err != nil {
		return nil, err
	}
	r.Resume, r.complete = dir, run.Meta.State == runfolder.Finished
	return run, nil
}

// toResume returns the newest run below parent that is not finished, or else
// the newest one that lacks what is derived from it.
func toResume(parent string, fits func(*runfolder.Meta) bool) (string, error) {
	dir, err := runfolder.Unfinished(parent, fits)
	if !errors.Is(err, runfolder.ErrNoRun) {
		return dir, err
	}
	return runfolder.Newest(parent, func(dir string, m *runfolder.Meta) bool { return fits(m) && !report.Derived(dir) })
}

// find finds the run that --resume without a folder means: the newest one that
// fits. With if-begun it may be one that lacks nothing, or none. Without one the error says in what
// the newest unfinished run differs from the one of meta.
func (r *Run) find(meta *runfolder.Meta, fits func(*runfolder.Meta) bool) error {
	if !r.toFind() {
		return nil
	}
	r.again = r.Resume == IfBegun
	dir, err := toResume(r.out, fits)
	if r.again && errors.Is(err, runfolder.ErrNoRun) {
		dir, err = runfolder.Newest(r.out, func(_ string, m *runfolder.Meta) bool { return fits(m) })
	}
	if r.again && (errors.Is(err, runfolder.ErrNoRun) || errors.Is(err, fs.ErrNotExist)) {
		r.Resume = ""
		return nil
	}
	if errors.Is(err, runfolder.ErrNoRun) {
		text := "--resume: no unfinished run with these parameters, inputs and build in " + r.out
		dir, err := runfolder.Unfinished(r.out, func(m *runfolder.Meta) bool { return m.Experiment == meta.Experiment })
		if err != nil {
			return errors.New(text)
		}
		run, err := runfolder.Open(dir)
		if err != nil {
			return errors.New(text)
		}
		return fmt.Errorf("%s; %s is another one: %s", text, dir, cmp.Or(runfolder.Differs(&run.Meta, meta), "it has another build"))
	}
	if err != nil {
		return err
	}
	run, err := runfolder.Open(dir)
	if err != nil {
		return err
	}
	r.Resume, r.complete = dir, run.Meta.State == runfolder.Finished
	return nil
}

// completeDerived writes what a finished run lacks of its derived files, since
// the process that finished it was killed or had no room.
func (r *Run) completeDerived() (o Outcome, err error) {
	dir := r.Resume
	names, err := r.Reader.Complete(dir)
	if err != nil {
		return o, err
	}
	switch {
	case len(names) == 0 && r.again:
		fmt.Fprintf(r.Remarks, "hyphbench: %s %v: there is nothing to do\n", dir, runfolder.ErrFinished)
		return Outcome{Dir: dir}, nil
	case len(names) == 0:
		return o, fmt.Errorf("%s %w: there is nothing to resume", dir, runfolder.ErrFinished)
	}
	fmt.Fprintf(r.Remarks, "hyphbench: %s %v; it lacked %s, which are written now\n", dir, runfolder.ErrFinished, strings.Join(names, ", "))
	return Outcome{Dir: dir}, nil
}

// Restore sets the experiment's flags that are not on the command line to the
// values of the resumed run, so that neither environment nor file nor a new
// default changes them. The shard is that of the run and not of the configuration, in which
// earlier versions cut it like a path; a whole run stays whole within an array.
func (r *Run) Restore(run *runfolder.Run) error {
	if is := run.Meta.Experiment; is != r.Experiment.Name() {
		return usage.Errorf("%s is a run of %s, not of %s", run.Dir, is, r.Experiment.Name())
	}
	if f := r.Own.Lookup("shard"); !f.Changed {
		f.Changed, r.shard = true, shard{whole: runfolder.Shard{Index: 0, Of: 1}}
		if s := run.Meta.Shard; s != nil {
			r.shard.whole = *s
		}
	}
	if err := r.restoreFiles(run); err != nil {
		return err
	}
	var failed error
	r.Own.VisitAll(func(f *pflag.Flag) {
		s, recorded := run.Meta.Config[f.Name]
		if failed != nil || f.Changed || !recorded || flagvalue.NamesFile(f) {
			return
		}
		if err := restoreFlag(f, s.Value); err != nil {
			failed = fmt.Errorf("%s: %s: %w", filepath.Join(run.Dir, runfolder.MetaFile), f.Name, err)
		}
	})
	return failed
}

// restoreFiles sets the flags of files as the run told them to the next session, since run.json
// records base names only; checksums say whether they are the same still. One that is not there any
// more, as of a run from another machine, is to be named anew.
func (r *Run) restoreFiles(run *runfolder.Run) error {
	told, err := runfolder.ProgressOf(run.Dir)
	if err != nil || told == nil { // of an earlier version: the files are to be named
		return nil
	}
	given := map[string]bool{}
	var gone []string // files, and the flags that named them
	r.Own.VisitAll(func(f *pflag.Flag) { given[f.Name] = f.Changed })
	for _, word := range told.Resume {
		name, file, assigned := strings.Cut(strings.TrimPrefix(word, "--"), "=")
		f := r.Own.Lookup(name)
		if !assigned || f == nil || given[name] {
			continue
		}
		if list, ok := f.Value.(flagvalue.FileList); ok {
			file = list.Under(told.Folder, file)
		} else {
			there := file
			if !filepath.IsAbs(file) {
				there = filepath.Join(told.Folder, file)
			}
			switch _, err := os.Stat(there); {
			case err == nil:
				file = there
			case name != againstFlag: // which may be a revision
				if errors.Is(err, fs.ErrNotExist) {
					gone = append(gone, word)
				}
				continue
			}
		}
		if err := r.Own.Set(name, file); err != nil {
			return err
		}
	}
	if len(gone) > 0 && !r.complete { // a complete run needs none
		words := strings.Join(gone, " ")
		return fmt.Errorf("%s cannot be resumed: there is no file of %s any more; it was begun with %s: want these files again", run.Dir, words, words)
	}
	return nil
}

// restoreFlag sets a flag from its recorded String.
func restoreFlag(f *pflag.Flag, text string) error {
	f.Changed = true // also where the value is the default
	if f.Value.String() == text {
		return nil
	}
	many, ok := f.Value.(pflag.SliceValue)
	if !ok {
		return f.Value.Set(text)
	}
	list, err := csv.NewReader(strings.NewReader(strings.Trim(text, "[]"))).Read()
	if err != nil {
		return err
	}
	return many.Replace(list)
}
