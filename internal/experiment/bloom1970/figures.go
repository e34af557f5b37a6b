package bloom1970

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"

	"hyphbench/internal/axis"
	"hyphbench/internal/report"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// figures are those of a run, in the order of display.
func figures(*runfolder.Meta) []figure.Figure {
	return []figure.Figure{
		figure.Curves("bloom1970-pays", figure.Text{
			EN: "Does a filter pay? Time of a word with a hash area in front of the store, as a multiple of the time without",
			PT: "Um filtro compensa? Tempo de uma palavra com área de hash diante do armazenamento, como múltiplo do tempo sem ela",
		}, pays),
		figure.Curves("bloom1970-saved", figure.Text{
			EN: "Accesses that a hash area saves, by its size: Bloom's two methods",
			PT: "Acessos que uma área de hash evita, por tamanho: os dois métodos de Bloom",
		}, savedByArea),
	}
}

// reader finds the points of curves in a run.
type reader struct{ *report.Summary }

// mean is a cell's mean, per operation, with the half-width of its interval.
func (r *reader) mean(m runfolder.Metric, name string, at runfolder.Point) (figure.CurvePoint, bool) {
	e, err := stats.MeanEstimate(r.Samples.Times(runfolder.Cell{Filter: name, Metric: m, Point: at}))
	if err != nil {
		return figure.CurvePoint{}, false
	}
	return figure.CurvePoint{Value: e.Value, Half: e.CI().High - e.Value}, true
}

// dear is a store as the figure of times draws it, by a metric that it has.
type dear struct {
	store  string
	metric runfolder.Metric
	label  figure.Text
}

// dears are the stores of the run, by falling cost where the names are known.
func (r *reader) dears() (list []dear) {
	i := r.Meta.Axis(axisStore)
	if i < 0 {
		return nil
	}
	titles := map[string]figure.Text{
		"direct": {EN: "disk, read at every lookup (direct)", PT: "disco, lido a cada consulta (direct)"},
		"map":    {EN: "memory (map)", PT: "memória (map)"},
		"bbolt":  {EN: "B+tree, warm (bbolt)", PT: "árvore B+, quente (bbolt)"},
	}
	for _, name := range r.Meta.Axes[i].Values {
		label, known := titles[name]
		if !known {
			label = figure.Text{EN: name, PT: name}
		}
		if _, has := r.mean(ColdTotal, noFilter, runfolder.At("", name)); has {
			list = append(list, dear{name, ColdTotal, figure.Text{EN: name + ", cold (computed)", PT: name + ", frio (calculado)"}})
		}
		if _, has := r.mean(Total, noFilter, runfolder.At("", name)); has {
			list = append(list, dear{name, Total, label})
		}
	}
	slices.SortStableFunc(list, func(a, b dear) int {
		x, _ := r.mean(a.metric, noFilter, runfolder.At("", a.store))
		y, _ := r.mean(b.metric, noFilter, runfolder.At("", b.store))
		return cmp.Compare(y.Value, x.Value)
	})
	return list
}

// pays draws the time of a word against P, on every store, and below it as a multiple
// of the time without a hash area.
func pays(s *report.Summary, _ figure.Lang) (figure.CurvesOf, error) {
	r := &reader{s}
	times := figure.CurvePanel{
		XLabel: halvingsLabel(), YLabel: figure.Text{EN: "Time of a word (µs)", PT: "Tempo de uma palavra (µs)"},
		From: 1, To: halvings, Log: true,
	}
	ratios := times
	ratios.YLabel = figure.Text{EN: "Times that without", PT: "Vezes o tempo sem ela"}
	ratios.Level, ratios.LevelLabel = 1, figure.Text{EN: "without a hash area", PT: "sem área de hash"}
	const ns = 1e-3 // in µs
	for i, d := range r.dears() {
		without, _ := r.mean(d.metric, noFilter, runfolder.At("", d.store))
		solid := figure.Curve{Label: d.label, Look: figure.Look{Nth: i}}
		plain := figure.Curve{Look: figure.Look{Nth: i, Dashes: []vg.Length{4, 2.5}, Bare: true}}
		ratio := solid
		for k := 1; k <= halvings; k++ {
			with, ok := r.mean(d.metric, method2, runfolder.At(halving(k).String(), d.store))
			if !ok {
				continue
			}
			x := float64(k)
			solid.X, solid.Points = append(solid.X, x), append(solid.Points, figure.CurvePoint{Value: ns * with.Value, Half: ns * with.Half})
			plain.X, plain.Points = append(plain.X, x), append(plain.Points, figure.CurvePoint{Value: ns * without.Value})
			ratio.X, ratio.Points = append(ratio.X, x), append(ratio.Points, figure.CurvePoint{Value: with.Value / without.Value})
		}
		if len(solid.X) > 0 {
			times.Curves, ratios.Curves = append(times.Curves, solid, plain), append(ratios.Curves, ratio)
		}
	}
	if len(times.Curves) == 0 {
		return figure.CurvesOf{}, figure.NoData("the run has no times of words with and without a hash area")
	}
	return figure.CurvesOf{
		Note: figure.Text{
			EN: "Bloom's method 2; a tenth of the words are exceptions in the store. Dashed: without a hash area.",
			PT: "Método 2 de Bloom; um décimo das palavras são exceções no armazenamento. Tracejado: sem área de hash.",
		},
		Panels: []figure.CurvePanel{times, ratios},
	}, nil
}

func halvingsLabel() figure.Text {
	return figure.Text{EN: "log2(1/P), P the share of strangers let through", PT: "log2(1/P), P a fração de estranhas admitidas"}
}

// savedByArea is the paper's figure: what is saved against the hash area.
func savedByArea(s *report.Summary, _ figure.Lang) (figure.CurvesOf, error) {
	c, ok := counted(&claim.Data{Summary: s})
	r := &reader{s}
	if !ok {
		return figure.CurvesOf{}, figure.NoData("the run has no accesses")
	}
	const percent = 100
	panel := figure.CurvePanel{
		XLabel: figure.Text{EN: "Hash area (bits a key)", PT: "Área de hash (bits por chave)"},
		YLabel: figure.Text{EN: "Accesses saved (%)", PT: "Acessos evitados (%)"},
		From:   1, To: 10.5, Low: 40, High: 92,
		Level: percent * c.strangers(), LevelLabel: figure.Text{EN: "all that are not needed", PT: "todos os desnecessários"},
	}
	most := 0.0
	measured := func(nth int, name string, label figure.Text, rates []axis.Rate) {
		curve := figure.Curve{Label: label, Look: figure.Look{Nth: nth}}
		for _, rate := range rates {
			y, ok := r.mean(Saved, name, runfolder.At(rate.String(), c.store))
			if x := c.bits(name, rate) / float64(c.keys); ok && !math.IsNaN(x) {
				curve.X, curve.Points = append(curve.X, x), append(curve.Points, figure.CurvePoint{Value: percent * y.Value, Half: percent * y.Half})
				most = max(most, x)
			}
		}
		if len(curve.X) > 0 {
			panel.Curves = append(panel.Curves, curve)
		}
	}
	var table, rocks []axis.Rate
	for k := 1; k <= halvings; k++ {
		table = append(table, halving(k))
	}
	for _, row := range rocksdbRows() {
		rocks = append(rocks, row.rate)
	}
	measured(0, method2, figure.Text{EN: "method 2 (bits)", PT: "método 2 (bits)"}, table)
	measured(1, method1, figure.Text{EN: "method 1 (coded cells)", PT: "método 1 (células codificadas)"}, table)
	measured(2, rocksdb, figure.Text{EN: "RocksDB's bits a key", PT: "bits por chave do RocksDB"}, rocks)
	if len(panel.Curves) == 0 {
		return figure.CurvesOf{}, figure.NoData("the run has no accesses with a hash area")
	}
	dashed := figure.Look{Nth: 6, Dashes: []vg.Length{2, 2}, Bare: true}
	theory := figure.Curve{Label: figure.Text{EN: "0.9·(1 − P), P = 2^(−m·ln 2/n)", PT: "0,9·(1 − P), P = 2^(−m·ln 2/n)"}, Look: dashed}
	for x := tableBits; x <= most; x += 0.1 {
		theory.X = append(theory.X, x)
		theory.Points = append(theory.Points, figure.CurvePoint{Value: percent * c.strangers() * (1 - math.Exp2(-x*math.Ln2))})
	}
	panel.Curves = append(panel.Curves, theory)
	return figure.CurvesOf{
		Note: figure.Text{
			EN: fmt.Sprintf("%s keys in a dictionary of %s words, each asked once; accesses counted at the store.", figure.Count(c.keys, figure.English), figure.Count(c.all, figure.English)),
			PT: fmt.Sprintf("%s chaves em um dicionário de %s palavras, cada uma consultada uma vez; acessos contados no armazenamento.", figure.Count(c.keys, figure.Portuguese), figure.Count(c.all, figure.Portuguese)),
		},
		Panels: []figure.CurvePanel{panel},
	}, nil
}
