package space

import (
	"cmp"
	_ "embed"
	"math"
	"slices"
	"strconv"

	"hyphbench/internal/axis"
	"hyphbench/internal/bilingual"
	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/filter/all"
	"hyphbench/internal/glossary"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/workload"
)

//go:embed figures.txt
var figureTexts string

var text = bilingual.Texts(figureTexts)

// figures are those of a run, in the order of display. Structures without ε are
// left out of those along axes: ten times the bits of all others would compress the axis, and
// they have no rate. What they hold is drawn beside the others at one place.
func figures(meta *runfolder.Meta) []figure.Figure {
	groups := glossary.Families(all.Inexact(meta.Filters))
	atN := figure.Place{string(N): workload.Held(meta, N, "100000")}
	atRate := figure.Place{axis.Epsilon: workload.Held(meta, axis.Eps, "0.01")}
	bound := &figure.Reference{
		Label: text("bound"),
		Of:    func(percent float64) float64 { return math.Log2(100 / percent) },
	}
	list := []figure.Figure{
		figure.Families("bits", text("bits"), figure.FamiliesOf{
			Groups: groups, Metric: BitsPerKey, Axis: axis.Epsilon, At: atN,
			Label: text("bits per key"), Reference: bound,
		}),
		figure.Families("overhead", text("overhead"), figure.FamiliesOf{
			Groups: groups, Metric: Overhead, Axis: string(N), At: atRate,
			Label: text("bits above the bound"),
		}),
		figure.Families("rate", text("rate"), figure.FamiliesOf{Groups: groups, Metric: Rate, Axis: axis.Epsilon, At: atN, OfAsked: true}),
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
	return append(list, figure.Ranked("held", text("held"), figure.RankedOf{
		Groups: glossary.Families(meta.Filters), Label: text("bits per key"),
		Panels: []figure.RankedPanel{{Metric: HeldPerKey, At: place, Title: text("held at", written(axis.Grouped(n)), written(rate))}},
	}))
}

// written is a number as each language writes it.
func written(english string) bilingual.Text {
	return bilingual.Text{EN: english, PT: bilingual.Decimal(english, bilingual.Portuguese)}
}

// byKeysAndBits is the article's figure of the false-positive rate, measured: a curve over the
// number of keys for each number of bits that filters of several numbers of keys share. Only a
// run of all combinations has them.
func byKeysAndBits() figure.Figure {
	return trial.Curves("rate-keys", text("rate-keys"), overKeys)
}

// bitsOf is m: the bits of a cell's filter.
func bitsOf(c claim.Cell) float64 { return c.Of(BitsPerKey).Mean() * float64(c.Int(N)) }

// overKeys draws the measured rates as points and the least rate of so many bits per key, by the
// usual formula, as a line.
func overKeys(d *claim.Data, l bilingual.Lang) (figure.CurvesOf, error) {
	panel := figure.CurvePanel{Log: true, LogX: true,
		XLabel: text("keys"),
		YLabel: text("false-positive rate")}
	sizes := d.Meta.Counts(string(N))
	for _, cells := range ofEqualBits(d.CellsIn(Rate, anywhere, bloom)) {
		if 2*len(cells) < len(sizes) || len(cells) < 3 { // most sizes have only a few of them
			continue
		}
		m := bitsOf(cells[0])
		curve := figure.Curve{Look: figure.Look{Nth: len(panel.Curves)}, Metric: Rate,
			Label: bilingual.Both(axis.Grouped(int(math.Round(m))) + " bits")}
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
		Note:    text("rate-keys note"),
		Caption: figure.WithIntervals(text("hash functions", d.Meta.Reps), l)}.Or(figure.NoData("the run has no filters of equal bits for several numbers of keys; --full has"))
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
