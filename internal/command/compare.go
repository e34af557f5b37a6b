package command

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/compare"
	"hyphbench/internal/report/table"
)

func newCompareCommand(p Program) *cobra.Command {
	format, reference := string(table.Text), ""
	gate := slowerGate{}
	force := false
	cmd := &cobra.Command{
		Use:   "compare [A [B]]",
		Short: "Ratios of two runs, or of the filters of one run",
		Long: `With two runs (or folders: the newest run below each): the times of B as ratios
to those of A, cell by cell and pooled over the cells of a filter, each with its
95 % interval. The pooled ratios are one family of tests: "slower" and "faster"
need p ≤ 0.05 after Holm's correction, all else is "not separated". Builds and
machines may differ. Runs of different inputs or parameters are refused; --force
compares the cells that both have.

With one run (default: the newest in results): the times of its filters as
ratios to those of its first filter or of the one that --to names, which may be
a baseline such as none. The times of one round are paired. A ratio tested by a
claim has the p of hyphbench verify.

With --fail-if='slower>2%' the exit code is 3 when a pooled ratio is slower and
the lower end of its 95 % interval, the one shown, is above 1.02.`,
		Example: "  hyphbench compare old new\n" +
			"  hyphbench compare --fail-if='slower>2%' old new\n  hyphbench compare --to=none results",
		Args: cobra.MaximumNArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			if _, err := configure(cmd); err != nil {
				return err
			}
			if err := checkFormat(format); err != nil {
				return err
			}
			if len(args) == 2 && reference != "" {
				return usageError{errors.New("--to names a filter of one run: want one run")}
			}
			c, err := p.compareRuns(cmd, args, reference, force)
			if err != nil {
				return err
			}
			if err := compare.Write(cmd.OutOrStdout(), c, table.Format(format)); err != nil {
				return err
			}
			if !gate.on {
				return nil
			}
			if slower := c.Slower(gate.share); len(slower) > 0 {
				return gateError{fmt.Errorf("--fail-if=%s: %s", &gate, strings.Join(slower, ", "))}
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&format, "format", format, "text, markdown, csv or json")
	cmd.Flags().StringVar(&reference, "to", "", "filter or baseline of one run to compare its filters with (default: the first)")
	cmd.Flags().Var(&gate, "fail-if", "'slower>X%': exit code 3 when more than X % slower, pooled")
	cmd.Flags().BoolVar(&force, "force", false, "compare the cells that two different runs share")
	return cmd
}

func (p Program) compareRuns(cmd *cobra.Command, dirs []string, reference string, force bool) (*compare.Comparison, error) {
	if len(dirs) == 0 {
		dirs = []string{resultsFolder}
	}
	var runs []*reading
	for _, dir := range dirs {
		run, err := p.open(cmd, dir)
		if err != nil {
			return nil, err
		}
		runs = append(runs, run)
	}
	if len(runs) == 1 {
		return compare.Filters(runs[0].Summary, reference, claim.Evaluate(runs[0].Summary, runs[0].Claims))
	}
	c, err := compare.Runs(runs[0].Summary, runs[1].Summary, force)
	if errors.Is(err, compare.ErrSame) {
		return nil, usageError{err}
	}
	if errors.Is(err, compare.ErrDiffer) && !force {
		return nil, fmt.Errorf("%w; --force compares the cells that both have", err)
	}
	return c, err
}

// slowerGate is the value of --fail-if.
type slowerGate struct {
	on    bool
	share float64
	text  string
}

func (g *slowerGate) String() string { return g.text }
func (g *slowerGate) Type() string   { return "condition" }
func (g *slowerGate) Set(s string) error {
	rest, ok := strings.CutPrefix(strings.ReplaceAll(s, " ", ""), "slower>")
	number, percent := strings.CutSuffix(rest, "%")
	v, err := strconv.ParseFloat(number, 64)
	if !ok || !percent || err != nil || !(v >= 0) || math.IsInf(v, 0) {
		return fmt.Errorf("%q is no condition: want one as slower>2%%", s)
	}
	*g = slowerGate{on: true, share: v / 100, text: s}
	return nil
}
