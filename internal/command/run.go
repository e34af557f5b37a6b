package command

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"hyphbench/internal/flagvalue"
	"hyphbench/internal/harness"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/settings"
	"hyphbench/internal/usage"
	"hyphbench/internal/workload"
)

const runShort = `Runs an experiment, writes the run to a new folder below --out, and prints
its answer. The default EXPERIMENT is %s. An interrupted run loses
nothing: --resume continues it.`

const runLong = `Runs an experiment. Every run gets a new folder below --out. It contains
measurements.csv, run.json, figures and a page. At its end the run prints its
answer and the folder. The default EXPERIMENT is %s.

--resolve=1%% continues until a difference of 1 %% can be detected, and says how
long this takes. --layouts=N links N programs with different orders of functions
and measures all of them, because the intervals of one binary hold only for this
binary. docs/measuring.md explains both flags and names the experiments that
accept them.
--against=HEAD~1 also measures the program of an earlier commit, in turn with
this one. 'hyphbench compare' shows the ratios.

If a run is interrupted (Ctrl-C, kill, full disk), no finished measurement is
lost. A power failure loses at most the last round. --resume continues the
newest unfinished run with the settings of that run. If you give other flags,
it continues the newest run that has these settings. The inputs and the build
must be the same.
'hyphbench status' shows the progress of a run from another terminal.

--shard measures a part of the rounds, so that many machines can share a run.
'hyphbench merge' joins the parts. In an array of Slurm each task measures its
own part. --resume=if-begun is for tasks that may be started more than once: it
begins the run, continues it, or succeeds if the run is finished.

--dry-run predicts the measurements, the time, the folder, and the use of disk
and memory. With --resume it predicts the rest of a run.`

const runExample = `  hyphbench run --filter=bloom --eps=0.01..0.20
  hyphbench run --filter=all --eps=1%,5% --reps=10 --out=results
  hyphbench run --eps=1% --dry-run
  hyphbench run --resolve=1%
  hyphbench run --resume`

// newRunCommand returns run, whose subcommands are the experiments. By itself
// it measures the first one.
func newRunCommand(c *call) *cobra.Command {
	list := c.Experiments()
	first := list[0]
	r := &runner{call: c, Run: harness.New(first)}
	cmd := newExperimentCommand(r)
	cmd.Use, cmd.Short = "run", "Run an experiment: measure, draw figures, give verdicts"
	cmd.Long, cmd.Example = fmt.Sprintf(runLong, first.Name()), runExample
	cmd.Annotations[shortHelp] = fmt.Sprintf(runShort, first.Name())
	cmd.Annotations[settings.SectionOf] = "run." + first.Name()
	cmd.SetUsageTemplate(usageTemplate(cmd, "EXPERIMENT"))
	cmd.AddGroup(&cobra.Group{ID: experimentGroup, Title: "Experiments:"})
	list[0] = c.Experiments()[0] // by its name it has flags of its own
	for _, e := range list {
		sub := newExperimentCommand(&runner{call: c, Run: harness.New(e), named: true})
		sub.GroupID = experimentGroup
		cmd.AddCommand(sub)
		r.name.Choices = append(r.name.Choices, e.Name())
	}
	addExperimentFlag(cmd, r)
	return cmd
}

// runner measures one experiment.
type runner struct {
	*harness.Run
	call  *call
	named bool             // on the command line
	last  bool             // the claims that lead, at the end of the last screen
	name  flagvalue.Choice // of environment and file, where the command line has none
	args  []string         // of a command that is none of run's, environment and file included; else nil
}

// run measures the experiment, from the flags to the answer.
func (r *runner) run(cmd *cobra.Command, _ []string) error {
	o, err := r.measure(cmd)
	if err != nil || o.Dir == "" {
		return err
	}
	if o.Finished {
		if err := r.call.end(o.Dir, r.last); err != nil {
			return err
		}
	}
	_, err = fmt.Fprintln(cmd.OutOrStdout(), o.Dir)
	return err
}

// measure measures the experiment, from the flags to what is derived from its rows.
func (r *runner) measure(cmd *cobra.Command) (harness.Outcome, error) {
	resolved, err := r.resolve(cmd)
	if err != nil {
		return harness.Outcome{}, err
	}
	c := r.call
	r.Caller = harness.Caller{
		Program: c.program(), Unnamed: c.Experiments()[0].Name(), Args: c.args, Argv: harness.Argv(r.whole(resolved), cmd.Flags()), Settings: resolved,
		Stdout: cmd.OutOrStdout(), Remarks: cmd.ErrOrStderr(), Errors: c.errors(),
	}
	o, err := r.Measure(cmd.Context())
	defer o.Release()
	switch {
	case o.Finished:
		if failed := c.writeDerived(o.Dir); failed != nil {
			err = errors.Join(fmt.Errorf("all was measured and is kept in %s, but summary, figures or page could not be written: %w; write them with: %s", o.Dir, failed, r.ResumeCommand(o.Dir)), err)
		}
	case o.Before:
		err = r.complete(cmd, o)
	}
	return o, err
}

// complete writes what a finished run lacks of its derived files, since the process that
// finished it was killed or had no room.
func (r *runner) complete(cmd *cobra.Command, o harness.Outcome) error {
	names, err := r.call.completeDerived(o.Dir)
	switch {
	case err != nil:
		return err
	case len(names) == 0 && o.Again:
		fmt.Fprintf(cmd.ErrOrStderr(), "hyphbench: %s %v: there is nothing to do\n", o.Dir, runfolder.ErrFinished)
	case len(names) == 0:
		return fmt.Errorf("%s %w: there is nothing to resume", o.Dir, runfolder.ErrFinished)
	default:
		fmt.Fprintf(cmd.ErrOrStderr(), "hyphbench: %s %v; it lacked %s, which are written now\n", o.Dir, runfolder.ErrFinished, strings.Join(names, ", "))
	}
	return nil
}

// resolve resolves the flags. A named run sets its own parameters, and its
// experiment when none is named.
func (r *runner) resolve(cmd *cobra.Command) (map[string]runfolder.Setting, error) {
	c, err := settings.ReadSources(cmd)
	if err != nil {
		return nil, err
	}
	if err := workload.CheckTyped(cmd.Flags()); err != nil {
		return nil, usage.Wrong(err)
	}
	for _, name := range []string{"resume", "out"} {
		if _, err := c.Apply(cmd.Flags().Lookup(name)); err != nil {
			return nil, err
		}
	}
	r.Resume = named(r.Resume)
	resumed, err := r.Resumed(r.named)
	if err != nil {
		return nil, err
	}
	if !r.named {
		if err := r.redirect(cmd, c, resumed); err != nil {
			return nil, err
		}
	}
	if resumed != nil {
		if err := r.Restore(resumed); err != nil {
			return nil, err
		}
	}
	resolved, err := c.ApplyAll()
	if err == nil && r.named {
		resolved[experimentFlag] = r.nameSetting()
	}
	return resolved, err
}

// nameSetting is the experiment's name as a setting.
func (r *runner) nameSetting() runfolder.Setting {
	s := runfolder.Setting{Value: r.Experiment.Name(), Source: "flag"}
	if r.call.source != "" {
		s.Source = r.call.source
	}
	return s
}

// otherExperiment is the error of a run without a name that is of another
// experiment than the one whose flags were parsed.
type otherExperiment runfolder.Setting

func (o otherExperiment) Error() string { return "the experiment is " + o.Value }

// redirect returns otherExperiment when the resumed run is of another one or,
// without such a run, environment or file name another one.
func (r *runner) redirect(cmd *cobra.Command, c *settings.Configuration, resumed *runfolder.Run) error {
	name, err := c.Apply(cmd.Flags().Lookup(experimentFlag))
	if err != nil {
		return err
	}
	if resumed != nil {
		name = runfolder.Setting{Value: resumed.Meta.Experiment, Source: "flag"}
	}
	if name.Value == r.Experiment.Name() {
		return nil
	}
	if !slices.Contains(commandNames(cmd), name.Value) {
		return fmt.Errorf("%s: %w", resumed.Dir, unknownExperiment(cmd, name.Value))
	}
	return otherExperiment(name)
}

// whole is the command line with what environment and file say of the run.
func (r *runner) whole(resolved map[string]runfolder.Setting) []string {
	if r.args != nil {
		return r.args
	}
	args := slices.Clip(r.call.args)
	if source := resolved[experimentFlag].Source; source == "env" || source == "file" {
		args = append(args, "--"+experimentFlag+"="+r.Experiment.Name())
	}
	return append(args, harness.Unsaid(r.Own, resolved)...)
}
