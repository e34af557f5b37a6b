// Package figure draws the figures of a run.
//
// Guarantee: a figure shows the numbers of the Summary and nothing else; what
// was not measured is not drawn, and the figure that lacks it is left out with
// the reason. Truncated axes, other word lists than the thesis's and
// unfinished runs are named in the picture. The same data give the same bytes,
// in SVG, PNG and PDF.
// Cost: about a tenth of a second a figure in all three formats.
// Source: the figures 5.1 to 5.6 of the thesis, drawn with gonum/plot.
//
// A new figure is a file with a drawing and a line in All; a figure that needs
// more than the Summary finds the rows in Data.
package figure

import (
	"errors"
	"fmt"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"hyphbench/internal/report"
	"hyphbench/internal/runfolder"
)

// Lang is the language of a figure's texts.
type Lang string

const (
	English    Lang = "en"
	Portuguese Lang = "pt" // the thesis's own wording
)

// Langs lists the languages, the default first.
func Langs() []Lang { return []Lang{English, Portuguese} }

// Text is a text in each language.
type Text struct{ EN, PT string }

// In returns the text in a language.
func (t Text) In(l Lang) string {
	if l == Portuguese {
		return t.PT
	}
	return t.EN
}

// Data is what figures are drawn from.
type Data struct {
	Run     *runfolder.Run
	Summary *report.Summary
}

// Figure is one figure of an experiment.
type Figure struct {
	ID         string // "5-1", "fpr", "run-xor": part of the file names
	Experiment string // whose runs it is drawn from
	Title      Text
	// Draw lays the figure out. It returns a NoData error when the run does
	// not hold what the figure shows.
	Draw func(d *Data, l Lang) (*Drawing, error)
}

// Drawing is a figure laid out; Paint may be called for several formats.
type Drawing struct {
	Width, Height vg.Length
	Paint         func(c draw.Canvas)
}

// NoData says why a figure cannot be drawn from a run.
type NoData string

func (e NoData) Error() string { return string(e) }

// All lists the figures that do not depend on the run's filters.
func All() []Figure {
	return []Figure{
		line("5-1", "init", "bloom"), line("5-2", "hyphenate", "bloom"),
		line("5-3", "init", "cuckoo"), line("5-4", "hyphenate", "cuckoo"),
		bars("5-5", "init"), bars("5-6", "hyphenate"),
		fpr(),
		fbl4(), fbl5a(), fbl5b(), fbl5c(), fbl5d(), fbl6a(), fbl6b(),
	}
}

// For lists the figures of a run: those of its experiment, and for the
// thesis's a pair for every further filter and one over all filters.
func For(meta *runfolder.Meta) []Figure {
	list := All()
	others := 0
	for _, name := range meta.Filters {
		if name != "bloom" && name != "cuckoo" {
			others++
			list = append(list, line("init-"+name, "init", name), line("run-"+name, "hyphenate", name))
		}
	}
	if others > 0 && len(meta.Filters) > 1 {
		list = append(list, overlay("init-all", "init"), overlay("run-all", "hyphenate"))
	}
	return slices.DeleteFunc(list, func(f Figure) bool { return f.Experiment != meta.Experiment })
}

// seriesOf finds a filter's series of a metric, or says what is missing.
func (d *Data) seriesOf(metric, filter string) (*report.Metric, *report.Series, error) {
	m := d.Summary.Metric(metric)
	if m == nil {
		return nil, nil, NoData(fmt.Sprintf("the run has no measurement of %q", metric))
	}
	s := m.Of(filter)
	if s == nil {
		return nil, nil, NoData(fmt.Sprintf("the run has no measurement of %q for the filter %q", metric, filter))
	}
	return m, s, nil
}

// isNoData reports whether err only says that a run lacks something.
func isNoData(err error) bool {
	var none NoData
	return errors.As(err, &none)
}
