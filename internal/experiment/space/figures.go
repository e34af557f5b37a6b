package space

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"hyphbench/internal/axis"
	"hyphbench/internal/filter/all"
	"hyphbench/internal/glossary"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/workload"
)

// figures are those of a run, in the order of display. Structures without ε are
// left out of those along axes: ten times the bits of all others would compress the axis, and
// they have no rate. What they hold is drawn beside the others at one place.
func figures(meta *runfolder.Meta) []figure.Figure {
	groups := glossary.Families(all.Inexact(meta.Filters))
	atN := figure.Place{string(N): held(meta, string(N), "100000")}
	atRate := figure.Place{axis.Epsilon: held(meta, axis.Epsilon, "0.01")}
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

// held is the value at which an axis stands while the other is varied: the one
// wanted or, where the run lacks it, the middle of its values.
func held(meta *runfolder.Meta, name, wanted string) string {
	i := meta.Axis(name)
	if i < 0 || len(meta.Axes[i].Values) == 0 {
		return ""
	}
	return workload.Middle(meta.Axes[i].Values, wanted)
}
