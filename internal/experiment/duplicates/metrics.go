package duplicates

import (
	"hyphbench/internal/axis"
	"hyphbench/internal/metric"
	"hyphbench/internal/report/answer"
	"hyphbench/internal/runfolder"
)

// Metrics of the experiment's own. Bytes are those of all processing elements, by the
// number of elements.
const (
	Bytes           runfolder.Metric = "sent_bytes"        // all
	BytesTheory     runfolder.Metric = "sent_bytes_theory" // without frames
	HashBytes       runfolder.Metric = "hash_bytes"        // filters and hashes
	AnswerBytes     runfolder.Metric = "answer_bytes"      // which hashes were met
	KeyBytes        runfolder.Metric = "key_bytes"         // elements, and the answers to them
	Messages        runfolder.Metric = "sent_messages"     // of all
	Busiest         runfolder.Metric = "busiest"           // sent and received by the busiest one
	FlaggedFirst    runfolder.Metric = "flagged_first"     // single elements that the first round leaves
	Flagged         runfolder.Metric = "flagged"           // and the last one
	FlaggedTheory   runfolder.Metric = "flagged_theory"
	BuildBytes      runfolder.Metric = "build_bytes" // of a filter of all elements
	QueryBytes      runfolder.Metric = "query_bytes" // of a query for a stranger, with its answer
	BreakEven       runfolder.Metric = "break_even"  // queries an element at which the replicating filter has cost no more
	BreakEvenTheory runfolder.Metric = "break_even_theory"
)

// metrics are in the order of display.
func metrics() []metric.Definition {
	return []metric.Definition{
		{Name: Bytes, Title: "bytes sent an element"},
		{Name: BytesTheory, Title: "bytes sent an element by theory"},
		{Name: HashBytes, Title: "bytes of hashes an element"},
		{Name: AnswerBytes, Title: "bytes of answers an element"},
		{Name: KeyBytes, Title: "bytes of compared elements an element"},
		{Name: Messages, Title: "messages"},
		{Name: Busiest, Title: "bytes of the busiest processing element, by its elements"},
		{Name: FlaggedFirst, Title: "single elements left by the first round", Unit: "%", Factor: 100},
		{Name: Flagged, Title: "single elements left to be compared", Unit: "%", Factor: 100},
		{Name: FlaggedTheory, Title: "single elements left by theory", Unit: "%", Factor: 100},
		{Name: BuildBytes, Title: "bytes to build a filter of all, an element"},
		{Name: QueryBytes, Title: "bytes of a query"},
		{Name: BreakEven, Title: "queries an element from which on replicating sends less"},
		{Name: BreakEvenTheory, Title: "queries an element from which on replicating sends less, by theory"},
	}
}

// columns describes those of measurements.csv that no other experiment has.
func columns() []runfolder.Field {
	return []runfolder.Field{{Name: axisP, Type: "integer", Description: "processing elements"}}
}

// headlines are what the ways send beside shipping all elements.
func headlines() []answer.Headline {
	return []answer.Headline{{Metric: Bytes, To: shipping, By: axisP}}
}

// axisP is the axis of processing elements.
const axisP = "p"

// axes of the run.
func (b *bench) axes() []axis.Axis {
	return []axis.Axis{axis.Counts(axisP, b.x.p.Values), axis.Rates(b.x.eps.Values)}
}
