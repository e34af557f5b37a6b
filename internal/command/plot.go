package command

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"gonum.org/v1/plot/vg"

	"hyphbench/internal/bilingual"
	"hyphbench/internal/report"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/report/table"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/settings"
	"hyphbench/internal/usage"
)

func newPlotCommand(p Program) *cobra.Command {
	var formats []string
	lang := "en"
	look := &lookFlags{}
	var selected selectionFlags
	cmd := &cobra.Command{
		Use:   "plot [DIR]",
		Short: "Draw the figures of a run",
		Long: `Draws the figures of the run in DIR, or of the newest run below it (default:
results), into its folder figures/, and prints the names of the files, such as
fig-5-1.svg, or fig-5-1.pt.svg in Portuguese. If the run has no data for a
figure, the figure is skipped, and -v prints the reason. A figure of a part of
the run, or of medians (--stat=median), says so and has a file of its own:
fig-5-1.epsilon=0.01,0.02.svg or fig-5-1.median.svg.

If a run compares times, its first figure (fig-forest) shows their ratios, which
are paired by rounds. If a run was merged from several machines, the figures
fig-forest-METRIC show the ratios of each machine and of all machines. Figures
of times are then skipped.

--distributions draws the measured values instead of the experiment's figures:
fig-dist-METRIC has a dot for each section of the metric.

--paper draws for an article: in greys, with a narrow margin, without title,
notes and footer. The file is fig-5-1.paper.pdf. The text that is left out is
written to fig-5-1.paper.txt, for the caption.` + selectionPointer,
		Example: `  hyphbench plot results
  hyphbench plot --lang=pt --format=svg results
  hyphbench plot --stat=median --filter=bloom --format=svg old
  hyphbench plot --distributions --metric=hyphenate results
  hyphbench plot --paper --width=84mm --format=pdf results`,
		Args: arguments(0, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			settings, err := settings.Configure(cmd)
			if err != nil {
				return err
			}
			if len(formats) == 0 {
				return usage.Wrong(errors.New("--format is empty: want one or more of svg, png, pdf"))
			}
			var list []figure.Format
			for _, f := range formats {
				list = append(list, figure.Format(f))
				if !slices.Contains(figure.Formats(), figure.Format(f)) {
					return usage.Errorf("--format: %q is unknown: want svg, png or pdf", f)
				}
			}
			if !slices.Contains(bilingual.Langs(), bilingual.Lang(lang)) {
				return usage.Errorf("--lang: %q is unknown: want en or pt", lang)
			}
			run, err := p.openSelected(cmd, folderOf(args), selected.view())
			if err != nil {
				return err
			}
			runfolder.Tidy(run.Run.Dir)
			figures := run.figures()
			if look.distributions {
				figures = figure.Distributions(run.Summary)
			}
			files, skipped, err := figure.Render(run.Summary, figures, run.Run.Dir, list, bilingual.Lang(lang), look.style(settings))
			for _, f := range files {
				if _, failed := fmt.Fprintln(cmd.OutOrStdout(), filepath.Join(run.Run.Dir, f)); failed != nil {
					return errors.Join(err, failed)
				}
			}
			tellSkipped(cmd.ErrOrStderr(), skipped, table.Verbose(cmd.OutOrStdout()))
			return err
		},
	}
	selected.flags(cmd, report.Statistics())
	cmd.Flags().StringSliceVar(&formats, "format", []string{"svg", "png", "pdf"}, "svg, png, pdf")
	cmd.Flags().StringVar(&lang, "lang", lang, "en or pt (the thesis's own wording)")
	look.add(cmd.Flags())
	return cmd
}

// tellSkipped names the figures that are not drawn in one line, with the reason that all have, or in
// a line each if all is told.
func tellSkipped(w io.Writer, skipped []figure.Skip, all bool) {
	if len(skipped) > 1 && !all {
		var names []string
		why := ": " + skipped[0].Reason
		for _, s := range skipped {
			if names = append(names, s.ID); s.Reason != skipped[0].Reason {
				why = "; --verbose gives the reasons"
			}
		}
		fmt.Fprintf(w, "hyphbench: %d figures skipped: %s%s\n", len(skipped), strings.Join(names, ", "), why)
		return
	}
	for _, s := range skipped {
		fmt.Fprintf(w, "hyphbench: figure %s skipped: %s\n", s.ID, s.Reason)
	}
}

// lookFlags say what figures look like.
type lookFlags struct {
	distributions, paper, grey, noTitle, noFooter bool
	width                                         millimetres
}

func (f *lookFlags) add(fs *pflag.FlagSet) {
	fs.BoolVar(&f.distributions, "distributions", false, "draw the measured values themselves, for every metric")
	fs.BoolVar(&f.paper, "paper", false, "for an article: as --no-title --no-footer --grey, no notes, no margin")
	fs.Var(&f.width, "width", "width of a figure: 84mm, 17.4cm, 6.5in (default 165mm)")
	fs.BoolVar(&f.grey, "grey", false, "in greys")
	fs.BoolVar(&f.noTitle, "no-title", false, "without the title")
	fs.BoolVar(&f.noFooter, "no-footer", false, "without the small print at the foot")
}

// style is what the flags ask for. What is set by itself is as it is set, also
// with --paper.
func (f *lookFlags) style(settings map[string]runfolder.Setting) figure.Style {
	with := func(name string, value bool) bool {
		return value || f.paper && settings[name].Source == "default"
	}
	return figure.Style{
		Width: f.width.length, Paper: f.paper,
		Grey: with("grey", f.grey), NoTitle: with("no-title", f.noTitle), NoFooter: with("no-footer", f.noFooter),
	}
}

// millimetres is the value of a flag for a width.
type millimetres struct {
	text   string
	length vg.Length // 0: none was given
}

func (m *millimetres) String() string { return m.text }
func (m *millimetres) Type() string   { return "width" }
func (m *millimetres) Set(s string) error {
	digits, factor := strings.TrimSpace(s), 1.0
	for unit, mm := range map[string]float64{"mm": 1, "cm": 10, "in": 25.4} {
		if d, ok := strings.CutSuffix(digits, unit); ok {
			digits, factor = strings.TrimSpace(d), mm
			break
		}
	}
	v, err := strconv.ParseFloat(digits, 64)
	if err != nil {
		return fmt.Errorf("%q is not a width: want 84mm, 17.4cm or 6.5in", s)
	}
	length, err := figure.Millimetres(v * factor)
	if err != nil {
		return err
	}
	m.text, m.length = s, length
	return nil
}
