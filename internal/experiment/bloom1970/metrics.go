package bloom1970

import (
	"hyphbench/internal/experiment"
	"hyphbench/internal/metric"
	"hyphbench/internal/report/answer"
	"hyphbench/internal/runfolder"
)

// Metrics of the experiment's own.
const (
	Saved      runfolder.Metric = "saved"         // share of the words that do not come to the store, counted there
	Total      runfolder.Metric = "total"         // one word, hash area and store
	ColdLookup runfolder.Metric = "cold_lookup"   // one cold lookup in a large store of the kind
	ColdTotal  runfolder.Metric = "computed_cold" // one word if every lookup were cold, computed
)

// metrics are in the order of display.
func metrics() []metric.Definition {
	return []metric.Definition{
		{Name: Saved, Title: "accesses saved", Unit: "%", Factor: 100},
		{Name: Total, Title: "one word, hash area and store", Op: "word"},
		{Name: ColdTotal, Title: "one word if every lookup were cold, computed"},
		{Name: ColdLookup, Title: "one cold lookup in a large store", Op: "lookup"},
		{Name: metric.Query, Title: "one word, the hash area alone", Op: "word"},
		{Name: metric.Bits, Title: "hash area"},
		{Name: metric.FPRTheory, Title: "strangers let through by theory", Unit: "%", Factor: 100},
	}
}

// columns describes those of measurements.csv that no other experiment has.
func columns() []runfolder.Field {
	return append([]runfolder.Field{
		{Name: axisStore, Type: "string", Description: "store of the exceptions"},
	}, experiment.StoreFields()...)
}

// headlines are what a hash area saves in front of each store, then which one is faster.
func headlines() []answer.Headline {
	return []answer.Headline{
		{Metric: Total, To: noFilter, By: axisStore}, {Metric: metric.Query},
	}
}
