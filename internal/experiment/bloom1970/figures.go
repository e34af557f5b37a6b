package bloom1970

import (
	"cmp"
	_ "embed"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"

	"hyphbench/internal/axis"
	"hyphbench/internal/bilingual"
	"hyphbench/internal/report"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
)

//go:embed figures.txt
var figureTexts string

var text = bilingual.Texts(figureTexts)

// figures are those of a run, in the order of display.
func figures(*runfolder.Meta) []figure.Figure {
	return []figure.Figure{
		figure.Curves("bloom1970-pays", text("pays"), pays),
		figure.Curves("bloom1970-ratio", text("ratio"), ratios),
		figure.Curves("bloom1970-saved", text("saved"), savedByArea),
	}
}

// reader finds the points of curves in a run.
type reader struct{ *claim.Data }

// mean is a cell's mean, per operation, with the half-width of its interval, of times in µs.
func (r reader) mean(m runfolder.Metric, name string, rate axis.Rate, store string) (figure.CurvePoint, bool) {
	switch c := cell(r.Data, name, m, rate, store); m {
	case Total:
		return figure.PointAt(c, 1e-3)
	case ColdTotal:
		return figure.ComputedTime(c.Values(), 1)
	default:
		return figure.PointAt(c, 1)
	}
}

// without is the time of a word on a store without a hash area.
func (r reader) without(d expensiveStore) (float64, bool) {
	p, has := r.mean(d.metric, noFilter, 0, d.store)
	return p.Value, has
}

// caption says what the numbers are means of.
func (r reader) caption(l bilingual.Lang) string {
	return figure.WithIntervals(text("means", bilingual.Grouped(r.Meta.Reps)), l)
}

// expensiveStore is a store as the figure of times draws it, by a metric that it has.
type expensiveStore struct {
	store  string
	metric runfolder.Metric
	label  bilingual.Text
}

// expensiveStores are the stores of the run, by falling cost.
func (r reader) expensiveStores() (list []expensiveStore) {
	i := r.Meta.Axis(string(Store))
	if i < 0 {
		return nil
	}
	for _, name := range r.Meta.Axes[i].Values {
		label := bilingual.Both(name)
		if slices.Contains([]string{"direct", "map", "bbolt"}, name) {
			label = text(name)
		}
		for _, d := range []expensiveStore{{name, ColdTotal, coldTitle(name)}, {name, Total, label}} {
			if _, has := r.without(d); has {
				list = append(list, d)
			}
		}
	}
	slices.SortStableFunc(list, func(a, b expensiveStore) int {
		x, _ := r.without(a)
		y, _ := r.without(b)
		return cmp.Compare(y, x)
	})
	return list
}

// coldTitle names the computed times of a store.
func coldTitle(name string) bilingual.Text {
	if name == "bbolt" {
		return text("cold bbolt")
	}
	return text("cold", name)
}

// overP is an empty panel over P of method 2.
func overP(label bilingual.Text) figure.CurvePanel {
	p := figure.CurvePanel{
		XLabel: text("P"),
		YLabel: label, From: 1, To: halvings, Log: true,
	}
	for k := 1; k <= halvings; k++ {
		p.Names = append(p.Names, fmt.Sprintf("1/%d", 1<<k))
	}
	return p
}

// with is the curve of a store with a hash area.
func (r reader) with(nth int, d expensiveStore) figure.Curve {
	curve := figure.Curve{Label: d.label, Look: figure.Look{Nth: nth}, Metric: d.metric}
	for k := 1; k <= halvings; k++ {
		if y, ok := r.mean(d.metric, method2, halving(k), d.store); ok {
			curve.Add(float64(k), y)
		}
	}
	return curve
}

// page is a figure of times over P.
func (r reader) page(l bilingual.Lang, panel figure.CurvePanel, note string) (figure.CurvesOf, error) {
	return figure.CurvesOf{Caption: r.caption(l), Note: text(note), Panels: []figure.CurvePanel{panel}, Times: []runfolder.Metric{Total}}.
		Or("the run has no times of words with and without a hash area")
}

// pays draws the time of a word on every store, with a hash area and without.
func pays(s *report.Summary, l bilingual.Lang) (figure.CurvesOf, error) {
	r := reader{&claim.Data{Summary: s}}
	panel := overP(text("time"))
	for i, d := range r.expensiveStores() {
		curve, plain := r.with(i, d), figure.Curve{Look: figure.Look{Nth: i, Dashes: []vg.Length{4, 2.5}, Bare: true}}
		if len(curve.X) > 0 {
			level, _ := r.without(d)
			plain.Add(1, figure.CurvePoint{Value: level})
			plain.Add(halvings, figure.CurvePoint{Value: level})
		}
		panel.Add(curve, plain)
	}
	return r.page(l, panel, "pays note")
}

// ratios draws the same as a multiple of the time without.
func ratios(s *report.Summary, l bilingual.Lang) (figure.CurvesOf, error) {
	r := reader{&claim.Data{Summary: s}}
	panel := overP(text("time ratio"))
	panel.Level, panel.LevelLabel = 1, text("without")
	for i, d := range r.expensiveStores() {
		curve := r.with(i, d)
		level, _ := r.without(d)
		for j, y := range curve.Points {
			curve.Points[j] = figure.CurvePoint{Value: y.Value / level}
		}
		panel.Add(curve)
	}
	return r.page(l, panel, "ratio note")
}

// savedByArea is the paper's figure: what is saved against the hash area.
func savedByArea(s *report.Summary, l bilingual.Lang) (figure.CurvesOf, error) {
	c := counted(&claim.Data{Summary: s})
	r := reader{c.Data}
	if c.keys == 0 {
		return figure.CurvesOf{}, figure.NoData("the run has no accesses")
	}
	const percent = 100
	panel := figure.CurvePanel{
		XLabel: text("area"),
		YLabel: text("accesses"),
		From:   1, To: 10.5, Low: 40, High: 92,
		Level: percent * c.negatives(), LevelLabel: text("unnecessary"),
	}
	most := 0.0
	measured := func(look figure.Look, name string, label bilingual.Text, rates []axis.Rate) {
		curve := figure.Curve{Label: label, Look: look, Metric: Saved}
		for _, rate := range rates {
			y, ok := r.mean(Saved, name, rate, c.store)
			if x := c.bits(name, rate) / float64(c.keys); ok && !math.IsNaN(x) {
				curve.Add(x, figure.CurvePoint{Value: percent * y.Value, Half: percent * y.Half})
				most = max(most, x)
			}
		}
		panel.Add(curve)
	}
	var table, rocks []axis.Rate
	for k := 1; k <= halvings; k++ {
		table = append(table, halving(k))
	}
	for _, row := range rocksdbRows() {
		rocks = append(rocks, row.rate)
	}
	measured(figure.Look{}, method2, text("method 2"), table)
	measured(figure.Look{Nth: 1}, method1, text("method 1"), table)
	measured(figure.Look{Nth: 2, Loose: true}, rocksdb, text("rocksdb"), rocks)
	if len(panel.Curves) == 0 {
		return figure.CurvesOf{}, figure.NoData("the run has no accesses with a hash area")
	}
	dashed := figure.Look{Nth: 6, Dashes: []vg.Length{2, 2}, Bare: true}
	theory := figure.Curve{Label: text("theory"), Look: dashed}
	for x := tableBits; x <= most; x += 0.1 {
		theory.Add(x, figure.CurvePoint{Value: percent * c.negatives() * (1 - math.Exp2(-x*math.Ln2))})
	}
	panel.Curves = append(panel.Curves, theory)
	return figure.CurvesOf{
		Caption: r.caption(l), Note: text("saved note", bilingual.Grouped(c.keys), bilingual.Grouped(c.all)), Panels: []figure.CurvePanel{panel},
	}, nil
}
