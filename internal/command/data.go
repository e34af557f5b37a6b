package command

import (
	"github.com/spf13/cobra"

	"hyphbench/internal/axis"
	"hyphbench/internal/corpus"
	"hyphbench/internal/report/table"
	"hyphbench/internal/settings"
)

func newDataCommand(c *call) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "data",
		Short: "List, verify, fetch and import the inputs",
		Long: `Lists the inputs with origin, licence, checksum and count. The thesis's word
list may not be redistributed: 'data fetch' fetches it from its pinned origin.
Without it a run uses the embedded list, with a note in every output. 'data
import' makes a run of the measurements that the thesis published.`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if _, err := settings.Configure(cmd); err != nil {
				return err
			}
			p := table.Page{Title: "Inputs"}
			for _, s := range corpus.Sources() {
				p.Tables = append(p.Tables, table.Table{Title: s.Name, Notes: []string{
					s.Title + ", " + s.Licence, s.Origin,
					axis.Grouped(s.Count) + " entries, " + axis.Grouped(int(s.Bytes)) + " bytes", "SHA-256 " + s.SHA256,
				}})
			}
			err := table.Write(cmd.OutOrStdout(), p, table.Text)
			return err
		},
	}
	cmd.AddCommand(newDataVerifyCommand(), newDataImportCommand(c), newDataFetchCommand())
	return cmd
}
