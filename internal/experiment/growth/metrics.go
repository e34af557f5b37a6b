package growth

import (
	"hyphbench/internal/metric"
	"hyphbench/internal/report/answer"
	"hyphbench/internal/runfolder"
)

// Metrics of the experiment's own. All of them are of what happened up to the look.
const (
	Rate         runfolder.Metric = "fpr"           // share of the strangers that are admitted
	BitsPerKey   runfolder.Metric = "bits_per_key"  // nominal, of the keys taken
	Refused      runfolder.Metric = "refused"       // keys refused
	Resized      runfolder.Metric = "resized"       // enlargements that were asked for after a refusal
	Insert       runfolder.Metric = "insert"        // one insertion, with the empty structure's making
	PauseMost    runfolder.Metric = "pause_p99"     // 99 of 100 insertions take no longer
	PauseLongest runfolder.Metric = "pause_longest" // the longest insertion
)

// metrics are in the order of display.
func metrics() []metric.Definition {
	return []metric.Definition{
		{Name: Rate, Title: "false-positive rate", Unit: "%", Factor: 100},
		{Name: metric.FPRTheory, Title: "false-positive rate by theory", Unit: "%", Factor: 100},
		{Name: metric.FalseNegatives, Title: "false negatives", Flat: true},
		{Name: BitsPerKey, Title: "bits a key taken"},
		{Name: Refused, Title: "keys refused", Flat: true},
		{Name: Resized, Title: "enlargements asked for", Flat: true},
		{Name: Insert, Title: "one insertion, all told", Op: "key"},
		{Name: PauseMost, Title: "an insertion, 99 of 100 within", Extreme: true},
		{Name: PauseLongest, Title: "the longest insertion", Extreme: true},
	}
}

// columns describes those of measurements.csv that no other experiment has.
func columns() []runfolder.Field {
	return []runfolder.Field{
		{Name: axisInserted, Type: "integer", Description: "keys that came, in per cent of those that the structure was told of"},
		{Name: axisN, Type: "integer", Description: "keys that come in all"},
	}
}

// headlines are which structure grows soonest, and at what price.
func headlines() []answer.Headline {
	return []answer.Headline{
		{Metric: Insert}, {Metric: PauseMost}, {Metric: BitsPerKey},
	}
}
