package command

import (
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"hyphbench/internal/experiment"
)

// experimentGroup holds the experiments in the help.
const experimentGroup = "experiments"

// newExperimentCommand returns the command that measures an experiment: its
// own flags, then those that all experiments share.
func newExperimentCommand(r *runner) *cobra.Command {
	// The source of an experiment stands in brackets behind its title.
	title, _, _ := strings.Cut(r.experiment.Title(), " (")
	cmd := &cobra.Command{
		Use:   r.experiment.Name(),
		Short: title,
		Long:  r.experiment.Title(),
		Args:  r.checkArgs,
		RunE:  r.run,
	}
	if more, ok := r.experiment.(experiment.Documented); ok {
		cmd.Long, cmd.Example = more.Long(), more.Example()
	}
	r.own = pflag.NewFlagSet(r.experiment.Name(), pflag.ContinueOnError)
	r.own.SortFlags = false
	r.experiment.Flags(r.own)
	r.pace.flags(r.own)
	r.shard.flags(r.own)
	fs := cmd.Flags()
	fs.SortFlags = false
	fs.AddFlagSet(r.own)
	fs.StringVar(&r.out, "out", resultsFolder, "folder in which the run gets its own")
	fs.StringVar(&r.resume, "resume", "", "resume the newest unfinished `RUN` of the same parameters, or the one named; if-begun: begin one where there is none")
	fs.Lookup("resume").NoOptDefVal = resumeNewest
	r.jobs = experiment.AtLeast{Why: "want the number of processors, or 0 for all"}
	fs.Var(&r.jobs, "jobs", "processors for what is counted and not timed; 0 for all")
	r.pace.partFlags(fs)
	fs.BoolVar(&r.dryRun, "dry-run", false, "print the plan with its duration, folder, disk and memory, and measure nothing")
	return cmd
}

// checkArgs admits one argument, the run behind --resume.
func (r *runner) checkArgs(cmd *cobra.Command, args []string) error {
	switch {
	case len(args) == 0:
		return nil
	case !r.named && !isPath(args[0]):
		return unknownExperiment(cmd, args[0])
	case len(args) == 1 && r.resume == resumeNewest:
		r.resume = args[0]
		return nil
	}
	return fmt.Errorf("unexpected argument %q: want a run only after --resume", args[len(args)-1])
}

// isPath reports whether an argument is meant as a file or folder.
func isPath(arg string) bool {
	_, err := os.Stat(arg)
	return err == nil || strings.ContainsAny(arg, `/\`)
}

// unknownExperiment is the error of a name that is no subcommand of run.
func unknownExperiment(run *cobra.Command, name string) error {
	names := commandNames(run)
	return usageError{fmt.Errorf("unknown experiment %q%s (there are: %s)", name, didYouMean(name, names), strings.Join(names, ", "))}
}

// addExperimentFlag adds the flag by which environment and file name an
// experiment. On the command line nameExperiment rewrites it.
func addExperimentFlag(run *cobra.Command, r *runner) {
	r.name.Value = r.experiment.Name()
	for _, e := range r.call.Experiments() {
		r.name.Choices = append(r.name.Choices, e.Name())
	}
	run.Flags().Var(&r.name, experimentFlag, "what to measure")
	run.Flags().Lookup(experimentFlag).Hidden = true
}
