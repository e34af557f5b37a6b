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
	metric   runfolder.Metric
	label    figure.Text
	variance func(of func(n float64) float64, n, common float64) float64 // by that of a size
	truth    func(n, common float64) float64
}

func estimatesShown() []shown {
	return []shown{
		{SizeRatio, figure.Text{EN: "size", PT: "tamanho"},
			func(of func(float64) float64, n, _ float64) float64 { return of(n) },
			func(n, _ float64) float64 { return n }},
		{UnionRatio, figure.Text{EN: "union", PT: "união"},
			func(of func(float64) float64, n, common float64) float64 { return of(2*n - common) },
			func(n, common float64) float64 { return 2*n - common }},
		{CommonRatio, figure.Text{EN: "intersection", PT: "interseção"},
			func(of func(float64) float64, n, common float64) float64 {
				return of(2*n-common) + 2*of(common) - 2*of(n)
			},
			func(_, common float64) float64 { return common }},
	}
}

// deviation is the relative standard deviation by theory, in per cent.
func (s shown) deviation(n, load int, shared float64) float64 {
	m, k := bloomfilters.StandardSize(max(1, n*100/load), epsilon)
	scatter := bloomfilters.Scattered(m, k)
	variance := func(n float64) float64 { return math.Pow(scatter.Deviation(n), 2) }
	common := math.Max(1, math.Round(shared*float64(n)))
	return 100 * math.Sqrt(s.variance(variance, float64(n), common)) / s.truth(float64(n), common)
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
	half := 1.96 * stat.StdErr(sd, float64(len(list))) / (2 * root) // of the root
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
	panel := func(a, other axis.Named, label figure.Text, names func([]string) []string, deviation func(of shown, value string) float64) (figure.CurvePanel, bool) {
		at := valuesOn(d, bloom, SizeRatio, a, stands(Load), stands(other))
		p := figure.CurvePanel{XLabel: label, YLabel: figure.Text{EN: "Relative error (%)", PT: "Erro relativo (%)"}, From: 1, To: float64(len(at)), Names: names(at), Log: true}
		for i, of := range estimatesShown() {
			measured := curve(of.label, figure.Look{Nth: i}, numbers(len(at)), func(j int) (figure.CurvePoint, bool) {
				return spread(d.Cell(bloom, of.metric, stands(Load), stands(other), axis.Place{Axis: a.AxisName(), Text: at[j]}))
			})
			measured.Metric = of.metric
			byTheory := figure.Text{}
			if i == len(estimatesShown())-1 {
				byTheory = figure.Text{EN: "by theory", PT: "pela teoria"}
			}
			p.Curves = append(p.Curves, measured, curve(byTheory, figure.Look{Nth: i}.Theory(4, 2.5), numbers(len(at)), func(j int) (figure.CurvePoint, bool) {
				return figure.CurvePoint{Value: deviation(of, at[j])}, true
			}))
		}
		return p, len(at) >= 2
	}
	grouped := func(list []string) (names []string) {
		for _, v := range list {
			n, _ := strconv.Atoi(v)
			names = append(names, figure.Count(n, l))
		}
		return names
	}
	bySize, ok1 := panel(N, Shared, figure.Text{
		EN: fmt.Sprintf("keys of each of two sets, %s of them in both", percent([]string{stands(Shared).Text}, figure.English)[0]),
		PT: fmt.Sprintf("chaves de cada um de dois conjuntos, %s delas em ambos", percent([]string{stands(Shared).Text}, figure.Portuguese)[0]),
	}, grouped, func(of shown, value string) float64 {
		n, _ := strconv.Atoi(value)
		return of.deviation(n, load, shared)
	})
	byShare, ok2 := panel(Shared, N, figure.Text{
		EN: "share of keys in both sets, of %s in each", PT: "fração das chaves em ambos os conjuntos, de %s em cada",
	}.WithCounts(n), func(list []string) []string { return percent(list, l) }, func(of shown, value string) float64 {
		shared, _ := strconv.ParseFloat(value, 64)
		return of.deviation(n, load, shared)
	})
	of := figure.CurvesOf{Caption: caption(d, l), Note: figure.Textf(
		"Root mean square of the relative errors; filters of ε = 1 %% with %d %% of the keys that they are made for.",
		"Raiz da média dos quadrados dos erros relativos; filtros de ε = 1%% com %d%% das chaves previstas.", load)}
	for _, p := range []struct {
		figure.CurvePanel
		ok bool
	}{{bySize, ok1}, {byShare, ok2}} {
		if p.ok {
			of.Panels = append(of.Panels, p.CurvePanel)
		}
	}
	if len(of.Panels) == 0 {
		return figure.CurvesOf{}, none(SizeRatio)
	}
	return of, nil
}
