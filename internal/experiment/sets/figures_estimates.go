package sets

import (
	"cmp"
	"fmt"
	"math"
	"strconv"

	"gonum.org/v1/gonum/stat"

	"hyphbench/internal/axis"
	bloomfilters "hyphbench/internal/filter/bloom"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
)

// shown is an estimate as the figure draws it.
type shown struct {
	metric runfolder.Metric
	label  figure.Text
}

func estimatesShown() []shown {
	return []shown{
		{SizeRatio, figure.Text{EN: "size", PT: "tamanho"}},
		{UnionRatio, figure.Text{EN: "union", PT: "união"}},
		{CommonRatio, figure.Text{EN: "intersection", PT: "interseção"}},
	}
}

// deviations are those by theory of the estimates shown, as shares of the true numbers in per
// cent. The variance of an intersection is that of the union and of both sets with it.
func deviations(n, load int, shared float64) []float64 {
	m, k := bloomfilters.StandardSize(max(1, n*100/load), epsilon)
	scatter := bloomfilters.Scattered(m, k)
	variance := func(n float64) float64 { return math.Pow(scatter.Deviation(n), 2) }
	size, common := float64(n), math.Max(1, math.Round(shared*float64(n)))
	union := 2*size - common
	of := func(variance, truth float64) float64 { return 100 * math.Sqrt(variance) / truth }
	return []float64{
		of(variance(size), size), of(variance(union), union),
		of(variance(union)+2*variance(common)-2*variance(size), common),
	}
}

// spread is the relative root mean square error of an estimate, in per cent.
func spread(c claim.Cell) (figure.CurvePoint, bool) {
	list := c.Values()
	if len(list) < 2 {
		return figure.CurvePoint{}, false
	}
	squares := make([]float64, len(list))
	for i, v := range list {
		squares[i] = (v - 1) * (v - 1)
	}
	mean, sd := stat.MeanStdDev(squares, nil)
	root := math.Sqrt(mean)
	half := 1.96 * sd / math.Sqrt(float64(len(list))) / (2 * root) // of the root
	return figure.CurvePoint{Value: 100 * root, Half: 100 * half}, root > 0
}

// estimateCurves has the errors over the size of the sets and over the share in common.
func estimateCurves(d *claim.Data, l figure.Lang) (figure.CurvesOf, error) {
	stands := func(a axis.Named) axis.Place { return axis.Place{Axis: a.AxisName(), Text: d.Meta.Parameters[held(a)]} }
	n, err1 := strconv.Atoi(stands(N).Text)
	load, err2 := strconv.Atoi(stands(Load).Text)
	shared, err3 := strconv.ParseFloat(stands(Shared).Text, 64)
	if err := cmp.Or(err1, err2, err3); err != nil {
		return figure.CurvesOf{}, none(SizeRatio)
	}
	of := figure.CurvesOf{Caption: caption(d, l), Note: figure.Textf(
		"Root mean square of the relative errors; filters of ε = 1 %% with %d %% of the keys that they are made for.",
		"Raiz da média dos quadrados dos erros relativos; filtros de ε = 1%% com %d%% das chaves previstas.", load)}
	panel := func(a, other axis.Named, label figure.Text, name func(string) string, theory func(value string) []float64) {
		at := valuesOn(d, bloom, SizeRatio, a, stands(Load), stands(other))
		if len(at) < 2 {
			return
		}
		p := figure.CurvePanel{XLabel: label, YLabel: figure.Text{EN: "Relative error (%)", PT: "Erro relativo (%)"}, From: 1, To: float64(len(at)), Log: true}
		for _, v := range at {
			p.Names = append(p.Names, name(v))
		}
		for i, e := range estimatesShown() {
			measured := curve(e.label, figure.Look{Nth: i}, numbers(len(at)), func(j int) (figure.CurvePoint, bool) {
				return spread(d.Cell(bloom, e.metric, stands(Load), stands(other), axis.Place{Axis: a.AxisName(), Text: at[j]}))
			})
			measured.Metric = e.metric
			byTheory := figure.Text{}
			if i == len(estimatesShown())-1 {
				byTheory = figure.Text{EN: "by theory", PT: "pela teoria"}
			}
			p.Curves = append(p.Curves, measured, curve(byTheory, figure.Look{Nth: i}.Theory(4, 2.5), numbers(len(at)), func(j int) (figure.CurvePoint, bool) {
				return figure.CurvePoint{Value: theory(at[j])[i]}, true
			}))
		}
		of.Panels = append(of.Panels, p)
	}
	panel(N, Shared, figure.Text{
		EN: fmt.Sprintf("keys of each of two sets, %s of them in both", percent(stands(Shared).Text, figure.English)),
		PT: fmt.Sprintf("chaves de cada um de dois conjuntos, %s delas em ambos", percent(stands(Shared).Text, figure.Portuguese)),
	}, func(value string) string { n, _ := strconv.Atoi(value); return figure.Count(n, l) }, func(value string) []float64 {
		n, _ := strconv.Atoi(value)
		return deviations(n, load, shared)
	})
	panel(Shared, N, figure.Text{
		EN: "share of keys in both sets, of %s in each", PT: "fração das chaves em ambos os conjuntos, de %s em cada",
	}.WithCounts(n), func(value string) string { return percent(value, l) }, func(value string) []float64 {
		shared, _ := strconv.ParseFloat(value, 64)
		return deviations(n, load, shared)
	})
	if len(of.Panels) == 0 {
		return figure.CurvesOf{}, none(SizeRatio)
	}
	return of, nil
}
