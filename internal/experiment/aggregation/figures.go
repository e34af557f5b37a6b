package aggregation

import (
	"math"

	"gonum.org/v1/plot/vg"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
)

func figures(*runfolder.Meta) []figure.Figure {
	return []figure.Figure{
		trial.Curves("aggregation-steps",
			"Nodes count together what they have: estimate and bytes, by step",
			"Nós contam juntos o que têm: estimativa e bytes, por passo", bySteps),
		trial.Curves("aggregation-error",
			"Error of a node's count at the end and its cost, by the size of the filter",
			"Erro final da contagem de um nó, e o seu custo, pelo tamanho do filtro", byRate),
	}
}

const noData = figure.NoData("the run has no estimates after its steps")

// drawn is a method as figures draw it.
type drawn struct {
	method string
	label  figure.Text
	look   figure.Look
}

// methods are those of a run. The baseline comes first: filters lie upon it.
func methods() []drawn {
	return []drawn{
		{exactUnion, figure.Text{EN: "exact union (baseline)", PT: "união exata (referência)"}, figure.Look{Nth: 6, Dashes: []vg.Length{4, 2.5}}},
		{bloomFilter, bloomLabel(), figure.Look{}},
		{pushSum, figure.Text{EN: "push-sum", PT: "push-sum"}, figure.Look{Nth: 1}},
		{adding, figure.Text{EN: "sum of all that came", PT: "soma de tudo o que chegou"}, figure.Look{Nth: 3}},
	}
}

func bloomLabel() figure.Text {
	return figure.Text{EN: "OR of Bloom filters", PT: "união de Bloom filters"}
}

// bySteps draws the estimates of all methods at the middle place, and their bytes.
func bySteps(d *claim.Data, l figure.Lang) (figure.CurvesOf, error) {
	filters := claim.AtUsual(Nodes, Copies, axis.Eps)(ends(d, Estimate, bloomFilter))
	if len(filters) == 0 {
		return figure.CurvesOf{}, noData
	}
	at := filters[0]
	nodes, copies := at.Int(Nodes), at.Int(Copies)
	along := figure.Text{EN: "Steps: number of times that each node has sent what it knows", PT: "Passos: quantas vezes cada nó enviou o que sabe"}
	estimate := figure.CurvePanel{
		XLabel: along, YLabel: figure.Text{EN: "Estimate (% of the truth)", PT: "Estimativa (% da verdade)"},
		High: 100 * (float64(copies) + 0.5), Level: 100, LevelLabel: figure.Text{EN: "the truth", PT: "a verdade"},
	}
	bytes := figure.CurvePanel{XLabel: along, YLabel: figure.Text{EN: "kB sent per node so far", PT: "kB enviados por nó até então"}, Log: true}
	for _, w := range methods() {
		for _, m := range []struct {
			panel  *figure.CurvePanel
			metric runfolder.Metric
			factor float64
		}{{&estimate, Estimate, 100}, {&bytes, Bytes, 1e-3 / float64(nodes)}} {
			here := d.CellsIn(m.metric, func(c claim.Cell) bool {
				return c.Int(Nodes) == nodes && c.Int(Copies) == copies && (c.On(axis.Eps) == "" || c.On(axis.Eps) == at.On(axis.Eps))
			}, w.method)
			m.panel.Add(figure.Through(figure.Curve{Label: w.label, Look: w.look, Metric: m.metric}, here, m.factor,
				func(c claim.Cell) float64 { return float64(c.Int(Step)) }))
		}
	}
	estimate.Fit()
	bytes.From, bytes.To = estimate.From, estimate.To
	return figure.CurvesOf{Caption: caption(d.Meta, l, figure.Text{EN: "the middle node", PT: "do nó mediano"}), Note: figure.Textf(
		"%s different items, each on %d of %d nodes; a filter sized for ε = %s %%. Its estimates coincide with the exact union; the sum of all received values soon leaves the panel.",
		"%s itens diferentes, cada um em %d de %d nós; um filtro dimensionado para ε = %s%%. Suas estimativas coincidem com a união exata; a soma de todos os valores recebidos logo sai do quadro.", figure.Count(at.Parameter(parameterItems), l), copies, nodes, figure.Decimal(at.Label(axis.Eps), l)), Panels: []figure.CurvePanel{estimate, bytes}}.Or(noData)
}

func caption(m *runfolder.Meta, l figure.Lang, of figure.Text) string {
	return figure.Textf(
		"means over %d sets of items and partners, above of %s; 95 %% intervals where they are larger than the points; all bytes written to the sockets",
		"médias de %d conjuntos de itens e parceiros, acima %s; intervalos de 95%% onde são maiores que os pontos; todos os bytes enviados", m.Reps, of.In(l)).In(l)
}

// byRate draws the error after the last step against ε, with theory's, and the bytes
// beside those of the exact union.
func byRate(d *claim.Data, l figure.Lang) (figure.CurvesOf, error) {
	filters := claim.AtUsual(Nodes, Copies)(ends(d, Error, bloomFilter))
	if len(filters) == 0 {
		return figure.CurvesOf{}, noData
	}
	at := filters[0]
	n, nodes, steps := at.Parameter(parameterItems), at.Int(Nodes), at.Int(Step)
	along := figure.Text{EN: "False-positive rate for which the filter is sized (%)", PT: "Razão de falsos positivos para a qual o filtro é dimensionado (%)"}
	off := figure.CurvePanel{XLabel: along, YLabel: figure.Text{EN: "Error of a node (%)", PT: "Erro de um nó (%)"}, LogX: true}
	bytes := figure.CurvePanel{XLabel: along, YLabel: figure.Text{EN: "kB sent per node", PT: "kB enviados por nó"}, Log: true, LogX: true}
	rate := func(c claim.Cell) float64 { return 100 * c.Float(axis.Eps) }
	perNode := 1e-3 / float64(nodes)
	off.Add(figure.Through(figure.Curve{Label: bloomLabel(), Metric: Error}, filters, 100, rate))
	sent := claim.AtUsual(Nodes, Copies)(ends(d, Bytes, bloomFilter))
	bytes.Add(figure.Through(figure.Curve{Label: bloomLabel(), Metric: Bytes}, sent, perNode, rate))
	if level := at.Of(Bytes).By(exactUnion).Mean(); !math.IsNaN(level) {
		bytes.Level, bytes.LevelLabel = perNode*level, figure.Text{EN: "exact union", PT: "união exata"}
	}
	off.Fit()
	bytes.From, bytes.To = off.From, off.To
	theory := figure.Curve{
		Label: figure.Text{EN: "theory, mean over hash functions", PT: "teoria, média das funções de hash"},
		Look:  figure.Look{Nth: 6, Dashes: []vg.Length{2, 2}, Bare: true},
	}
	// The mean of what a normal variable is off is √(2/π) of its deviation.
	theory.Trace(off.From, off.To, 60, func(percent float64) float64 { return 100 * math.Sqrt(2/math.Pi) * deviation(n, percent/100) })
	off.Add(theory)
	return figure.CurvesOf{Caption: caption(d.Meta, l, figure.Text{EN: "all nodes", PT: "de todos os nós"}), Note: figure.Textf(
		"%s different items, each on %d of %d nodes, after %d steps. Below, dashed: the exact union, which has no error.",
		"%s itens diferentes, cada um em %d de %d nós, após %d passos. Abaixo, tracejada: a união exata, que não tem erro.", figure.Count(n, l), at.Int(Copies), nodes, steps), Panels: []figure.CurvePanel{off, bytes}}.Or(noData)
}
