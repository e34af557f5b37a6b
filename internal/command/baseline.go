package command

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"hyphbench/internal/report/table"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/settings"
)

// baselinesFolder is where baselines are kept unless --baselines names another
// folder. Its dot keeps it out of the search for runs.
const baselinesFolder = resultsFolder + "/.baselines"

// addBaselinesFlag adds --baselines.
func addBaselinesFlag(cmd *cobra.Command, folder *string) {
	cmd.Flags().StringVar(folder, "baselines", baselinesFolder, "`FOLDER` of the baselines")
}

// baselineNames completes the names of baselines.
func baselineNames(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	folder, _ := cmd.Flags().GetString("baselines") // every command with this completion has the flag
	list, err := runfolder.Baselines(folder).List()
	if err != nil || len(args) > 0 && cmd.Flags().Lookup("baseline") == nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	var names []string
	for _, b := range list {
		names = append(names, b.Name)
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

func newBaselineCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "baseline",
		Short: "Keep runs under names, to compare with",
		Long: `Keeps runs under names. 'hyphbench compare --baseline NAME' compares the newest
run of the same experiment with one.

A baseline is a copy of run.json and measurements.csv, with their seals, in
results/.baselines/NAME, or in the folder that --baselines names: it stays when
the run is removed, can be committed, and holds no path of the machine.`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return fmt.Errorf("unknown command %q%s", args[0], settings.DidYouMean(args[0], commandNames(cmd)))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newBaselineSaveCommand(), newBaselineListCommand(), newBaselineRemoveCommand())
	return cmd
}

func newBaselineSaveCommand() *cobra.Command {
	folder, force := "", false
	cmd := &cobra.Command{
		Use:   "save NAME [DIR]",
		Short: "Keep a copy of a run under a name",
		Long: `Keeps the run in DIR, or the newest run below it (default: results), under NAME:
letters, digits, dots, hyphens and underscores. A name that is taken is an
error; with --force the new run replaces the old one. The run must be finished.`,
		Example: "  hyphbench baseline save --force main old",
		Args:    arguments(1, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			if _, err := settings.Configure(cmd); err != nil {
				return err
			}
			dir, err := newestRun(folderOf(args[1:]), func(string, *runfolder.Meta) bool { return true })
			if err != nil {
				return err
			}
			if err := runfolder.Baselines(folder).Save(args[0], dir, force); err != nil {
				return err
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s is a copy of %s\n", filepath.Join(folder, args[0]), dir)
			return err
		},
	}
	addBaselinesFlag(cmd, &folder)
	cmd.Flags().BoolVar(&force, "force", false, "replace a baseline of this name")
	return cmd
}

func newBaselineListCommand() *cobra.Command {
	folder, format := "", string(table.Text)
	cmd := &cobra.Command{
		Use:     "list",
		Short:   "List the baselines",
		Example: "  hyphbench baseline list",
		RunE: func(cmd *cobra.Command, _ []string) error {
			if _, err := settings.Configure(cmd); err != nil {
				return err
			}
			if err := checkFormat(format); err != nil {
				return err
			}
			list, err := runfolder.Baselines(folder).List()
			if err != nil {
				return err
			}
			return writeBaselines(cmd, folder, list, table.Format(format))
		},
	}
	addBaselinesFlag(cmd, &folder)
	cmd.Flags().StringVar(&format, "format", format, "text, markdown, csv or json")
	return cmd
}

func newBaselineRemoveCommand() *cobra.Command {
	folder := ""
	cmd := &cobra.Command{
		Use:               "remove NAME",
		Short:             "Remove a baseline; the run it is a copy of stays",
		Args:              arguments(1, 1),
		ValidArgsFunction: baselineNames,
		RunE: func(cmd *cobra.Command, args []string) error {
			if _, err := settings.Configure(cmd); err != nil {
				return err
			}
			return runfolder.Baselines(folder).Remove(args[0])
		},
	}
	addBaselinesFlag(cmd, &folder)
	return cmd
}

// writeBaselines writes the list. No baseline is no error.
func writeBaselines(cmd *cobra.Command, folder string, list []runfolder.Baseline, format table.Format) error {
	t := table.Table{Columns: []string{"name", "experiment", "started", "design", "structures", "revision"}, Left: 6}
	for _, b := range list {
		m := b.Meta
		t.Rows = append(t.Rows, []string{
			b.Name, m.Experiment, m.Start().UTC().Format("2006-01-02 15:04 UTC"), m.Design, fewNames(m.Filters), runfolder.Shortened(m.Revision()),
		})
	}
	switch w := cmd.OutOrStdout(); format {
	case table.CSV:
		return table.WriteCSV(w, append([][]string{t.Columns}, t.Rows...))
	case table.JSON:
		records := []map[string]string{}
		for _, row := range t.Rows {
			record := map[string]string{}
			for i, name := range t.Columns {
				record[name] = row[i]
			}
			records = append(records, record)
		}
		return table.WriteJSON(w, records)
	default:
		if len(list) == 0 {
			_, err := fmt.Fprintf(w, "no baselines in %s: 'hyphbench baseline save NAME' makes one\n", folder)
			return err
		}
		return table.Write(w, table.Page{Title: "Baselines", Tables: []table.Table{t}}, format)
	}
}

// fewNames are the first three of some names, and how many there are more.
func fewNames(names []string) string {
	const shown = 3
	if len(names) <= shown+1 {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:shown], ", "), len(names)-shown)
}
