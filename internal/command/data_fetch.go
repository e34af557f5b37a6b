package command

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"hyphbench/internal/corpus"
	"hyphbench/internal/settings"
)

func newDataFetchCommand() *cobra.Command {
	timeout := time.Minute
	to := ""
	cmd := &cobra.Command{
		Use:   "fetch",
		Short: "Fetch the thesis's word list",
		Long: `Fetches words.txt from its pinned upstream commit, verifies size and checksum
and writes it atomically: into data/ where that folder exists, else into the
user's cache.`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if _, err := settings.Configure(cmd); err != nil {
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
	cmd.Flags().DurationVar(&timeout, "timeout", timeout, "time limit of the download")
	cmd.Flags().StringVar(&to, "to", "", "file to write (default: data/words.txt, or words.txt in the user's cache)")
	return cmd
}

// fetchTarget is a place that LoadWords searches.
func fetchTarget(p corpus.Places) (string, error) {
	name := corpus.ThesisWords().Name
	if info, err := os.Stat(p.Data); err == nil && info.IsDir() {
		return filepath.Join(p.Data, name), nil
	}
	if p.Cache == "" {
		return "", errors.New("found no folder data/ and no user's cache: want --to=FILE")
	}
	return filepath.Join(p.Cache, name), nil
}
