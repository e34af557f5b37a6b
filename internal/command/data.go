package command

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/spf13/cobra"

	"hyphbench/internal/corpus"
)

func newDataCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "data",
		Short: "List, verify and fetch the inputs",
		Long: `Lists the inputs with origin, licence, checksum and count. The thesis's word list
may not be redistributed: 'data fetch' brings it from its pinned origin. Without it
runs use the embedded list, and say so.`,
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

func newDataVerifyCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "verify",
		Short: "Compare every input with its checksum",
		RunE: func(cmd *cobra.Command, _ []string) error {
			if _, err := configure(cmd); err != nil {
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
				return fmt.Errorf("%d of the inputs are not what they should be", bad)
			}
			return nil
		},
	}
}

func newDataFetchCommand() *cobra.Command {
	timeout := time.Minute
	to := ""
	cmd := &cobra.Command{
		Use:   "fetch",
		Short: "Fetch the thesis's word list",
		Long: `Fetches words.txt from its pinned upstream commit, verifies size and checksum and
puts it in place whole, or not at all: into data/ where there is such a folder,
else into the user's cache.`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if _, err := configure(cmd); err != nil {
				return err
			}
			path := to
			if path == "" {
				var err error
				if path, err = fetchTarget(corpus.DefaultPlaces()); err != nil {
					return err
				}
			}
			ctx, cancel := context.WithTimeout(cmd.Context(), timeout)
			defer cancel()
			fetched, err := corpus.FetchWords(ctx, path)
			if cmd.Context().Err() != nil {
				return cmd.Context().Err()
			}
			if err != nil {
				return err
			}
			what := "was there already"
			if fetched {
				what = "fetched and verified"
			}
			fmt.Fprintf(cmd.ErrOrStderr(), "hyphbench: %s %s\n", path, what)
			return nil
		},
	}
	cmd.Flags().DurationVar(&timeout, "timeout", timeout, "give up after this time")
	cmd.Flags().StringVar(&to, "to", "", "file to write (default: data/words.txt, or words.txt in the user's cache)")
	return cmd
}

// fetchTarget is where a fetched list is found again.
func fetchTarget(p corpus.Places) (string, error) {
	name := corpus.ThesisWords().Name
	if info, err := os.Stat(p.Data); err == nil && info.IsDir() {
		return filepath.Join(p.Data, name), nil
	}
	if p.Cache == "" {
		return "", errors.New("there is no folder data/ and no user's cache: name the file with --to")
	}
	return filepath.Join(p.Cache, name), nil
}
