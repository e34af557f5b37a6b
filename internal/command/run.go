package command

import (
	"fmt"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"hyphbench/internal/flagvalue"
	"hyphbench/internal/harness"
	"hyphbench/internal/report"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/settings"
)

const runShort = `Runs an experiment, writes the run to a new folder below --out, and prints
its answer. Without a name the experiment is %s. An interrupted run loses
nothing: --resume continues it.`

const runLong = `Runs an experiment. Every run gets a new folder below --out. It contains
measurements.csv, run.json, figures and a page. At its end the run prints its
answer and the folder. Without a name the experiment is %s.

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

// measure measures the experiment, from the flags to the derived files.
func (r *runner) measure(cmd *cobra.Command) (harness.Outcome, error) {
	settings, err := r.settings(cmd)
	if err != nil {
		return harness.Outcome{}, err
	}
	c := r.call
	r.Caller = harness.Caller{
		Program: c.program(), Unnamed: c.Experiments()[0].Name(), Args: c.args, Argv: harness.Argv(r.whole(settings), cmd.Flags()), Settings: settings,
		Stdout: cmd.OutOrStdout(), Remarks: cmd.ErrOrStderr(), Errors: c.errors(), Reader: reader{c.Program},
	}
	return r.Measure(cmd.Context())
}

// whole is the command line with what environment and file say of the run.
func (r *runner) whole(settings map[string]runfolder.Setting) []string {
	if r.args != nil {
		return r.args
	}
	args := slices.Clip(r.call.args)
	if source := settings[experimentFlag].Source; source == "env" || source == "file" {
		args = append(args, "--"+experimentFlag+"="+r.Experiment.Name())
	}
	return append(args, harness.Unsaid(r.Own, settings)...)
}

// writeDerived writes the derived files of a complete run into its folder.
func (p Program) writeDerived(dir string) error {
	if p.Derive != nil {
		return p.Derive(dir)
	}
	r, err := p.reread(dir)
	if err != nil {
		return err
	}
	front, err := r.writeFront()
	if err != nil {
		return err
	}
	return report.WriteDerived(r.Summary, front)
}

// reader reads runs for those who measure them.
type reader struct{ Program }

func (r reader) Summary(dir string) (*report.Summary, error) {
	run, err := r.reread(dir)
	if err != nil {
		return nil, err
	}
	return run.Summary, nil
}

func (r reader) Derive(dir string) error { return r.writeDerived(dir) }

func (r reader) Complete(dir string) ([]string, error) { return r.completeDerived(dir) }

// writeFront draws the figures of a run, as SVG, writes its page, and returns the
// head of its README.md, which shows both.
func (r *reading) writeFront() (string, error) {
	files, _, err := figure.Render(r.Summary, r.figures(), r.Run.Dir, []figure.Format{figure.SVG}, figure.English, figure.Style{})
	if err != nil {
		return "", err
	}
	name, err := r.writePage(figure.English)
	if err != nil {
		return "", err
	}
	return r.frontOf(files, filepath.Base(name))
}

// completeDerived writes of what is derived from a complete run what its folder
// lacks, and returns the names of these files.
func (p Program) completeDerived(dir string) (names []string, err error) {
	err = runfolder.Amend(dir, func() error {
		r, err := p.reread(dir)
		if err != nil {
			return err
		}
		if report.Derived(dir) { // save measurements.bench, which not every run has
			names, err = report.CompleteDerived(r.Summary, "")
			return err
		}
		front, err := r.writeFront()
		if err != nil {
			return err
		}
		names, err = report.CompleteDerived(r.Summary, front)
		return err
	})
	return names, err
}

// reread sums up a run as its derived files do.
func (p Program) reread(dir string) (*reading, error) {
	run, err := runfolder.Open(dir)
	if err != nil {
		return nil, err
	}
	return p.read(run, report.View{})
}
