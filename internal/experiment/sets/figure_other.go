package sets

import (
	"fmt"
	"strconv"

	"hyphbench/internal/metric"
	"hyphbench/internal/report"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
)

// thresholdCurves has the rates of each threshold over k, with their theory.
func thresholdCurves(s *report.Summary, l figure.Lang) (figure.CurvesOf, error) {
	r := newReader(s)
	p := figure.CurvePanel{
		XLabel: figure.Text{EN: "k, the counters of a key; four counters a key", PT: "k, os contadores de uma chave; quatro contadores por chave"},
		YLabel: figure.Text{EN: "False-positive rate (%)", PT: "Razão de falsos positivos (%)"}, From: 1, To: probesMost, Log: true,
	}
	for least := 1; least <= thresholdMost; least++ {
		name := thresholdName(least)
		of := func(m runfolder.Metric) func(int) (figure.CurvePoint, bool) {
			return func(i int) (figure.CurvePoint, bool) {
				return positive(r.mean(name, m, on{axisK: strconv.Itoa(i + 1)}.point(), 100))
			}
		}
		theory := figure.Text{}
		if least == thresholdMost {
			theory = figure.Text{EN: "by theory", PT: "pela teoria"}
		}
		measured := curve(figure.Text{EN: fmt.Sprintf("counts of %d or more", least), PT: fmt.Sprintf("contagens a partir de %d", least)}, figure.Look{Nth: least - 1}, numbers(probesMost), of(Rate))
		measured.Metric = Rate
		p.Curves = append(p.Curves, measured, curve(theory, dashed(least-1), numbers(probesMost), of(metric.FPRTheory)))
	}
	if len(p.Curves[0].X) < 2 {
		return figure.CurvesOf{}, none(Rate)
	}
	return figure.CurvesOf{Panels: []figure.CurvePanel{p}, Caption: r.caption(l)}, nil
}

// zoneCurves has the rates of an EGH filter over its elements.
func zoneCurves(s *report.Summary, l figure.Lang) (figure.CurvesOf, error) {
	r := newReader(s)
	loads := zoneLoads()
	p := figure.CurvePanel{
		XLabel: figure.Text{
			EN: fmt.Sprintf("elements of %s numbers; it is made for %d", figure.Count(zoneUniverse, l), zoneElements),
			PT: fmt.Sprintf("elementos de %s números; é feito para %d", figure.Count(zoneUniverse, l), zoneElements),
		},
		YLabel: figure.Text{EN: "Numbers admitted wrongly (%)", PT: "Números admitidos por engano (%)"}, From: 1, To: float64(len(loads)), Log: true,
	}
	for i, load := range loads {
		p.Names = append(p.Names, figure.Count(load*zoneElements/100, l))
		if load == 100 {
			p.Marks = []figure.Mark{{X: float64(i + 1), Name: fmt.Sprintf("d = %d", zoneElements)}}
		}
	}
	of := func(m runfolder.Metric) func(int) (figure.CurvePoint, bool) {
		return func(i int) (figure.CurvePoint, bool) {
			const least = 1e-6 // per cent: one number in a thousand universes
			p, ok := r.mean(egh, m, loadAt(loads[i]), 100)
			return above(least, p, ok)
		}
	}
	measured := curve(figure.Text{EN: "measured over all numbers", PT: "medido sobre todos os números"}, figure.Look{}, numbers(len(loads)), of(Rate))
	measured.Metric = Rate
	if len(measured.X) < 2 {
		return figure.CurvesOf{}, none(Rate)
	}
	p.Curves = []figure.Curve{measured, curve(figure.Text{EN: "by theory", PT: "pela teoria"}, dashed(0), numbers(len(loads)), of(metric.FPRTheory))}
	return figure.CurvesOf{Panels: []figure.CurvePanel{p}, Caption: r.caption(l), Note: figure.Text{
		EN: "Without a point none was admitted.", PT: "Sem ponto nenhum foi admitido.",
	}}, nil
}

// noveltyCurves has the novelty of edited words by a fly's filter and by a Bloom filter.
func noveltyCurves(s *report.Summary, l figure.Lang) (figure.CurvesOf, error) {
	r := newReader(s)
	p := figure.CurvePanel{
		XLabel: figure.Text{EN: "letters of a seen word that are replaced", PT: "letras trocadas de uma palavra vista"},
		YLabel: figure.Text{EN: "Novelty (%)", PT: "Novidade (%)"}, From: 0, To: editsMost, Low: 0, High: 105,
	}
	for i, name := range []string{fly, bloom} {
		c := figure.Curve{Label: figure.StructureText(s, name), Look: figure.Look{Nth: i}, Metric: NoveltyMean}
		for edits := range editsMost + 1 {
			if y, ok := r.mean(name, NoveltyMean, editsAt(edits), 100); ok {
				c.X, c.Points = append(c.X, float64(edits)), append(c.Points, y)
			}
		}
		p.Curves = append(p.Curves, c)
	}
	if len(p.Curves[0].X) < 2 {
		return figure.CurvesOf{}, none(NoveltyMean)
	}
	if unseen, ok := r.mean(fly, Unseen, "", 100); ok {
		p.Level, p.LevelLabel = unseen.Value, figure.Text{EN: "words never seen, by the fly's filter", PT: "palavras nunca vistas, pelo filtro da mosca"}
	}
	return figure.CurvesOf{Panels: []figure.CurvePanel{p}, Caption: r.caption(l), Note: figure.Text{
		EN: fmt.Sprintf("%d exceptions of American English were seen; both filters have the same bits.", seenWords),
		PT: fmt.Sprintf("%d exceções do inglês americano foram vistas; os dois filtros têm os mesmos bits.", seenWords),
	}}, nil
}
