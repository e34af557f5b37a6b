package payoff

import (
	"hyphbench/internal/measuring"
	"hyphbench/internal/metric"
	"hyphbench/internal/report/answer"
	"hyphbench/internal/runfolder"
)

// Metrics of the experiment's own. Those of the second group are computed from others
// of the same round.
const (
	Total         runfolder.Metric = "total"          // one query, through the filter and the store
	Filter        runfolder.Metric = "filter"         // one query, through the filter and a store that does nothing
	Hit           runfolder.Metric = "hit"            // one lookup that finds its key
	Miss          runfolder.Metric = "miss"           // one that does not
	LoneHit       runfolder.Metric = "lone_hit"       // a hit that begins when the lookup before it has ended
	LoneMiss      runfolder.Metric = "lone_miss"      // a miss that does
	BitsPerKey    runfolder.Metric = "bits_per_key"   // nominal
	Admitted      runfolder.Metric = "admitted"       // share of the queries for negatives that the filter admits
	AdmittedWords runfolder.Metric = "admitted_words" // the same of the distinct words of running text

	Predicted        runfolder.Metric = "predicted"          // of total
	PredictedLone    runfolder.Metric = "predicted_lone"     // the same from lone hits and misses
	BreakEvenMiss    runfolder.Metric = "break_even_miss"    // time of a miss from which on the filter pays
	BreakEvenQueries runfolder.Metric = "break_even_queries" // that pay for its construction
	LeastRate        runfolder.Metric = "least_rate"         // at which one more bit stops paying
	MemoryLife       runfolder.Metric = "memory_life"        // after which it is cheaper than the first structure
)

// Units of what is computed. None is that of a time: no section lasted as long.
const (
	nanoseconds = "ns/query"
	seconds     = "s"
)

// metrics are in the order of display.
func metrics() []metric.Definition {
	return []metric.Definition{
		{Name: Total, Title: "one query, through filter and store", Op: "query", Flat: true},
		{Name: Predicted, Title: "one query, predicted from the parts (computed)", Flat: true},
		{Name: PredictedLone, Title: "the same, from lookups that do not overlap (computed)", Flat: true},
		{Name: Filter, Title: "one query of the filter alone; of none: reading the queries", Op: "query", Flat: true},
		{Name: Hit, Title: "one lookup that finds its key", Op: "lookup", Flat: true},
		{Name: Miss, Title: "one lookup that finds nothing", Op: "lookup", Flat: true},
		{Name: LoneHit, Title: "one lookup that finds its key, after the one before", Op: "lookup", Flat: true},
		{Name: LoneMiss, Title: "one lookup that finds nothing, after the one before", Op: "lookup", Flat: true},
		{Name: BreakEvenMiss, Title: "time of a miss from which on the filter pays (computed)", Flat: true},
		{Name: BreakEvenQueries, Title: "queries that pay for the construction (computed)", Flat: true},
		{Name: LeastRate, Title: "ε below which one more bit costs more than it saves (computed)", Unit: "%", Factor: 100, Flat: true},
		{Name: MemoryLife, Title: "time in memory from which on it is cheaper than the first structure (computed)", Flat: true},
		{Name: metric.Build, Title: "construction", Op: "key", Flat: true},
		{Name: BitsPerKey, Title: "bits per key, nominal", Flat: true},
		{Name: Admitted, Title: "false-positive rate per query: of distinct negatives, and of the tokens of running text", Unit: "%", Factor: 100, Flat: true},
		{Name: AdmittedWords, Title: "false-positive rate per distinct word of running text", Unit: "%", Factor: 100, Flat: true},
	}
}

// columns describes those of measurements.csv that no other experiment has.
func columns() []runfolder.Field {
	return append(measuring.StoreFields(), []runfolder.Field{
		{Name: axisStore, Type: "string", Description: "store behind the filter; empty where there is none"},
		{Name: axisQueries, Type: "string", Description: "what is asked: members and negatives mixed, running text, or negatives that the filter admits (attack)"},
		{Name: axisMembers, Type: "number", Description: "share of keys among mixed queries"},
		{Name: axisBatch, Type: "integer", Description: "lookups in a message to the store"},
		{Name: axisN, Type: "integer", Description: "keys in the store and in the filter"},
	}...)
}

// headlines are what a filter saves in front of each store.
func headlines() []answer.Headline {
	return []answer.Headline{
		{Metric: Total, To: none, By: axisStore},
	}
}
