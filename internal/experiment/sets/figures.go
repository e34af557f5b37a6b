package sets

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"gonum.org/v1/plot/vg"

	"hyphbench/internal/report"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
)

// figures are those of a run, in the order of display.
func figures(*runfolder.Meta) []figure.Figure {
	return []figure.Figure{
		figure.Curves("sets-estimates", figure.Text{
			EN: "Relative error of the sizes that are estimated from the bits of Bloom filters, and by theory",
			PT: "Erro relativo dos tamanhos estimados pelos bits de Bloom filters, e pela teoria",
		}, estimateCurves),
		figure.Curves("sets-many", figure.Text{
			EN: "Which of many sets has a word: time and bits, by the number of sets",
			PT: "Qual de muitos conjuntos tem a palavra: tempo e bits, por número de conjuntos",
		}, manyCurves),
		figure.Curves("sets-order", figure.Text{
			EN: "Negatives that seem to be in each of eight sets, and keys that are given another set",
			PT: "Estranhos que parecem estar em cada um de oito conjuntos, e chaves que recebem outro conjunto",
		}, orderCurves),
		figure.Curves("sets-threshold", figure.Text{
			EN: "Rate of a counting filter that is asked for counts of a threshold or more, over k",
			PT: "Razão de um filtro com contadores consultado por contagens a partir de um limiar, por k",
		}, thresholdCurves),
		figure.Curves("sets-zone", figure.Text{
			EN: "False positives beyond the zone that is free of them: the EGH filter with more elements than it is made for",
			PT: "Falsos positivos além da zona livre deles: o filtro EGH com mais elementos que os previstos",
		}, zoneCurves),
		figure.Curves("sets-novelty", figure.Text{
			EN: "Graded answers: novelty of seen words with some of their letters replaced",
			PT: "Respostas graduadas: novidade de palavras vistas com algumas letras trocadas",
		}, noveltyCurves),
	}
}

// reader finds the points of curves in a run.
type reader struct{ *claim.Data }

func newReader(s *report.Summary) reader { return reader{&claim.Data{Summary: s}} }

// mean is that of a cell with the half-width of its interval, times a factor. A mean of
// 0 or below has no place on a logarithmic scale.
func (r reader) mean(filter string, m runfolder.Metric, at runfolder.Point, factor float64) (figure.CurvePoint, bool) {
	return figure.MeanPoint(values(r.Data, filter, m, at), factor)
}

// curve is drawn through the points of an axis where of finds one.
func curve(label figure.Text, look figure.Look, xs []float64, of func(i int) (figure.CurvePoint, bool)) figure.Curve {
	c := figure.Curve{Label: label, Look: look}
	for i, x := range xs {
		if p, ok := of(i); ok {
			c.X, c.Points = append(c.X, x), append(c.Points, p)
		}
	}
	return c
}

// positive keeps what a logarithmic scale has a place for.
func positive(p figure.CurvePoint, ok bool) (figure.CurvePoint, bool) { return above(0, p, ok) }

// above keeps what is more than a number, below which a theory says more than a run sees.
func above(least float64, p figure.CurvePoint, ok bool) (figure.CurvePoint, bool) {
	return p, ok && p.Value > least
}

// dashed is the look of a theory beside what is measured.
func dashed(nth int) figure.Look {
	return figure.Look{Nth: nth, Dashes: []vg.Length{4, 2.5}, Bare: true}
}

// numbers are the places 1, 2, … of so many values on an axis.
func numbers(n int) (list []float64) {
	for i := range n {
		list = append(list, float64(i+1))
	}
	return list
}

// valuesOn are the values of an axis at which a filter has a metric, off the other axes
// but those held, ascending.
func (r reader) valuesOn(filter string, m runfolder.Metric, name string, held on) (list []string) {
	names := []string{name}
	for other := range held {
		names = append(names, other)
	}
	i := slices.Index(axes(), name)
	for _, p := range placesOf(r.Data, filter, m, names...) {
		there := true
		for other, value := range held {
			there = there && p.Value(slices.Index(axes(), other)) == value
		}
		if there {
			list = append(list, p.Value(i))
		}
	}
	slices.SortFunc(list, func(a, b string) int {
		v, _ := strconv.ParseFloat(a, 64) // of the run's own values
		w, _ := strconv.ParseFloat(b, 64)
		return cmp.Compare(v, w)
	})
	return list
}

// none is the error of a figure without its measurements.
func none(m runfolder.Metric) error {
	return figure.NoData(fmt.Sprintf("the run has no measurement of %q at two places", m))
}

// caption says what the points are.
func (r reader) caption(l figure.Lang) string {
	return fmt.Sprintf(figure.Text{
		EN: "means over %d hash functions; 95 %% intervals where they are larger than the points",
		PT: "médias de %d funções de hash; intervalos de 95%% onde são maiores que os pontos",
	}.In(l), r.Meta.Reps)
}

// percent writes shares of an axis in per cent.
func percent(shares []string, l figure.Lang) (list []string) {
	for _, s := range shares {
		v, _ := strconv.ParseFloat(s, 64)
		list = append(list, strconv.FormatFloat(100*v, 'g', 3, 64)+figure.Text{EN: " %", PT: "%"}.In(l))
	}
	return list
}
