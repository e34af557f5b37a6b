package churn

import (
	"hyphbench/internal/metric"
	"hyphbench/internal/report/answer"
	"hyphbench/internal/runfolder"
)

// Metrics of the experiment's own.
const (
	Rate       runfolder.Metric = "fpr"          // share of the strangers that are admitted
	LostTheory runfolder.Metric = "fn_theory"    // keys denied by theory, of the structure that loses keys
	Refused    runfolder.Metric = "refused"      // insertions refused since the beginning
	BitsPerKey runfolder.Metric = "bits_per_key" // nominal
	Delete     runfolder.Metric = "delete"       // one deletion
	Insert     runfolder.Metric = "insert"       // one insertion
)

// metrics are in the order of display.
func metrics() []metric.Definition {
	return []metric.Definition{
		{Name: Rate, Title: "false-positive rate", Unit: "%", Factor: 100},
		{Name: metric.FPRTheory, Title: "false-positive rate by theory", Unit: "%", Factor: 100},
		{Name: metric.FalseNegatives, Title: "false negatives", Flat: true},
		{Name: LostTheory, Title: "false negatives by theory", Flat: true},
		{Name: Refused, Title: "insertions refused", Flat: true},
		{Name: BitsPerKey, Title: "bits a key", Flat: true},
		{Name: Delete, Title: "one deletion", Op: "key"},
		{Name: Insert, Title: "one insertion", Op: "key"},
	}
}

// columns describes those of measurements.csv that no other experiment has.
func columns() []runfolder.Field {
	return []runfolder.Field{
		{Name: axisChurn, Type: "integer", Description: "times that a tenth of the keys was deleted and as many others were inserted"},
		{Name: axisN, Type: "integer", Description: "keys in the structure"},
	}
}

// headlines are which structure changes soonest, and at what price.
func headlines() []answer.Headline {
	return []answer.Headline{
		{Metric: Insert}, {Metric: Delete}, {Metric: BitsPerKey},
	}
}
