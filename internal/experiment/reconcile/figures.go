package reconcile

import (
	_ "embed"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"

	"hyphbench/internal/axis"
	"hyphbench/internal/bilingual"
	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/filter/difference"
	"hyphbench/internal/report"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
)

//go:embed figures.txt
var figureTexts string

var text = bilingual.Texts(figureTexts)

func figures(*runfolder.Meta) []figure.Figure {
	return []figure.Figure{
		trial.Curves("reconcile-bytes", text("reconcile-bytes"), bytesOf(taskDifference, text("reconcile-bytes note"))),
		trial.Curves("reconcile-intersection", text("reconcile-intersection"), bytesOf(taskIntersection, text("reconcile-intersection note"))),
		figure.Regions("reconcile-cheapest", text("reconcile-cheapest"), func(s *report.Summary, _ bilingual.Lang) (figure.RegionsOf, error) { return cheapest(s, true) }),
		figure.Regions("reconcile-cheapest-any", text("reconcile-cheapest-any"), func(s *report.Summary, _ bilingual.Lang) (figure.RegionsOf, error) { return cheapest(s, false) }),
		trial.Curves("reconcile-missing", text("reconcile-missing"), missed),
		trial.Curves("reconcile-cells", text("reconcile-cells"), cellsByDifference),
		trial.Curves("reconcile-size", text("reconcile-size"), sizeErrors),
	}
}

// reader finds the points of curves in a run.
type reader struct{ *claim.Data }

// largest is the last value of an axis, 0 without one.
func (r reader) largest(a axis.CountAxis) int {
	if list := r.Meta.Counts(string(a)); len(list) > 0 {
		return list[len(list)-1]
	}
	return 0
}

// cells are those of a method for a task, over d (Cell.At).
func (r reader) cells(name string, m runfolder.Metric, task string, n int, rate axis.Rate) claim.Cell {
	return r.Cell(name, m, Task.At(task), N.At(n), axis.Eps.At(rate))
}

// rates are those of a method, 0 of one without.
func (r reader) rates(name string) []axis.Rate {
	if slices.ContainsFunc(r.Cells(Bytes, name), func(c claim.Cell) bool { return c.On(axis.Eps) != "" }) {
		return r.Meta.Rates()
	}
	return []axis.Rate{0}
}

// largestRate is the last of them.
func (r reader) largestRate(name string) axis.Rate {
	rates := r.rates(name)
	return rates[len(rates)-1]
}

// names are the methods of the run for a task, the baseline first.
func (r reader) names(task string) (list []string) {
	for _, name := range append([]string{allKeys}, r.Meta.Filters...) {
		if slices.ContainsFunc(r.Cells(Bytes, name), func(c claim.Cell) bool { return c.On(Task) == task }) {
			list = append(list, name)
		}
	}
	return list
}

// label of a method in a legend: the name that commands take, and its ε.
func label(name string, rate axis.Rate) bilingual.Text {
	switch {
	case name == allKeys:
		return methods()[0].title
	case rate == 0:
		return bilingual.Both(name)
	}
	percent := rate.Percent()
	return bilingual.Text{
		EN: name + ", ε = " + percent + "\u00a0%", PT: name + ", ε = " + bilingual.Decimal(percent, bilingual.Portuguese) + "%",
	}
}

// along is a curve of cells over d, where the run has them.
func (r reader) along(label bilingual.Text, look figure.Look, cells claim.Cell, factor float64) figure.Curve {
	var list []claim.Cell
	for _, d := range r.Meta.Counts(string(D)) {
		if d > 0 {
			list = append(list, cells.At(D.At(d)))
		}
	}
	return figure.Through(figure.Curve{Label: label, Look: look, Metric: cells.Metric}, list, factor, func(c claim.Cell) float64 { return float64(c.Int(D)) })
}

func (r reader) caption(l bilingual.Lang) string {
	return figure.WithIntervals(text("rounds", bilingual.Grouped(r.Meta.Reps)), l)
}

// overD is an empty panel over the number of differences.
func (r reader) overD(label bilingual.Text) figure.CurvePanel {
	return figure.CurvePanel{
		XLabel: text("d"), YLabel: label,
		From: 1, To: float64(max(2, r.largest(D))),
	}
}

// look is that of a method in all figures of a run: those that the experiment brings
// itself have the first colours.
func (r reader) look(name string) figure.Look {
	order := []string{hashes, tree, iblt, ibltStrata, riblt}
	for _, other := range r.names(taskDifference) {
		if other != allKeys && !slices.Contains(order, other) {
			order = append(order, other)
		}
	}
	const black, grey = 6, 7 // of the baseline and of no method
	nth := slices.Index(order, name)
	switch {
	case name == allKeys:
		nth = black
	case nth >= black:
		nth += grey + 1 - black
	}
	return figure.Look{Nth: nth}
}

// bytesOf draws the bytes of every method for a task at the largest n, filters at the
// largest ε; of the difference beside what no exact method can do without.
func bytesOf(task string, note bilingual.Text) func(*claim.Data, bilingual.Lang) (figure.CurvesOf, error) {
	return func(d *claim.Data, l bilingual.Lang) (figure.CurvesOf, error) {
		r := reader{d}
		n, panel := r.largest(N), r.overD(text("bytes"))
		panel.Log = true
		for _, name := range r.names(task) {
			rate := r.largestRate(name)
			panel.Add(r.along(label(name, rate), r.look(name), r.cells(name, Bytes, task, n, rate), 1))
		}
		if len(panel.Curves) == 0 {
			return figure.CurvesOf{}, figure.NoData("the run has no bytes of the task " + task)
		}
		if task == taskDifference {
			panel.Add(bound(min(2*n, r.largest(D))))
		}
		return figure.CurvesOf{
			Caption: r.caption(l), Panels: []figure.CurvePanel{panel}, Of: []*report.Metric{d.Metric(Bytes)},
			Note: note.With(bilingual.Grouped(n)),
		}, nil
	}
}

// bound is the least that an exact difference takes, up to so many.
func bound(most int) figure.Curve {
	curve := figure.Curve{
		Label: text("least"),
		Look:  figure.Look{Nth: 7, Dashes: []vg.Length{3, 2}, Bare: true},
	}
	curve.Trace(1, float64(most), 60, func(d float64) float64 { return difference.Least(int(math.Ceil(d/2))) / 8 })
	return curve
}

// fewWanted differences say little of a share.
const fewWanted = 30

// missed draws the share that is not found against d, at the largest n.
func missed(d *claim.Data, l bilingual.Lang) (figure.CurvesOf, error) {
	r := reader{d}
	n := r.largest(N)
	panel := r.overD(text("not found"))
	panel.Log = true
	for _, name := range r.names(taskDifference) {
		for _, rate := range r.rates(name) {
			curve := figure.Curve{Label: label(name, rate), Look: r.look(name), Metric: Missing}
			if rate != r.largestRate(name) {
				curve.Look.Dashes = []vg.Length{4, 2.5}
			}
			for _, d := range r.Meta.Counts(string(D)) {
				c := r.cells(name, Missing, taskDifference, n, rate).At(D.At(d))
				if p, ok := figure.PointAt(c, 100/max(1, onlyA(c))); ok && d >= fewWanted {
					curve.Add(float64(d), p)
				}
			}
			panel.Add(curve)
		}
	}
	return figure.CurvesOf{
		Caption: r.caption(l), Panels: []figure.CurvePanel{panel}, Of: []*report.Metric{d.Metric(Missing)},
		Note: text("reconcile-missing note", bilingual.Grouped(n)),
	}.Or("the run has no method that misses keys")
}

// cellsByDifference draws what the papers promise of cells.
func cellsByDifference(d *claim.Data, l bilingual.Lang) (figure.CurvesOf, error) {
	r := reader{d}
	n := r.largest(N)
	panel := r.overD(text("cells"))
	panel.Low, panel.High = 0.9, 4.2
	panel.Level, panel.LevelLabel = 1.35, text("published")
	alone := text("alone", riblt)
	panel.Add(r.along(alone, figure.Look{Nth: 6}, r.Cell(riblt, Symbols), 1))
	for _, name := range []string{riblt, iblt, ibltStrata} {
		look := r.look(name)
		look.Loose = name == riblt
		panel.Add(r.along(label(name, 0), look, r.cells(name, Cells, taskDifference, n, 0), 1))
	}
	return figure.CurvesOf{Caption: r.caption(l), Panels: []figure.CurvePanel{panel}, Note: text("reconcile-cells note", bilingual.Grouped(n))}.Or("the run has no cells of a difference")
}

// sizeErrors draws the errors of the estimates: of strata at the largest n, since they are
// the same at all, of counters at the three largest.
func sizeErrors(d *claim.Data, l bilingual.Lang) (figure.CurvesOf, error) {
	r := reader{d}
	panel := r.overD(text("mean error"))
	sizes := r.Meta.Counts(string(N))
	slices.Reverse(sizes)
	var bytes []any
	for i, name := range []string{strata, counters} {
		for k, dashes := range [][]vg.Length{nil, {4, 2.5}, {1.5, 2}} {
			if k >= len(sizes) || k > 0 && name == strata {
				break
			}
			n := sizes[k]
			label := bilingual.Both(name + ", n = %s").With(bilingual.Grouped(n))
			panel.Add(r.along(label, figure.Look{Nth: i, Dashes: dashes}, r.cells(name, Off, taskSize, n, 0), 100))
		}
		sent := r.Cells(Bytes, name)
		if at := slices.IndexFunc(sent, func(c claim.Cell) bool { return c.Int(N) == r.largest(N) }); at >= 0 {
			bytes = append(bytes, bilingual.Grouped(int(sent[at].Mean())))
		}
	}
	if len(panel.Curves) == 0 || len(bytes) < 2 {
		return figure.CurvesOf{}, figure.NoData("the run has no estimates of the number of differences")
	}
	return figure.CurvesOf{Caption: r.caption(l), Panels: []figure.CurvePanel{panel}, Note: text("reconcile-size note", bytes...)}, nil
}
