package space

import (
	"cmp"
	"math"
	"slices"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/figure"
)

// byKeysAndBits is the article's figure of the false-positive rate, measured: a curve over the
// number of keys for each number of bits that filters of several numbers of keys share. Only a
// run of all combinations has them.
func byKeysAndBits() figure.Figure {
	return trial.Curves("rate-keys",
		"False-positive rate of a Bloom filter against its number of keys, by its bits (with 95 % confidence intervals)",
		"Razão de falsos positivos de um Bloom filter em função do número de chaves, por seus bits (com intervalos de confiança de 95%)", overKeys)
}

// bitsOf is m: the bits of a cell's filter.
func bitsOf(c claim.Cell) float64 { return c.Of(BitsPerKey).Mean() * float64(c.Int(N)) }

// overKeys draws the measured rates as points and the least rate of so many bits per key, by the
// usual formula, as a line.
func overKeys(d *claim.Data, l figure.Lang) (figure.CurvesOf, error) {
	panel := figure.CurvePanel{Log: true, LogX: true,
		XLabel: figure.Text{EN: "keys in the filter, n", PT: "chaves no filtro, n"},
		YLabel: figure.Text{EN: "false-positive rate (%)", PT: "razão de falsos positivos (%)"}}
	sizes := d.Meta.Counts(string(N))
	for _, cells := range ofEqualBits(d.CellsIn(Rate, anywhere, bloom)) {
		if 2*len(cells) < len(sizes) || len(cells) < 3 { // most sizes have only a few of them
			continue
		}
		m := bitsOf(cells[0])
		curve := figure.Curve{Look: figure.Look{Nth: len(panel.Curves)}, Metric: Rate,
			Label: figure.Textf("%s bits", "%s bits", axis.Grouped(int(math.Round(m))))}
		curve = figure.Through(curve, cells, 100, func(c claim.Cell) float64 { return float64(c.Int(N)) }).Positive()
		if len(curve.X) == 0 {
			continue
		}
		const steps = 60 // of the line, which is bent between the points
		first, last := curve.X[0], curve.X[len(curve.X)-1]
		for i := range steps + 1 {
			n := first * math.Pow(last/first, float64(i)/steps)
			curve.Line = append(curve.Line, figure.XY{X: n, Y: 100 * math.Exp(-m/n*math.Ln2*math.Ln2)})
		}
		panel.Curves = append(panel.Curves, curve)
	}
	panel.Fit()
	return figure.CurvesOf{Panels: []figure.CurvePanel{panel},
		Note:    figure.Text{EN: "points: measured, with k rounded down as in the thesis; lines: 0.6185^(m/n), the rate of the best k, which need not be whole", PT: "pontos: medidas, com k arredondado para baixo como na monografia; linhas: 0,6185^(m/n), a razão do melhor k, que pode não ser inteiro"},
		Caption: figure.Textf("means of up to %d hash functions", "médias de até %d funções de hash", d.Meta.Reps).WithIntervals(l)}.Or(figure.NoData("the run has no filters of equal bits for several numbers of keys; --full has"))
}

// ofEqualBits are cells by their bits, from the fewest; the cells of one size are in the order
// of their keys. Bits that differ by less than 1 % are equal, since m is rounded.
func ofEqualBits(cells []claim.Cell) (groups [][]claim.Cell) {
	cells = slices.DeleteFunc(slices.Clone(cells), func(c claim.Cell) bool { return !(bitsOf(c) > 0) })
	slices.SortFunc(cells, func(a, b claim.Cell) int { return cmp.Compare(bitsOf(a), bitsOf(b)) })
	for _, c := range cells {
		if last := len(groups) - 1; last >= 0 && bitsOf(c) < 1.01*bitsOf(groups[last][0]) {
			groups[last] = append(groups[last], c)
			continue
		}
		groups = append(groups, []claim.Cell{c})
	}
	for _, g := range groups {
		slices.SortFunc(g, func(a, b claim.Cell) int { return cmp.Compare(a.Int(N), b.Int(N)) })
	}
	return groups
}
