package command

import (
	"fmt"

	"github.com/spf13/cobra"

	"hyphbench/internal/flagvalue"
	"hyphbench/internal/harness"
	"hyphbench/internal/settings"
)

const runShort = `Measures an experiment into a new folder below --out, and ends with what it
says. Without a name the experiment is %s. A run that is interrupted loses
nothing: --resume goes on with it.`

const runLong = `Measures an experiment and records every measurement in a new folder below
--out: measurements.csv, run.json and the files derived from them, the figures
and the page among these. Ends with the answer (-q: without, -v: with all tables
before) and prints the folder. Without a name the experiment is %s.

--resolve=1%% keeps measuring until a difference of 1 %% between structures can be
detected, and says how long that will take. --layouts=N links N variants with
different function orders and measures all of them: the intervals of a run of
one binary hold for this binary. docs/measuring.md explains both, and which
experiments take them: all that time something, in rounds. --against=HEAD~1
measures another build in turns with this one, and 'hyphbench compare' has their
ratios.

An interrupted run (Ctrl-C, kill, full disk) loses no measurement; a failure of
power costs those of the last round at most. --resume alone resumes the newest
unfinished run with its own settings; with other flags the newest of these
parameters. Inputs and build must be the same. 'hyphbench status' says from any
terminal how far a run is.

--shard measures a part of the rounds, on one of many machines; 'hyphbench
merge' makes one run of all parts. Within an array of Slurm the part is that of
the task. What is counted and not timed is counted on all processors. --resume=if-begun is for tasks that an engine starts again: it begins
the run, or resumes it, or succeeds at once if it is finished.

--dry-run says what would be measured, in how long, where, and what it takes of
disk and memory; with --resume, what is left of a run.`

const runExample = `  hyphbench run --filter=bloom --eps=0.01..0.20
  hyphbench run --filter=all --eps=1%,5% --reps=10 --out=results
  hyphbench run --eps=1% --dry-run
  hyphbench run --resolve=1%
  hyphbench run --resume`

// newRunCommand returns run, whose subcommands are the experiments. By itself
// it measures the first one.
func newRunCommand(c *call) *cobra.Command {
	first := c.Experiments()[0]
	r := &runner{call: c, Run: harness.New(first)}
	cmd := newExperimentCommand(r)
	cmd.Use, cmd.Short = "run", "Measure"
	cmd.Long, cmd.Example = fmt.Sprintf(runLong, first.Name()), runExample
	cmd.Annotations[shortHelp] = fmt.Sprintf(runShort, first.Name())
	cmd.Annotations[settings.SectionOf] = "run." + first.Name()
	addExperimentFlag(cmd, r)
	cmd.SetUsageTemplate(usageTemplate(cmd, "EXPERIMENT"))
	cmd.AddGroup(&cobra.Group{ID: experimentGroup, Title: "Experiments:"})
	for _, e := range c.Experiments() {
		sub := newExperimentCommand(&runner{call: c, Run: harness.New(e), named: true})
		sub.GroupID = experimentGroup
		cmd.AddCommand(sub)
	}
	return cmd
}

// runner measures one experiment.
type runner struct {
	*harness.Run
	call  *call
	named bool             // on the command line
	last  bool             // the claims that lead, at the end of the last screen
	name  flagvalue.Choice // of environment and file, where the command line has none
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

// measure measures the experiment, from the flags to the derived files.
func (r *runner) measure(cmd *cobra.Command) (harness.Outcome, error) {
	settings, err := r.settings(cmd)
	if err != nil {
		return harness.Outcome{}, err
	}
	c := r.call
	r.Caller = harness.Caller{
		Program: c.program(), Unnamed: c.Experiments()[0].Name(), Args: c.args, Argv: harness.Argv(c.args, cmd.Flags()), Settings: settings,
		Stdout: cmd.OutOrStdout(), Remarks: cmd.ErrOrStderr(), Errors: c.errors(), Reader: reader{c.Program},
	}
	return r.Measure(cmd.Context())
}
