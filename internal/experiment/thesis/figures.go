package thesis

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"hyphbench/internal/filter"
	"hyphbench/internal/glossary"
	"hyphbench/internal/metric"
	"hyphbench/internal/report"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/store"
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
	of := figure.LineOf{Metric: m, Filter: filter, Baseline: NoFilter, BaselineLabel: withoutFilter(), Beside: decidedElsewhere(number, m)}
	return figure.Line(id(number, m, filter), numbered(number, m, caption[m]), of)
}

// decidedElsewhere says that the p of the line in a figure of the thesis's is not that of the
// claims on it.
func decidedElsewhere(number string, m runfolder.Metric) figure.Text {
	if m == metric.Build {
		return figure.Text{}
	}
	const slopeEN, slopePT = "The p-value tests whether the slope is 0. ", "O valor p testa uma inclinação nula. "
	return map[string]figure.Text{
		"5.1": {
			EN: slopeEN + "Claim T1 has an equivalence test: does the time change by less than 1 % of its mean?",
			PT: slopePT + "A afirmação T1 tem um teste de equivalência: o tempo varia menos de 1% da média?",
		},
		"5.2": {EN: slopeEN + "The thesis's claims T2 and T3 have tests of their own.", PT: slopePT + "As afirmações T2 e T3 têm testes próprios."},
		"5.3": {EN: slopeEN + "Claim T4 has a test of its own.", PT: slopePT + "A afirmação T4 tem um teste próprio."},
		"5.4": {EN: slopeEN + "Claim T5 has a test of its own.", PT: slopePT + "A afirmação T5 tem um teste próprio."},
	}[number]
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
		"Measured false-positive rate against the requested rate, with the theory of the parameters really used",
		"Razão de falsos positivos medida em função da razão pedida, com a teoria dos parâmetros realmente usados"), plannedRate, filters...)
}

// plannedRate is the false-positive rate by theory of a structure of the run's keys at an ε.
func plannedRate(s *report.Summary, name string, epsilon float64) float64 {
	structure, err := structureOf(name)
	if err != nil {
		return math.NaN()
	}
	plan, err := structure.Plan(int(s.Meta.Expect["keys"]), filter.Config{Epsilon: epsilon})
	if err != nil {
		return math.NaN()
	}
	return plan.Theory
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
	query := figure.Text{EN: "Mean time of a query to the filter alone", PT: "Tempo médio de uma consulta apenas ao filtro"}
	build := figure.Text{EN: "Mean time to construct the filter alone", PT: "Tempo médio de construção apenas do filtro"}
	return []figure.Figure{
		ranked("query", metric.Query, query, figure.Text{}), ranked("hyphenate", Hyphenate, toHyphenate, on),
		ranked("build", metric.Build, build, figure.Text{}), ranked("init", Init, toInitialise, on),
		figure.Ranked("ranked-bits", figure.Text{EN: "Size in bits per key, by structure", PT: "Tamanho em bits por chave, por estrutura"},
			figure.RankedOf{Metric: metric.Bits, Groups: groups, Baseline: NoFilter, BaselineLabel: withoutFilter()}),
		figure.Ranked("ranked-fpr", figure.Intervals(
			"Measured false-positive rate as a share of the requested rate, by structure",
			"Razão de falsos positivos medida como fração da razão pedida, por estrutura"),
			figure.RankedOf{Metric: metric.FalsePositives, OfAsked: true, Groups: groups}),
	}
}

// overStore is the time of a pass and the accesses in it, with each filter over ε and
// without one, on logarithmic axes: in 5.2 and 5.4 the pass without a filter would
// leave no room for the others.
func overStore(on figure.Text) figure.Figure {
	return figure.Curves("run-store", figure.Intervals(
		toHyphenate.EN+", and accesses to the store, with and without a filter"+on.EN,
		toHyphenate.PT+" e acessos ao armazenamento, com e sem filtro"+on.PT), func(s *report.Summary, l figure.Lang) (figure.CurvesOf, error) {
		seconds := float64(s.Meta.Input("words").Count) / 1e9
		times, err := overEpsilon(s, Hyphenate, seconds)
		if err != nil {
			return figure.CurvesOf{}, err
		}
		times.YLabel = figure.Text{EN: "time of a pass (s)", PT: "tempo de uma passagem (s)"}
		counts, err := overEpsilon(s, Accesses, 1)
		if err != nil {
			return figure.CurvesOf{}, err
		}
		counts.YLabel = figure.Text{EN: "accesses", PT: "acessos"}
		rounds := fmt.Sprintf(figure.Text{EN: "%d repetitions", PT: "%d repetições"}.In(l), s.Meta.Reps)
		return figure.CurvesOf{
			Caption: strings.Join(claim.NonEmpty(rounds, figure.MachineLine(s, l)), " · "),
			Panels:  []figure.CurvePanel{times, counts},
			Of:      []*report.Metric{s.Metric(Hyphenate), s.Metric(Accesses)},
		}, nil
	})
}

// overEpsilon is a panel of a metric: a curve for each filter with an ε, or for the
// thesis's two where there are many, and the level without a filter. factor leads from
// the unit of the rows to that of the panel.
func overEpsilon(s *report.Summary, name runfolder.Metric, factor float64) (figure.CurvePanel, error) {
	panel := figure.CurvePanel{
		XLabel: figure.Text{EN: "ε (%)", PT: "ε (%)"}, From: math.Inf(1), Log: true,
		LevelLabel: withoutFilter(),
	}
	m := s.Metric(name)
	if m == nil {
		return panel, figure.NoData(fmt.Sprintf("the run has no measurement of %q", name))
	}
	filters := s.Meta.Filters
	if len(filters) > report.Few {
		filters = []string{bloom, cuckoo}
	}
	for _, filter := range filters {
		series := m.Of(filter)
		if series == nil {
			continue
		}
		curve := figure.Curve{Label: figure.StructureText(s, filter), Look: figure.LookOf(s, filter), Metric: name}
		for i, c := range series.Cells {
			x, d := series.X(i), c.Scaled(factor)
			panel.From, panel.To = min(panel.From, x), max(panel.To, x)
			half := d.HalfWidth
			if math.IsNaN(half) {
				half = 0
			}
			curve.X, curve.Points = append(curve.X, x), append(curve.Points, figure.CurvePoint{Value: d.Mean, Half: half})
		}
		panel.Curves = append(panel.Curves, curve)
	}
	if len(panel.Curves) == 0 {
		return panel, figure.NoData(fmt.Sprintf("the run has no measurement of %q for a filter along ε", name))
	}
	for _, c := range s.Baselines(m) {
		if c.Filter == NoFilter {
			panel.Level = c.Mean * factor
		}
	}
	return panel, nil
}

// where says within a sentence where the exceptions of a run are, "exceptions on disk,
// cold (direct)"; nothing of those in the hyphenator's own table.
func where(m *runfolder.Meta) figure.Text {
	name := m.Parameters[storeParameter]
	if name == "" {
		return figure.Text{}
	}
	media := map[store.Medium]figure.Text{
		store.Memory:    {EN: "in memory", PT: "em memória"},
		store.Disk:      {EN: "on disk", PT: "em disco"},
		store.Network:   {EN: "behind a network", PT: "atrás de uma rede"},
		store.Simulated: {EN: "in a simulated store", PT: "em um armazenamento simulado"},
	}
	temperatures := map[string]figure.Text{
		cold: {EN: ", cold", PT: ", sem cache"},
		warm: {EN: ", warm", PT: ", em cache"},
	}
	medium, temperature := media[store.Medium(m.Parameters[mediumParameter])], temperatures[m.Parameters[temperatureParameter]]
	return figure.Text{
		EN: fmt.Sprintf("%s %s%s (%s)", exceptionsEN, medium.EN, temperature.EN, name),
		PT: fmt.Sprintf("%s %s%s (%s)", exceptionsPT, medium.PT, temperature.PT, name),
	}
}

const exceptionsEN, exceptionsPT = "exceptions", "exceções"

// passOf says within a sentence how a run's passes go; nothing of published measurements.
func passOf(m *runfolder.Meta) string {
	switch {
	case m.Design == runfolder.Published:
		return ""
	case m.Parameters[passParameter] == passLiteral:
		return "pass word by word"
	}
	return "pass by batches"
}

// behindExceptions is what behindComma gives, behind a caption's own word for them.
func behindExceptions(on figure.Text) figure.Text {
	return figure.Text{EN: strings.TrimPrefix(on.EN, ", "+exceptionsEN), PT: strings.TrimPrefix(on.PT, ", "+exceptionsPT)}
}

// behindComma is a part of a caption that may be empty.
func behindComma(t figure.Text) figure.Text {
	if t.EN == "" {
		return t
	}
	return figure.Text{EN: ", " + t.EN, PT: ", " + t.PT}
}
