package command

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"gonum.org/v1/plot/vg"

	"hyphbench/internal/report/figure"
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
results), into its folder figures/, and prints their names: fig-5-1.svg, in
Portuguese fig-5-1.pt.svg. A figure without data in the run is skipped, with the
reason. Figures of a part of the run, and those by medians (--stat=median), say
so in the picture and in the name: fig-5-1.epsilon=0.01,0.02.svg and
fig-5-1.median.svg, beside those of the run.

The first figure of a run that compares times shows their ratios, which are
paired by rounds (fig-forest). If a run was merged from several machines, these
are drawn by machine and over them (fig-forest-METRIC), and figures of times are
skipped.

--distributions draws the measured values themselves in the place of the
experiment's figures: for each metric fig-dist-METRIC, a dot a section.

--paper draws for an article: no title, notes and footer, hardly a margin, in
greys, into files of their own (fig-5-1.paper.pdf). What is left out lies beside
each as text for its caption (fig-5-1.paper.txt).` + selectionPointer,
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
					return usage.Errorf("--format: %q is none of svg, png, pdf", f)
				}
			}
			if !slices.Contains(figure.Langs(), figure.Lang(lang)) {
				return usage.Errorf("--lang: %q is none of en, pt", lang)
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
			files, skipped, err := figure.Render(run.Summary, figures, run.Run.Dir, list, figure.Lang(lang), look.style(settings))
			for _, f := range files {
				if _, failed := fmt.Fprintln(cmd.OutOrStdout(), filepath.Join(run.Run.Dir, f)); failed != nil {
					return errors.Join(err, failed)
				}
			}
			for _, s := range skipped {
				fmt.Fprintf(cmd.ErrOrStderr(), "hyphbench: figure %s skipped: %s\n", s.ID, s.Reason)
			}
			return err
		},
	}
	selected.flags(cmd, true)
	cmd.Flags().StringSliceVar(&formats, "format", []string{"svg", "png", "pdf"}, "svg, png, pdf")
	cmd.Flags().StringVar(&lang, "lang", lang, "en or pt (the thesis's own wording)")
	look.add(cmd.Flags())
	return cmd
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
		return fmt.Errorf("%q is no width: want 84mm, 17.4cm or 6.5in", s)
	}
	length, err := figure.Millimetres(v * factor)
	if err != nil {
		return err
	}
	m.text, m.length = s, length
	return nil
}
