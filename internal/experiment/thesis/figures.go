package thesis

import (
	"slices"
	"strings"

	"hyphbench/internal/glossary"
	"hyphbench/internal/metric"
	"hyphbench/internal/report"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
)

// figures are the thesis's own, then the false-positive rates and those over
// further structures: lines for a few, ranked dots for many.
func figures(meta *runfolder.Meta) []figure.Figure {
	on := behindComma(where(meta))
	bloom, cuckoo := drawn(meta)
	list := []figure.Figure{
		line("5.1", Init, bloom, on), line("5.2", Hyphenate, bloom, on),
		line("5.3", Init, cuckoo, on), line("5.4", Hyphenate, cuckoo, on),
		bars("5.5", Init, on, bloom, cuckoo), bars("5.6", Hyphenate, on, bloom, cuckoo),
	}
	if p := literal(); bloom == p.bloom {
		list = append(list, line("5.2", metric.Build, bloom, on), line("5.4", metric.Build, cuckoo, on), bars("5.6", metric.Build, on, bloom, cuckoo))
	}
	if on.EN != "" {
		list = append(list, overStore(on))
	}
	if len(meta.Filters) > report.Few {
		return append(append(list, rates(bloom, cuckoo)), rankings(meta.Filters, on)...)
	}
	list = append(list, rates())
	others := 0
	for _, name := range meta.Filters {
		if name != bloom && name != cuckoo {
			others++
			list = append(list, line("", Init, name, on), line("", Hyphenate, name, on))
		}
	}
	if others > 0 && len(meta.Filters) > 1 {
		list = append(list, overlay(Init, on), overlay(Hyphenate, on))
	}
	return list
}

// drawn are the filters of the thesis's own figures: its literal ones where a run has both.
func drawn(meta *runfolder.Meta) (theBloom, theCuckoo string) {
	if p := literal(); slices.Contains(meta.Filters, p.bloom) && slices.Contains(meta.Filters, p.cuckoo) {
		return p.bloom, p.cuckoo
	}
	return bloom, cuckoo
}

// id is the name of a figure's files: that of the thesis's number, or the metric and the
// structure, as of constructions, which only the thesis's draft draws.
func id(number string, m runfolder.Metric, name string) string {
	if name == "" {
		name = "both"
	}
	if number != "" && m != metric.Build {
		return strings.ReplaceAll(number, ".", "-")
	}
	return map[runfolder.Metric]string{Init: "init", Hyphenate: "run", metric.Build: "build"}[m] + "-" + name
}

// numbered puts the thesis's number before a caption; without one the caption begins a
// sentence of its own. Constructions have their numbers in the draft.
func numbered(number string, m runfolder.Metric, caption figure.Text) figure.Text {
	if m == metric.Build {
		return figure.Text{EN: "Figure " + number + " of the draft: " + caption.EN, PT: "Figura " + number + " do rascunho: " + caption.PT}
	}
	if number == "" {
		return figure.Text{EN: strings.ToUpper(caption.EN[:1]) + caption.EN[1:], PT: caption.PT}
	}
	return figure.Text{EN: "Figure " + number + ": " + caption.EN, PT: "Figura " + number + ": " + caption.PT}
}

// line is a figure as 5.1 to 5.4, with the thesis's caption. on is what the captions
// say of the store.
func line(number string, m runfolder.Metric, filter string, on figure.Text) figure.Figure {
	one := glossary.OneInPortuguese(filter)
	caption := figure.Text{
		EN: "mean time to hyphenate one list of words with " + glossary.OneStructure(filter) + on.EN + " (with 95 % confidence intervals)",
		PT: "Tempo médio de processamento de uma mesma lista de palavras em um algoritmo de hifenização implementado com " + one + on.PT + " (com intervalos de confiança de 95%)",
	}
	switch m {
	case Init:
		on = behindExceptions(on)
		caption = figure.Text{
			EN: "mean time to initialise the hyphenation algorithm with " + glossary.OneStructure(filter) + ", for one list of exceptions" + on.EN + " (with 95 % confidence intervals)",
			PT: "Tempo médio de inicialização do algoritmo de hifenização implementado com " + one + " para uma mesma lista de exceções" + on.PT + " (com intervalos de confiança de 95%)",
		}
	case metric.Build:
		caption = figure.Text{
			EN: "mean time to construct " + glossary.OneStructure(filter) + " of one list of exceptions (with 95 % confidence intervals)",
			PT: "Tempo médio de construção de " + one + " para uma mesma lista de exceções em um algoritmo hifenizador de palavras (com intervalos de confiança de 95%)",
		}
	}
	of := figure.LineOf{Metric: m, Filter: filter, Baseline: NoFilter, BaselineLabel: figure.Text{EN: "no filter", PT: "sem filtro"}}
	return figure.Line(id(number, m, filter), numbered(number, m, caption), of)
}

// bars is a figure as 5.5 and 5.6. The thesis's have no error bars; these do,
// and say so.
func bars(number string, m runfolder.Metric, on figure.Text, filters ...string) figure.Figure {
	caption := figure.Text{
		EN: "mean times to hyphenate one list of words with a Bloom filter and with a cuckoo filter" + on.EN,
		PT: "Comparação entre os tempos médios de processamento de uma mesma lista de palavras em um algoritmo hifenizador de palavras implementado com Bloom filter e com cuckoo filter" + on.PT,
	}
	switch m {
	case Init:
		caption = figure.Text{
			EN: "mean times to initialise the hyphenation algorithm with a Bloom filter and with a cuckoo filter" + on.EN,
			PT: "Comparação entre os tempos médios de inicialização dos algoritmos hifenizadores de palavras implementados com Bloom filter e com cuckoo filter" + on.PT,
		}
	case metric.Build:
		caption = figure.Text{
			EN: "mean times to construct a Bloom filter and a cuckoo filter of one list of exceptions",
			PT: "Comparação entre os tempos médios de construção de um Bloom filter e de um cuckoo filter para uma mesma lista de exceções",
		}
	}
	interval := figure.Text{EN: "95 % interval of the mean (not in the thesis's figure)", PT: "intervalo de 95% da média (não consta na figura da monografia)"}
	return figure.Bars(id(number, m, ""), numbered(number, m, caption), interval, m, filters...)
}

// rates are the false-positive rates of some filters, of all without a name.
func rates(filters ...string) figure.Figure {
	return figure.Rates("fpr", figure.Text{
		EN: "Measured false-positive rate against the rate asked for, with the theory of the parameters really used (with 95 % confidence intervals)",
		PT: "Razão de falsos positivos medida em função da razão pedida, com a teoria dos parâmetros realmente usados (com intervalos de confiança de 95%)",
	}, filters...)
}

func overlay(metric runfolder.Metric, on figure.Text) figure.Figure {
	title := figure.Text{
		EN: "Mean time to hyphenate one list of words, by filter" + on.EN + " (with 95 % confidence intervals)",
		PT: "Tempo médio de processamento de uma mesma lista de palavras, por filtro" + on.PT + " (com intervalos de confiança de 95%)",
	}
	if metric == Init {
		title = figure.Text{
			EN: "Mean time to initialise the hyphenation algorithm, by filter" + on.EN + " (with 95 % confidence intervals)",
			PT: "Tempo médio de inicialização do algoritmo de hifenização, por filtro" + on.PT + " (com intervalos de confiança de 95%)",
		}
	}
	return figure.Overlay(id("", metric, "all"), title, metric)
}
