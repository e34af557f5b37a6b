package duplicates

import (
	"fmt"
	"math"
	"strconv"

	"gonum.org/v1/plot/vg"

	"hyphbench/internal/axis"
	"hyphbench/internal/report"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// figures are those of a run, in the order of display.
func figures(*runfolder.Meta) []figure.Figure {
	return []figure.Figure{
		figure.Curves("duplicates-bytes", figure.Text{
			EN: "Bytes sent to find the duplicates among elements on p processing elements",
			PT: "Bytes enviados para achar as duplicatas entre elementos em p elementos de processamento",
		}, bytesOverP),
		figure.Curves("duplicates-break-even", figure.Text{
			EN: "How many queries pay for a replicating filter, beside a distributed one",
			PT: "Quantas consultas pagam um filtro replicado, ao lado de um distribuído",
		}, breakEvenOverP),
		figure.Curves("duplicates-flagged", figure.Text{
			EN: "False positives: single elements that a filter leaves to be compared",
			PT: "Falsos positivos: elementos únicos que um filtro deixa para comparar",
		}, flaggedOverP),
	}
}

// drawn is a curve of measured values with theory beside it.
type drawn struct {
	way            string
	metric, theory runfolder.Metric // no theory where empty
	label          figure.Text
	nth            int
}

// overDimensions is a panel over p, which stands at its logarithm, at the ε at which
// ways are compared.
func overDimensions(s *report.Summary, factor float64, y figure.Text, list []drawn) (figure.CurvePanel, float64, error) {
	d := &claim.Data{Summary: s}
	panel := figure.CurvePanel{
		XLabel: figure.Text{EN: "processing elements, p", PT: "elementos de processamento, p"},
		YLabel: y, From: math.Inf(1), To: math.Inf(-1), Log: true,
	}
	epsilon := 0.0
	for _, c := range list {
		found := points(d, c.metric, c.way)
		if len(found) == 0 {
			continue
		}
		measured := figure.Curve{Label: c.label, Look: figure.Look{Nth: c.nth}, Metric: c.metric}
		theory := figure.Curve{Look: figure.Look{Nth: c.nth, Dashes: []vg.Length{3, 2}, Bare: true}}
		for _, x := range overP(found) {
			e, err := stats.MeanEstimate(d.Sample(runfolder.Cell{Filter: c.way, Metric: c.metric, Point: x.Point}))
			if err != nil || e.Value <= 0 { // a logarithmic scale has no place for it
				continue
			}
			epsilon = max(epsilon, x.epsilon)
			at := math.Log2(float64(x.p))
			panel.From, panel.To = min(panel.From, at), max(panel.To, at)
			measured.X = append(measured.X, at)
			measured.Points = append(measured.Points, figure.PointOf(e, factor))
			if c.theory != "" {
				theory.X = append(theory.X, at)
				theory.Points = append(theory.Points, figure.CurvePoint{Value: factor * mean(d, c.theory, c.way, x.Point)})
			}
		}
		panel.Curves = append(panel.Curves, measured)
		if len(theory.X) > 0 {
			panel.Curves = append(panel.Curves, theory)
		}
	}
	if math.IsInf(panel.From, 1) {
		return panel, 0, figure.NoData("the run has none of these numbers over p")
	}
	for at := panel.From; at <= panel.To; at++ {
		panel.Names = append(panel.Names, strconv.Itoa(1<<int(at)))
	}
	return panel, epsilon, nil
}

// page is a panel with its caption and note.
func page(s *report.Summary, l figure.Lang, panel figure.CurvePanel, epsilon float64, note figure.Text) figure.CurvesOf {
	n, _ := strconv.Atoi(s.Meta.Parameters[parameterN]) // written by the experiment
	rate := axis.Rate(math.Round(epsilon * axis.Per)).Percent()
	return figure.CurvesOf{
		Caption: fmt.Sprintf(figure.Text{
			EN: "%s elements, ε = %s %%; means of counts over %d rounds, with 95 %% intervals where they are larger than the points",
			PT: "%s elementos, ε = %s%%; médias de contagens de %d rodadas, com intervalos de 95%% onde são maiores que os pontos",
		}.In(l), figure.Count(n, l), figure.Decimal(rate, l), s.Meta.Reps),
		Note: note, Panels: []figure.CurvePanel{panel},
	}
}

// labels of the ways.
func labels() map[string]figure.Text {
	return map[string]figure.Text{
		toOne:       {EN: "all elements to one, which sorts", PT: "todos a um só, que ordena"},
		shipping:    {EN: "elements exchanged", PT: "troca dos elementos"},
		hashing:     {EN: "hashes of 8 bytes exchanged", PT: "troca de hashes de 8 bytes"},
		distributed: {EN: "distributed, 1 round", PT: "distribuído, 1 rodada"},
		twoRounds:   {EN: "distributed, 2 rounds", PT: "distribuído, 2 rodadas"},
		threeRounds: {EN: "distributed, 3 rounds", PT: "distribuído, 3 rodadas"},
		replicating: {EN: "replicating, bits", PT: "replicado, em bits"},
		coded:       {EN: "replicating, coded", PT: "replicado, codificado"},
	}
}

func bytesOverP(s *report.Summary, l figure.Lang) (figure.CurvesOf, error) {
	var list []drawn
	for i, w := range ways() {
		if w.name != toOne { // which sends what an exchange of elements sends, to one
			list = append(list, drawn{w.name, Bytes, BytesTheory, labels()[w.name], i})
		}
	}
	panel, epsilon, err := overDimensions(s, 1, figure.Text{EN: "Bytes sent, an element", PT: "Bytes enviados por elemento"}, list)
	return page(s, l, panel, epsilon, figure.Text{
		EN: "Dashed, in the same colour: theory without frames and counts of messages, of which there are p² and more. All elements sent to one machine take as many bytes as elements exchanged, nearly all of them received by that machine.",
		PT: "Tracejado, da mesma cor: a teoria sem cabeçalhos das mensagens, que são p² ou mais. Enviar tudo a uma só máquina custa os mesmos bytes que trocar os elementos, quase todos recebidos por ela.",
	}), err
}

func breakEvenOverP(s *report.Summary, l figure.Lang) (figure.CurvesOf, error) {
	panel, epsilon, err := overDimensions(s, 1, figure.Text{EN: "Queries an element", PT: "Consultas por elemento"}, []drawn{
		{replicating, BreakEven, BreakEvenTheory, figure.Text{EN: "bits in a hypercube", PT: "array de bits em um hipercubo"}, 0},
		{coded, BreakEven, BreakEvenTheory, figure.Text{EN: "Golomb-coded positions in a hypercube", PT: "posições em código de Golomb em um hipercubo"}, 1},
	})
	return page(s, l, panel, epsilon, figure.Text{
		EN: "Above a curve the replicating filter has sent less, below it the distributed one. Dashed: derived from the bits of positions alone, without frames. Queries are for strangers.",
		PT: "Acima de uma curva o filtro replicado enviou menos; abaixo, o distribuído. Tracejado: derivado só dos bits das posições, sem cabeçalhos. As consultas são por estranhos.",
	}), err
}

func flaggedOverP(s *report.Summary, l figure.Lang) (figure.CurvesOf, error) {
	const percent = 100
	panel, epsilon, err := overDimensions(s, percent, figure.Text{EN: "Single elements left (%)", PT: "Elementos únicos restantes (%)"}, []drawn{
		{distributed, Flagged, FlaggedTheory, figure.Text{EN: "one round", PT: "uma rodada"}, 0},
		{twoRounds, FlaggedFirst, "", figure.Text{EN: "two rounds, after the first", PT: "duas rodadas, após a primeira"}, 1},
		{twoRounds, Flagged, FlaggedTheory, figure.Text{EN: "two rounds, after the second", PT: "duas rodadas, após a segunda"}, 2},
		{threeRounds, Flagged, FlaggedTheory, figure.Text{EN: "three rounds, after the third", PT: "três rodadas, após a terceira"}, 3},
		{replicating, Flagged, FlaggedTheory, figure.Text{EN: "replicating, bits", PT: "replicado, em bits"}, 4},
	})
	if err == nil {
		panel.Level, panel.LevelLabel = percent*epsilon, figure.Text{EN: "ε asked for", PT: "ε pedido"}
	}
	return page(s, l, panel, epsilon, figure.Text{
		EN: "Dashed: theory. An element is left by chance with elements of other processing elements only; all that is left is sent and compared.",
		PT: "Tracejado: a teoria. Um elemento só resta por acaso com elementos de outros elementos de processamento; tudo o que resta é enviado e comparado.",
	}), err
}
