package command

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"hyphbench/internal/harness"
	"hyphbench/internal/report"
	"hyphbench/internal/report/compare"
	"hyphbench/internal/report/table"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/settings"
	"hyphbench/internal/usage"
)

// comparing is a call of hyphbench compare, or of hyphbench show ratios.
type comparing struct {
	Program
	format    string
	gates     conditions
	undecided bool // passes
	selected  selectionFlags
}

// flags adds the flags of both commands.
func (c *comparing) flags(cmd *cobra.Command) {
	c.format = string(table.Text)
	cmd.Flags().StringVar(&c.format, "format", c.format, "text, markdown, csv or json")
	cmd.Flags().Var(&c.gates, "fail-if", "'[METRIC] [of STRUCTURE] slower>X%' or faster>X%: exit code 3 if the pooled ratio is beyond X %, 4 if the runs do not decide; repeatable")
	cmd.Flags().BoolVar(&c.undecided, "allow-undecided", false, "let undecided gates of --fail-if pass")
	c.selected.flags(cmd, report.Statistics())
}

// gateHelp is what the help of both commands says of --fail-if.
const gateHelp = `

--fail-if='slower>2%' is a gate. It fails with exit code 3 if a pooled ratio is
"slower" and the lower end of its 95 % interval is above 1.02. It passes if the
upper ends of all intervals are at most 1.02. Otherwise it is not decided: the
exit code is 4, and the message says how many repetitions would decide.
--allow-undecided makes this case pass. 'faster>2%' works in the same way, below
0.98. 'query of bloom slower>2%' tests only the ratios of this metric and this
structure. Baselines, such as none, count only if they are named. If the flag
is repeated, each condition can make the gate fail.

--metric and --filter choose the ratios that are shown. Their p does not change,
because it is corrected for all ratios. With --eps or --where, ratios cover only
the selected rows and no claim uses them.` + selectionPointer

func newCompareCommand(p Program) *cobra.Command {
	c := &comparing{Program: p}
	force := false
	cmd := &cobra.Command{
		Use:   "compare [A [B]]",
		Short: "Ratios of the times of two runs",
		Long: `Shows the times of run B as ratios to the times of run A, for each cell and
pooled over the cells of a filter. Each ratio has its 95 % interval. If a folder
contains several runs, the newest run is used. A run that was made with
'hyphbench run --name=NAME' can be given as NAME. "Slower" and "faster" need
p ≤ 0.05 after Holm's correction over the pooled ratios. All other ratios are
not separated. Builds and machines may differ. Runs with different inputs or
parameters are refused; --force compares the cells that both have.

If B is missing, it is the newest later run of A's experiment with equal
parameters in the same folder. If both are missing, or A is a folder with
several runs, B is the newest run, and A is the newest earlier run with equal
parameters. A run with --against contains two runs. Then A is the other build, B
is this one, and the rounds are paired.

'hyphbench verify A B' compares the verdicts of two runs, and 'hyphbench show
ratios' the structures of one run.` + gateHelp,
		Example: "  hyphbench compare old new\n" +
			"  hyphbench compare --fail-if='slower>2%' old new\n" +
			"  hyphbench compare --metric=query --eps=1% old new",
		Args: arguments(0, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			return c.run(cmd, func() (*compare.Comparison, error) { return c.compare(cmd, args, force) })
		},
	}
	c.flags(cmd)
	cmd.Flags().BoolVar(&force, "force", false, "compare the common cells of runs that differ")
	return cmd
}

// run prints a comparison and judges its gates.
func (c *comparing) run(cmd *cobra.Command, formed func() (*compare.Comparison, error)) error {
	if _, err := settings.Configure(cmd); err != nil {
		return err
	}
	if err := checkFormat(c.format); err != nil {
		return err
	}
	compared, err := formed()
	if errors.Is(err, compare.ErrNoTimes) || errors.Is(err, compare.ErrNoneSelected) {
		return usage.Wrong(err)
	}
	if err != nil {
		return err
	}
	// A gate without ratios to judge is an error before anything is printed.
	failed, err := c.judge(cmd, compared)
	if err != nil {
		return err
	}
	if err := compare.Write(cmd.OutOrStdout(), compared, table.Format(c.format)); err != nil {
		return err
	}
	return failed
}

// opened reads a run that is to be compared.
func (c *comparing) opened(cmd *cobra.Command, dir string) (*reading, error) {
	run, err := c.openSelected(cmd, dir, c.selected.view())
	if err == nil && table.Format(c.format) == table.CSV {
		tellLacks(cmd, run.Run.Dir, run.Meta)
	}
	return run, err
}

// compare compares two runs, those of the arguments or what stands for them.
func (c *comparing) compare(cmd *cobra.Command, dirs []string, force bool) (*compare.Comparison, error) {
	first, err := c.opened(cmd, folderOf(dirs))
	if err != nil {
		return nil, err
	}
	var a, b *reading
	switch old, err := c.against(first.Run, c.selected.view()); {
	case err != nil:
		return nil, err
	case len(dirs) == 2:
		a = first
		if b, err = c.opened(cmd, named(dirs[1])); err != nil {
			return nil, err
		}
	case old != nil:
		a, b = old, first
	default:
		isRun := len(dirs) == 1 && filepath.Clean(first.Run.Dir) == filepath.Clean(named(dirs[0]))
		other, err := c.beside(cmd, first, isRun, force)
		if err != nil {
			return nil, err
		}
		if a, b = other, first; isRun {
			a, b = first, other
		}
	}
	compared, err := compare.Seen(a.Narrowed, b.Narrowed, force)
	switch {
	case errors.Is(err, compare.ErrSame):
		return nil, usage.Wrong(err)
	case errors.Is(err, compare.ErrDiffer) && !force:
		return nil, fmt.Errorf("%w; --force compares the cells that both have; the first was measured by '%s', the second by '%s'", err, harness.ShellLine(a.Run.Meta.Argv), harness.ShellLine(b.Run.Meta.Argv))
	case err == nil && len(a.Claims) > 0:
		line := harness.ShellLine([]string{c.program(), "verify", a.Run.Dir, b.Run.Dir})
		compared.Header = append(compared.Header, table.Field{Name: report.VerdictsField, Value: line})
	}
	return compared, err
}

// beside is the run that stands for the one not named, of the same experiment and parameters: the
// newest one later than a run, or, of the newest run, the one before it. By force a later one may
// have other parameters.
func (c *comparing) beside(cmd *cobra.Command, run *reading, later, force bool) (*reading, error) {
	own, parent := run.Run.Meta, filepath.Dir(filepath.Clean(run.Run.Dir))
	dir, err := runfolder.Newest(parent, func(dir string, m *runfolder.Meta) bool {
		switch {
		case filepath.Clean(dir) == filepath.Clean(run.Run.Dir) || runfolder.IsExample(dir):
			return false
		case !later:
			return comparable(m, &own)
		case force:
			return m.Experiment == own.Experiment && !m.Start().Before(own.Start())
		}
		return alike(m, &own) && !m.Start().Before(own.Start())
	})
	if errors.Is(err, runfolder.ErrNoRun) {
		which := "earlier"
		if later {
			which = "later"
		}
		return nil, usage.Errorf("%s: found no %s run of %s with equal parameters to compare it with: want two runs, or the ratios of its structures: '%s'", run.Run.Dir, which, own.Experiment,
			harness.ShellLine([]string{c.program(), "show", "ratios", run.Run.Dir}))
	}
	if err != nil {
		return nil, err
	}
	tellRead(cmd, dir)
	return c.opened(cmd, dir)
}

// comparable reports whether a finished run is one before another, of the same parameters and
// inputs.
func comparable(m, own *runfolder.Meta) bool {
	return m.State == runfolder.Finished && m.Start().Before(own.Start()) && alike(m, own)
}

// alike reports whether two runs have the same experiment, parameters and inputs, and are both
// of 'hyphbench versus', which measures until it can decide, or both not.
func alike(m, own *runfolder.Meta) bool {
	return compare.Decides(m) == compare.Decides(own) && runfolder.OtherThanRounds(m, own) == ""
}

// conditions is --fail-if: conditions, any of which fails the command.
type conditions struct {
	list []compare.Gate
	text []string
}

func (g *conditions) String() string         { return strings.Join(g.text, ", ") }
func (g *conditions) Type() string           { return "condition" }
func (g *conditions) GetSlice() []string     { return slices.Clone(g.text) }
func (g *conditions) Append(s string) error  { return g.Set(s) }
func (g *conditions) Replace([]string) error { return errors.New("conditions are not replaced") }
func (g *conditions) Set(s string) error {
	for text := range strings.SplitSeq(s, ",") {
		gate, err := compare.ParseGate(text)
		if err != nil {
			return err
		}
		g.list, g.text = append(g.list, gate), append(g.text, strings.TrimSpace(text))
	}
	return nil
}

// judge is the error of the gates that a comparison fails or does not decide, nil for none.
func (c *comparing) judge(cmd *cobra.Command, compared *compare.Comparison) (failed, err error) {
	var met, open []string
	for i, gate := range c.gates.list {
		j, err := compared.Judge(gate)
		if err != nil {
			return nil, usage.Errorf("--fail-if: %w", err)
		}
		name := "--fail-if=" + c.gates.text[i] + ": "
		switch {
		case len(j.Met) > 0:
			met = append(met, listed(name+"failed", j.Met, j.Of))
		case len(j.Undecided) > 0 && !c.undecided:
			open = append(open, listed(name+"not decided", j.Undecided, j.Of))
		case len(j.Undecided) > 0:
			fmt.Fprintf(cmd.ErrOrStderr(), "hyphbench: %s\n", listed(name+"passed, though not decided", j.Undecided, j.Of))
		default:
			fmt.Fprintf(cmd.ErrOrStderr(), "hyphbench: %spassed: every interval excludes it\n", name)
		}
	}
	switch {
	case met != nil:
		return gateError{errors.New(strings.Join(met, "\n"))}, nil
	case open != nil:
		return undecidedError{errors.New(strings.Join(open, "\n"))}, nil
	}
	return nil, nil
}

// listed is what became of a gate, and the ratios by which, a line each.
func listed(what string, ratios []string, of int) string {
	return fmt.Sprintf("%s by %d of %d ratios:\n  %s", what, len(ratios), of, strings.Join(ratios, "\n  "))
}
