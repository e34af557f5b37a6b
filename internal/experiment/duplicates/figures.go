package duplicates

import (
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
				EN: "Dashed, in the same colour: theory without frames and counts of messages, of which there are p² and more. All elements sent to one machine take as many bytes as elements exchanged, nearly all of them received by that machine.",
				PT: "Tracejado, da mesma cor: a teoria sem cabeçalhos das mensagens, que são p² ou mais. Enviar tudo a uma só máquina custa os mesmos bytes que trocar os elementos, quase todos recebidos por ela.",
			},
			curves: []plotted{
				{method: distributed, metric: Bytes, theory: BytesTheory, nth: 0, label: figure.Text{EN: "distributed, 1 round", PT: "distribuído, 1 rodada"}},
				{method: twoRounds, metric: Bytes, theory: BytesTheory, nth: 1, label: figure.Text{EN: "distributed, 2 rounds", PT: "distribuído, 2 rodadas"}},
				{method: threeRounds, metric: Bytes, theory: BytesTheory, nth: 2, label: figure.Text{EN: "distributed, 3 rounds", PT: "distribuído, 3 rodadas"}},
				{method: replicating, metric: Bytes, theory: BytesTheory, nth: 3, label: figure.Text{EN: "replicating, bits", PT: "replicado, em bits"}},
				{method: coded, metric: Bytes, theory: BytesTheory, nth: 4, label: figure.Text{EN: "replicating, coded", PT: "replicado, codificado"}},
				{method: hashing, metric: Bytes, theory: BytesTheory, nth: 5, label: figure.Text{EN: "hashes of 8 bytes exchanged", PT: "troca de hashes de 8 bytes"}},
				{method: shipping, metric: Bytes, theory: BytesTheory, nth: 6, label: figure.Text{EN: "elements exchanged", PT: "troca dos elementos"}}, // one machine is sent what an exchange of elements sends
			},
		},
		{
			id: "duplicates-break-even", yLabel: figure.Text{EN: "Queries per element", PT: "Consultas por elemento"},
			title: figure.Text{
				EN: "How many queries pay for a replicating filter, beside a distributed one",
				PT: "Quantas consultas pagam um filtro replicado, ao lado de um distribuído",
			},
			note: figure.Text{
				EN: "Above a curve the replicating filter has sent less, below it the distributed one. Dashed: derived from the bits of positions alone, without frames. Queries are for negatives.",
				PT: "Acima de uma curva o filtro replicado enviou menos; abaixo, o distribuído. Tracejado: derivado só dos bits das posições, sem cabeçalhos. As consultas são por negativos.",
			},
			curves: []plotted{
				{method: replicating, metric: BreakEven, theory: BreakEvenTheory, nth: 0, label: figure.Text{EN: "bits in a hypercube", PT: "array de bits em um hipercubo"}},
				{method: coded, metric: BreakEven, theory: BreakEvenTheory, nth: 1, label: figure.Text{EN: "Golomb-coded positions in a hypercube", PT: "posições em código de Golomb em um hipercubo"}},
			},
		},
		{
			id: "duplicates-flagged", yLabel: figure.Text{EN: "Single elements left (%)", PT: "Elementos únicos restantes (%)"},
			title: figure.Text{
				EN: "False positives: single elements that a filter leaves to be compared",
				PT: "Falsos positivos: elementos únicos que um filtro deixa para comparar",
			},
			note: figure.Text{
				EN: "Dashed: theory. An element is left by chance with elements of other processing elements only; all that is left is sent and compared.",
				PT: "Tracejado: a teoria. Um elemento só resta por acaso com elementos de outros elementos de processamento; tudo o que resta é enviado e comparado.",
			},
			level: figure.Text{EN: "ε asked for", PT: "ε pedido"},
			curves: []plotted{
				{method: distributed, metric: Flagged, theory: FlaggedTheory, nth: 0, label: figure.Text{EN: "one round", PT: "uma rodada"}},
				{method: twoRounds, metric: FlaggedFirst, nth: 1, label: figure.Text{EN: "two rounds, after the first", PT: "duas rodadas, após a primeira"}},
				{method: twoRounds, metric: Flagged, theory: FlaggedTheory, nth: 2, label: figure.Text{EN: "two rounds, after the second", PT: "duas rodadas, após a segunda"}},
				{method: threeRounds, metric: Flagged, theory: FlaggedTheory, nth: 3, label: figure.Text{EN: "three rounds, after the third", PT: "três rodadas, após a terceira"}},
				{method: replicating, metric: Flagged, theory: FlaggedTheory, nth: 4, label: figure.Text{EN: "replicating, bits", PT: "replicado, em bits"}},
			},
		},
	} {
		list = append(list, figure.Curves(p.id, p.title, p.read))
	}
	return list
}
