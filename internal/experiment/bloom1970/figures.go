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
)

// figures are those of a run, in the order of display.
func figures(*runfolder.Meta) []figure.Figure {
	return []figure.Figure{
		figure.Curves("bloom1970-pays", figure.Text{
			EN: "Time per word with and without a filter (Bloom's hash area) in front of the store",
			PT: "Tempo por palavra com e sem filtro (a área de hash de Bloom) diante do armazenamento",
		}, pays),
		figure.Curves("bloom1970-ratio", figure.Text{
			EN: "Time per word with a hash area in front of the store, divided by the time without it",
			PT: "Tempo por palavra com área de hash diante do armazenamento, dividido pelo tempo sem ela",
		}, ratios),
		figure.Curves("bloom1970-saved", figure.Text{
			EN: "Accesses that a hash area saves, by its size: Bloom's two methods",
			PT: "Acessos que uma área de hash evita, por tamanho: os dois métodos de Bloom",
		}, savedByArea),
	}
}

// reader finds the points of curves in a run.
type reader struct{ *claim.Data }

// mean is a cell's mean, per operation, with the half-width of its interval. Times are
// in µs and by trimmed means, as claims have them: a pass in which the machine did
// something else is no time of a lookup.
func (r reader) mean(m runfolder.Metric, name string, rate axis.Rate, store string) (figure.CurvePoint, bool) {
	values := cell(r.Data, name, m, rate, store).Values()
	switch m {
	case Total:
		return figure.TrimmedPoint(values, 1e-3)
	case ColdTotal:
		return figure.TrimmedPoint(values, 1)
	}
	return figure.MeanPoint(values, 1)
}

// without is the time of a word on a store without a hash area.
func (r reader) without(d expensiveStore) (float64, bool) {
	p, has := r.mean(d.metric, noFilter, 0, d.store)
	return p.Value, has
}

// caption says what the numbers are means of, in the form of WithCounts.
func (r reader) caption(l figure.Lang, means figure.Text) string {
	return figure.Text{
		EN: means.EN + " over %s rounds, each with its own hash function",
		PT: means.PT + " de %s rodadas, cada uma com sua função de hash",
	}.WithCounts(r.Meta.Reps).WithIntervals(l)
}

// expensiveStore is a store as the figure of times draws it, by a metric that it has.
type expensiveStore struct {
	store  string
	metric runfolder.Metric
	label  figure.Text
}

// expensiveStores are the stores of the run, by falling cost.
func (r reader) expensiveStores() (list []expensiveStore) {
	i := r.Meta.Axis(string(Store))
	if i < 0 {
		return nil
	}
	titles := map[string]figure.Text{
		"direct": {EN: "disk, read at every lookup (direct)", PT: "disco, lido a cada consulta (direct)"},
		"map":    {EN: "memory (map)", PT: "memória (map)"},
		"bbolt":  {EN: "warm B+tree (bbolt)", PT: "árvore B+ quente (bbolt)"},
	}
	for _, name := range r.Meta.Axes[i].Values {
		label, known := titles[name]
		if !known {
			label = figure.Text{EN: name, PT: name}
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
func coldTitle(name string) figure.Text {
	if name == "bbolt" {
		return figure.Text{EN: "cold B+tree (bbolt; computed, not measured)", PT: "árvore B+ fria (bbolt, calculado)"}
	}
	return figure.Text{EN: name + ", cold (computed, not measured)", PT: name + ", frio (calculado)"}
}

// overP is an empty panel over P of method 2.
func overP(label figure.Text) figure.CurvePanel {
	p := figure.CurvePanel{
		XLabel: figure.Text{EN: "P, the share of absent words that the filter lets through", PT: "P, a fração de palavras ausentes que o filtro admite"},
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
func (r reader) page(l figure.Lang, panel figure.CurvePanel, note figure.Text) (figure.CurvesOf, error) {
	means := figure.Text{EN: "20 %% trimmed means of wall time", PT: "médias aparadas a 20%% do tempo de relógio"}
	return figure.CurvesOf{Caption: r.caption(l, means), Note: note, Panels: []figure.CurvePanel{panel}}.
		Or("the run has no times of words with and without a hash area")
}

// pays draws the time of a word on every store, with a hash area and without.
func pays(s *report.Summary, l figure.Lang) (figure.CurvesOf, error) {
	r := reader{&claim.Data{Summary: s}}
	panel := overP(figure.Text{EN: "Time per word (µs)", PT: "Tempo por palavra (µs)"})
	for i, d := range r.expensiveStores() {
		curve, plain := r.with(i, d), figure.Curve{Look: figure.Look{Nth: i, Dashes: []vg.Length{4, 2.5}, Bare: true}}
		if len(curve.X) > 0 {
			level, _ := r.without(d)
			plain.Add(1, figure.CurvePoint{Value: level})
			plain.Add(halvings, figure.CurvePoint{Value: level})
		}
		panel.Add(curve, plain)
	}
	return r.page(l, panel, figure.Text{
		EN: "Solid lines: with a filter, which Bloom calls a hash area. Dashed lines of the same colour: without it. A filter saves time if its solid line is below the dashed line.",
		PT: "Linhas contínuas: com um filtro, que Bloom chama de área de hash. Tracejadas, da mesma cor: sem ele. Um filtro economiza tempo se a linha contínua está abaixo da tracejada.",
	})
}

// ratios draws the same as a multiple of the time without.
func ratios(s *report.Summary, l figure.Lang) (figure.CurvesOf, error) {
	r := reader{&claim.Data{Summary: s}}
	panel := overP(figure.Text{EN: "Time with / without", PT: "Tempo com / sem"})
	panel.Level, panel.LevelLabel = 1, figure.Text{EN: "without a hash area", PT: "sem área de hash"}
	for i, d := range r.expensiveStores() {
		curve := r.with(i, d)
		level, _ := r.without(d)
		for j, y := range curve.Points {
			curve.Points[j] = figure.CurvePoint{Value: y.Value / level}
		}
		panel.Add(curve)
	}
	return r.page(l, panel, figure.Text{
		EN: "Bloom's method 2. A tenth of the words are exceptions, which are always looked up, so no ratio is below 1/10 in front of an expensive store.",
		PT: "Método 2 de Bloom. Um décimo das palavras são exceções, sempre consultadas; por isso a razão não fica abaixo de 1/10 diante de um armazenamento caro.",
	})
}

// savedByArea is the paper's figure: what is saved against the hash area.
func savedByArea(s *report.Summary, l figure.Lang) (figure.CurvesOf, error) {
	c := counted(&claim.Data{Summary: s})
	r := reader{c.Data}
	if c.keys == 0 {
		return figure.CurvesOf{}, figure.NoData("the run has no accesses")
	}
	const percent = 100
	panel := figure.CurvePanel{
		XLabel: figure.Text{EN: "Hash area (bits per key)", PT: "Área de hash (bits por chave)"},
		YLabel: figure.Text{EN: "Accesses saved (%)", PT: "Acessos evitados (%)"},
		From:   1, To: 10.5, Low: 40, High: 92,
		Level: percent * c.negatives(), LevelLabel: figure.Text{EN: "all unnecessary ones", PT: "todos os desnecessários"},
	}
	most := 0.0
	measured := func(look figure.Look, name string, label figure.Text, rates []axis.Rate) {
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
	measured(figure.Look{}, method2, figure.Text{EN: "method 2 (bits)", PT: "método 2 (bits)"}, table)
	measured(figure.Look{Nth: 1}, method1, figure.Text{EN: "method 1 (coded cells)", PT: "método 1 (células codificadas)"}, table)
	measured(figure.Look{Nth: 2, Loose: true}, rocksdb, figure.Text{EN: "RocksDB's bits per key", PT: "bits por chave do RocksDB"}, rocks)
	if len(panel.Curves) == 0 {
		return figure.CurvesOf{}, figure.NoData("the run has no accesses with a hash area")
	}
	dashed := figure.Look{Nth: 6, Dashes: []vg.Length{2, 2}, Bare: true}
	theory := figure.Curve{Label: figure.Text{EN: "0.9·(1 − P), P = 2^(−m·ln 2/n)", PT: "0,9·(1 − P), P = 2^(−m·ln 2/n)"}, Look: dashed}
	for x := tableBits; x <= most; x += 0.1 {
		theory.Add(x, figure.CurvePoint{Value: percent * c.negatives() * (1 - math.Exp2(-x*math.Ln2))})
	}
	panel.Curves = append(panel.Curves, theory)
	return figure.CurvesOf{
		Caption: r.caption(l, figure.Text{EN: "means", PT: "médias"}),
		Note: figure.Text{
			EN: "%s keys in a dictionary of %s words; accesses counted at the store. Error-free hashing takes 40 bits per key: cells of 20 bits, half of them empty.",
			PT: "%s chaves em um dicionário de %s palavras; acessos contados no armazenamento. Hashing sem erros ocupa 40 bits por chave: células de 20 bits, metade vazias.",
		}.WithCounts(c.keys, c.all),
		Panels: []figure.CurvePanel{panel},
	}, nil
}
