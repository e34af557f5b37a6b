package command

import (
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/spf13/cobra"

	"hyphbench/internal/experiment/thesis/published"
	"hyphbench/internal/harness"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/settings"
)

func newDataImportCommand(c *call) *cobra.Command {
	out := resultsFolder
	cmd := &cobra.Command{
		Use:   "import CSV...",
		Short: "Make a run of the measurements that the thesis published",
		Long: `Reads the wide CSV files of the thesis's public repository and writes them as a
run into a new folder below --out, for show, plot and verify. Prints the
folder.

A file has the columns epsilon (in per cent), test-1, test-2, … (in ms). Its
name decides on the metric: bloom-filter.csv and cuckoo-filter.csv hold passes
over the word list (hyphenate), build-bloom-filter.csv and
build-cuckoo-filter.csv initialisations (init).

These files were measured with Norwegian words and patterns, not with the
English ones of the thesis's text; every output of the run says so.`,
		Example: "  hyphbench data import --out=published *-filter.csv",
		Args:    arguments(1, math.MaxInt),
		RunE: func(cmd *cobra.Command, files []string) error {
			settings, err := settings.Configure(cmd)
			if err != nil {
				return err
			}
			if _, err := runfolder.CheckParent(out); err != nil {
				return fmt.Errorf("--out=%s: %w", out, err)
			}
			run, err := published.Read(files...)
			if err != nil {
				return err
			}
			run.Meta.Argv, run.Meta.Config = harness.Argv(c.args, cmd.Flags()), settings
			dir, err := c.keep(run, out)
			if err != nil {
				return err
			}
			_, err = fmt.Fprintln(cmd.OutOrStdout(), dir)
			return err
		},
	}
	cmd.Flags().StringVar(&out, "out", out, "parent folder of the run's folder")
	return cmd
}

// keep writes a complete run into a new folder below parent. Its only session
// is the import: the time of measuring is unknown.
func (p Program) keep(run *runfolder.Run, parent string) (dir string, err error) {
	meta := run.Meta
	now := time.Now().UTC()
	meta.Sessions = []runfolder.Session{{Start: now, End: now, LoadBefore: -1, LoadAfter: -1}}
	meta.State = runfolder.Running
	w, err := runfolder.Create(parent, meta)
	if err != nil {
		return "", err
	}
	for _, row := range run.Rows {
		if err := w.Append(row); err != nil {
			return "", errors.Join(err, w.Close(runfolder.Failed, err))
		}
	}
	defer w.Release()
	if err := w.End(runfolder.Finished, nil); err != nil {
		return "", err
	}
	return w.Dir, p.writeDerived(w.Dir)
}
