package stream

import (
	"hyphbench/internal/metric"
	"hyphbench/internal/report/answer"
	"hyphbench/internal/runfolder"
)

// Metrics of the experiment's own. The rates are shares of the second half of a stream.
const (
	BitsPerElement runfolder.Metric = "bits_per_element" // nominal, for each of the window
	Rate           runfolder.Metric = "fpr"              // of what did not come in the window, called seen
	RateNew        runfolder.Metric = "fpr_new"          // of what never came, called seen
	Missed         runfolder.Metric = "fnr"              // of what came in the window, called new
	Errors         runfolder.Metric = "errors"           // fpr + fnr
	MissedTheory   runfolder.Metric = "fnr_theory"       // fnr by theory
	LeastBits      runfolder.Metric = "least_bits"       // for each of the window, that fpr_new and fnr take at least
	RateBound      runfolder.Metric = "fpr_bound"        // of the generalised filter, whatever came
	RateAt         runfolder.Metric = "fpr_at"           // fpr since half as many elements
	MissedAt       runfolder.Metric = "fnr_at"           // fnr since half as many elements
	Empty          runfolder.Metric = "empty"            // share of empty cells
	EmptyTheory    runfolder.Metric = "empty_theory"     // its limit by theory
	Lifetime       runfolder.Metric = "lifetime"         // elements after which half of them are forgotten
	LifetimeTheory runfolder.Metric = "lifetime_theory"  // as the article has it
	Recent         runfolder.Metric = "recent"           // share of the window in what is remembered of four
	Bound          runfolder.Metric = "bound"            // of fpr + fnr from below, by the article
)

// metrics are in the order of display.
func metrics() []metric.Definition {
	percent := func(name runfolder.Metric, title string) metric.Definition {
		return metric.Definition{Name: name, Title: title, Unit: "%", Factor: 100, Flat: true}
	}
	return []metric.Definition{
		{Name: BitsPerElement, Title: "bits an element of the window", Flat: true},
		{Name: metric.Bits, Title: "bits of the state", Flat: true},
		percent(Rate, "called seen and not of the window"),
		percent(RateNew, "new and called seen"),
		percent(metric.FPRTheory, "false-positive rate by theory"),
		percent(RateBound, "false-positive rate at most"),
		percent(Missed, "of the window and called new"),
		percent(MissedTheory, "of the window and called new, by theory"),
		percent(Errors, "false positives and false negatives together"),
		percent(Bound, "both errors at least, by the article"),
		{Name: LeastBits, Title: "bits an element that both errors take at least", Flat: true},
		percent(RateAt, "called seen and not of the window, along the stream"),
		percent(MissedAt, "of the window and called new, along the stream"),
		percent(Empty, "empty cells"),
		percent(EmptyTheory, "empty cells in the limit, by theory"),
		{Name: Lifetime, Title: "elements after which half are forgotten", Flat: true},
		{Name: LifetimeTheory, Title: "elements after which half are forgotten, by the article", Flat: true},
		percent(Recent, "remembered and of the window"),
		{Name: metric.Query, Title: "one element", Op: "element"},
	}
}

// columns describes those of measurements.csv that no other experiment has.
func columns() []runfolder.Field {
	return []runfolder.Field{
		{Name: axisStream, Type: "string", Description: "what the stream is made of"},
		{Name: axisWindow, Type: "integer", Description: "elements among the last of which one is a duplicate"},
		{Name: axisInserted, Type: "integer", Description: "elements of the stream before the look; empty for its whole second half"},
		{Name: axisRoom, Type: "integer", Description: "memory, as that of so many windows"},
	}
}

// headlines are which structure errs least, and at what price.
func headlines() []answer.Headline {
	return []answer.Headline{{Metric: BitsPerElement}, {Metric: metric.Query}}
}
