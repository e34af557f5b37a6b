package command

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"hyphbench/internal/bilingual"
	"hyphbench/internal/report"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/report/page"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/settings"
	"hyphbench/internal/usage"
)

// reportFile is the page in a run's folder, in a language.
func reportFile(l bilingual.Lang) string { return "report" + l.Mark() + ".html" }

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
			if !slices.Contains(bilingual.Langs(), bilingual.Lang(lang)) {
				return usage.Errorf("--lang: %q is unknown: want en or pt", lang)
			}
			run, err := p.open(cmd, folderOf(args))
			if err != nil {
				return err
			}
			runfolder.Tidy(run.Run.Dir)
			name, err := run.writePage(bilingual.Lang(lang))
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
func (r *reading) writePage(lang bilingual.Lang) (string, error) {
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

// writeDerived writes the derived files of a complete run into its folder.
func (p Program) writeDerived(dir string) error {
	if p.Derive != nil {
		return p.Derive(dir)
	}
	r, err := p.reread(dir)
	if err != nil {
		return err
	}
	front, err := r.writeFront()
	if err != nil {
		return err
	}
	return report.WriteDerived(r.Summary, front)
}

// writeFront draws the figures of a run, as SVG, writes its page, and returns the
// head of its README.md, which shows both.
func (r *reading) writeFront() (string, error) {
	files, _, err := figure.Render(r.Summary, r.figures(), r.Run.Dir, []figure.Format{figure.SVG}, bilingual.English, figure.Style{})
	if err != nil {
		return "", err
	}
	name, err := r.writePage(bilingual.English)
	if err != nil {
		return "", err
	}
	return r.frontOf(files, filepath.Base(name))
}

// completeDerived writes of what is derived from a complete run what its folder
// lacks, and returns the names of these files.
func (p Program) completeDerived(dir string) (names []string, err error) {
	err = runfolder.Amend(dir, func() error {
		r, err := p.reread(dir)
		if err != nil {
			return err
		}
		if report.Derived(dir) { // save measurements.bench, which not every run has
			names, err = report.CompleteDerived(r.Summary, "")
			return err
		}
		front, err := r.writeFront()
		if err != nil {
			return err
		}
		names, err = report.CompleteDerived(r.Summary, front)
		return err
	})
	return names, err
}
