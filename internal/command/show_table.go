package command

import (
	"github.com/spf13/cobra"

	"hyphbench/internal/report"
	"hyphbench/internal/report/table"
	"hyphbench/internal/settings"
)

func newShowTableCommand(p Program) *cobra.Command {
	format := string(table.Text)
	var selected selectionFlags
	cmd := &cobra.Command{
		Use:   "table [DIR]",
		Short: "Tables of a run: means with intervals, trends",
		Long: `Prints, for the run in DIR or the newest run below it (default: results), the
mean with its 95 % confidence interval, median and minimum of every cell, and
the regression line of every filter along an axis, such as ε: slope, interval, p
and R². With --stat=median the median of the times stands in the place of the
mean, with its own 95 % interval, and the lines go through the medians: a few
times that other programs lengthened do not move it. A run that was merged from
several machines has tables of times for each.` + selectionHelp,
		Example: "  hyphbench show table results\n  hyphbench show table --format=csv results\n" +
			"  hyphbench show table --stat=median --metric=query --eps=1%,5% old",
		Args: arguments(0, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if _, err := settings.Configure(cmd); err != nil {
				return err
			}
			if err := checkFormat(format); err != nil {
				return err
			}
			run, err := p.openSelected(cmd, folderOf(args), selected.view())
			if err != nil {
				return err
			}
			if table.Format(format) == table.CSV {
				tellLacks(cmd, run.Run.Dir, run.Meta)
			}
			return report.WriteSummary(cmd.OutOrStdout(), run.Summary, table.Format(format))
		},
	}
	selected.flags(cmd, true)
	cmd.Flags().StringVar(&format, "format", format, "text, markdown, csv or json")
	return cmd
}
