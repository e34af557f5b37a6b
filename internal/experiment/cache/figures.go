package cache

import (
	"strings"

	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
)

// groups are the panels: what the filters are to be compared with, then they.
func groups() []figure.RankedGroup {
	return []figure.RankedGroup{
		{Title: figure.Text{EN: "Exact set or list", PT: "Sem filtro, ou lista exata"}, Filters: []string{everything, seenSet, recent}},
		{Title: figure.Text{EN: "Filter, emptied when it is full", PT: "Filtro, esvaziado quando cheio"}, Filters: []string{bloom, counting}},
		{Title: figure.Text{EN: "Filter that forgets old objects", PT: "Filtro que esquece objetos antigos"}, Filters: []string{aging, sliding}},
		{Title: figure.Text{EN: "Estimated frequencies", PT: "Frequências estimadas"}, Filters: []string{tinyLFU}},
	}
}

func figures(m *runfolder.Meta) []figure.Figure {
	byWindow := figure.Text{EN: "objects that the rule remembers, as a share of all objects", PT: "objetos que a regra lembra, como fração de todos os objetos"}
	families := func(id, stream, axis string, m runfolder.Metric, title, label, along figure.Text) figure.Figure {
		return figure.Families(id, title, figure.FamiliesOf{
			Groups: groups(), Metric: m, Axis: axis, At: figure.Place{string(Stream): stream}, X: figure.Logarithmic, Label: label, Along: along,
		})
	}
	byCapacity := func(id, stream string, m runfolder.Metric) figure.Figure {
		title := figure.Text{EN: "Objects written to a cache on a disk: ", PT: "Objetos gravados em um cache em disco: "}
		label := figure.Text{EN: "objects written, % of the requests", PT: "objetos gravados, % das requisições"}
		if m == Hits {
			title = figure.Text{EN: "Hits of the cache: ", PT: "Acertos do cache: "}
			label = figure.Text{EN: "hits, % of the requests", PT: "acertos, % das requisições"}
		}
		of := figure.Text{EN: "synthetic stream in which many objects are requested once", PT: "fluxo sintético em que muitos objetos são pedidos uma só vez"}
		switch stream {
		case cdn:
			of = figure.Text{EN: "synthetic stream with shares known from Akamai's caches", PT: "fluxo sintético com frações conhecidas dos caches da Akamai"}
		case inText:
			of = figure.Text{EN: "running text, whose words are the objects", PT: "texto corrido, cujas palavras são os objetos"}
		}
		title = figure.Intervals(title.EN+of.EN, title.PT+of.PT)
		return families(id, stream, string(Capacity), m, title, label, figure.Text{
			EN: "size of the cache, as a share of the bytes of all objects", PT: "tamanho do cache, como fração dos bytes de todos os objetos"})
	}
	late := figure.Text{EN: "later requests not admitted, % of all requests", PT: "requisições posteriores não admitidas, % das requisições"}
	return []figure.Figure{
		byCapacity("cache-writes", web, Writes), byCapacity("cache-hits", web, Hits),
		byCapacity("cache-writes-cdn", cdn, Writes), byCapacity("cache-hits-cdn", cdn, Hits),
		byCapacity("cache-writes-text", inText, Writes), byCapacity("cache-hits-text", inText, Hits),
		families("cache-late", web, string(Window), Late, figure.Intervals(
			"Later requests that are not admitted, by the number of objects that the rule remembers",
			"Requisições posteriores que não são admitidas, pelo número de objetos que a regra lembra"), late, byWindow),
		families("cache-memory", web, string(Window), Memory, figure.Intervals(
			"Memory that each rule of admission needs, by the number of objects that it remembers",
			"Memória de que cada regra de admissão precisa, pelo número de objetos que ela lembra"), figure.Text{EN: "Memory (KiB)", PT: "Memória (KiB)"}, byWindow),
		figure.Ranked("cache-request", figure.Intervals(
			"Time of a request, including the decision, without the disk",
			"Tempo de uma requisição, incluindo a decisão, sem o disco"), figure.RankedOf{
			Metric: Request, Groups: groups(), Label: figure.Text{EN: "time of a request", PT: "tempo de uma requisição"},
			Panels: []figure.RankedPanel{
				{Metric: Request, At: timedAt(m, web), Title: figure.Text{EN: "synthetic stream", PT: "fluxo sintético"}},
				{Metric: Request, At: timedAt(m, inText), Title: figure.Text{EN: "running text", PT: "texto corrido"}},
			},
		}),
		figure.Ranked("cache-disk", figure.Intervals(
			"Time of the disk writes per request of the synthetic stream",
			"Tempo das gravações em disco por requisição do fluxo sintético"), figure.RankedOf{
			Metric: DiskTime, Groups: groups(), Label: figure.Text{EN: "time of the writes of a request", PT: "tempo das gravações de uma requisição"},
			Panels: []figure.RankedPanel{{Metric: DiskTime, At: timedAt(m, web), Title: figure.Text{EN: "synthetic stream", PT: "fluxo sintético"}}},
		}),
	}
}

// timedAt is where the clock ran: a stream at the middle of the sizes of the cache.
func timedAt(m *runfolder.Meta, stream string) figure.Place {
	capacity, _, _ := strings.Cut(m.Parameters[middles], ",")
	return figure.Place{string(Stream): stream, string(Capacity): capacity}
}
