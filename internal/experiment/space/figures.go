package space

import (
	"math"
	"slices"

	"hyphbench/internal/axis"
	"hyphbench/internal/filter/all"
	"hyphbench/internal/glossary"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/workload"
)

// figures are those of a run, in the order of display. Structures without ε are
// left out: ten times the bits of all others would compress the axis, and they have
// no rate.
func figures(meta *runfolder.Meta) []figure.Figure {
	groups := glossary.Families(inexact(meta.Filters))
	atN := figure.Place{string(N): held(meta, string(N), "100000")}
	atRate := figure.Place{axis.Epsilon: held(meta, axis.Epsilon, "0.01")}
	bound := &figure.Reference{
		Label: figure.Text{EN: "bound, log2(1/ε)", PT: "limite, log2(1/ε)"},
		Of:    func(percent float64) float64 { return math.Log2(100 / percent) },
	}
	return []figure.Figure{
		figure.Families("bits", figure.Text{
			EN: "Bits per key against the requested false-positive rate, by family (with 95 % confidence intervals)",
			PT: "Bits por chave em função da razão de falsos positivos pedida, por família (com intervalos de confiança de 95%)",
		}, figure.FamiliesOf{
			Groups: groups, Metric: BitsPerKey, Axis: axis.Epsilon, At: atN,
			Label: figure.Text{EN: "Bits per key", PT: "Bits por chave"}, Reference: bound,
		}),
		figure.Families("overhead", figure.Text{
			EN: "Bits per key above the lower bound log2(1/ε), with the measured ε, against the number of keys, by family (with 95 % confidence intervals)",
			PT: "Bits por chave acima do limite log2(1/ε medido), em função do número de chaves, por família (com intervalos de confiança de 95%)",
		}, figure.FamiliesOf{
			Groups: groups, Metric: Overhead, Axis: string(N), At: atRate,
			Label: figure.Text{EN: "Bits above the lower bound (%)", PT: "Bits acima do limite (%)"},
		}),
		figure.Families("rate", figure.Text{
			EN: "Measured false-positive rate as a share of the requested rate, by family (with 95 % confidence intervals)",
			PT: "Razão de falsos positivos medida como fração da razão pedida, por família (com intervalos de confiança de 95%)",
		}, figure.FamiliesOf{Groups: groups, Metric: Rate, Axis: axis.Epsilon, At: atN, OfAsked: true}),
	}
}

// inexact are the structures that are not known to be exact.
func inexact(names []string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool {
		s, err := all.ByName(name)
		return err == nil && s.Exact
	})
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
