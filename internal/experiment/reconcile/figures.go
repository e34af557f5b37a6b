package reconcile

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"

	"hyphbench/internal/axis"
	"hyphbench/internal/filter/difference"
	"hyphbench/internal/report"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
)

// figures are those of a run, in the order of display.
func figures(*runfolder.Meta) []figure.Figure {
	return []figure.Figure{
		figure.Curves("reconcile-bytes", figure.Text{
			EN: "Bytes that two peers send to find the keys of the one that the other lacks, by the number of differences",
			PT: "Bytes que dois pares enviam para achar as chaves de um que faltam ao outro, pelo número de diferenças",
		}, bytesByDifference),
		figure.Curves("reconcile-intersection", figure.Text{
			EN: "Bytes that two peers send to find the keys that both have, by the number of differences",
			PT: "Bytes que dois pares enviam para achar as chaves que ambos têm, pelo número de diferenças",
		}, bytesOfIntersection),
		figure.Regions("reconcile-cheapest", figure.Text{
			EN: "The exact method of the fewest bytes, by keys and differences",
			PT: "O método exato de menos bytes, por chaves e diferenças",
		}, func(s *report.Summary, _ figure.Lang) (figure.RegionsOf, error) { return cheapest(s, true) }),
		figure.Regions("reconcile-cheapest-any", figure.Text{
			EN: "The method of the fewest bytes if some keys may be missed, by keys and differences",
			PT: "O método de menos bytes se algumas chaves podem faltar, por chaves e diferenças",
		}, func(s *report.Summary, _ figure.Lang) (figure.RegionsOf, error) { return cheapest(s, false) }),
		figure.Curves("reconcile-missing", figure.Text{
			EN: "Keys of the difference that approximate methods miss",
			PT: "Chaves da diferença que métodos aproximados não encontram",
		}, missed),
		figure.Curves("reconcile-cells", figure.Text{
			EN: "Cells and symbols that an exact difference takes, for each key of it",
			PT: "Células e símbolos que uma diferença exata ocupa, para cada chave dela",
		}, cellsByDifference),
		figure.Curves("reconcile-size", figure.Text{
			EN: "Error of the estimated number of differences",
			PT: "Erro do número estimado de diferenças",
		}, sizeErrors),
	}
}

// reader finds the points of curves in a run.
type reader struct{ *report.Summary }

// largest is the last value of an axis, 0 without one.
func (r *reader) largest(name string) int {
	if list := r.Meta.Counts(name); len(list) > 0 {
		return list[len(list)-1]
	}
	return 0
}

// rate is the ε of a rate's text in per cent.
func (r *reader) rate(text string, l figure.Lang) string {
	label := r.Meta.Axes[r.Meta.Axis(axis.Epsilon)].Label(text)
	return figure.Decimal(label, l) + figure.Text{EN: "\u00a0%", PT: "%"}.In(l)
}

// mean is that of a cell with the half-width of its interval, in another unit.
func (r *reader) mean(c runfolder.Cell, factor float64) (figure.CurvePoint, bool) {
	return figure.MeanPoint(r.Samples.Times(c), factor)
}

// cell is that of a method for a task.
func cell(name string, m runfolder.Metric, task string, d, n int, epsilon string) runfolder.Cell {
	return runfolder.Cell{Filter: name, Metric: m, Point: runfolder.At(task, fmt.Sprint(d), fmt.Sprint(n), epsilon)}
}

// isSized reports whether a method of the run has an ε.
func (r *reader) isSized(name string) bool {
	for _, c := range r.Samples.Cells(Bytes) {
		if c.Filter == name {
			return c.Point.Value(r.Meta.Axis(axis.Epsilon)) != ""
		}
	}
	return false
}

// names are the methods of the run for a task, the baseline first.
func (r *reader) names(task string) (list []string) {
	cells := r.Samples.Cells(Bytes)
	for _, name := range append([]string{allKeys}, r.Meta.Filters...) {
		for _, c := range cells {
			if c.Filter == name && c.Point.Value(r.Meta.Axis(string(Task))) == task {
				list = append(list, name)
				break
			}
		}
	}
	return list
}

// label of a method in a legend: the name that commands take, and its ε.
func (r *reader) label(name, epsilon string) figure.Text {
	switch {
	case name == allKeys:
		return figure.Text{EN: "all keys sent", PT: "todas as chaves enviadas"}
	case epsilon == "":
		return figure.Text{EN: name, PT: name}
	}
	return figure.Text{EN: name + ", ε = " + r.rate(epsilon, figure.English), PT: name + ", ε = " + r.rate(epsilon, figure.Portuguese)}
}

// along is a curve of a metric over d, where the run has it.
func (r *reader) along(label figure.Text, look figure.Look, m runfolder.Metric, factor float64, cell func(d int) runfolder.Cell) figure.Curve {
	curve := figure.Curve{Label: label, Look: look, Metric: m}
	for _, d := range r.Meta.Counts(string(D)) {
		if p, ok := r.mean(cell(d), factor); ok && d > 0 {
			curve.X, curve.Points = append(curve.X, float64(d)), append(curve.Points, p)
		}
	}
	return curve
}

// caption says what the points are.
func (r *reader) caption(l figure.Lang) string {
	return fmt.Sprintf(figure.Text{
		EN: "means of %d rounds, each with its own sets and hash functions; 95 %% intervals where they are larger than the points",
		PT: "médias de %d rodadas, cada uma com seus conjuntos e funções de hash; intervalos de 95%% onde são maiores que os pontos",
	}.In(l), r.Meta.Reps)
}

// overD is an empty panel over the number of differences.
func (r *reader) overD(label figure.Text) figure.CurvePanel {
	return figure.CurvePanel{
		XLabel: figure.Text{EN: "Differences, d", PT: "Diferenças, d"}, YLabel: label,
		From: 1, To: float64(max(2, r.largest(string(D)))),
	}
}

// with adds the curves that have points.
func with(panel figure.CurvePanel, curves ...figure.Curve) figure.CurvePanel {
	for _, c := range curves {
		if len(c.X) > 0 {
			panel.Curves = append(panel.Curves, c)
		}
	}
	return panel
}

// look is that of a method in all figures of a run: those that the experiment brings
// itself have the first colours.
func (r *reader) look(name string) figure.Look {
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
// largest ε.
func (r *reader) bytesOf(task string) figure.CurvePanel {
	n, rates := r.largest(string(N)), r.Meta.Values(axis.Epsilon)
	panel := r.overD(figure.Text{EN: "Bytes, both directions", PT: "Bytes, nos dois sentidos"})
	panel.Log = true
	for _, name := range r.names(task) {
		epsilon := ""
		if r.isSized(name) {
			epsilon = rates[len(rates)-1]
		}
		panel = with(panel, r.along(r.label(name, epsilon), r.look(name), Bytes, 1, func(d int) runfolder.Cell { return cell(name, Bytes, task, d, n, epsilon) }))
	}
	return panel
}

// bytesByDifference draws them for the difference, with what no exact method can do
// without.
func bytesByDifference(s *report.Summary, l figure.Lang) (figure.CurvesOf, error) {
	r := &reader{s}
	n, panel := r.largest(string(N)), r.bytesOf(taskDifference)
	if len(panel.Curves) == 0 {
		return figure.CurvesOf{}, figure.NoData("the run has no bytes of differences")
	}
	bound := figure.Curve{Label: figure.Text{EN: "least: log2 C(2^64, d/2) bits", PT: "mínimo: log2 C(2^64, d/2) bits"}, Look: figure.Look{Nth: 7, Dashes: []vg.Length{3, 2}, Bare: true}}
	const steps = 60
	for i := range steps + 1 {
		d := math.Pow(float64(min(2*n, r.largest(string(D)))), float64(i)/steps)
		bound.X = append(bound.X, d)
		bound.Points = append(bound.Points, figure.CurvePoint{Value: difference.Least(int(math.Ceil(d/2))) / 8})
	}
	panel.Curves = append(panel.Curves, bound)
	return figure.CurvesOf{
		Caption: r.caption(l), Panels: []figure.CurvePanel{panel}, Of: []*report.Metric{s.Metric(Bytes)},
		Note: figure.Text{
			EN: fmt.Sprintf("Peers of %s keys of 8 bytes; peer B wants those that only A has, d/2 of them. Filters, hashes and tree miss some; the others are exact, with all repeated tables counted.", figure.Count(n, figure.English)),
			PT: fmt.Sprintf("Pares de %s chaves de 8 bytes; o par B quer as que só A tem, d/2 delas. Filtros, hashes e árvore perdem algumas; os demais são exatos, contadas as tabelas repetidas.", figure.Count(n, figure.Portuguese)),
		},
	}, nil
}

// bytesOfIntersection draws them for the intersection.
func bytesOfIntersection(s *report.Summary, l figure.Lang) (figure.CurvesOf, error) {
	r := &reader{s}
	n, panel := r.largest(string(N)), r.bytesOf(taskIntersection)
	if len(panel.Curves) == 0 {
		return figure.CurvesOf{}, figure.NoData("the run has no bytes of intersections")
	}
	return figure.CurvesOf{
		Caption: r.caption(l), Panels: []figure.CurvePanel{panel}, Of: []*report.Metric{s.Metric(Bytes)},
		Note: figure.Text{
			EN: fmt.Sprintf("Peers of %s keys of 8 bytes, n − d/2 of them in both sets. Of filters and hashes A sends the keys that they admit, and B leaves out those that it lacks; the exact difference says the same without a key.", figure.Count(n, figure.English)),
			PT: fmt.Sprintf("Pares de %s chaves de 8 bytes, n − d/2 delas nos dois conjuntos. Com filtros e hashes A envia as chaves que eles admitem, e B descarta as que não tem; a diferença exata diz o mesmo sem nenhuma chave.", figure.Count(n, figure.Portuguese)),
		},
	}, nil
}

// fewWanted differences say little of a share.
const fewWanted = 30

// missed draws the share that is not found against d, at the largest n.
func missed(s *report.Summary, l figure.Lang) (figure.CurvesOf, error) {
	r := &reader{s}
	n := r.largest(string(N))
	panel := r.overD(figure.Text{EN: "Not found, of the keys that B lacks (%)", PT: "Não encontradas, das que faltam a B (%)"})
	panel.Log = true
	for _, name := range r.names(taskDifference) {
		rates := []string{""}
		if r.isSized(name) {
			rates = r.Meta.Values(axis.Epsilon)
		}
		for i, epsilon := range rates {
			look := r.look(name)
			if i < len(rates)-1 {
				look.Dashes = []vg.Length{4, 2.5}
			}
			curve := figure.Curve{Label: r.label(name, epsilon), Look: look, Metric: Missing}
			for _, d := range r.Meta.Counts(string(D)) {
				if d < fewWanted {
					continue
				}
				if p, ok := r.mean(cell(name, Missing, taskDifference, d, n, epsilon), 100/float64(max(1, d-d/2))); ok && p.Value > 0 {
					curve.X, curve.Points = append(curve.X, float64(d)), append(curve.Points, p)
				}
			}
			panel = with(panel, curve)
		}
	}
	if len(panel.Curves) == 0 {
		return figure.CurvesOf{}, figure.NoData("the run has no method that misses keys")
	}
	return figure.CurvesOf{
		Caption: r.caption(l), Panels: []figure.CurvePanel{panel}, Of: []*report.Metric{s.Metric(Missing)},
		Note: figure.Text{
			EN: fmt.Sprintf("At n = %s; d below 30, and those where nothing was missing, are left out. A tree has the bits of a Bloom filter of the ε.", figure.Count(n, figure.English)),
			PT: fmt.Sprintf("Com n = %s; omitidos os d abaixo de 30 e aqueles em que nada faltou. Uma árvore tem os bits de um Bloom filter do ε.", figure.Count(n, figure.Portuguese)),
		},
	}, nil
}

// cellsByDifference draws what the papers promise of cells.
func cellsByDifference(s *report.Summary, l figure.Lang) (figure.CurvesOf, error) {
	r := &reader{s}
	n := r.largest(string(N))
	panel := r.overD(figure.Text{EN: "Cells or symbols for each difference", PT: "Células ou símbolos por diferença"})
	panel.Low, panel.High = 0.9, 4.2
	panel.Level, panel.LevelLabel = 1.35, figure.Text{EN: "1.35, as published", PT: "1,35, o publicado"}
	panel = with(panel, r.along(figure.Text{EN: riblt + ", simulated alone", PT: riblt + ", simulada à parte"}, figure.Look{Nth: 6}, Symbols, 1,
		func(d int) runfolder.Cell {
			return runfolder.Cell{Filter: riblt, Metric: Symbols, Point: runfolder.At("", fmt.Sprint(d), "", "")}
		}))
	for _, name := range []string{riblt, iblt, ibltStrata} {
		look := r.look(name)
		look.Loose = name == riblt
		panel = with(panel, r.along(figure.Text{EN: name, PT: name}, look, Cells, 1, func(d int) runfolder.Cell { return cell(name, Cells, taskDifference, d, n, "") }))
	}
	if len(panel.Curves) == 0 {
		return figure.CurvesOf{}, figure.NoData("the run has no cells of a difference")
	}
	return figure.CurvesOf{Caption: r.caption(l), Panels: []figure.CurvePanel{panel}, Note: figure.Text{
		EN: fmt.Sprintf("At n = %s: symbols up to the last that was needed, cells of the table that peels. Tables of one or two differences lie above.", figure.Count(n, figure.English)),
		PT: fmt.Sprintf("Com n = %s: símbolos até o último necessário, células da tabela que se resolve. Tabelas de uma ou duas diferenças ficam acima.", figure.Count(n, figure.Portuguese)),
	}}, nil
}

// sizeErrors draws the errors of the estimates: of strata at the largest n, since they are
// the same at all, of counters at the three largest.
func sizeErrors(s *report.Summary, l figure.Lang) (figure.CurvesOf, error) {
	r := &reader{s}
	panel := r.overD(figure.Text{EN: "Mean error of the estimate (%)", PT: "Erro médio da estimativa (%)"})
	dashes := [][]vg.Length{nil, {4, 2.5}, {1.5, 2}}
	var bytes []figure.Text
	for i, name := range []string{strata, counters} {
		sizes := r.Meta.Counts(string(N))
		for k := range min(len(sizes), len(dashes)) {
			if k > 0 && name == strata {
				break
			}
			n := sizes[len(sizes)-1-k]
			label := figure.Text{EN: fmt.Sprintf("%s, n = %s", name, figure.Count(n, figure.English)), PT: fmt.Sprintf("%s, n = %s", name, figure.Count(n, figure.Portuguese))}
			panel = with(panel, r.along(label, figure.Look{Nth: i, Dashes: dashes[k]}, Off, 100, func(d int) runfolder.Cell { return cell(name, Off, taskSize, d, n, "") }))
			for _, d := range r.Meta.Counts(string(D)) {
				if p, ok := r.mean(cell(name, Bytes, taskSize, d, n, ""), 1); ok && k == 0 {
					bytes = append(bytes, figure.Text{EN: figure.Count(int(p.Value), figure.English), PT: figure.Count(int(p.Value), figure.Portuguese)})
					break
				}
			}
		}
	}
	if len(panel.Curves) == 0 || len(bytes) < 2 {
		return figure.CurvesOf{}, figure.NoData("the run has no estimates of the number of differences")
	}
	return figure.CurvesOf{Caption: r.caption(l), Panels: []figure.CurvePanel{panel}, Note: figure.Text{
		EN: fmt.Sprintf("At the largest n the strata take %s bytes and the counters, half a byte a key, %s.", bytes[0].EN, bytes[1].EN),
		PT: fmt.Sprintf("Com o maior n os estratos ocupam %s bytes e os contadores, meio byte por chave, %s.", bytes[0].PT, bytes[1].PT),
	}}, nil
}
