package figure

import (
	"fmt"
	"math"
	"slices"

	"hyphbench/internal/axis"
	"hyphbench/internal/bilingual"
	"hyphbench/internal/metric"
	"hyphbench/internal/report"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// Distributions are the figures of the measured values themselves, one for each
// metric of a run: a swarm of dots for each structure, a dot a section, with
// median and mean. Metrics without two different values have none.
func Distributions(s *report.Summary) (list []Figure) {
	for i := range s.Metrics {
		m := &s.Metrics[i]
		title := bilingual.Text{EN: "Measured values: %s", PT: "Valores medidos: %s"}.With(s.Glossary.InBoth(m.Title))
		list = append(list, laidOut("dist-"+string(m.Name), title, func(s *report.Summary, l bilingual.Lang) (*page, error) {
			d, err := newDistribution(s, m.Name, l)
			if err != nil {
				return nil, err
			}
			return &page{lines: d.notes(), legend: d.legend(), cells: d.cells, body: d.frame()}, nil
		}))
	}
	return list
}

// distRows is how many rows a figure has at most where it shows several places
// of the axis; of more structures it shows the middle place alone.
const distRows = 30

// distribution is the figure in the unit of its axis.
type distribution struct {
	summary *report.Summary
	metric  *report.Metric
	lang    bilingual.Lang
	scale   metric.Scale
	main    int // the axis that the metric is read along, −1 for none
	along   axis.Axis
	values  []string // of it
	held    Place    // where the other axes stand
	rows    []swarm
	apart   []string // baselines that would compress the axis, with their medians
	axis    scale
	cells   []report.Cell
	beyond  int // values that the axis does not show
}

// swarm are the values of a cell, ascending.
type swarm struct {
	cell         report.Cell
	name, place  string
	baseline     bool
	nth          int
	values       []float64
	mean, median float64
}

func newDistribution(s *report.Summary, name runfolder.Metric, l bilingual.Lang) (*distribution, error) {
	m, err := measured(s, name)
	if err != nil {
		return nil, err
	}
	d := &distribution{summary: s, metric: m, lang: l, scale: shown(m), main: s.Samples.Main(name)}
	structures := 0
	for _, filter := range s.Samples.Filters {
		if slices.ContainsFunc(m.Cells, func(c report.Cell) bool { return c.Filter == filter }) {
			structures++
		}
	}
	if d.main >= 0 {
		d.along = s.Meta.Axes[d.main]
		d.values = d.places(structures)
	}
	d.held = usualPlace(s, m, d.main)
	for _, filter := range s.Samples.Filters {
		d.add(filter)
	}
	if !slices.ContainsFunc(d.rows, swarm.varies) {
		return nil, NoData(fmt.Sprintf("the run has no two different values of %q in one cell of the figure", name))
	}
	d.dropFar()
	d.setAxis()
	return d, nil
}

// places are the smallest, the middle and the largest value of the axis, or the
// middle one where there are many structures.
func (d *distribution) places(structures int) []string {
	all := valuesOn(d.summary, d.metric, d.main)
	if ends := endsOf(all); len(ends)*structures <= distRows {
		return ends
	}
	return []string{all[(len(all)-1)/2]}
}

// add collects the swarms of a structure: one for each place, or one if it has no
// place on the axis.
func (d *distribution) add(name string) {
	label, baseline := name, d.summary.Meta.IsBaseline(name)
	if baseline {
		label = say(d.summary, d.summary.Glossary.Baseline(name), d.lang)
	}
	for _, value := range append([]string{""}, d.values...) {
		at := d.held
		if d.main >= 0 {
			at = at.with(d.along.Name, value)
		}
		c := at.cell(d.summary, d.metric, name)
		if c == nil || d.main >= 0 && c.Point.Value(d.main) != value {
			continue
		}
		row := swarm{cell: *c, name: label, baseline: baseline, nth: LookOf(d.summary, name).Nth}
		if value != "" && len(d.values) > 1 {
			row.place = isValue(d.summary, d.along, value, d.lang)
		}
		for _, v := range d.summary.Samples.Cell(c.Cell).Values() {
			row.values = append(row.values, v*d.scale.Factor)
		}
		described, err := stats.Describe(row.values)
		if err != nil { // which the summary would have had before
			continue
		}
		row.mean, row.median = described.Mean, described.Median // whatever the summary is by
		slices.Sort(row.values)
		d.rows = append(d.rows, row)
	}
}

func (s swarm) varies() bool {
	return len(s.values) > 1 && s.values[0] < s.values[len(s.values)-1]
}

// near is the extent of the values up to three interquartile ranges beyond the
// quartiles: a section in which the machine did something else takes ten times as
// long.
func (s swarm) near() extent {
	const fence = 3
	q1, q3 := stats.Quantile(s.values, 0.25), stats.Quantile(s.values, 0.75)
	e := nothing()
	e.include(s.median)
	for _, v := range s.values {
		if v >= q1-fence*(q3-q1) && v <= q3+fence*(q3-q1) {
			e.include(v)
		}
	}
	return e
}

// dropFar leaves out the baselines that would compress the axis, and notes where
// they are.
func (d *distribution) dropFar() {
	structures := nothing()
	for _, row := range d.rows {
		if !row.baseline {
			structures = structures.and(row.near())
		}
	}
	length := func(e extent) float64 { return e.high - e.low }
	if ByRange.logarithmic(structures) {
		length = func(e extent) float64 { return math.Log(e.high / max(e.low, math.SmallestNonzeroFloat64)) }
	}
	if !(length(structures) > 0) {
		return
	}
	d.rows = slices.DeleteFunc(d.rows, func(row swarm) bool {
		far := row.baseline && length(structures.and(row.near())) > 1.5*length(structures)
		if far {
			d.apart = append(d.apart, row.name+" "+bilingual.ThreeDigits(row.median, d.lang))
		}
		return far
	})
}

// setAxis has room for the near values of all rows.
func (d *distribution) setAxis() {
	whole := nothing()
	for _, row := range d.rows {
		whole = whole.and(row.near())
		d.cells = append(d.cells, row.cell)
	}
	if d.axis = newScale(ByRange, whole, whole, 0); whole.low == 0 { // dots at zero are not cut in two
		d.axis.low = -0.02 * whole.high
	}
	for _, row := range d.rows {
		for _, v := range row.values {
			if !d.axis.has(v) {
				d.beyond++
			}
		}
	}
}
