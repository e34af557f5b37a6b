package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"hyphbench/internal/calibration"
	"hyphbench/internal/experiment"
	"hyphbench/internal/machine"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/section"
)

const runLong = `Measures an experiment and records every measurement in a new folder below
--out: measurements.csv, run.json and the files derived from them, the figures
and the page among these. Ends with the answer (-q: without, -v: with all tables
before) and prints the folder. Without a name the experiment is %s.

--resolve=1%% measures on until a difference of 1 %% between structures would be
found, and says how long that will take. --layouts links the program anew, in so
many orders, and measures by all of them: the intervals of a run of one binary
hold for this binary. docs/measuring.md explains both.

An interrupted run (Ctrl-C, kill, full disk) loses no measurement; a failure of
power costs those of the last round at most. --resume resumes it, with the same
parameters, inputs and build only. 'hyphbench status' says from any terminal how
far a run is.

--shard measures a part of the rounds, on one of many machines; 'hyphbench
merge' makes one run of all parts. Within an array of Slurm the part is that of
the task. --resume=if-begun is for tasks that an engine starts again: it begins
the run, or resumes it, or succeeds at once if it is finished.

--dry-run says what would be measured, in how long, where, and what it takes of
disk and memory; with --resume, what is left of a run.`

const runExample = `  hyphbench run --filter=bloom --eps=0.01..0.20
  hyphbench run --filter=all --eps=1%,5% --reps=10 --out=results
  hyphbench run --eps=1% --dry-run
  hyphbench run --resolve=1%
  hyphbench run --filter=bloom-early,bloom,cuckoo,npm-bloom,npm-cuckoo
  go run ./cmd/hyphbench run --layouts=6
  hyphbench run --shard=3/64
  hyphbench run --resume
  hyphbench run --resume results/20260102T030405Z-thesis`

// newRunCommand returns run, whose subcommands are the experiments. By itself
// it measures the first one.
func newRunCommand(c *call) *cobra.Command {
	first := c.Experiments()[0]
	r := &runner{call: c, experiment: first}
	cmd := newExperimentCommand(r)
	cmd.Use, cmd.Short = "run", "Measure"
	cmd.Long, cmd.Example = fmt.Sprintf(runLong, first.Name()), runExample
	cmd.Annotations = map[string]string{sectionOf: "run." + first.Name()}
	addExperimentFlag(cmd, r)
	cmd.SetUsageTemplate(usageTemplate(cmd, "EXPERIMENT"))
	cmd.AddGroup(&cobra.Group{ID: experimentGroup, Title: "Experiments:"})
	for _, e := range c.Experiments() {
		sub := newExperimentCommand(&runner{call: c, experiment: e, named: true})
		sub.GroupID = experimentGroup
		cmd.AddCommand(sub)
	}
	return cmd
}

// runner measures one experiment.
type runner struct {
	call       *call
	experiment experiment.Experiment
	named      bool              // on the command line
	own        *pflag.FlagSet    // the experiment's flags, which the command has too
	name       experiment.Choice // of environment and file, where the command line has none

	// The flags that all experiments share.
	out      string
	resume   string // the run, once it is found
	complete bool   // that run is finished
	again    bool   // and is then a success
	dryRun   bool
	pace     pace
	shard    shard
	jobs     experiment.AtLeast
}

// run measures the experiment, from the flags to the derived files.
func (r *runner) run(cmd *cobra.Command, _ []string) (err error) {
	settings, err := r.settings(cmd)
	if err != nil {
		return err
	}
	if r.complete && !r.dryRun {
		return r.completeDerived(cmd, r.resume)
	}
	if err := r.takeShard(settings); err != nil {
		return err
	}
	if err := r.checkFlags(); err != nil {
		return err
	}
	ctx := experiment.WithJobs(cmd.Context(), r.jobs.Value)
	if r.pace.layouts.Value > 0 { // measured by builds that have the usual sections
		ctx = section.WithLeast(ctx, section.Least)
	}
	bench, err := r.experiment.Prepare(ctx)
	if err != nil {
		return err
	}
	closer, _ := bench.(io.Closer) // of stores and servers
	if closer != nil {
		defer func() { err = errors.Join(err, closer.Close()) }()
	}
	if bench, err = r.sharded(bench); err != nil {
		return err
	}
	r.sayLeftOut(cmd.ErrOrStderr())
	r.asShortened(settings)
	meta, session := r.describe(ctx, cmd, bench, settings)
	if err := r.pace.check(bench, &meta); err != nil {
		return err
	}
	if r.dryRun {
		if err := r.find(func(m *runfolder.Meta) bool { return runfolder.Differs(m, &meta) == "" }); err != nil {
			return err
		}
		return r.dry(cmd, bench, &meta, &session)
	}
	if _, err := bench.Plan(0).Weight(); err != nil {
		return err
	}
	if r.pace.layouts.Value > 0 && r.pace.layout == 0 {
		if closer != nil { // every part opens the stores for itself
			if err := closer.Close(); err != nil {
				return err
			}
		}
		return r.byLayouts(cmd, &meta)
	}
	if err := r.find(func(m *runfolder.Meta) bool { return runfolder.Differs(m, &meta) == "" }); err != nil {
		return err
	}
	if r.complete {
		return r.completeDerived(cmd, r.resume)
	}
	stderr := cmd.ErrOrStderr()
	further := r.pace.layout > 0 && r.resume != "" // a part of a run whose first part has said it
	if !further {
		for _, remark := range remarks(&meta, &session) {
			fmt.Fprintln(stderr, "hyphbench: "+remark)
		}
	}
	if err := r.pace.keep(); err != nil {
		return err
	}
	w, err := r.open(meta, session)
	if err != nil {
		return err
	}
	if !further {
		fmt.Fprintf(stderr, "hyphbench: measuring into %s\n", w.Dir)
	}
	painter := r.painter(cmd, w)
	err = r.inRounds(ctx, bench, w, stderr, painter.paint)
	painter.finish()
	return r.finish(cmd, w, err)
}

// checkFlags refuses what the run would fail by, before its inputs are read.
func (r *runner) checkFlags() error {
	if _, err := r.pace.processor(); err != nil {
		return err
	}
	if r.pace.time < 0 {
		return usageError{fmt.Errorf("--time=%s is out of range: want a time above 0", r.pace.time)}
	}
	if r.resume != "" && !r.toFind() {
		return nil
	}
	if _, err := runfolder.CheckParent(r.out); err != nil {
		return fmt.Errorf("--out=%s: %w", r.out, err)
	}
	return nil
}

// sayLeftOut says which structures --filter=all does not stand for.
func (r *runner) sayLeftOut(stderr io.Writer) {
	r.own.VisitAll(func(f *pflag.Flag) {
		if list, ok := f.Value.(interface{ LeftOut() string }); ok && r.pace.layout == 0 {
			if text := list.LeftOut(); text != "" {
				fmt.Fprintf(stderr, "hyphbench: --%s: %s\n", f.Name, text)
			}
		}
	})
}

// describe returns the run as recorded before it is measured, and the session
// that begins now.
func (r *runner) describe(ctx context.Context, cmd *cobra.Command, bench experiment.Bench, settings map[string]runfolder.Setting) (runfolder.Meta, runfolder.Session) {
	m := machine.Describe(ctx)
	meta := runfolder.Meta{
		Schema: runfolder.Schema, Experiment: r.experiment.Name(),
		Argv: argv(r.call.args, cmd.Flags()), Config: settings,
		Build: build(m), State: runfolder.Running,
	}
	bench.Describe(&meta)
	if least := section.LeastOf(ctx); least != section.Least {
		meta.SetParameter(runfolder.MinSection, strconv.Itoa(int(least)))
	}
	r.pace.parameters(&meta)
	session := runfolder.Session{Layout: r.pace.layout, Pinned: r.pace.pinned(), Start: time.Now().UTC(), LoadBefore: m.Load, Machine: &m, Clock: m.Clock.Map()}
	for _, w := range machine.Warnings(m) {
		if meta.Design == runfolder.Simulation { // nothing is timed that could be disturbed
			break
		}
		session.Warnings = append(session.Warnings, w.String())
	}
	calibration.DefaultCache().CiteSession(&meta, &session)
	return meta, session
}
