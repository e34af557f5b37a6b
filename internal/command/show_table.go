package command

import (
	"github.com/spf13/cobra"

	"hyphbench/internal/report"
	"hyphbench/internal/report/table"
	"hyphbench/internal/settings"
	"hyphbench/internal/usage"
)

func newShowTableCommand(p Program) *cobra.Command {
	format := string(table.Text)
	var selected selectionFlags
	cmd := &cobra.Command{
		Use:   "table [DIR]",
		Short: "Tables of a run: means with intervals, trends",
		Long: `Prints, for the run in DIR or the newest run below it (default: results), the
average of every cell with its 95 % confidence interval, median and minimum, and
the regression line of every filter along an axis, such as ε: slope, interval, p
and R². Times are those of 'hyphbench show': 20 % trimmed means, of CPU time
where the run has it. --stat=mean prints plain means of wall time, which the
thesis has and csv and json keep; --stat=median medians of it, with their own
95 % interval: a few times that other programs lengthened do not move them. A
run that was merged from several machines has tables of times for each.` + selectionHelp,
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
			laidOut := table.Format(format) == table.Text || table.Format(format) == table.Markdown
			if !laidOut && cmd.Flags().Changed("stat") && selected.by.Value == string(report.Trimmed) {
				return usage.Errorf("--stat=trimmed with --format=%s, which has plain means or medians: want --stat=mean or median", format)
			}
			run, err := p.openSelected(cmd, folderOf(args), selected.view())
			if err != nil {
				return err
			}
			if table.Format(format) == table.CSV {
				tellLacks(cmd, run.Run.Dir, run.Meta)
			}
			shown := run.Summary
			if laidOut && selected.by.Value == string(report.Trimmed) {
				if shown, err = shown.ForTables(); err != nil {
					return err
				}
			}
			return report.WriteSummary(cmd.OutOrStdout(), shown, table.Format(format))
		},
	}
	selected.flags(cmd, report.OfTables())
	cmd.Flags().StringVar(&format, "format", format, "text, markdown, csv or json")
	return cmd
}
