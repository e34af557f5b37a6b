package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
)

// Exit codes.
const (
	exitOK          = 0
	exitFailure     = 1   // the work could not be done
	exitUsage       = 2   // the command line, environment or configuration file is wrong
	exitGate        = 3   // a comparison or claim failed its gate
	exitInterrupted = 130 // Ctrl-C or SIGTERM
)

// usageError marks what exits with 2.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

// gateError marks what exits with 3: the work was done, and its result is what
// the user asked to be told of.
type gateError struct{ error }

func (e gateError) Unwrap() error { return e.error }

// Run is the program: args without its name. It returns the exit code.
func Run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	root := newRoot(args)
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	err := root.ExecuteContext(ctx)
	switch {
	case err == nil:
		return exitOK
	case errors.Is(err, context.Canceled):
		fmt.Fprintln(stderr, "hyphbench: interrupted")
		return exitInterrupted
	}
	// An error is one line, also where a library made it of several.
	fmt.Fprintln(stderr, "hyphbench: "+strings.ReplaceAll(strings.TrimSpace(err.Error()), "\n", "; "))
	var usage usageError
	if errors.As(err, &usage) {
		fmt.Fprintf(stderr, "'%s --help' tells more.\n", usageCommand(root, args))
		return exitUsage
	}
	var gate gateError
	if errors.As(err, &gate) {
		return exitGate
	}
	return exitFailure
}

// usageCommand is the command that args named, as far as they name one.
func usageCommand(root *cobra.Command, args []string) string {
	cmd, _, err := root.Find(args)
	if err != nil {
		cmd = root
	}
	return cmd.CommandPath()
}

// newRoot builds the command tree. args are kept for run.json.
func newRoot(args []string) *cobra.Command {
	root := &cobra.Command{
		Use:   "hyphbench",
		Short: "Does a Bloom filter, a cuckoo filter or anything of their kind pay off?",
		Long: `hyphbench measures approximate set-membership filters in front of an exact
lookup. Its first experiment replicates the thesis "Estudo do efeito de variações
de Bloom filters no desempenho de algoritmos de hifenização de palavras" (USP 2022):
a filter in front of the exceptions of a Knuth-Liang hyphenator.

Settings come from flags, HYPHBENCH_* variables, hyphbench.yaml and defaults, in
this order.

Exit codes: 0 done, 1 failed, 2 wrong usage, 3 a gate failed, 130 interrupted.
Data goes to standard output, everything else to standard error.`,
		Version:           version(),
		SilenceErrors:     true,
		SilenceUsage:      true,
		DisableAutoGenTag: true,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usageError{fmt.Errorf("unknown command %q%s", args[0], didYouMean(args[0], commandNames(cmd)))}
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error { return usageError{err} })
	root.PersistentFlags().String("config", "", "configuration file (default: hyphbench.yaml, where there is one)")
	root.AddCommand(
		newRunCommand(args),
		newPlotCommand(),
		newSummaryCommand(),
		newVerifyCommand(),
		newReportCommand(),
		newCompareCommand(),
		newCalibrateCommand(),
		newImportCommand(args),
		newHyphenateCommand(),
		newFiltersCommand(),
		newDataCommand(),
		newEnvCommand(),
		newVersionCommand(),
		newManCommand(),
	)
	for _, cmd := range root.Commands() {
		wrapArgs(cmd)
	}
	return root
}

// wrapArgs makes a wrong number of arguments a usage error.
func wrapArgs(cmd *cobra.Command) {
	check := cmd.Args
	if check == nil {
		check = cobra.NoArgs
	}
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		if err := check(cmd, args); err != nil {
			return usageError{err}
		}
		return nil
	}
	for _, sub := range cmd.Commands() {
		wrapArgs(sub)
	}
}

func commandNames(cmd *cobra.Command) []string {
	var names []string
	for _, c := range cmd.Commands() {
		names = append(names, c.Name())
	}
	return names
}
