package example

import (
	"hyphbench/internal/metric"
	"hyphbench/internal/runfolder"
)

// Admitted is the metric of the experiment's own, beside metric.Query that it
// shares with others: the share of the strangers asked for that get a yes.
const Admitted runfolder.Metric = "admitted"

// metrics are in the order of display.
func metrics() []metric.Definition {
	return []metric.Definition{
		{Name: metric.Query, Title: "one question", Op: "question"},
		{Name: Admitted, Title: "strangers admitted", Unit: "%", Factor: 100},
	}
}

// columns describes those of measurements.csv that no other experiment has.
func columns() []runfolder.Field {
	return []runfolder.Field{
		{Name: axisN, Type: "integer", Description: "keys in the structure"},
		{Name: axisHits, Type: "number", Description: "share of members among the questions"},
	}
}
