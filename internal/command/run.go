package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"hyphbench/internal/calibration"
	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/all"
	"hyphbench/internal/machine"
	"hyphbench/internal/report"
	"hyphbench/internal/runfolder"
)

// runOptions are the flags of hyphbench run that every experiment shares.
type runOptions struct {
	experiment string
	out        string
	resume     string
	dryRun     bool
	flags      experimentFlags
}

// resumeNewest is --resume without a folder.
const resumeNewest = "newest"

func newRunCommand(args []string) *cobra.Command {
	experiments := all.Experiments()
	o := &runOptions{experiment: experiments[0].Name(), out: "results"}
	var titles strings.Builder
	for _, e := range experiments {
		fmt.Fprintf(&titles, "  %-10s %s\n", e.Name(), e.Title())
	}
	cmd := &cobra.Command{
		Use:   "run [RUN]",
		Short: "Measure",
		Long: `Measures an experiment and keeps every measurement in a new folder below --out:
measurements.csv, run.json and what is derived from them. The folder's name is
printed when the run is complete.

An interrupted run (Ctrl-C, kill, full disk, power) loses nothing that was
measured; --resume goes on with it. A run takes up measurements of the same
parameters, inputs and build only.

Experiments:
` + titles.String(),
		Example: `  hyphbench run --filter=bloom --eps=0.01..0.20
  hyphbench run --filter=all --eps=1%,5% --reps=10 --out=results
  hyphbench run --resume
  hyphbench run --resume results/20260102T030405Z-thesis`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, positional []string) error {
			if len(positional) == 1 {
				if o.resume != resumeNewest {
					return usageError{fmt.Errorf("%q: a run is named only after --resume", positional[0])}
				}
				o.resume = positional[0]
			}
			return o.run(cmd, args, experiments)
		},
	}
	fs := cmd.Flags()
	fs.StringVar(&o.experiment, "experiment", o.experiment, "what to measure")
	o.flags = addExperimentFlags(fs, experiments)
	fs.StringVar(&o.out, "out", o.out, "folder in which the run gets its own")
	fs.StringVar(&o.resume, "resume", "", "go on with the newest unfinished run of the same parameters, or with the one named")
	fs.Lookup("resume").NoOptDefVal = resumeNewest
	fs.BoolVar(&o.dryRun, "dry-run", false, "say what would be measured, and stop")
	fs.SortFlags = false
	return cmd
}

func (o *runOptions) run(cmd *cobra.Command, args []string, experiments []experiment.Experiment) error {
	if o.resume != "" && o.resume != resumeNewest {
		if err := restore(cmd, o.resume); err != nil {
			return err
		}
	}
	settings, err := configure(cmd)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(experiments, func(e experiment.Experiment) bool { return e.Name() == o.experiment })
	if i < 0 {
		var names []string
		for _, e := range experiments {
			names = append(names, e.Name())
		}
		return usageError{fmt.Errorf("unknown experiment %q%s", o.experiment, didYouMean(o.experiment, names))}
	}
	if err := o.flags.hand(cmd, o.experiment, settings); err != nil {
		return err
	}
	stderr := cmd.ErrOrStderr()
	bench, err := experiments[i].Prepare(cmd.Context())
	if err != nil {
		return err
	}
	m := machine.Describe(cmd.Context())
	meta := runfolder.Meta{
		Schema: runfolder.Schema, Experiment: o.experiment,
		Argv: argv(args), Config: settings,
		Build: build(m), State: runfolder.Running,
	}
	bench.Describe(&meta)
	session := beginSession(m, &meta)
	if o.dryRun {
		return describePlan(cmd.OutOrStdout(), bench, &meta, &session)
	}
	for _, note := range remarks(&meta, &session) {
		fmt.Fprintln(stderr, "hyphbench: "+note)
	}
	w, err := o.open(meta, session)
	if err != nil {
		return err
	}
	fmt.Fprintf(stderr, "hyphbench: measuring into %s\n", w.Dir)
	painter := newPainter(stderr)
	err = experiment.Run(cmd.Context(), bench, w, painter.paint)
	painter.finish()
	return finish(cmd, w, err)
}

// beginSession is a session that begins now, on this machine.
func beginSession(m machine.Machine, meta *runfolder.Meta) runfolder.Session {
	s := runfolder.Session{
		Start: time.Now().UTC(), LoadBefore: m.Load, Machine: &m, Clock: m.Clock.Map(),
	}
	for _, w := range machine.Warnings(m) {
		s.Warnings = append(s.Warnings, w.String())
	}
	s.Calibration = calibration.DefaultCache().Citation(meta, &s)
	return s
}

// open creates a run, or takes one up, and begins a session.
func (o *runOptions) open(meta runfolder.Meta, session runfolder.Session) (*runfolder.Writer, error) {
	if o.resume == "" {
		meta.Sessions = []runfolder.Session{session}
		return runfolder.Create(o.out, meta)
	}
	dir := o.resume
	if dir == resumeNewest {
		var err error
		fits := func(m *runfolder.Meta) bool { return runfolder.Differs(m, &meta) == "" }
		if dir, err = runfolder.Unfinished(o.out, fits); errors.Is(err, runfolder.ErrNoRun) {
			return nil, fmt.Errorf("--resume: no unfinished run with these parameters, inputs and build in %s", o.out)
		} else if err != nil {
			return nil, err
		}
	}
	w, err := runfolder.Resume(dir)
	if err != nil {
		return nil, err
	}
	if what := runfolder.Differs(&w.Meta, &meta); what != "" {
		return nil, errors.Join(
			fmt.Errorf("%s cannot be resumed: %s", dir, what),
			w.Close(w.Meta.State, nil))
	}
	w.Meta.Sessions = append(w.Meta.Sessions, session)
	w.Meta.State = runfolder.Running
	return w, w.SaveMeta()
}

// finish closes the run in the state in which it ended and writes what is
// derived from it.
func finish(cmd *cobra.Command, w *runfolder.Writer, cause error) error {
	state := runfolder.Finished
	switch {
	case errors.Is(cause, context.Canceled):
		state = runfolder.Interrupted
	case cause != nil:
		state = runfolder.Failed
	}
	w.Meta.Sessions[len(w.Meta.Sessions)-1].LoadAfter = machine.LoadAverage(context.Background())
	if err := w.Close(state, cause); err != nil {
		return errors.Join(cause, err)
	}
	if cause != nil {
		fmt.Fprintf(cmd.ErrOrStderr(), "hyphbench: what was measured (%d rows) is kept in %s; go on with: hyphbench run --resume=%s\n", len(w.Rows), w.Dir, w.Dir)
		return cause
	}
	if err := writeDerived(w.Dir); err != nil {
		return err
	}
	_, err := fmt.Fprintln(cmd.OutOrStdout(), w.Dir)
	return err
}

// restore gives the flags that were not given the values of the run that is
// to be resumed, the places of files left out, since run.json has only names.
func restore(cmd *cobra.Command, dir string) error {
	run, err := runfolder.Open(dir)
	if err != nil {
		return err
	}
	for name, s := range run.Meta.Config {
		f := cmd.Flags().Lookup(name)
		if f == nil || f.Changed || s.Source == "default" || slices.Contains([]string{"words", "exceptions", "patterns", "out", "resume", "config", "dry-run"}, name) {
			continue
		}
		if err := cmd.Flags().Set(name, s.Value); err != nil {
			return fmt.Errorf("%s: %s: %w", filepath.Join(dir, runfolder.MetaFile), name, err)
		}
	}
	return nil
}

// remarks are what is to be known before a run is measured.
func remarks(m *runfolder.Meta, s *runfolder.Session) []string {
	list := slices.Concat(m.Notes, s.Warnings)
	if s.Calibration != "" {
		list = append(list, s.Calibration)
	}
	return list
}

// writeDerived writes what is derived from a complete run into its folder.
func writeDerived(dir string) error {
	run, err := runfolder.Open(dir)
	if err != nil {
		return err
	}
	r, err := read(run)
	if err != nil {
		return err
	}
	return report.WriteDerived(r.Summary)
}

// describePlan prints what a run would do.
func describePlan(w io.Writer, bench experiment.Bench, meta *runfolder.Meta, session *runfolder.Session) error {
	recorded, warmUp := 0, 0
	perMetric := map[runfolder.Metric]int{}
	var metrics []runfolder.Metric
	for s, times := range bench.Plan(0).Kinds() {
		if s.Round < 1 {
			warmUp += times
			continue
		}
		recorded += times
		if perMetric[s.Cell.Metric] == 0 {
			metrics = append(metrics, s.Cell.Metric)
		}
		perMetric[s.Cell.Metric] += times
	}
	var b strings.Builder
	fmt.Fprintf(&b, "experiment  %s, design %s, seed %d\n", meta.Experiment, meta.Design, meta.Seed)
	fmt.Fprintf(&b, "filters     %s", strings.Join(meta.Filters, ", "))
	if len(meta.Baselines) > 0 {
		fmt.Fprintf(&b, "; baselines %s", strings.Join(meta.Baselines, ", "))
	}
	b.WriteString("\n")
	for _, a := range meta.Axes {
		fmt.Fprintf(&b, "%-11s %s\n", a.Symbol(), strings.Join(a.Values, " "))
	}
	for _, name := range slices.Sorted(maps.Keys(meta.Parameters)) {
		fmt.Fprintf(&b, "%-11s %s\n", name, meta.Parameters[name])
	}
	fmt.Fprintf(&b, "repetitions %d\n", meta.Reps)
	for _, in := range meta.Inputs {
		fmt.Fprintf(&b, "%-11s %s\n", in.Role, report.DescribeInput(in))
	}
	fmt.Fprintf(&b, "measures    %d, and %d to warm up:", recorded, warmUp)
	for _, m := range metrics {
		fmt.Fprintf(&b, " %s %d", m, perMetric[m])
	}
	b.WriteString("\n")
	for _, note := range remarks(meta, session) {
		b.WriteString(note + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// argv is the command as run.json holds it.
func argv(args []string) []string {
	list := []string{"hyphbench"}
	for _, a := range args {
		list = append(list, baseNames(a))
	}
	return list
}
