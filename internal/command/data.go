package command

import (
	"fmt"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/spf13/cobra"

	"hyphbench/internal/corpus"
)

func newDataCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "data",
		Short: "List, verify and fetch the inputs",
		Long: `Lists the inputs with origin, licence, checksum and count. The thesis's word
list may not be redistributed: 'data fetch' fetches it from its pinned origin.
Without it a run uses the embedded list, with a note in every output.`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if _, err := configure(cmd); err != nil {
				return err
			}
			t := newTable("input", "title, origin, licence", "count", "bytes", "SHA-256")
			for _, s := range corpus.Sources() {
				t.AppendRow(table.Row{s.Name, s.Title + "\n" + s.Origin + "\n" + s.Licence, s.Count, s.Bytes, s.SHA256})
			}
			t.SetColumnConfigs([]table.ColumnConfig{wrapped(2, 50), wrapped(5, 32)})
			_, err := fmt.Fprintln(cmd.OutOrStdout(), t.Render())
			return err
		},
	}
	cmd.AddCommand(newDataVerifyCommand(), newDataFetchCommand())
	return cmd
}
