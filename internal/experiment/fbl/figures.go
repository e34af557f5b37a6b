package fbl

import (
	"fmt"
	"math"
	"strconv"

	"gonum.org/v1/plot/vg"

	"hyphbench/internal/filter/linear"
	"hyphbench/internal/report"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
)

// figures are those of the paper's evaluation, by its numbers.
func figures(*runfolder.Meta) []figure.Figure {
	return []figure.Figure{figure4(), figure5a(), figure5b(), figure5c(), figure5d(), figure6a(), figure6b()}
}

// newFigure is a figure of the evaluation. Its panels are curves over b or k.
func newFigure(id string, title, note figure.Text, panels func(*curves) []figure.CurvePanel) figure.Figure {
	title = figure.Text{EN: "Figure " + id + ": " + title.EN, PT: "Figura " + id + ": " + title.PT}
	return figure.Curves(id, title, func(s *report.Summary, l figure.Lang) (figure.CurvesOf, error) {
		p := &curves{numbers: newNumbers(s)}
		of := figure.CurvesOf{Note: note, Caption: p.caption(id, l), Panels: panels(p)}
		if p.missing != "" {
			return of, figure.NoData(p.missing)
		}
		return of, nil
	})
}

// curves makes curves of the numbers of a run.
type curves struct{ *numbers }

// curve collects the points of one curve and skips those that the run lacks,
// which are out of reach. A curve without points is missing data.
func (p *curves) curve(label figure.Text, look figure.Look, xs []int, at func(x int) key) figure.Curve {
	c := figure.Curve{Label: label, Look: look, Metric: at(xs[0]).metric}
	for _, x := range xs {
		if e, ok := p.find(at(x)); ok {
			half := e.CI().High - e.Value
			if math.IsNaN(half) { // few iterations have no standard error
				half = 0
			}
			c.X, c.Points = append(c.X, float64(x)), append(c.Points, figure.CurvePoint{Value: e.Value, Half: half})
		}
	}
	if len(c.X) == 0 && p.missing == "" {
		p.missing = fmt.Sprintf("the run has no measurement of %q for %s", at(xs[0]).metric, label.EN)
	}
	return c
}

// overB are the curves of a metric over b at k = 7, one for each n, under the
// paper's quantisation.
func (p *curves) overB(metric runfolder.Metric) []figure.Curve {
	return p.byN(metric, widths(), func(x int) (b, k int) { return x, paperK })
}

// overK are those over k at b = 8.
func (p *curves) overK(metric runfolder.Metric) []figure.Curve {
	return p.byN(metric, hashes(), func(x int) (b, k int) { return paperB, x })
}

func (p *curves) byN(metric runfolder.Metric, xs []int, at func(x int) (b, k int)) []figure.Curve {
	var list []figure.Curve
	for i, n := range elements() {
		label := fmt.Sprintf("n = %d", n)
		list = append(list, p.curve(figure.Text{EN: label, PT: label}, figure.Look{Nth: i}, xs, func(x int) key {
			b, k := at(x)
			return key{metric: metric, n: n, b: b, k: k, quantisation: linear.Floor.String()}
		}))
	}
	return list
}

// other is the curve of a metric over b for n = 70 under another quantisation.
func (p *curves) other(metric runfolder.Metric, q linear.Quantisation, label figure.Text, look figure.Look) figure.Curve {
	return p.curve(label, look, widths(), func(b int) key {
		return key{metric: metric, n: largestN, b: b, k: paperK, quantisation: q.String()}
	})
}

// others are those under rounding and ceiling.
func (p *curves) others(metric runfolder.Metric) []figure.Curve {
	return []figure.Curve{
		p.other(metric, linear.Round, figure.Text{EN: "n = 70, rounded", PT: "n = 70, arredondado"}, figure.Look{Nth: 6, Dashes: []vg.Length{1.5, 2}, Bare: true}),
		p.other(metric, linear.Ceiling, figure.Text{EN: "n = 70, rounded up", PT: "n = 70, para cima"}, figure.Look{Nth: 6, Dashes: []vg.Length{5, 2.5}, Bare: true}),
	}
}

func widths() []int { return span(1, largestB) }
func hashes() []int { return span(2, largestK) }

func span(low, high int) []int {
	var list []int
	for i := low; i <= high; i++ {
		list = append(list, i)
	}
	return list
}

// caption says what the numbers are means of: iterations, or repetitions of
// Figure 4.
func (p *curves) caption(id string, l figure.Lang) string {
	n, what := p.iterations, figure.Text{EN: "iterations", PT: "iterações"}
	if id == "4" {
		n, what = p.repetitions, figure.Text{EN: "repetitions", PT: "repetições"}
	}
	bits, _ := strconv.Atoi(p.summary.Meta.Parameters["bits"]) // written by the experiment
	return fmt.Sprintf(figure.Text{
		EN: "%s bits in all; means over %s %s, seed %d; 95 %% intervals where they are larger than the points",
		PT: "%s bits ao todo; médias de %s %s, semente %d; intervalos de 95%% onde são maiores que os pontos",
	}.In(l), figure.Count(bits, l), figure.Count(n, l), what.In(l), p.summary.Meta.Seed)
}

// Texts that several of the figures share.
func bitsPerCell() figure.Text {
	return figure.Text{EN: "bits in a cell, b", PT: "bits por célula, b"}
}
func hashCount() figure.Text {
	return figure.Text{EN: "hash functions, k", PT: "funções de hash, k"}
}

func quantisedDown() figure.Text {
	return figure.Text{
		EN: "c rounded down to b bits, as in the paper's Algorithm 2.",
		PT: "c truncado a b bits, como no Algoritmo 2 do artigo.",
	}
}
