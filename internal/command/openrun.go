package command

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"hyphbench/internal/calibration"
	"hyphbench/internal/experiment"
	"hyphbench/internal/glossary"
	"hyphbench/internal/harness"
	"hyphbench/internal/metric"
	"hyphbench/internal/report"
	"hyphbench/internal/report/answer"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/compare"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/settings"
	"hyphbench/internal/usage"
)

// reading is a run summed up as it is to be seen, with its experiment's reading of
// such runs.
type reading struct {
	*report.Narrowed
	experiment.Reading
	results []claim.Result // of evaluated
}

// evaluated are the verdicts on the experiment's claims, worked out once.
func (r *reading) evaluated() []claim.Result {
	if r.results == nil {
		r.results = claim.Evaluate(r.Summary, r.Claims)
	}
	return r.results
}

// resultsFolder is the parent folder of runs, where the command line names no
// other.
const resultsFolder = harness.ResultsFolder

// folderOf is the folder that a command is to read: its argument, or results.
func folderOf(args []string) string {
	if len(args) == 0 {
		return resultsFolder
	}
	return named(args[0])
}

// named is the folder of an argument: itself, or the run of that name in results.
func named(dir string) string {
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) && filepath.Base(dir) == dir {
		if run := filepath.Join(resultsFolder, dir); runfolder.IsRun(run) {
			return run
		}
	}
	return dir
}

// open reads the run in dir, or the newest one below it, and sums it up, once
// per command. A run that the command line does not name itself is named on
// standard error.
func (p Program) open(cmd *cobra.Command, dir string) (*reading, error) {
	return p.openSelected(cmd, dir, report.View{})
}

// absent says of results that there is no run, if the folder is missing, and of another missing
// one which run may have been meant.
func absent(dir string, err error) error {
	if errors.Is(err, fs.ErrNotExist) && dir == resultsFolder {
		return fmt.Errorf("%s: %w", dir, runfolder.ErrNoRun)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%w%s", err, settings.DidYouMean(filepath.Base(dir), runsNear(dir)))
	}
	return err
}

// runsNear are the names of the runs among which one of a missing folder may have been meant.
func runsNear(dir string) (names []string) {
	for _, parent := range []string{filepath.Dir(dir), resultsFolder} {
		entries, _ := os.ReadDir(parent) // none of a folder that cannot be read
		for _, e := range entries {
			if e.IsDir() && e.Name() != dir && runfolder.IsRun(filepath.Join(parent, e.Name())) && !slices.Contains(names, e.Name()) {
				names = append(names, e.Name())
			}
		}
	}
	return names
}

// openSelected is open of what a view selects.
func (p Program) openSelected(cmd *cobra.Command, dir string, view report.View) (*reading, error) {
	chosen, err := p.newest(dir)
	if err = absent(dir, err); err != nil {
		return nil, err
	}
	run, err := runfolder.Open(chosen)
	if err != nil {
		return nil, err
	}
	if run.Dir != dir {
		tellRead(cmd, run.Dir)
	}
	runfolder.DropProgress(run)
	sparing(run.Len())
	return p.cited(run, view)
}

// newest is dir itself where it is a run, else the newest run below it, at any depth, that is no
// example and no shard; without one the example of the first experiment, the thesis's, and then any.
func (p Program) newest(dir string) (string, error) {
	found, err := runfolder.Newest(dir, func(string, *runfolder.Meta) bool { return true })
	if err != nil && !errors.Is(err, runfolder.ErrNoRun) || err == nil && found == dir {
		return found, err
	}
	var own string
	var start time.Time
	walked := runfolder.Walk(dir, func(below string, m *runfolder.Meta) {
		if at := m.Start(); m.Shard == nil && !runfolder.IsExample(below) && (own == "" || at.After(start)) {
			own, start = below, at
		} else if err != nil && own == "" {
			found = below
		}
	})
	switch {
	case own != "":
		return own, nil
	case err != nil && found != "":
		return found, nil
	case err != nil:
		return "", err
	case walked != nil:
		return "", walked
	}
	first := p.Experiments()[0].Name()
	if example, err := runfolder.Newest(dir, func(_ string, m *runfolder.Meta) bool { return m.Experiment == first }); err == nil {
		return example, nil
	}
	return found, nil
}

// tellLacks says on standard error what a run lacks of a whole one, where the output
// has no place for it: CSV has rows alone, a table of many runs a line for each.
func tellLacks(cmd *cobra.Command, dir string, m *runfolder.Meta) {
	for _, text := range m.Lacks() {
		fmt.Fprintf(cmd.ErrOrStderr(), "hyphbench: %s: %s\n", dir, text)
	}
}

// tellRead names a run on standard error.
func tellRead(cmd *cobra.Command, dir string) {
	example := ""
	if runfolder.IsExample(dir) {
		example = ", an example kept with the program; DIR names another"
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "hyphbench: reading %s%s\n", dir, example)
}

// sparing has the collector run earlier in a process that reads a large run and measures
// nothing: of such a heap nearly all stays, and need not double before it is swept.
func sparing(rows int) {
	const percent = 30
	if rows < runfolder.Large {
		return
	}
	if was := debug.SetGCPercent(percent); was < percent { // by GOGC, which may be off
		debug.SetGCPercent(was)
	}
}

// cited is read of a run with the calibration of its machine.
func (p Program) cited(run *runfolder.Run, view report.View) (*reading, error) {
	calibration.DefaultCache().Cite(&run.Meta)
	return p.read(run, view)
}

// against reads the run of the other build that was measured in turns with a run, nil where
// there was none.
func (p Program) against(run *runfolder.Run, view report.View) (*reading, error) {
	dir, err := runfolder.AgainstOf(run.Dir)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, runfolder.ErrNoRun) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	other, err := runfolder.Open(dir)
	if err != nil {
		return nil, err
	}
	return p.cited(other, view)
}

// read sums up what a view selects of a run.
func (p Program) read(run *runfolder.Run, view report.View) (*reading, error) {
	glossary, r := p.readingOf(run)
	n, err := view.Sum(run, glossary)
	if err != nil {
		return nil, notSelected(view, err)
	}
	n.Wide.Resolves = sync.OnceValue(func() string { return compare.Resolves(n.Wide) })
	n.Summary.Resolves = n.Wide.Resolves
	return &reading{n, r, nil}, nil
}

// reread sums up a run as its derived files do.
func (p Program) reread(dir string) (*reading, error) {
	run, err := runfolder.Open(dir)
	if err != nil {
		return nil, err
	}
	return p.read(run, report.View{})
}

// notSelected is the error of a view that a run does not have: its flags name what is not there.
func notSelected(view report.View, err error) error {
	if view.Selection.Empty() {
		return err
	}
	return usage.Wrong(err)
}

// readingOf says how the rows of a run read.
func (p Program) readingOf(run *runfolder.Run) (metric.Glossary, experiment.Reading) {
	e := p.experiment(run.Meta.Experiment)
	if e == nil {
		return glossary.Of(nil), experiment.Reading{}
	}
	r := experiment.ReadingOf(e, &run.Meta)
	return glossary.OfReading(e.Title(), r), r
}

// figures are those of the run, first the ratios of its times: over its rounds, or on several
// machines by machine.
func (r *reading) figures() (list []figure.Figure) {
	list = append(answer.Forests(r.Summary, r.Headlines, r.evaluated()), compare.Forests(r.Summary)...)
	if r.Reading.Figures != nil {
		list = append(list, r.Reading.Figures(r.Meta)...)
	}
	return list
}

// experiment returns an experiment, nil for an unknown name.
func (p Program) experiment(name string) experiment.Experiment {
	for _, e := range p.Experiments() {
		if e.Name() == name {
			return e
		}
	}
	return nil
}

// printed is the program in the commands that it prints.
func (p Program) printed() harness.Printed {
	return harness.Printed{Program: p.Path, Experiment: p.experiment}
}
