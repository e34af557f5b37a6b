package command

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/pflag"
	"gonum.org/v1/plot/vg"

	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
)

// lookFlags say what figures look like.
type lookFlags struct {
	distributions, paper, grey, noTitle, noFooter bool
	width                                         millimetres
}

func (f *lookFlags) add(fs *pflag.FlagSet) {
	fs.BoolVar(&f.distributions, "distributions", false, "the measured values themselves, of every metric")
	fs.BoolVar(&f.paper, "paper", false, "for an article: as --no-title --no-footer --grey, no notes, no margin")
	fs.Var(&f.width, "width", "of a figure: 84mm, 17.4cm, 6.5in (default 165mm)")
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
