package duplicates

import (
	"strconv"

	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
)

// figures are those of a run, in the order of display.
func figures() []figure.Figure {
	plot := figure.Plot{
		Along: P, At: overP, Doubling: true, Log: true,
		XLabel: figure.Text{EN: "processing elements, p", PT: "elementos de processamento, p"},
		About: func(m *runfolder.Meta, l figure.Lang) string {
			n, _ := strconv.Atoi(m.Parameters[parameterN]) // written by the experiment
			return figure.Count(n, l) + figure.Text{EN: " elements", PT: " elementos"}.In(l)
		},
	}

	bytes := plot
	bytes.ID = "duplicates-bytes"
	bytes.Title = figure.Text{
		EN: "Bytes sent to find the duplicates among elements on p processing elements",
		PT: "Bytes enviados para achar as duplicatas entre elementos em p elementos de processamento",
	}
	bytes.YLabel = figure.Text{EN: "Bytes sent, an element", PT: "Bytes enviados por elemento"}
	bytes.Note = figure.Text{
		EN: "Dashed, in the same colour: theory without frames and counts of messages, of which there are p² and more. All elements sent to one machine take as many bytes as elements exchanged, nearly all of them received by that machine.",
		PT: "Tracejado, da mesma cor: a teoria sem cabeçalhos das mensagens, que são p² ou mais. Enviar tudo a uma só máquina custa os mesmos bytes que trocar os elementos, quase todos recebidos por ela.",
	}
	for i, w := range methods() {
		if w.name != toOne { // which sends what an exchange of elements sends, to one
			bytes.Curves = append(bytes.Curves, figure.Plotted{Method: w.name, Metric: Bytes, Theory: BytesTheory, Label: labels()[w.name], Nth: i})
		}
	}

	even := plot
	even.ID = "duplicates-break-even"
	even.Title = figure.Text{
		EN: "How many queries pay for a replicating filter, beside a distributed one",
		PT: "Quantas consultas pagam um filtro replicado, ao lado de um distribuído",
	}
	even.YLabel = figure.Text{EN: "Queries an element", PT: "Consultas por elemento"}
	even.Note = figure.Text{
		EN: "Above a curve the replicating filter has sent less, below it the distributed one. Dashed: derived from the bits of positions alone, without frames. Queries are for negatives.",
		PT: "Acima de uma curva o filtro replicado enviou menos; abaixo, o distribuído. Tracejado: derivado só dos bits das posições, sem cabeçalhos. As consultas são por estranhos.",
	}
	even.Curves = []figure.Plotted{
		{Method: replicating, Metric: BreakEven, Theory: BreakEvenTheory, Nth: 0, Label: figure.Text{EN: "bits in a hypercube", PT: "array de bits em um hipercubo"}},
		{Method: coded, Metric: BreakEven, Theory: BreakEvenTheory, Nth: 1, Label: figure.Text{EN: "Golomb-coded positions in a hypercube", PT: "posições em código de Golomb em um hipercubo"}},
	}

	flagged := plot
	flagged.ID = "duplicates-flagged"
	flagged.Title = figure.Text{
		EN: "False positives: single elements that a filter leaves to be compared",
		PT: "Falsos positivos: elementos únicos que um filtro deixa para comparar",
	}
	flagged.YLabel = figure.Text{EN: "Single elements left (%)", PT: "Elementos únicos restantes (%)"}
	flagged.Note = figure.Text{
		EN: "Dashed: theory. An element is left by chance with elements of other processing elements only; all that is left is sent and compared.",
		PT: "Tracejado: a teoria. Um elemento só resta por acaso com elementos de outros elementos de processamento; tudo o que resta é enviado e comparado.",
	}
	flagged.Level = figure.Text{EN: "ε asked for", PT: "ε pedido"}
	flagged.Curves = []figure.Plotted{
		{Method: distributed, Metric: Flagged, Theory: FlaggedTheory, Nth: 0, Label: figure.Text{EN: "one round", PT: "uma rodada"}},
		{Method: twoRounds, Metric: FlaggedFirst, Nth: 1, Label: figure.Text{EN: "two rounds, after the first", PT: "duas rodadas, após a primeira"}},
		{Method: twoRounds, Metric: Flagged, Theory: FlaggedTheory, Nth: 2, Label: figure.Text{EN: "two rounds, after the second", PT: "duas rodadas, após a segunda"}},
		{Method: threeRounds, Metric: Flagged, Theory: FlaggedTheory, Nth: 3, Label: figure.Text{EN: "three rounds, after the third", PT: "três rodadas, após a terceira"}},
		{Method: replicating, Metric: Flagged, Theory: FlaggedTheory, Nth: 4, Label: figure.Text{EN: "replicating, bits", PT: "replicado, em bits"}},
	}
	return []figure.Figure{bytes.Figure(), even.Figure(), flagged.Figure()}
}

// labels of the methods.
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
