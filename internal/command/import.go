package command

import (
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"hyphbench/internal/experiment/thesis/published"
	"hyphbench/internal/runfolder"
)

func newImportCommand(c *call) *cobra.Command {
	out := "results"
	cmd := &cobra.Command{
		Use:   "import CSV...",
		Short: "Make a run of the measurements that the thesis published",
		Long: `Reads the wide CSV files of the thesis's public repository and keeps them as a run
in a new folder below --out, for summary, plot and verify. Its name is printed.

A file has the columns epsilon (in per cent), test-1, test-2, … (in ms); its name
tells what it holds: bloom-filter.csv and cuckoo-filter.csv passes over the word
list (hyphenate), build-bloom-filter.csv and build-cuckoo-filter.csv the
initialisations (init).

These files belong to Norwegian words and patterns, not to the English ones of the
thesis's text; every output of the run says so.`,
		Example: "  hyphbench import --out=published bloom-filter.csv cuckoo-filter.csv build-bloom-filter.csv build-cuckoo-filter.csv",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, files []string) error {
			settings, err := configure(cmd)
			if err != nil {
				return err
			}
			run, err := published.Read(files...)
			if err != nil {
				return err
			}
			run.Meta.Argv, run.Meta.Config = argv(c.args), settings
			dir, err := c.keep(run, out)
			if err != nil {
				return err
			}
			_, err = fmt.Fprintln(cmd.OutOrStdout(), dir)
			return err
		},
	}
	cmd.Flags().StringVar(&out, "out", out, "folder in which the run gets its own")
	return cmd
}

// keep writes a run that is complete into a new folder below parent. Its only
// session is the import, since when it was measured is not known.
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
