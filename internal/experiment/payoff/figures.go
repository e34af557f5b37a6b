package payoff

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"hyphbench/internal/axis"
	"hyphbench/internal/report"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
)

// figures are those of a run, in the order of display.
func figures(m *runfolder.Meta) []figure.Figure {
	return []figure.Figure{
		figure.Curves("cost", figure.Text{
			EN: "What a query for a negative costs, by the time of a lookup that finds nothing",
			PT: "Quanto custa uma consulta por um negativo, pelo tempo de uma busca que nada encontra",
		}, costs),
		figure.Regions("cheapest", figure.Text{
			EN: "The cheapest structure, by keys and by the time of a lookup that finds nothing",
			PT: "A estrutura mais barata, por chaves e pelo tempo de uma busca que nada encontra",
		}, cheapest),
		repetition(m),
	}
}

// withoutFilter names that choice in a figure.
func withoutFilter() figure.Text { return figure.Text{EN: "no filter", PT: "sem filtro"} }

// Ends of the times of a miss that figures show, in ns.
const (
	shortestMiss = 1
	longestMiss  = 1e7
)

func missLabel() figure.Text {
	return figure.Text{EN: "Time of a lookup that finds nothing (ns)", PT: "Tempo de uma busca que nada encontra (ns)"}
}

// costs reads the lines of the measured structures at the largest number of keys with
// which stores were filled, and the totals before the stores.
func costs(s *report.Summary, l figure.Lang) (figure.CurvesOf, error) {
	r := &read{Summary: s}
	n := r.stored()
	lines := []line{{name: withoutFilter(), look: figure.Look{Nth: 7}.Dashed(1), at: func(miss float64) float64 { return miss }}}
	names := r.measured()
	for _, name := range names {
		if filters := r.negatives(name, n); len(filters) > 0 {
			lines = append(lines, line{figure.Text{EN: name, PT: name}, figure.LookOf(s, name).Dashed(len(lines) - 1), func(miss float64) float64 { return least(filters, miss) }})
		}
	}
	if len(lines) < 2 {
		return figure.CurvesOf{}, figure.NoData("the run has no time of a filter alone with its rate")
	}
	panel := figure.CurvePanel{
		XLabel: missLabel(), YLabel: figure.Text{EN: "Mean time of a query (ns)", PT: "Tempo médio de uma consulta (ns)"},
		From: shortestMiss, To: longestMiss, LogX: true, Log: true, Foot: cheapestAlong(lines),
	}
	for _, line := range lines {
		curve := figure.Curve{Label: line.name, Look: line.look, Metric: Total}
		for i := range missSteps + 1 {
			curve.Line = append(curve.Line, figure.XY{X: missAt(i), Y: line.at(missAt(i))})
		}
		panel.Curves = append(panel.Curves, curve)
	}
	loop, _ := r.loop(n)
	for _, st := range r.misses(n) {
		panel.Marks = append(panel.Marks, figure.Mark{X: st.miss, Name: st.name})
		for i, line := range lines {
			name := line.name.EN
			if i == 0 {
				name = none
			}
			if total, ok := r.leastTotal(name, st.name, n); ok && total > loop {
				c := &panel.Curves[i]
				c.X, c.Points = append(c.X, st.miss), append(c.Points, figure.CurvePoint{Value: total - loop})
			}
		}
	}
	return figure.CurvesOf{Panels: []figure.CurvePanel{panel}, Cells: r.cells, Note: figure.Text{
		EN: fmt.Sprintf("At n = %s, without members, each structure at the ε of the run that is cheapest there (%s). Lines: time of the filter, and of a miss for what it admits, medians over rounds. Points: measured before the stores named above. Reading the queries is taken off. At the foot: the cheapest.", figure.Count(n, figure.English), rateList(s.Meta, figure.English)),
		PT: fmt.Sprintf("Com n = %s, sem membros, cada estrutura com o ε da execução que ali é o mais barato (%s). Linhas: tempo do filtro, e de uma busca sem resultado para o que ele admite, medianas das rodadas. Pontos: medidos diante dos repositórios nomeados acima. A leitura das consultas foi descontada. Ao pé: a mais barata.", figure.Count(n, figure.Portuguese), rateList(s.Meta, figure.Portuguese)),
	}}, nil
}

// line is what a choice costs by the time of a miss.
type line struct {
	name figure.Text
	look figure.Look
	at   func(miss float64) float64
}

// missSteps is at how many times of a miss lines are read.
const missSteps = 240

func missAt(i int) float64 {
	return shortestMiss * math.Pow(longestMiss/shortestMiss, float64(i)/missSteps)
}

// cheapestAlong are the stretches of times of a miss with the cheapest line on each; the
// first of two equal ones.
func cheapestAlong(lines []line) (list []figure.Stretch) {
	for i := range missSteps {
		best := slices.MinFunc(lines, func(a, b line) int { return cmp.Compare(a.at(missAt(i)), b.at(missAt(i))) })
		if n := len(list); n > 0 && list[n-1].Name == best.name {
			list[n-1].To = missAt(i + 1)
			continue
		}
		list = append(list, figure.Stretch{From: missAt(i), To: missAt(i + 1), Name: best.name, Nth: best.look.Nth})
	}
	return list
}

// rateList are the rates of a run: "0.1 %, 1 %".
func rateList(m *runfolder.Meta, l figure.Lang) string {
	var list []string
	i := m.Axis(axis.Epsilon)
	for _, v := range m.Axes[i].Values {
		list = append(list, figure.Decimal(m.Axes[i].Label(v), l)+figure.Text{EN: "\u00a0%", PT: "%"}.In(l))
	}
	return strings.Join(list, ", ")
}

// missOf is the time of a miss at a store, without that of reading the query.
type missOf struct {
	name string
	miss float64
}

// misses are those of the stores of the run, ascending.
func (r *read) misses(n int) (list []missOf) {
	loop, _ := r.loop(n)
	for _, name := range r.Meta.Values(string(Store)) {
		if t, ok := r.median(none, Miss, place{store: name, batch: 1, n: n}); ok && t > loop {
			list = append(list, missOf{name, t - loop})
		}
	}
	slices.SortFunc(list, func(a, b missOf) int { return int(math.Copysign(1, a.miss-b.miss)) })
	return list
}

// leastTotal is the least total of a structure at a store, over its rates.
func (r *read) leastTotal(name, store string, n int) (float64, bool) {
	rates := []string{""}
	if name != none {
		rates = r.rates(name)
	}
	best := math.Inf(1)
	for _, epsilon := range rates {
		if t, ok := r.median(name, Total, place{store, negatives(), 1, n, epsilon}); ok {
			best = min(best, t)
		}
	}
	return best, !math.IsInf(best, 1)
}

// cheapest reads the map of the cheapest structure, from the model of the memory
// levels.
func cheapest(s *report.Summary, l figure.Lang) (figure.RegionsOf, error) {
	r := &read{Summary: s}
	of := figure.RegionsOf{
		XLabel: figure.Text{EN: "Keys", PT: "Chaves"}, YLabel: missLabel(),
		Y:     [2]float64{shortestMiss, longestMiss},
		Names: []figure.Text{withoutFilter()}, Looks: []figure.Look{{}},
	}
	var models []sized
	checks, good := 0, 0
	least0, most := math.Inf(1), 0.0
	for _, name := range r.measured() {
		m, ok := r.sized(name)
		if !ok {
			continue
		}
		models = append(models, m)
		of.Names, of.Looks = append(of.Names, figure.Text{EN: name, PT: name}), append(of.Looks, figure.LookOf(s, name))
		for _, c := range m.checks {
			checks++
			if c.good() {
				good++
			}
		}
	}
	if len(models) < 2 {
		return of, figure.NoData("the run has no time of two filters at two numbers of keys")
	}
	for _, n := range r.sizes() {
		least0, most = min(least0, float64(n)), max(most, float64(n))
	}
	of.X = [2]float64{least0, most}
	of.Cheapest(func(n float64) func(float64) []float64 {
		var filters [][]negative
		for _, m := range models {
			filters = append(filters, m.at(int(n)))
		}
		return func(miss float64) []float64 {
			costs := []float64{miss}
			for _, f := range filters {
				costs = append(costs, least(f, miss))
			}
			return costs
		}
	})
	n := r.stored()
	for _, st := range r.misses(n) {
		of.YMarks = append(of.YMarks, figure.Mark{X: st.miss, Name: st.name})
	}
	const bits = 10 // of a key, about those at ε = 1 %
	for _, c := range r.caches() {
		of.XMarks = append(of.XMarks, figure.Mark{X: c.bytes * 8 / bits, Name: c.name})
	}
	of.Cells = r.cells
	of.Notes = []figure.Text{{
		EN: fmt.Sprintf("Queries for negatives alone; memory is free. Times by a model (after Lang et al. 2019) with one measurement in each level of the memory: at sizes between it is within 25 %% of %d of %d measurements. Each structure at the ε of the run that is cheapest there (%s): 'hyphbench choose --map' has every ε, weighs the size and may name another. Pale: the next is less than 10 %% more expensive. Marked: caches at 10 bits per key, stores at n = %s.", good, checks, rateList(s.Meta, figure.English), figure.Count(n, figure.English)),
		PT: fmt.Sprintf("Só consultas por negativos; a memória nada custa. Tempos por um modelo (conforme Lang et al. 2019) com uma medição em cada nível da memória: entre elas fica a até 25%% de %d de %d medições. Cada estrutura com o ε da execução que ali é o mais barato (%s): 'hyphbench choose --map' tem todos os ε, pesa o tamanho e pode nomear outra. Pálido: a seguinte é menos de 10%% mais cara. Marcados: caches a 10 bits por chave, repositórios com n = %s.", good, checks, rateList(s.Meta, figure.Portuguese), figure.Count(n, figure.Portuguese)),
	}}
	return of, nil
}
