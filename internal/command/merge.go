package command

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/spf13/cobra"

	"hyphbench/internal/harness"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/settings"
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
twice. Where one DIR holds the shards of several runs, those of the run begun
last are merged, and what is left out is named.`

func newMergeCommand(p Program) *cobra.Command {
	out, partial := resultsFolder, false
	cmd := &cobra.Command{
		Use:     "merge DIR...",
		Short:   "Join the parts of a run (shards) that several machines measured",
		Long:    mergeLong,
		Example: "  hyphbench merge results/shards\n  hyphbench merge --out=results node1 node2",
		Args:    arguments(1, math.MaxInt),
		RunE: func(cmd *cobra.Command, args []string) error {
			if _, err := settings.Configure(cmd); err != nil {
				return err
			}
			if _, err := runfolder.CheckParent(out); err != nil {
				return fmt.Errorf("--out=%s: %w", out, err)
			}
			shards, err := p.toMerge(cmd, args)
			if err != nil {
				return err
			}
			dir, err := runfolder.Merge(out, shards, partial)
			if unfinished, ok := errors.AsType[*runfolder.UnfinishedError](err); ok {
				return errors.New(unfinished.Text(p.resumeLine))
			}
			if err != nil {
				return err
			}
			merged := &runfolder.Meta{}
			if err := runfolder.Walk(dir, func(_ string, m *runfolder.Meta) { merged = m }); err != nil {
				return err
			}
			sparing(merged.Rows)
			if err := p.writeDerived(dir); err != nil {
				return fmt.Errorf("all is merged into %s, but summary, figures or page could not be written: %w; write them with: %s", dir, err, harness.ShellLine([]string{p.Path, "run", "--resume=" + dir}))
			}
			tellLacks(cmd, dir, merged)
			_, err = fmt.Fprintln(cmd.OutOrStdout(), dir)
			return err
		},
	}
	cmd.Flags().StringVar(&out, "out", out, "parent folder of the run's folder")
	cmd.Flags().BoolVar(&partial, "partial", false, "merge although rounds are missing")
	return cmd
}

// resumeLine is the command that resumes a run.
func (p Program) resumeLine(u runfolder.UnfinishedRun) string {
	told, err := runfolder.ProgressOf(u.Dir)
	if err != nil {
		told = nil // the run itself says enough
	}
	return p.printed().ResumeLine(u.Dir, u.Meta, told)
}

// toMerge lists the runs at and below each folder, once each; of one folder those that
// were begun last.
func (p Program) toMerge(cmd *cobra.Command, dirs []string) (list []string, err error) {
	var all []runfolder.Found
	seen := map[string]bool{}
	for _, dir := range dirs {
		dir, here := named(dir), 0
		var failed error
		err := runfolder.Walk(dir, func(dir string, m *runfolder.Meta) {
			here++
			place, err := runfolder.Place(dir)
			if !seen[place] {
				all = append(all, runfolder.Found{Dir: dir, Meta: m})
			}
			seen[place], failed = true, errors.Join(failed, err)
		})
		if err = errors.Join(err, failed); err != nil {
			return nil, absent(dir, err)
		}
		if here == 0 {
			return nil, fmt.Errorf("%s: %w", dir, runfolder.ErrNoRun)
		}
	}
	if len(dirs) == 1 {
		var others [][]runfolder.Found
		all, others = runfolder.Latest(all)
		for _, g := range others {
			more := ""
			if len(g) > 1 {
				more = fmt.Sprintf(" and %d more beside it", len(g)-1)
			}
			fmt.Fprintf(cmd.ErrOrStderr(), "hyphbench: left out %s%s, of another run than %s, which was begun later: %s\n", g[0].Dir, more, all[0].Dir, runfolder.Difference(g, all))
		}
	}
	for _, f := range all {
		list = append(list, f.Dir)
	}
	slices.Sort(list)
	return list, nil
}
