// Package figure draws the figures of a run.
//
// Guarantee: a figure shows the numbers of the Summary and nothing else; a
// figure without its data is skipped, with the reason. Truncated axes, other word lists than the thesis's and
// unfinished runs are named in the picture. The same data give the same bytes,
// in SVG, PNG and PDF.
// Cost: about a tenth of a second per figure in all three formats.
// Source: the figures 5.1 to 5.6 of the thesis, drawn with gonum/plot.
//
// Here are the kinds of figures (Curves, Ranked, Families, Front, Regions, Forest,
// Distributions), which take metrics, filters and titles as arguments; an experiment
// lists its own in its Reading. Line, Bars, Overlay and Rates are Curves of what
// they read in a run.
package figure

import (
	"errors"
	"fmt"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"hyphbench/internal/bilingual"
	"hyphbench/internal/report"
	"hyphbench/internal/runfolder"
)

// Figure is one figure of an experiment.
type Figure struct {
	ID    string // "5-1", "fpr", "run-xor": part of the file names
	Title bilingual.Text
	// Draw lays the figure out. It returns a NoData error when the run lacks
	// its data.
	Draw func(s *report.Summary, l bilingual.Lang) (*Drawing, error)
}

// Drawing is a figure laid out.
type Drawing struct {
	Width, Height vg.Length
	page          *page
}

// Paint draws the figure on a canvas of its size.
func (d *Drawing) Paint(c draw.Canvas) { d.page.paint(c) }

// Drawn lays the figure out. It returns a NoData error where the run lacks its data. Of a
// run on several machines it is given no time: those of different machines are never
// shown as those of one.
func (f Figure) Drawn(s *report.Summary, l bilingual.Lang) (*Drawing, error) {
	machines := len(s.ByMachine())
	if machines == 0 {
		return f.Draw(s, l)
	}
	d, err := f.Draw(s.Untimed(), l)
	if isNoData(err) {
		if _, other := f.Draw(s, l); other == nil {
			return nil, NoData(fmt.Sprintf("it shows times, and those of %d machines are not averaged: 'hyphbench plot --where session=…' draws those of one", machines))
		}
	}
	return d, err
}

// NoData is the reason why a run lacks the data of a figure.
type NoData string

func (e NoData) Error() string { return string(e) }

// measured is a metric of a run, or a NoData error.
func measured(s *report.Summary, name runfolder.Metric) (*report.Metric, error) {
	if m := s.Metric(name); m != nil {
		return m, nil
	}
	return nil, NoData(fmt.Sprintf("the run has no measurement of %q", name))
}

// seriesOf is a filter's series of a metric, or a NoData error.
func seriesOf(s *report.Summary, name runfolder.Metric, filter string) (*report.Metric, *report.Series, error) {
	m, err := measured(s, name)
	if err != nil {
		return nil, nil, err
	}
	series := m.Of(filter)
	if series == nil {
		return nil, nil, NoData(fmt.Sprintf("the run has no measurement of %q for the filter %q", name, filter))
	}
	return m, series, nil
}

// isNoData reports whether err is a NoData error.
func isNoData(err error) bool {
	_, none := errors.AsType[NoData](err)
	return none
}
