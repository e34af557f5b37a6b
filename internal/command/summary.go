package command

import (
	"github.com/spf13/cobra"

	"hyphbench/internal/report"
)

func newSummaryCommand() *cobra.Command {
	format := string(report.Text)
	cmd := &cobra.Command{
		Use:   "summary DIR",
		Short: "Tables of a run: means with intervals, trends over ε",
		Long: `Prints, for the run in DIR or the newest run below it, the mean with its 95 %
confidence interval, median and minimum of every cell, and the regression line of
every filter over ε: slope, interval, p and R².`,
		Example: "  hyphbench summary results\n  hyphbench summary --format=csv results",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if _, err := configure(cmd); err != nil {
				return err
			}
			if err := checkFormat(format); err != nil {
				return err
			}
			s, err := summarize(args[0])
			if err != nil {
				return err
			}
			return report.WriteSummary(cmd.OutOrStdout(), s, report.Format(format))
		},
	}
	cmd.Flags().StringVar(&format, "format", format, "text, markdown, csv or json")
	return cmd
}

func summarize(dir string) (*report.Summary, error) {
	run, err := openRun(dir)
	if err != nil {
		return nil, err
	}
	return report.Summarize(run)
}
