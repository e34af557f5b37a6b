package space

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/filter/all"
	"hyphbench/internal/glossary"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/workload"
)

// figures are those of a run, in the order of display. Structures without ε are
// left out of those along axes: ten times the bits of all others would compress the axis, and
// they have no rate. What they hold is drawn beside the others at one place.
func figures(meta *runfolder.Meta) []figure.Figure {
	groups := glossary.Families(all.Inexact(meta.Filters))
	atN := figure.Place{string(N): workload.Held(meta, N, "100000")}
	atRate := figure.Place{axis.Epsilon: workload.Held(meta, axis.Eps, "0.01")}
	bound := &figure.Reference{
		Label: figure.Text{EN: "bound, log2(1/ε)", PT: "limite, log2(1/ε)"},
		Of:    func(percent float64) float64 { return math.Log2(100 / percent) },
	}
	list := []figure.Figure{
		figure.Families("bits", figure.Intervals(
			"Bits per key against the requested false-positive rate, by family",
			"Bits por chave em função da razão de falsos positivos pedida, por família"), figure.FamiliesOf{
			Groups: groups, Metric: BitsPerKey, Axis: axis.Epsilon, At: atN,
			Label: figure.Text{EN: "Bits per key", PT: "Bits por chave"}, Reference: bound,
		}),
		figure.Families("overhead", figure.Intervals(
			"Bits per key above the lower bound log2(1/ε), with the measured ε, against the number of keys, by family",
			"Bits por chave acima do limite log2(1/ε medido), em função do número de chaves, por família"), figure.FamiliesOf{
			Groups: groups, Metric: Overhead, Axis: string(N), At: atRate,
			Label: figure.Text{EN: "Bits above the lower bound (%)", PT: "Bits acima do limite (%)"},
		}),
		figure.Families("rate", figure.Intervals(
			"Measured false-positive rate as a share of the requested rate, by family",
			"Razão de falsos positivos medida como fração da razão pedida, por família"), figure.FamiliesOf{Groups: groups, Metric: Rate, Axis: axis.Epsilon, At: atN, OfAsked: true}),
	}
	if meta.Config["full"].Value == "true" && slices.Contains(meta.Filters, bloom) {
		list = append(list, byKeysAndBits())
	}
	if len(all.Inexact(meta.Filters)) == len(meta.Filters) {
		return list
	}
	place := figure.Place{string(N): atN[string(N)], axis.Epsilon: atRate[axis.Epsilon]}
	n, _ := strconv.Atoi(place[string(N)])
	rate := axis.Rates(nil).Label(place[axis.Epsilon])
	return append(list, figure.Ranked("held", figure.Text{
		EN: "Memory that a structure holds per key, exact ones beside filters",
		PT: "Memória ocupada por chave, estruturas exatas ao lado de filtros",
	}, figure.RankedOf{
		Groups: glossary.Families(meta.Filters), Label: figure.Text{EN: "Bits per key", PT: "Bits por chave"},
		Panels: []figure.RankedPanel{{Metric: HeldPerKey, At: place, Title: figure.Text{
			EN: fmt.Sprintf("n = %s, filters at ε = %s %%", axis.Grouped(n), rate),
			PT: fmt.Sprintf("n = %s, filtros com ε = %s%%", strings.ReplaceAll(axis.Grouped(n), ",", "."), strings.ReplaceAll(rate, ".", ",")),
		}}},
	}))
}

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
