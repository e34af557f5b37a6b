package command

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"hyphbench/internal/report/figure"
	"hyphbench/internal/report/page"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/settings"
	"hyphbench/internal/usage"
)

// reportFile is the page in a run's folder, in a language.
func reportFile(l figure.Lang) string { return "report" + l.Mark() + ".html" }

func newReportCommand(p Program) *cobra.Command {
	lang := "en"
	cmd := &cobra.Command{
		Use:   "report [DIR]",
		Short: "Write a run as one page for a browser",
		Long: `Writes report.html into the folder of the run in DIR, or of the newest run below
it (default: results), and prints its name. The page is in English; --lang=pt
writes report.pt.html, in which only the figures are in Portuguese. It is one
file that needs no network, for a screen of any size. It has the answer of the
run, warnings, verdicts that lead to their figures and rows, figures that say
their values, sortable tables, a filter by structure and metric, and figures and
measurements for download. It can be printed.

The same as Markdown: hyphbench show table and verify with --format=markdown.`,
		Example: "  hyphbench report results\n  hyphbench report --lang=pt results",
		Args:    arguments(0, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if _, err := settings.Configure(cmd); err != nil {
				return err
			}
			if !slices.Contains(figure.Langs(), figure.Lang(lang)) {
				return usage.Errorf("--lang: %q is unknown: want en or pt", lang)
			}
			run, err := p.open(cmd, folderOf(args))
			if err != nil {
				return err
			}
			runfolder.Tidy(run.Run.Dir)
			name, err := run.writePage(figure.Lang(lang))
			if err != nil {
				return err
			}
			_, err = fmt.Fprintln(cmd.OutOrStdout(), name)
			return err
		},
	}
	cmd.Flags().StringVar(&lang, "lang", lang, "language of the figures: en or pt (the thesis's own wording)")
	return cmd
}

// writePage writes the page of a run into its folder and returns its name.
func (r *reading) writePage(lang figure.Lang) (string, error) {
	name := filepath.Join(r.Run.Dir, runfolder.MeasurementsFile)
	info, err := os.Stat(name)
	if err != nil {
		return "", err
	}
	large := info.Size() > page.MostMeasurements
	var measurements []byte
	if !large {
		if measurements, err = os.ReadFile(name); err != nil {
			return "", err
		}
	}
	var text bytes.Buffer
	if err := page.Write(&text, r.Summary, page.Options{
		Verdicts: r.evaluated(), Headlines: r.Headlines, Figures: r.figures(),
		Lang: lang, Measurements: measurements, Large: large,
	}); err != nil {
		return "", err
	}
	name = filepath.Join(r.Run.Dir, reportFile(lang))
	return name, runfolder.WriteFile(name, text.Bytes())
}
