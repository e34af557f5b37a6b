package command

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/spf13/cobra"

	"hyphbench/internal/report"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/table"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/settings"
)

func newClaimsCommand(p Program) *cobra.Command {
	format := string(table.Text)
	cmd := &cobra.Command{
		Use:   "claims [DIR...]",
		Short: "List the claims of all sources, with verdicts",
		Long: `Lists every claim that an experiment of this program can test, by experiment and
source: its section, what it says, the sentence that it judges in its own words
and with its place, what is measured and the margin, and the verdicts of all
runs below each DIR (default: results), at any depth, as 'hyphbench verify'
gives them. A claim that no run tests is "not tested", with the reason.`,
		Example: "  hyphbench claims\n  hyphbench claims --format=markdown results",
		Args:    cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if _, err := settings.Configure(cmd); err != nil {
				return err
			}
			if err := checkFormat(format); err != nil {
				return err
			}
			dirs, err := allRuns(args)
			if err != nil {
				return err
			}
			var measured []string
			var runs []*reading
			for _, dir := range dirs {
				run, err := runfolder.Open(dir)
				if err != nil {
					return err
				}
				if run.CountMeasured() == 0 {
					fmt.Fprintf(cmd.ErrOrStderr(), "hyphbench: %s holds no measurement yet, and is left out\n", dir)
					continue
				}
				r, err := p.read(run, report.View{})
				if err != nil {
					return err
				}
				tellLacks(cmd, dir, r.Meta)
				measured, runs = append(measured, dir), append(runs, r)
			}
			return claim.WriteRegistry(cmd.OutOrStdout(), p.registry(), p.judge(measured, runs), table.Format(format))
		},
	}
	cmd.Flags().StringVar(&format, "format", format, "text, markdown, csv or json")
	return cmd
}

// allRuns are the folders of all runs below those named, or below results where
// that exists.
func allRuns(dirs []string) (list []string, err error) {
	if len(dirs) == 0 {
		list, err = runfolder.Runs(resultsFolder)
		if errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
		return list, err
	}
	for _, dir := range dirs {
		below, err := runfolder.Runs(dir)
		if err != nil {
			return nil, err
		}
		list = append(list, below...)
	}
	return list, nil
}

// registry has the claims about all experiments.
func (p Program) registry() (list []claim.Registered) {
	for _, e := range p.Experiments() {
		r := e.Reading()
		list = append(list, claim.Registered{Experiment: e.Name(), Metrics: r.Metrics, Claims: r.Claims})
	}
	return list
}

// judge gives the verdicts on runs, in the order of the experiments. Runs of others
// have none, and are left out.
func (p Program) judge(dirs []string, runs []*reading) (list []claim.Judged) {
	for _, e := range p.Experiments() {
		for i, run := range runs {
			if run.Meta.Experiment == e.Name() && len(run.Claims) > 0 {
				list = append(list, claim.Judge(dirs[i], run.Summary, run.Claims))
			}
		}
	}
	return list
}
