package command

import (
	"fmt"

	"github.com/spf13/cobra"

	"hyphbench/internal/corpus"
	"hyphbench/internal/settings"
)

func newDataVerifyCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "verify",
		Short: "Compare every input with its checksum",
		RunE: func(cmd *cobra.Command, _ []string) error {
			if _, err := settings.Configure(cmd); err != nil {
				return err
			}
			bad := 0
			for _, s := range corpus.Verify(corpus.DefaultPlaces()) {
				where := s.Path
				if where == "" {
					where = "embedded " + s.Source.Name
				}
				line := fmt.Sprintf("%-10s %s", s.State, where)
				switch s.State {
				case corpus.Different:
					line += fmt.Sprintf(": SHA-256 %s instead of %s", s.SHA256, s.Source.SHA256)
					bad++
				case corpus.Unreadable:
					line += ": " + s.Err.Error()
					bad++
				}
				if _, err := fmt.Fprintln(cmd.OutOrStdout(), line); err != nil {
					return err
				}
			}
			if bad > 0 {
				return fmt.Errorf("%d inputs differ from their checksums or cannot be read", bad)
			}
			return nil
		},
	}
}
