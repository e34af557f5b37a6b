package lookup

import (
	"hyphbench/internal/metric"
	"hyphbench/internal/report/answer"
	"hyphbench/internal/runfolder"
)

// Metrics of the experiment's own, beside metric.Query, which is throughput.
const (
	Latency      runfolder.Metric = "latency"            // one query, its place depending on the answer before
	Many         runfolder.Metric = "many"               // one query of a list that is asked at once
	Parallel     runfolder.Metric = "parallel"           // one query of goroutines that ask at once: wall time over all their queries
	Written      runfolder.Metric = "written"            // the same beside a goroutine that inserts
	Among        runfolder.Metric = "among"              // one query of one of many filters, any
	Skewed       runfolder.Metric = "among_skewed"       // the same, four of five queries to a fifth of them
	Filters      runfolder.Metric = "filters"            // how many these are
	Loaded       runfolder.Metric = "loaded"             // one query of a negative, by the places of a table that are taken
	Insert       runfolder.Metric = "insert"             // one insertion, from none to n keys
	Delete       runfolder.Metric = "delete"             // one deletion, from n keys to none
	BitsPerKey   runfolder.Metric = "bits_per_key"       // nominal
	FullBits     runfolder.Metric = "bits_per_key_full"  // nominal, of a table that was filled until it refused a key
	Admitted     runfolder.Metric = "negatives_admitted" // share of the negatives asked that are
	WastedTokens runfolder.Metric = "wasted_tokens"      // share of the words of running text that are admitted and no keys
	WastedWords  runfolder.Metric = "wasted_words"       // the same of its distinct words
)

// metrics are in the order of display.
func metrics() []metric.Definition {
	return []metric.Definition{
		{Name: metric.Query, Title: "one query, of independent ones", Op: "query"},
		{Name: Latency, Title: "one query, after the answer before", Op: "query"},
		{Name: Many, Title: "one query, of a list asked at once", Op: "query"},
		{Name: Parallel, Title: "one query, of goroutines together", Op: "query"},
		{Name: Written, Title: "one query, of goroutines beside one that inserts", Op: "query"},
		{Name: Among, Title: "one query, of one of many small filters at random", Op: "query"},
		{Name: Skewed, Title: "one query, of many small filters by the rule 80/20", Op: "query"},
		{Name: Filters, Title: "small filters, 200 MB together (--quick: 20 MB)", Flat: true},
		{Name: Loaded, Title: "one query, by the load of the table", Op: "query"},
		{Name: metric.Build, Title: "construction", Op: "key"},
		{Name: Insert, Title: "insertion", Op: "key"},
		{Name: Delete, Title: "deletion", Op: "key"},
		{Name: WastedTokens, Title: "lookups wasted, of the words of running text that are no keys", Unit: "%", Factor: 100},
		{Name: WastedWords, Title: "admitted, of the distinct words of the text that are no keys", Unit: "%", Factor: 100},
		{Name: Admitted, Title: "negatives admitted", Unit: "%", Factor: 100},
		{Name: BitsPerKey, Title: "bits per key, nominal"},
		{Name: FullBits, Title: "bits per key, of a table filled until it refuses one"},
	}
}

// columns describes those of measurements.csv that no other experiment has.
func columns() []runfolder.Field {
	return []runfolder.Field{
		{Name: axisN, Type: "integer", Description: "keys in the structure"},
		{Name: axisHits, Type: "number", Description: "share of members among the queries; empty for running text, which has its own, and where nothing is asked"},
		{Name: axisOrder, Type: "string", Description: "order of the queries: shuffled, dictionary, or that of running text"},
		{Name: axisCrowd, Type: "integer", Description: "goroutines that ask one filter at once; empty for the loop of one thread"},
		{Name: axisLoad, Type: "number", Description: "share of the places of a table that are taken; empty where the structure has the size for its keys"},
	}
}

// headlines are which structure answers soonest, and at what price.
func headlines() []answer.Headline {
	return []answer.Headline{
		{Metric: metric.Query}, {Metric: Latency}, {Metric: BitsPerKey}, {Metric: metric.Build},
	}
}
