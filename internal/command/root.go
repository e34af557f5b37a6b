package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"hyphbench/internal/harness"
	"hyphbench/internal/report/table"
	"hyphbench/internal/settings"
	"hyphbench/internal/terminal"
	"hyphbench/internal/timing"
	"hyphbench/internal/usage"
)

// Exit codes.
const (
	exitOK          = 0
	exitFailure     = 1   // the work could not be done: a file, a run or the machine does not meet a requirement
	exitUsage       = 2   // the command line, environment or configuration file is wrong, or names what a run does not have
	exitGate        = 3   // a comparison or claim failed its gate
	exitUndecided   = 4   // a gate is not decided by what was measured
	exitInterrupted = 130 // Ctrl-C, SIGTERM or SIGHUP
)

// gateError marks what exits with 3: the work was done, and its result fails
// the gate.
type gateError struct{ error }

func (e gateError) Unwrap() error { return e.error }

// undecidedError marks what exits with 4: what was measured neither fails the gate nor passes it.
type undecidedError struct{ error }

func (e undecidedError) Unwrap() error { return e.error }

// call is one call of the program.
type call struct {
	Program
	args      []string           // as they were typed, for run.json
	source    string             // of the experiment's name where that is not on the command line
	verbosity terminal.Verbosity // of printing
	stderr    terminal.Output
}

// program is the name of the program in printed commands.
func (p Program) program() string { return cmp.Or(p.Path, "hyphbench") }

// errors is where errors are printed, with --quiet too.
func (c *call) errors() io.Writer { return terminal.Remarks{Output: c.stderr, Errors: true} }

// Run runs the program with args, without its name, and returns the exit code.
func (p Program) Run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	c := &call{Program: p, args: args}
	c.stderr = terminal.Output{Writer: stderr, Verbosity: &c.verbosity}
	checked := &terminal.Checked{Writer: stdout}
	ctx = timing.WithLeast(ctx, p.Least)
	if err := oldCommand(args); err != nil {
		return exitCode(c.errors(), nil, err)
	}
	execute := func(args []string) (*cobra.Command, error) {
		root := newRoot(c)
		root.SetIn(stdin)
		root.SetOut(terminal.Output{Writer: checked, Verbosity: &c.verbosity})
		root.SetErr(terminal.Remarks{Output: c.stderr})
		run, line, err := nameExperiment(root, args)
		if err != nil {
			return run, err
		}
		if called, _, err := root.Find(line); err == nil {
			line = settings.ArgsNow(called, line)
		}
		root.SetArgs(line)
		return root.ExecuteContextC(ctx)
	}
	cmd, err := execute(args)
	var other otherExperiment
	if errors.As(err, &other) {
		c.source = other.Source
		cmd, err = execute(slices.Insert(slices.Clone(args), 0, "--experiment="+other.Value))
	}
	if err == nil {
		err = checked.Err
	}
	return exitCode(c.errors(), cmd, settings.WithSource(cmd, err))
}

// exitCode is the exit code for err, whose text it prints.
func exitCode(stderr io.Writer, cmd *cobra.Command, err error) int {
	var gate gateError
	var undecided undecidedError
	switch {
	case err == nil:
		return exitOK
	case errors.Is(err, context.Canceled):
		if others := besides(err, context.Canceled); others != "" {
			fmt.Fprintln(stderr, "hyphbench: "+others)
		}
		fmt.Fprintln(stderr, "hyphbench: interrupted")
		return exitInterrupted
	}
	text := strings.TrimSpace(plainPaths(err))
	if !errors.As(err, &gate) && !errors.As(err, &undecided) { // an error is one line, whatever the library; a gate lists ratios
		text = strings.ReplaceAll(text, "\n", "; ")
	}
	fmt.Fprintln(stderr, "hyphbench: "+text)
	switch {
	case isMoved(err):
		return exitUsage
	case usage.Is(err):
		fmt.Fprintf(stderr, "'%s --help' has more.\n", cmd.CommandPath())
		return exitUsage
	case errors.As(err, &gate):
		return exitGate
	case errors.As(err, &undecided):
		return exitUndecided
	}
	return exitFailure
}

// plainPaths is the text of an error without the name of Go's function that failed on a file:
// "a.txt: no such file or directory".
func plainPaths(err error) string {
	text := err.Error()
	var path *fs.PathError
	if errors.As(err, &path) {
		text = strings.Replace(text, path.Op+" "+path.Path+": ", path.Path+": ", 1)
	}
	return text
}

// besides is what joined errors say beside one of them, in one line.
func besides(err, known error) string {
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok {
		return ""
	}
	var texts []string
	for _, e := range joined.Unwrap() {
		if e != nil && !errors.Is(e, known) {
			texts = append(texts, strings.ReplaceAll(e.Error(), "\n", "; "))
		}
	}
	return strings.Join(texts, "; ")
}

// newRoot builds the command tree.
func newRoot(c *call) *cobra.Command {
	root := &cobra.Command{
		Use:   "hyphbench",
		Short: "Does a Bloom filter, a cuckoo filter or a similar structure save time?",
		Long: `hyphbench measures whether a Bloom filter or a similar structure saves time in
front of an exact lookup. Its first experiment repeats the thesis "Estudo do
efeito de variações de Bloom filters no desempenho de algoritmos de hifenização
de palavras" (USP 2022). Settings come from flags, HYPHBENCH_* variables and
hyphbench.yaml.

Exit codes: 0 done; 1 failed (a file, a run or this machine is unsuitable); 2
wrong usage (a command, flag, name or value does not exist); 3 a condition of
--fail-if or --fail-on is met; 4 the run cannot decide this condition; 130
interrupted.`,
		Version:           harness.Version(),
		SilenceErrors:     true,
		SilenceUsage:      true,
		DisableAutoGenTag: true,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usage.Errorf("unknown command %q%s", args[0], settings.DidYouMean(args[0], commandNames(cmd)))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.SetFlagErrorFunc(flagError)
	root.SetUsageTemplate(usageTemplate(root, "[command]"))
	root.SetHelpFunc(writeHelp)
	root.PersistentFlags().String("config", "", "configuration file (default: hyphbench.yaml or hyphbench.yml, if it exists)")
	c.verbosity.Flags(root.PersistentFlags())
	root.SetHelpCommand(newHelpCommand())
	defer wrapCompletion(root)
	root.AddCommand(
		newChooseCommand(c.Program),
		newFiltersCommand(),
		newStoresCommand(c.Program),
		newBuildCommand(),
		newQueryCommand(&c.verbosity),
		newRunCommand(c),
		newVersusCommand(c),
		newStatusCommand(c.Program),
		newMergeCommand(c.Program),
		newCalibrateCommand(c.Program),
		newShowCommand(c),
		newCompareCommand(c.Program),
		newVerifyCommand(c.Program),
		newHistoryCommand(c.Program),
		newPlotCommand(c.Program),
		newReportCommand(c.Program),
		newHyphenateCommand(),
		newDataCommand(c),
		newVersionCommand(&c.verbosity),
	)
	for _, cmd := range root.Commands() {
		wrapArgs(cmd)
	}
	if len(c.args) > 0 && strings.HasPrefix(c.args[0], cobra.ShellCompRequestCmd) {
		c.complete(root)
	}
	settings.ReadPlainly(root)
	return root
}

// usageTemplate is cobra's in 80 columns, with another name for the subcommands.
func usageTemplate(cmd *cobra.Command, sub string) string {
	return strings.NewReplacer(".FlagUsages ", ".FlagUsagesWrapped 80 ", "[command]", sub, "for more information about", "for more about").Replace(cmd.UsageTemplate())
}

// wrapCompletion has the help of cobra's own commands in 80 columns, and refuses other shells.
func wrapCompletion(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	for _, cmd := range root.Commands() {
		if cmd.Name() == "completion" {
			for _, shell := range cmd.Commands() {
				shell.Long = table.Hanging(shell.Long, "", 80)
			}
			cmd.Args = func(cmd *cobra.Command, args []string) error {
				if len(args) > 0 {
					return usage.Errorf("unknown shell %q: want %s", args[0], strings.Join(commandNames(cmd), ", "))
				}
				return nil
			}
			cmd.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
		}
	}
}

// wrapArgs makes a wrong number of arguments a usage error.
func wrapArgs(cmd *cobra.Command) {
	check := cmd.Args
	if check == nil {
		check = arguments(0, 0)
	}
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		if err := check(cmd, args); err != nil {
			return usage.Wrong(err)
		}
		return nil
	}
	for _, sub := range cmd.Commands() {
		wrapArgs(sub)
	}
}

// arguments checks that there are so many, in words that say what is wanted.
func arguments(least, most int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch n := len(args); {
		case least <= n && n <= most:
			return nil
		case cmd.HasSubCommands() && n > 0:
			return usage.Errorf("unknown command %q%s", args[0], settings.DidYouMean(args[0], commandNames(cmd)))
		case least == most:
			return usage.Errorf("%s takes %s, not %d: want '%s'", cmd.CommandPath(), argumentsIn(least), n, cmd.UseLine())
		case n < least:
			return usage.Errorf("%s takes %s or more, not %d: want '%s'", cmd.CommandPath(), argumentsIn(least), n, cmd.UseLine())
		default:
			return usage.Errorf("%s takes at most %s, not %d: want '%s'", cmd.CommandPath(), argumentsIn(most), n, cmd.UseLine())
		}
	}
}

func argumentsIn(n int) string {
	switch n {
	case 0:
		return "no argument"
	case 1:
		return "1 argument"
	}
	return fmt.Sprintf("%d arguments", n)
}

func commandNames(cmd *cobra.Command) []string {
	var names []string
	for _, c := range cmd.Commands() {
		names = append(names, c.Name())
	}
	return names
}
