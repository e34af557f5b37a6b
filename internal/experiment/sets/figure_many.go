package sets

import (
	"slices"
	"strconv"

	"hyphbench/internal/metric"
	"hyphbench/internal/report"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// manyCurves has the time of a query and the bits per key over the number of sets.
func manyCurves(s *report.Summary, l figure.Lang) (figure.CurvesOf, error) {
	r := newReader(s)
	at := r.valuesOn(separate, BitsPerKey, axisSets, nil)
	if len(at) < 2 {
		return figure.CurvesOf{}, none(BitsPerKey)
	}
	last := float64(len(at))
	names := slices.Clone(at)
	if _, has := r.mean(separate, BitsPerKey, "", 1); has {
		last++
		names = append(names, figure.Text{EN: "languages", PT: "idiomas"}.In(l))
	}
	panel := func(label figure.Text, of func(name string, at runfolder.Point) (figure.CurvePoint, bool)) figure.CurvePanel {
		p := figure.CurvePanel{
			XLabel: figure.Text{EN: "number of sets, of 500 keys each, and the installed languages with exceptions", PT: "número de conjuntos, de 500 chaves cada, e os idiomas instalados com exceções"},
			YLabel: label, From: 1, To: last, Names: names, Log: true,
		}
		for i, name := range classifiers() {
			p.Curves = append(p.Curves, curve(figure.StructureText(s, name), figure.Look{Nth: i}, numbers(len(at)), func(j int) (figure.CurvePoint, bool) {
				return positive(of(name, on{axisSets: at[j]}.point()))
			}), curve(figure.Text{}, figure.Look{Nth: i, Loose: true}, []float64{last}, func(int) (figure.CurvePoint, bool) {
				return positive(of(name, ""))
			}))
		}
		return p
	}
	time := panel(figure.Text{EN: "Time of a query (ns)", PT: "Tempo de uma consulta (ns)"}, func(name string, at runfolder.Point) (figure.CurvePoint, bool) {
		e, err := stats.TrimmedEstimate(values(r.Data, name, metric.Query, at))
		if err != nil {
			return figure.CurvePoint{}, false
		}
		return figure.PointOf(e, 1), true
	})
	bits := panel(figure.Text{EN: "Bits per key", PT: "Bits por chave"}, func(name string, at runfolder.Point) (figure.CurvePoint, bool) {
		return r.mean(name, BitsPerKey, at, 1)
	})
	return figure.CurvesOf{
		Panels: []figure.CurvePanel{time, bits}, Caption: r.caption(l),
		Note: figure.Text{
			EN: "Each set at ε = 1 %. A tenth of the queries are keys. Times are 20 % trimmed means.",
			PT: "Cada conjunto com ε = 1%. Um décimo das consultas são chaves. Tempos são médias aparadas a 20%.",
		},
	}, nil
}

// orderCurves has the rates of the eight sets by their order.
func orderCurves(s *report.Summary, l figure.Lang) (figure.CurvesOf, error) {
	r := newReader(s)
	if len(r.valuesOn(spatial, Rate, axisSet, nil)) < 2 {
		return figure.CurvesOf{}, none(Rate)
	}
	panel := func(name string, label figure.Text, nth int) figure.CurvePanel {
		p := figure.CurvePanel{XLabel: label, YLabel: figure.Text{EN: "Share (%)", PT: "Fração (%)"}, From: 1, To: orderedSets, Log: true}
		for _, c := range []struct {
			metric runfolder.Metric
			label  figure.Text
			look   figure.Look
		}{
			{Rate, figure.Text{EN: "negatives in the set", PT: "estranhos no conjunto"}, figure.Look{Nth: nth}},
			{metric.FPRTheory, figure.Text{EN: "by theory", PT: "pela teoria"}, dashed(nth)},
			{WrongSets, figure.Text{EN: "its keys with another set too, or in its place", PT: "suas chaves com outro conjunto, também ou em seu lugar"}, figure.Look{Nth: 2}},
		} {
			p.Curves = append(p.Curves, curve(c.label, c.look, numbers(orderedSets), func(i int) (figure.CurvePoint, bool) {
				const least = 1e-4 // per cent: two in a hundred rounds
				p, ok := r.mean(name, c.metric, on{axisSet: strconv.Itoa(i + 1)}.point(), 100)
				return above(least, p, ok)
			}))
		}
		return p
	}
	return figure.CurvesOf{
		Panels: []figure.CurvePanel{
			panel(spatial, figure.Text{EN: "set of a spatial Bloom filter, in the order of insertion", PT: "conjunto de um Bloom filter espacial, na ordem de inserção"}, 0),
			panel(attenuated, figure.Text{EN: "level of an attenuated Bloom filter, each of twice the keys of the one before", PT: "nível de um Bloom filter atenuado, cada um com o dobro de chaves do anterior"}, 0),
		},
		Caption: r.caption(l), Note: figure.Text{EN: "Without a point none was seen, or fewer than the scale has.", PT: "Sem ponto nenhum foi visto, ou menos do que cabe na escala."},
	}, nil
}
