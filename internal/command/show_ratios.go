package command

import (
	"github.com/spf13/cobra"

	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/compare"
)

func newShowRatiosCommand(p Program) *cobra.Command {
	c := &comparing{Program: p}
	reference := ""
	cmd := &cobra.Command{
		Use:   "ratios [DIR]",
		Short: "Ratios of the times of the structures",
		Long: `The times of the structures of the run in DIR, or of the newest run below it
(default: results), as ratios to those of its first structure or of the one that
--to names, which may be a baseline such as none. The times of one round are
paired. A ratio tested by a claim has the p of hyphbench verify.

If a run was merged from several machines, ratios are formed on each, and
over three or more of one processor model: with an interval of that over
machines, and one for the next machine.` + gateHelp,
		Example: "  hyphbench show ratios --to=none results\n  hyphbench show ratios --metric=query --eps=1% old",
		Args:    arguments(0, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return c.run(cmd, func() (*compare.Comparison, error) {
				run, err := c.opened(cmd, folderOf(args))
				if err != nil {
					return nil, err
				}
				return c.structures(run, reference)
			})
		},
	}
	c.flags(cmd)
	cmd.Flags().StringVar(&reference, "to", "", "structure or baseline to compare the others with (default: the first)")
	return cmd
}

// structures compares those of one run. Its claims are judged on all rows, or not at
// all.
func (c *comparing) structures(run *reading, reference string) (*compare.Comparison, error) {
	var verdicts []claim.Result
	if !run.Places {
		verdicts = claim.Evaluate(run.Wide, run.Claims)
	}
	return compare.SeenFilters(run.Narrowed, reference, verdicts)
}
