package cache

import (
	_ "embed"
	"strings"

	"hyphbench/internal/bilingual"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
)

//go:embed figures.txt
var figureTexts string

var text = bilingual.Texts(figureTexts)

// groups are the panels: what the filters are to be compared with, then they.
func groups() []figure.RankedGroup {
	return []figure.RankedGroup{
		{Title: text("exact"), Filters: []string{everything, seenSet, recent}},
		{Title: text("emptied"), Filters: []string{bloom, counting}},
		{Title: text("forgetting"), Filters: []string{aging, sliding}},
		{Title: text("frequencies"), Filters: []string{tinyLFU}},
	}
}

func figures(m *runfolder.Meta) []figure.Figure {
	families := func(id, stream, axis string, m runfolder.Metric, label, along bilingual.Text) figure.Figure {
		return figure.Families(id, figure.Intervals(text(id)), figure.FamiliesOf{
			Groups: groups(), Metric: m, Axis: axis, At: figure.Place{string(Stream): stream}, X: figure.Logarithmic, Label: label, Along: along,
		})
	}
	byCapacity := func(id, stream string, m runfolder.Metric) figure.Figure {
		return families(id, stream, string(Capacity), m, text(string(m)), text("capacity"))
	}
	return []figure.Figure{
		byCapacity("cache-writes", web, Writes), byCapacity("cache-hits", web, Hits),
		byCapacity("cache-writes-cdn", cdn, Writes), byCapacity("cache-hits-cdn", cdn, Hits),
		byCapacity("cache-writes-text", inText, Writes), byCapacity("cache-hits-text", inText, Hits),
		families("cache-late", web, string(Window), Late, text("late"), text("window")),
		families("cache-memory", web, string(Window), Memory, text("memory"), text("window")),
		figure.Ranked("cache-request", figure.Intervals(text("cache-request")), figure.RankedOf{
			Metric: Request, Groups: groups(), Label: text("request"),
			Panels: []figure.RankedPanel{
				{Metric: Request, At: timedAt(m, web), Title: text("synthetic")},
				{Metric: Request, At: timedAt(m, inText), Title: text("running text")},
			},
		}),
		figure.Ranked("cache-disk", figure.Intervals(text("cache-disk")), figure.RankedOf{
			Metric: DiskTime, Groups: groups(), Label: text("disk"),
			Panels: []figure.RankedPanel{{Metric: DiskTime, At: timedAt(m, web), Title: text("synthetic")}},
		}),
	}
}

// timedAt is where the clock ran: a stream at the middle of the sizes of the cache.
func timedAt(m *runfolder.Meta, stream string) figure.Place {
	capacity, _, _ := strings.Cut(m.Parameters[middles], ",")
	return figure.Place{string(Stream): stream, string(Capacity): capacity}
}
