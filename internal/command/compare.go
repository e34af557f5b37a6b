package command

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/compare"
	"hyphbench/internal/report/table"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/settings"
	"hyphbench/internal/usage"
)

// comparing is a call of hyphbench compare.
type comparing struct {
	Program
	format    string
	reference string
	baseline  string
	baselines string
	gates     conditions
	force     bool
	undecided bool // passes
	selected  selectionFlags
}

func newCompareCommand(p Program) *cobra.Command {
	c := &comparing{Program: p, format: string(table.Text)}
	cmd := &cobra.Command{
		Use:   "compare [A [B]]",
		Short: "Ratios of two runs, or of the filters of one run",
		Long: `With two runs (or folders: the newest run below each): the times of B as ratios
to those of A, cell by cell and pooled over the cells of a filter, each with its
95 % interval. The pooled ratios are one family of tests: "slower" and "faster"
need p ≤ 0.05 after Holm's correction, all else is "not separated". Builds and
machines may differ. Runs of different inputs or parameters are refused; --force
compares the cells that both have. --baseline NAME is A, and the newest run of
the same experiment is B: 'hyphbench baseline' keeps runs under names.

With one run (default: the newest in results): the times of its filters as
ratios to those of its first filter or of the one that --to names, which may be
a baseline such as none. The times of one round are paired. A ratio tested by a
claim has the p of hyphbench verify. A run with --against is two: A is the other
build, B this one, and rounds are paired; --to compares the filters of B.

Of a run that was merged from several machines, ratios are formed on each, and
over three or more of one processor model: with an interval of that over
machines, and one for the next machine.

With --fail-if='slower>2%' the gate fails, exit code 3, when a pooled ratio is
slower and the lower end of its 95 % interval, the one shown, is above 1.02. It
passes when the upper ends of all are at most 1.02. Between the two it is not
decided, exit code 4, and says how many repetitions would decide;
--allow-undecided lets that pass. 'faster>2%' likewise, below 0.98. A metric and
a structure in front, as in 'query of bloom slower>2%', ask of their ratios
alone, which are then the family of tests. Given again, any condition counts.

--metric and --filter choose the ratios shown, and no p: the family of tests is
that of all. With --eps or --where, ratios cover only the selected rows and no
claim uses them.` + selectionHelp,
		Example: "  hyphbench compare old new\n" +
			"  hyphbench compare --fail-if='slower>2%' old new\n  hyphbench compare --to=none results\n" +
			"  hyphbench compare --metric=query --eps=1% old\n  hyphbench compare --baseline=main new",
		Args: arguments(0, 2),
		RunE: c.run,
	}
	cmd.Flags().StringVar(&c.format, "format", c.format, "text, markdown, csv or json")
	cmd.Flags().StringVar(&c.reference, "to", "", "filter or baseline of one run to compare its filters with (default: the first)")
	cmd.Flags().StringVar(&c.baseline, "baseline", "", "`NAME` of the baseline to compare a run with")
	settings.MarkOwn(cmd.Flags(), "baseline") // which is a section too
	addBaselinesFlag(cmd, &c.baselines)
	cmd.Flags().Var(&c.gates, "fail-if", "'[METRIC] [of STRUCTURE] slower>X%' or faster: exit code 3 when more than X % so, pooled, 4 when that is not decided; repeatable")
	cmd.Flags().BoolVar(&c.undecided, "allow-undecided", false, "a gate of --fail-if that is not decided passes")
	cmd.Flags().BoolVar(&c.force, "force", false, "compare the cells that two different runs share")
	c.selected.flags(cmd, true)
	return cmd
}

func (c *comparing) run(cmd *cobra.Command, args []string) error {
	if _, err := settings.Configure(cmd); err != nil {
		return err
	}
	if err := checkFormat(c.format); err != nil {
		return err
	}
	switch {
	case c.baseline != "" && len(args) == 2:
		return usage.Wrong(errors.New("--baseline is A: want one run to compare with it"))
	case c.reference != "" && (c.baseline != "" || len(args) == 2):
		return usage.Wrong(errors.New("--to names a filter of one run: want one run"))
	}
	compared, err := c.compare(cmd, args)
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

func (c *comparing) compare(cmd *cobra.Command, dirs []string) (*compare.Comparison, error) {
	if len(dirs) == 0 {
		dirs = []string{resultsFolder}
	}
	var runs []*reading
	if c.baseline != "" {
		a, dir, err := c.openBaseline(cmd, dirs[0])
		if err != nil {
			return nil, err
		}
		runs, dirs = append(runs, a), []string{dir}
	}
	for _, dir := range dirs {
		run, err := c.openSelected(cmd, dir, c.selected.view())
		if err != nil {
			return nil, err
		}
		runs = append(runs, run)
	}
	for _, run := range runs {
		if table.Format(c.format) == table.CSV {
			tellLacks(cmd, run.Run.Dir, run.Meta)
		}
	}
	if len(runs) == 1 && c.reference == "" {
		old, err := c.against(runs[0].Run, c.selected.view())
		if err != nil {
			return nil, err
		}
		if old != nil {
			runs = append([]*reading{old}, runs...)
		}
	}
	if len(runs) == 1 {
		return c.filters(runs[0])
	}
	compared, err := compare.Seen(runs[0].Narrowed, runs[1].Narrowed, c.force)
	if errors.Is(err, compare.ErrSame) {
		if c.baseline != "" {
			err = fmt.Errorf("%w: the newest run, %s, is the baseline %s itself; want a later one", compare.ErrSame, dirs[0], c.baseline)
		}
		return nil, usage.Wrong(err)
	}
	if errors.Is(err, compare.ErrDiffer) && !c.force {
		return nil, fmt.Errorf("%w; --force compares the cells that both have", err)
	}
	return compared, err
}

// openBaseline reads the baseline, and finds in dir the newest run of its
// experiment.
func (c *comparing) openBaseline(cmd *cobra.Command, dir string) (a *reading, newest string, err error) {
	kept, err := runfolder.Baselines(c.baselines).Open(c.baseline)
	if err != nil {
		return nil, "", err
	}
	of := kept.Meta.Experiment
	newest, err = newestRun(dir, func(_ string, m *runfolder.Meta) bool { return m.Experiment == of })
	switch {
	case errors.Is(err, runfolder.ErrNoRun):
		return nil, "", fmt.Errorf("%s: no run of the experiment %q, which the baseline %s is of", dir, of, c.baseline)
	case err != nil:
		return nil, "", err
	case newest != dir:
		tellRead(cmd, newest)
	}
	a, err = c.cited(kept, c.selected.view())
	return a, newest, err
}

// filters compares those of one run. Its claims are judged on all rows, or not at
// all.
func (c *comparing) filters(run *reading) (*compare.Comparison, error) {
	var verdicts []claim.Result
	if !run.Places {
		verdicts = claim.Evaluate(run.Wide, run.Claims)
	}
	return compare.SeenFilters(run.Narrowed, c.reference, verdicts)
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
			return nil, fmt.Errorf("--fail-if: %w", err)
		}
		name := "--fail-if=" + c.gates.text[i] + ": "
		switch {
		case len(j.Met) > 0:
			met = append(met, name+strings.Join(j.Met, ", "))
		case len(j.Undecided) > 0 && !c.undecided:
			open = append(open, name+"not decided: "+strings.Join(j.Undecided, ", "))
		case len(j.Undecided) > 0:
			fmt.Fprintf(cmd.ErrOrStderr(), "hyphbench: %spassed, though not decided: %s\n", name, strings.Join(j.Undecided, ", "))
		default:
			fmt.Fprintf(cmd.ErrOrStderr(), "hyphbench: %spassed: every interval excludes it\n", name)
		}
	}
	switch {
	case met != nil:
		return gateError{errors.New(strings.Join(met, "; "))}, nil
	case open != nil:
		return undecidedError{errors.New(strings.Join(open, "; "))}, nil
	}
	return nil, nil
}
