package duplicates

import (
	"math"
	"slices"
	"strconv"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
)

// figures are those of a run, in the order of display: over p, which doubles.
func figures(*runfolder.Meta) (list []figure.Figure) {
	for _, p := range []plot{
		{
			id: "duplicates-bytes", yLabel: figure.Text{EN: "Bytes sent per element", PT: "Bytes enviados por elemento"},
			title: figure.Text{
				EN: "Bytes sent to find the duplicates among elements on p processing elements",
				PT: "Bytes enviados para achar as duplicatas entre elementos em p elementos de processamento",
			},
			note: figure.Text{
				EN: "Dashed, in the same colour: theory without the frames and counts of the p² or more messages. Sending all elements to one machine takes as many bytes as exchanging them, and that machine receives nearly all of them.",
				PT: "Tracejado, da mesma cor: a teoria sem os cabeçalhos das p² ou mais mensagens. Enviar tudo a uma só máquina custa tantos bytes quanto trocar os elementos, e ela recebe quase todos.",
			},
			curves: []plotted{
				{method: distributed, metric: Bytes, theory: BytesTheory, label: figure.Text{EN: "distributed, 1 round", PT: "distribuído, 1 rodada"}},
				{method: twoRounds, metric: Bytes, theory: BytesTheory, label: figure.Text{EN: "distributed, 2 rounds", PT: "distribuído, 2 rodadas"}},
				{method: threeRounds, metric: Bytes, theory: BytesTheory, label: figure.Text{EN: "distributed, 3 rounds", PT: "distribuído, 3 rodadas"}},
				{method: replicating, metric: Bytes, theory: BytesTheory, label: figure.Text{EN: "replicating, bits", PT: "replicado, em bits"}},
				{method: coded, metric: Bytes, theory: BytesTheory, label: figure.Text{EN: "replicating, coded", PT: "replicado, codificado"}},
				{method: hashing, metric: Bytes, theory: BytesTheory, label: figure.Text{EN: "hashes of 8 bytes exchanged", PT: "troca de hashes de 8 bytes"}},
				{method: shipping, metric: Bytes, theory: BytesTheory, label: figure.Text{EN: "elements exchanged", PT: "troca dos elementos"}}, // one machine is sent what an exchange of elements sends
			},
		},
		{
			id: "duplicates-break-even", yLabel: figure.Text{EN: "Queries per element", PT: "Consultas por elemento"},
			title: figure.Text{
				EN: "Queries after which a replicated filter has sent fewer bytes than a distributed one",
				PT: "Consultas a partir das quais um filtro replicado enviou menos bytes que um distribuído",
			},
			note: figure.Text{
				EN: "Above a curve the replicated filter sends fewer bytes, below it the distributed one. Dashed: computed from the bits of positions alone, without frames. All queries are negatives.",
				PT: "Acima de uma curva o filtro replicado envia menos bytes; abaixo dela, o distribuído. Tracejado: calculado só com os bits das posições, sem cabeçalhos. Todas as consultas são negativas.",
			},
			curves: []plotted{
				{method: replicating, metric: BreakEven, theory: BreakEvenTheory, label: figure.Text{EN: "bits in a hypercube", PT: "array de bits em um hipercubo"}},
				{method: coded, metric: BreakEven, theory: BreakEvenTheory, label: figure.Text{EN: "Golomb-coded positions in a hypercube", PT: "posições em código de Golomb em um hipercubo"}},
			},
		},
		{
			id: "duplicates-flagged", yLabel: figure.Text{EN: "Single elements left (%)", PT: "Elementos únicos restantes (%)"},
			title: figure.Text{
				EN: "False positives: single elements that a filter leaves to be compared",
				PT: "Falsos positivos: elementos únicos que um filtro deixa para comparar",
			},
			note: figure.Text{
				EN: "Dashed: theory. Only elements of other processing elements can leave a single element by chance; everything that is left is sent and compared.",
				PT: "Tracejado: a teoria. Um elemento só resta por acaso com elementos de outros elementos de processamento; tudo o que resta é enviado e comparado.",
			},
			level: figure.Text{EN: "requested ε", PT: "ε pedido"},
			curves: []plotted{
				{method: distributed, metric: Flagged, theory: FlaggedTheory, label: figure.Text{EN: "one round", PT: "uma rodada"}},
				{method: twoRounds, metric: FlaggedFirst, label: figure.Text{EN: "two rounds, after the first", PT: "duas rodadas, após a primeira"}},
				{method: twoRounds, metric: Flagged, theory: FlaggedTheory, label: figure.Text{EN: "two rounds, after the second", PT: "duas rodadas, após a segunda"}},
				{method: threeRounds, metric: Flagged, theory: FlaggedTheory, label: figure.Text{EN: "three rounds, after the third", PT: "três rodadas, após a terceira"}},
				{method: replicating, metric: Flagged, theory: FlaggedTheory, label: figure.Text{EN: "replicating, bits", PT: "replicado, em bits"}},
			},
		},
	} {
		list = append(list, trial.Curves(p.id, p.title.EN, p.title.PT, p.read))
	}
	return list
}

// overP are the cells at the ε at which methods are compared.
var overP = claim.AtUsual(axis.Eps)

// plot is a figure of counted numbers along p: means of rounds with their intervals, and
// dashed beside each curve what theory says. Each p is twice the one before: they stand
// at equal distances.
type plot struct {
	id                  string
	title, yLabel, note figure.Text
	curves              []plotted
	level               figure.Text // names a line at the requested rate; empty: there is none
}

// plotted is a curve of a method.
type plotted struct {
	method         string
	metric, theory runfolder.Metric // no theory where it is empty
	label          figure.Text
}

func (p plot) read(d *claim.Data, l figure.Lang) (figure.CurvesOf, error) {
	panel := figure.CurvePanel{
		XLabel: figure.Text{EN: "processing elements, p", PT: "elementos de processamento, p"}, YLabel: p.yLabel, Log: true,
	}
	place := func(c claim.Cell) float64 { return math.Log2(float64(c.Int(P))) }
	rate, percent := 0.0, "" // asked for
	for nth, of := range p.curves {
		m := d.Metric(of.metric)
		if m == nil {
			continue
		}
		factor, look := m.Scales[0].Factor, figure.Look{Nth: nth}
		theory := figure.Curve{Look: look.Theory(3, 2)}
		cells := slices.DeleteFunc(overP.Find(d, of.metric, of.method), func(c claim.Cell) bool { return !(c.Mean() > 0) })
		for _, c := range cells {
			if c.On(axis.Eps) != "" {
				rate, percent = c.Float(axis.Eps), c.Label(axis.Eps)
			}
			if of.theory != "" {
				theory.Add(place(c), figure.CurvePoint{Value: factor * c.Of(of.theory).Mean()})
			}
		}
		panel.Add(figure.Through(figure.Curve{Label: of.label, Look: look, Metric: of.metric}, cells, factor, place), theory)
	}
	panel.Fit()
	for x := panel.From; x <= panel.To; x++ {
		panel.Names = append(panel.Names, strconv.Itoa(1<<int(x)))
	}
	if p.level != (figure.Text{}) {
		panel.Level, panel.LevelLabel = 100*rate, p.level
	}
	return figure.CurvesOf{Caption: caption(d.Meta, l, percent), Note: p.note, Panels: []figure.CurvePanel{panel}}.Or(figure.NoData("the run has none of these numbers over " + string(P)))
}

func caption(m *runfolder.Meta, l figure.Lang, percent string) string {
	n, _ := strconv.Atoi(m.Parameters[parameterN]) // written by the experiment
	return figure.Textf("%s elements, ε = %s %%; means of counts over %d rounds, with 95 %% intervals where they are larger than the points",
		"%s elementos, ε = %s%%; médias de contagens de %d rodadas, com intervalos de 95%% onde são maiores que os pontos", figure.Count(n, l), figure.Decimal(percent, l), m.Reps).In(l)
}
