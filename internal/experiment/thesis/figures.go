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
		list = append(list, overlay(Init, toInitialise, on), overlay(Hyphenate, toHyphenate, on))
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
	one, behind := oneFilter(filter), behindExceptions(on)
	caption := map[runfolder.Metric]figure.Text{
		Hyphenate: figure.Intervals(
			"mean time to hyphenate one list of words with "+one.EN+on.EN,
			"Tempo médio de processamento de uma mesma lista de palavras em um algoritmo de hifenização implementado com "+one.PT+on.PT),
		Init: figure.Intervals(
			"mean time to initialise the hyphenation algorithm with "+one.EN+", for one list of exceptions"+behind.EN,
			"Tempo médio de inicialização do algoritmo de hifenização implementado com "+one.PT+" para uma mesma lista de exceções"+behind.PT),
		metric.Build: figure.Intervals(
			"mean time to construct "+one.EN+" of one list of exceptions",
			"Tempo médio de construção de "+one.PT+" para uma mesma lista de exceções em um algoritmo hifenizador de palavras"),
	}
	of := figure.LineOf{Metric: m, Filter: filter, Baseline: NoFilter, BaselineLabel: withoutFilter()}
	return figure.Line(id(number, m, filter), numbered(number, m, caption[m]), of)
}

// withoutFilter names that baseline in a figure.
func withoutFilter() figure.Text { return figure.Text{EN: "no filter", PT: "sem filtro"} }

// bars is a figure as 5.5 and 5.6. The thesis's have no error bars; these do,
// and say so.
func bars(number string, m runfolder.Metric, on figure.Text, filters ...string) figure.Figure {
	caption := map[runfolder.Metric]figure.Text{
		Hyphenate: {
			EN: "mean times to hyphenate one list of words with a Bloom filter and with a cuckoo filter" + on.EN,
			PT: "Comparação entre os tempos médios de processamento de uma mesma lista de palavras em um algoritmo hifenizador de palavras implementado com Bloom filter e com cuckoo filter" + on.PT,
		},
		Init: {
			EN: "mean times to initialise the hyphenation algorithm with a Bloom filter and with a cuckoo filter" + on.EN,
			PT: "Comparação entre os tempos médios de inicialização dos algoritmos hifenizadores de palavras implementados com Bloom filter e com cuckoo filter" + on.PT,
		},
		metric.Build: {
			EN: "mean times to construct a Bloom filter and a cuckoo filter of one list of exceptions",
			PT: "Comparação entre os tempos médios de construção de um Bloom filter e de um cuckoo filter para uma mesma lista de exceções",
		},
	}
	interval := figure.Text{EN: "95 % interval of the mean (not in the thesis's figure)", PT: "intervalo de 95% da média (não consta na figura da monografia)"}
	return figure.Bars(id(number, m, ""), numbered(number, m, caption[m]), interval, m, filters...)
}

// rates are the false-positive rates of some filters, of all without a name.
func rates(filters ...string) figure.Figure {
	return figure.Rates("fpr", figure.Intervals(
		"Measured false-positive rate against the rate asked for, with the theory of the parameters really used",
		"Razão de falsos positivos medida em função da razão pedida, com a teoria dos parâmetros realmente usados"), filters...)
}

// Titles of figures of many structures, before what they are by.
var (
	toHyphenate  = figure.Text{EN: "Mean time to hyphenate one list of words", PT: "Tempo médio de processamento de uma mesma lista de palavras"}
	toInitialise = figure.Text{EN: "Mean time to initialise the hyphenation algorithm", PT: "Tempo médio de inicialização do algoritmo de hifenização"}
)

func overlay(metric runfolder.Metric, title, on figure.Text) figure.Figure {
	return figure.Overlay(id("", metric, "all"), figure.Intervals(title.EN+", by filter"+on.EN, title.PT+", por filtro"+on.PT), metric)
}

// rankings are the figures of a run of many structures.
func rankings(filters []string, on figure.Text) []figure.Figure {
	groups := glossary.Families(filters)
	ranked := func(id string, m runfolder.Metric, title, on figure.Text) figure.Figure {
		return figure.Ranked("ranked-"+id, figure.Intervals(title.EN+", by structure"+on.EN, title.PT+", por estrutura"+on.PT),
			figure.RankedOf{Metric: m, Groups: groups, Baseline: NoFilter, BaselineLabel: withoutFilter()})
	}
	query := figure.Text{EN: "Mean time of one question to the filter alone", PT: "Tempo médio de uma consulta apenas ao filtro"}
	build := figure.Text{EN: "Mean time to construct the filter alone", PT: "Tempo médio de construção apenas do filtro"}
	return []figure.Figure{
		ranked("query", metric.Query, query, figure.Text{}), ranked("hyphenate", Hyphenate, toHyphenate, on),
		ranked("build", metric.Build, build, figure.Text{}), ranked("init", Init, toInitialise, on),
		figure.Ranked("ranked-bits", figure.Text{EN: "Size in bits per key, by structure", PT: "Tamanho em bits por chave, por estrutura"},
			figure.RankedOf{Metric: metric.Bits, Groups: groups, Baseline: NoFilter, BaselineLabel: withoutFilter()}),
		figure.Ranked("ranked-fpr", figure.Intervals(
			"Measured false-positive rate as a share of the rate asked for, by structure",
			"Razão de falsos positivos medida como fração da razão pedida, por estrutura"),
			figure.RankedOf{Metric: metric.FalsePositives, OfAsked: true, Groups: groups}),
	}
}
