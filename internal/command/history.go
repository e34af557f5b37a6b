package command

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"hyphbench/internal/bilingual"
	"hyphbench/internal/report"
	"hyphbench/internal/report/compare"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/report/history"
	"hyphbench/internal/report/table"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/settings"
	"hyphbench/internal/usage"
)

// following is a call of hyphbench history.
type following struct {
	Program
	format     string
	figure     string
	lang       string
	experiment string
	selected   selectionFlags
}

func newHistoryCommand(p Program) *cobra.Command {
	f := &following{Program: p, format: string(table.Text), lang: string(bilingual.English)}
	cmd := &cobra.Command{
		Use:   "history [DIR...]",
		Short: "One metric over many runs",
		Long: `Follows one metric over all finished runs at and below DIR (default: results) of
one experiment, by default that of the newest run. Each run has a line, with its
machine and its revision, and each structure a column; where these have no room,
each structure has a line per run. Without --metric the experiment's main metric
is followed. Runs of 'hyphbench versus' and examples kept with the program are
left out if there are others, unless DIR names them or a folder with nothing
else. A change of machine, design, parameters or inputs since the previous run
is named. --figure draws the metric, with the line broken and marked at such a
change.

A time is by the estimator and clock of 'hyphbench show ratios', and per word
where the runs' word lists have different lengths. Where a structure has several
points, such as many ε, the value is the geometric mean over the points of the
newest run; a run that lacks any of them has no value. A history decides
nothing: compare says whether two runs differ.` + selectionPointer,
		Example: "  hyphbench history --metric=query old new\n" +
			"  hyphbench history --metric=query --eps=1% --figure=query.svg old new",
		Args: cobra.ArbitraryArgs,
		RunE: f.run,
	}
	f.selected.flags(cmd, report.Statistics())
	cmd.Flags().StringVar(&f.experiment, "of", "", "`EXPERIMENT` of the runs (default: that of the newest run)")
	cmd.Flags().StringVar(&f.figure, "figure", "", "`FILE` for the figure: its ending, svg, png or pdf, is the format")
	cmd.Flags().StringVar(&f.lang, "lang", f.lang, "language of the figure: en or pt")
	cmd.Flags().StringVar(&f.format, "format", f.format, "text, markdown, csv or json")
	return cmd
}

func (f *following) run(cmd *cobra.Command, args []string) error {
	if _, err := settings.Configure(cmd); err != nil {
		return err
	}
	if err := checkFormat(f.format); err != nil {
		return err
	}
	if !slices.Contains(bilingual.Langs(), bilingual.Lang(f.lang)) {
		return usage.Errorf("--lang: %q is unknown: want en or pt", f.lang)
	}
	format := figure.Format(strings.TrimPrefix(filepath.Ext(f.figure), "."))
	if f.figure != "" && !slices.Contains(figure.Formats(), format) {
		return usage.Errorf("--figure=%s: want a name that ends in .svg, .png or .pdf", f.figure)
	}
	if len(args) == 0 {
		args = []string{resultsFolder}
	}
	for i, dir := range args {
		args[i] = named(dir)
	}
	runs, err := f.runs(cmd, args)
	if err != nil {
		return err
	}
	h, err := history.New(runs, f.metric(cmd, runs[len(runs)-1]))
	if err != nil {
		return err
	}
	if f.figure != "" {
		if err := f.draw(cmd, h, format); err != nil {
			return err
		}
	}
	return history.Write(cmd.OutOrStdout(), h, table.Format(f.format))
}

// draw writes the figure, and its name to standard error.
func (f *following) draw(cmd *cobra.Command, h *history.History, format figure.Format) error {
	drawing, err := h.Drawing(bilingual.Lang(f.lang))
	if err != nil {
		return err
	}
	content, err := drawing.Encode(format, figure.Label{ID: "history-" + string(h.Metric), Title: "history of " + string(h.Metric), Date: h.Runs[len(h.Runs)-1].Start})
	if err != nil {
		return err
	}
	if err := runfolder.WriteFile(f.figure, content); err != nil {
		return err
	}
	_, err = fmt.Fprintf(cmd.ErrOrStderr(), "hyphbench: wrote %s\n", f.figure)
	return err
}

// metric is the only one of the newest run, or that by which its experiment answers first, or
// the first time; then the others are named.
func (f *following) metric(cmd *cobra.Command, newest *report.Summary) runfolder.Metric {
	if len(newest.Metrics) == 1 {
		return newest.Metrics[0].Name
	}
	at := max(slices.IndexFunc(newest.Metrics, func(m report.Metric) bool { return m.Timed() }), 0)
	if _, r := f.readingOf(newest.Run); len(r.Headlines) > 0 {
		if decides := slices.IndexFunc(newest.Metrics, func(m report.Metric) bool { return m.Name == r.Headlines[0].Metric }); decides >= 0 {
			at = decides
		}
	}
	var others []string
	for i, m := range newest.Metrics {
		if i != at {
			others = append(others, string(m.Name))
		}
	}
	chosen := newest.Metrics[at].Name
	fmt.Fprintf(cmd.ErrOrStderr(), "hyphbench: following %s; --metric chooses one of %s\n", chosen, strings.Join(others, ", "))
	return chosen
}

// runs sums up the runs, the newest last. A run that lacks what is asked for is
// skipped, with the reason, unless it is the newest.
func (f *following) runs(cmd *cobra.Command, parents []string) ([]*report.Summary, error) {
	found, err := f.found(cmd, parents)
	if err != nil {
		return nil, err
	}
	var list []*report.Summary
	for i, one := range found {
		run, err := runfolder.Open(one.dir)
		if err != nil {
			return nil, err
		}
		glossary, _ := f.readingOf(run)
		s, err := f.selected.view().Shown(run, glossary)
		switch {
		case err == nil:
			tellLacks(cmd, run.Dir, &run.Meta)
			list = append(list, s)
		case i+1 == len(found):
			return nil, notSelected(f.selected.view(), fmt.Errorf("%s: %w", run.Dir, err))
		default:
			fmt.Fprintf(cmd.ErrOrStderr(), "hyphbench: skipped %s: %v\n", run.Dir, err)
		}
	}
	return list, nil
}

// foundRun is a run on the disk.
type foundRun struct {
	dir   string
	meta  *runfolder.Meta
	out   string // what it is left out as where there are others; empty: it is followed
	named bool   // by a folder that has no other kind: it is not left out
}

// What a run is left out as.
const (
	anExample = "examples kept with the program"
	aVersus   = "runs of 'hyphbench versus', whose structures and points are its own"
)

// found are the finished runs of the experiment, by start. Examples kept with the program, and
// runs of versus, are followed where there is no other run, or where DIR names them: their folder,
// or a parent folder with nothing else in it.
func (f *following) found(cmd *cobra.Command, parents []string) ([]foundRun, error) {
	var all []foundRun
	seen := map[string]int{}
	for _, parent := range parents {
		var here []int // of all
		err := runfolder.Walk(parent, func(dir string, m *runfolder.Meta) {
			if at, known := seen[filepath.Clean(dir)]; known {
				here = append(here, at)
				return
			}
			if m.State != runfolder.Finished {
				fmt.Fprintf(cmd.ErrOrStderr(), "hyphbench: skipped %s: it is not finished\n", dir)
				return
			}
			run := foundRun{dir: dir, meta: m}
			switch {
			case slices.ContainsFunc(parents, func(named string) bool { return filepath.Clean(named) == filepath.Clean(dir) }):
			case runfolder.IsExample(dir):
				run.out = anExample
			case compare.Decides(m):
				run.out = aVersus
			}
			seen[filepath.Clean(dir)] = len(all)
			here, all = append(here, len(all)), append(all, run)
		})
		if err = absent(parent, err); err != nil {
			return nil, err
		}
		if len(here) > 0 && !slices.ContainsFunc(here, func(at int) bool { return all[at].out != all[here[0]].out }) {
			for _, at := range here {
				all[at].named = true
			}
		}
	}
	slices.SortStableFunc(all, func(a, b foundRun) int { return a.meta.Start().Compare(b.meta.Start()) })
	return f.ofOne(cmd, all, parents)
}

// ofOne are the runs of one experiment. What it leaves out of them it says on standard error.
func (f *following) ofOne(cmd *cobra.Command, all []foundRun, parents []string) ([]foundRun, error) {
	if len(all) == 0 {
		return nil, fmt.Errorf("%s: %w", strings.Join(parents, ", "), runfolder.ErrNoRun)
	}
	if f.experiment == "" {
		f.experiment = f.usual(all)
	}
	var names []string
	for _, run := range all {
		if name := run.meta.Experiment; !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if !slices.Contains(names, f.experiment) {
		return nil, usage.Errorf("--of: no finished run of %q%s (there are: %s)", f.experiment, settings.DidYouMean(f.experiment, names), strings.Join(names, ", "))
	}
	all = slices.DeleteFunc(all, func(run foundRun) bool { return run.meta.Experiment != f.experiment })
	for _, out := range []string{anExample, aVersus} {
		rest := slices.DeleteFunc(slices.Clone(all), func(run foundRun) bool { return run.out == out && !run.named })
		if n := len(all) - len(rest); n > 0 && len(rest) > 0 {
			fmt.Fprintf(cmd.ErrOrStderr(), "hyphbench: left out %s (%d): 'hyphbench history DIR...' follows those that it names\n", out, n)
			all = rest
		}
	}
	return all, nil
}

// usual is the experiment of the newest run that is not left out, else that of the newest of
// versus, else, of examples alone, the first one, as in other commands.
func (f *following) usual(all []foundRun) string {
	for _, out := range []string{"", aVersus} {
		for _, run := range slices.Backward(all) {
			if run.out == out {
				return run.meta.Experiment
			}
		}
	}
	first := f.Experiments()[0].Name()
	if slices.ContainsFunc(all, func(run foundRun) bool { return run.meta.Experiment == first }) {
		return first
	}
	return all[len(all)-1].meta.Experiment
}
