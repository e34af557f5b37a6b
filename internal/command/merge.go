package command

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"hyphbench/internal/runfolder"
)

const mergeLong = `Makes one run of the shards in or below each DIR, which 'hyphbench run --shard'
measured, and writes it into a new folder below --out with all that is derived
from it. Prints the folder. The shards stay.

Every row keeps its session, and so its machine; pairs are formed within one.
The order of the shards does not matter, nor whether some were merged before:
the result is the same byte for byte.

Refused, with the shard to run again, are rounds that are missing, unless with
--partial: then every output says which. Refused in any case are shards of
different commands, inputs, source revisions or seeds, and a round that is there
twice.`

func newMergeCommand(p Program) *cobra.Command {
	out, partial := resultsFolder, false
	cmd := &cobra.Command{
		Use:     "merge DIR...",
		Short:   "Make one run of its shards",
		Long:    mergeLong,
		Example: "  hyphbench merge results/shards\n  hyphbench merge --out=results node1 node2",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if _, err := configure(cmd); err != nil {
				return err
			}
			if _, err := runfolder.CheckParent(out); err != nil {
				return fmt.Errorf("--out=%s: %w", out, err)
			}
			shards, err := runsBelow(args)
			if err != nil {
				return err
			}
			dir, err := runfolder.Merge(out, shards, partial)
			if err != nil {
				return err
			}
			if err := p.writeDerived(dir); err != nil {
				return fmt.Errorf("all is merged into %s, but what is derived from it is not written: %w; write it with: %s", dir, err, shellLine([]string{p.Path, "run", "--resume=" + dir}))
			}
			_, err = fmt.Fprintln(cmd.OutOrStdout(), dir)
			return err
		},
	}
	cmd.Flags().StringVar(&out, "out", out, "folder in which the run gets a folder of its own")
	cmd.Flags().BoolVar(&partial, "partial", false, "merge what there is, though rounds are missing")
	return cmd
}

// runsBelow lists the runs at and below each folder, once each.
func runsBelow(dirs []string) (list []string, err error) {
	for _, dir := range dirs {
		runs, err := runfolder.Runs(dir)
		if err != nil {
			return nil, absent(dir, err)
		}
		if len(runs) == 0 {
			return nil, fmt.Errorf("%s: %w", dir, runfolder.ErrNoRun)
		}
		list = append(list, runs...)
	}
	slices.Sort(list)
	return slices.Compact(list), nil
}
