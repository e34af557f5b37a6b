package command

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"hyphbench/internal/experiment"
	"hyphbench/internal/harness"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/settings"
	"hyphbench/internal/usage"
)

// experimentGroup holds the experiments in the help.
const experimentGroup = "experiments"

// newExperimentCommand returns the command that measures an experiment: its
// own flags, then those that all experiments share.
func newExperimentCommand(r *runner) *cobra.Command {
	// The source of an experiment stands in brackets behind its title.
	title, _, _ := strings.Cut(r.Experiment.Title(), " (")
	cmd := &cobra.Command{
		Use:   r.Experiment.Name(),
		Short: title,
		Long:  r.Experiment.Title(),
		Args:  r.checkArgs,
		RunE:  r.run,
	}
	if more, ok := r.Experiment.(experiment.Documented); ok {
		cmd.Long, cmd.Example = more.Long(), more.Example()
	}
	cmd.Flags().SortFlags = false
	r.Flags(cmd.Flags())
	cmd.Flags().BoolVar(&r.last, claimsLast, false, "")
	cmd.Flags().Lookup(claimsLast).Hidden = true
	settings.MarkHelp(cmd.Flags(), claimsLast)
	shorten(cmd, cmd.Long, advanced()...)
	settings.TakeOldNames(cmd, r.Experiment.Name())
	return cmd
}

// advanced are flags of few runs, which the long help alone has.
func advanced() []string {
	return []string{"word-rule", "pass", "filter-keys", "node-dir", "pin", "shard"}
}

// checkArgs admits one argument, the run behind --resume.
func (r *runner) checkArgs(cmd *cobra.Command, args []string) error {
	switch {
	case len(args) == 0:
		return nil
	case !r.named && !isPath(args[0]):
		return unknownExperiment(cmd, args[0])
	case len(args) == 1 && r.Resume == harness.Newest:
		r.Resume = args[0]
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
	return usage.Errorf("unknown experiment %q%s (the experiments are: %s)", name, settings.DidYouMean(name, names), strings.Join(names, ", "))
}

// addExperimentFlag adds the flag by which environment and file name an
// experiment. On the command line nameExperiment rewrites it.
func addExperimentFlag(run *cobra.Command, r *runner) {
	r.name.Value = r.Experiment.Name()
	run.Flags().Var(&r.name, experimentFlag, "what to measure")
	run.Flags().Lookup(experimentFlag).Hidden = true
}

// errBothKeys is the error of a command line with keys of a file and numbers of generated ones.
var errBothKeys = errors.New("--n and --keys exclude each other: want one of them")

// settings resolves the flags. A named run sets its own parameters, and its
// experiment when none is named.
func (r *runner) settings(cmd *cobra.Command) (map[string]runfolder.Setting, error) {
	c, err := settings.New(cmd)
	if err != nil {
		return nil, err
	}
	if keys := cmd.Flags().Lookup("keys"); keys != nil && keys.Changed && cmd.Flags().Changed("n") { // as typed
		return nil, usage.Wrong(errBothKeys)
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
	settings, err := c.ApplyAll()
	if err == nil && r.named {
		settings[experimentFlag] = r.nameSetting()
	}
	return settings, err
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

// experimentFlag is how an experiment was named before it was a subcommand of
// run. The committed runs carry it.
const experimentFlag = "experiment"

// nameExperiment rewrites 'run … --experiment=NAME' to 'run NAME …', so that
// cobra sees subcommands only. It also returns the command run.
func nameExperiment(root *cobra.Command, args []string) (run *cobra.Command, line []string, err error) {
	if run, _, err = root.Find([]string{"run"}); err != nil {
		return root, nil, err
	}
	var names, rest []string // what the flag named, and the arguments without it
	var words []int          // places in rest of what is not a flag and no value of one
	for i := 0; i < len(args); i++ {
		flag, value, assigned := strings.Cut(args[i], "=")
		two := !assigned && i+1 < len(args) && takesNext(run, flag)
		switch {
		case args[i] == "--":
			rest = append(rest, args[i:]...)
			i = len(args)
		case flag == "--"+experimentFlag && !assigned && !two:
			return run, nil, usage.Errorf("--experiment is empty: want one of %s", strings.Join(commandNames(run), ", "))
		case flag == "--"+experimentFlag:
			if two {
				i++
				value = args[i]
			}
			names = append(names, value)
		case two:
			rest = append(rest, args[i], args[i+1])
			i++
		default:
			if !strings.HasPrefix(flag, "-") {
				words = append(words, len(rest))
			}
			rest = append(rest, args[i])
		}
	}
	if len(names) == 0 || len(words) == 0 || rest[words[0]] != run.Name() {
		return run, args, nil
	}
	line, err = subcommand(run, names[len(names)-1], rest, words)
	return run, line, err
}

// subcommand puts the name behind run, unless it is there.
func subcommand(run *cobra.Command, name string, args []string, words []int) ([]string, error) {
	known := commandNames(run)
	if !slices.Contains(known, name) {
		return nil, unknownExperiment(run, name)
	}
	if len(words) > 1 && slices.Contains(known, args[words[1]]) {
		if other := args[words[1]]; other != name {
			return nil, usage.Errorf("two experiments, %s and %s: want one", other, name)
		}
		return args, nil
	}
	return slices.Insert(args, words[0]+1, name), nil
}

// takesNext reports whether a flag of run or of an experiment takes the next
// argument for its value when none is assigned.
func takesNext(run *cobra.Command, flag string) bool {
	name, long := strings.CutPrefix(flag, "--")
	for _, cmd := range append(run.Commands(), run, run.Root()) {
		if f := cmd.Flag(name); long && f != nil {
			return f.NoOptDefVal == ""
		}
	}
	return false
}
