package duplicates

import (
	"strconv"

	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
)

// figures are those of a run, in the order of display: over p, which doubles.
func figures(*runfolder.Meta) (list []figure.Figure) {
	for _, plot := range []figure.Plot{
		{
			ID: "duplicates-bytes", YLabel: figure.Text{EN: "Bytes sent, an element", PT: "Bytes enviados por elemento"},
			Title: figure.Text{
				EN: "Bytes sent to find the duplicates among elements on p processing elements",
				PT: "Bytes enviados para achar as duplicatas entre elementos em p elementos de processamento",
			},
			Note: figure.Text{
				EN: "Dashed, in the same colour: theory without frames and counts of messages, of which there are p² and more. All elements sent to one machine take as many bytes as elements exchanged, nearly all of them received by that machine.",
				PT: "Tracejado, da mesma cor: a teoria sem cabeçalhos das mensagens, que são p² ou mais. Enviar tudo a uma só máquina custa os mesmos bytes que trocar os elementos, quase todos recebidos por ela.",
			},
			Curves: []figure.Plotted{
				{Method: distributed, Metric: Bytes, Theory: BytesTheory, Nth: 0, Label: figure.Text{EN: "distributed, 1 round", PT: "distribuído, 1 rodada"}},
				{Method: twoRounds, Metric: Bytes, Theory: BytesTheory, Nth: 1, Label: figure.Text{EN: "distributed, 2 rounds", PT: "distribuído, 2 rodadas"}},
				{Method: threeRounds, Metric: Bytes, Theory: BytesTheory, Nth: 2, Label: figure.Text{EN: "distributed, 3 rounds", PT: "distribuído, 3 rodadas"}},
				{Method: replicating, Metric: Bytes, Theory: BytesTheory, Nth: 3, Label: figure.Text{EN: "replicating, bits", PT: "replicado, em bits"}},
				{Method: coded, Metric: Bytes, Theory: BytesTheory, Nth: 4, Label: figure.Text{EN: "replicating, coded", PT: "replicado, codificado"}},
				{Method: hashing, Metric: Bytes, Theory: BytesTheory, Nth: 5, Label: figure.Text{EN: "hashes of 8 bytes exchanged", PT: "troca de hashes de 8 bytes"}},
				{Method: shipping, Metric: Bytes, Theory: BytesTheory, Nth: 6, Label: figure.Text{EN: "elements exchanged", PT: "troca dos elementos"}}, // one machine is sent what an exchange of elements sends
			},
		},
		{
			ID: "duplicates-break-even", YLabel: figure.Text{EN: "Queries an element", PT: "Consultas por elemento"},
			Title: figure.Text{
				EN: "How many queries pay for a replicating filter, beside a distributed one",
				PT: "Quantas consultas pagam um filtro replicado, ao lado de um distribuído",
			},
			Note: figure.Text{
				EN: "Above a curve the replicating filter has sent less, below it the distributed one. Dashed: derived from the bits of positions alone, without frames. Queries are for negatives.",
				PT: "Acima de uma curva o filtro replicado enviou menos; abaixo, o distribuído. Tracejado: derivado só dos bits das posições, sem cabeçalhos. As consultas são por estranhos.",
			},
			Curves: []figure.Plotted{
				{Method: replicating, Metric: BreakEven, Theory: BreakEvenTheory, Nth: 0, Label: figure.Text{EN: "bits in a hypercube", PT: "array de bits em um hipercubo"}},
				{Method: coded, Metric: BreakEven, Theory: BreakEvenTheory, Nth: 1, Label: figure.Text{EN: "Golomb-coded positions in a hypercube", PT: "posições em código de Golomb em um hipercubo"}},
			},
		},
		{
			ID: "duplicates-flagged", YLabel: figure.Text{EN: "Single elements left (%)", PT: "Elementos únicos restantes (%)"},
			Title: figure.Text{
				EN: "False positives: single elements that a filter leaves to be compared",
				PT: "Falsos positivos: elementos únicos que um filtro deixa para comparar",
			},
			Note: figure.Text{
				EN: "Dashed: theory. An element is left by chance with elements of other processing elements only; all that is left is sent and compared.",
				PT: "Tracejado: a teoria. Um elemento só resta por acaso com elementos de outros elementos de processamento; tudo o que resta é enviado e comparado.",
			},
			Level: figure.Text{EN: "ε asked for", PT: "ε pedido"},
			Curves: []figure.Plotted{
				{Method: distributed, Metric: Flagged, Theory: FlaggedTheory, Nth: 0, Label: figure.Text{EN: "one round", PT: "uma rodada"}},
				{Method: twoRounds, Metric: FlaggedFirst, Nth: 1, Label: figure.Text{EN: "two rounds, after the first", PT: "duas rodadas, após a primeira"}},
				{Method: twoRounds, Metric: Flagged, Theory: FlaggedTheory, Nth: 2, Label: figure.Text{EN: "two rounds, after the second", PT: "duas rodadas, após a segunda"}},
				{Method: threeRounds, Metric: Flagged, Theory: FlaggedTheory, Nth: 3, Label: figure.Text{EN: "three rounds, after the third", PT: "três rodadas, após a terceira"}},
				{Method: replicating, Metric: Flagged, Theory: FlaggedTheory, Nth: 4, Label: figure.Text{EN: "replicating, bits", PT: "replicado, em bits"}},
			},
		},
	} {
		plot.Along, plot.At, plot.Doubling, plot.Log = P, overP, true, true
		plot.XLabel = figure.Text{EN: "processing elements, p", PT: "elementos de processamento, p"}
		plot.About = func(m *runfolder.Meta, l figure.Lang) string {
			n, _ := strconv.Atoi(m.Parameters[parameterN]) // written by the experiment
			return figure.Count(n, l) + figure.Text{EN: " elements", PT: " elementos"}.In(l)
		}
		list = append(list, plot.Figure())
	}
	return list
}
