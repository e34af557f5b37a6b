package thesis

import (
	"hyphbench/internal/metric"
	"hyphbench/internal/report/answer"
	"hyphbench/internal/runfolder"
)

// Metrics of the thesis's experiment beside those that experiments share. Build
// and query of the baseline are those of the exception store.
const (
	Init              runfolder.Metric = "init"               // patterns, exceptions, store and filter from bytes in memory
	Hyphenate         runfolder.Metric = "hyphenate"          // a pass over the list, lower-casing included
	QueryFull         runfolder.Metric = "query_full"         // metric.Query at 95 % load
	AfterDeletions    runfolder.Metric = "fn_after_deletions" // keys denied after half of them were deleted
	OverestimatedKeys runfolder.Metric = "overestimated_keys" // keys below the threshold that are admitted
	LoadLimit         runfolder.Metric = "load_limit"         // share of a table's entries filled when the first insertion is refused
	Accesses          runfolder.Metric = "accesses"           // look-ups in a pass, counted by the store of --store itself
	RemovedAdmitted   runfolder.Metric = "removed_admitted"   // of the keys deleted, every other one, those that are still admitted
)

// metrics are in the order of display.
func metrics() []metric.Definition {
	words := func(m *runfolder.Meta) int64 { return int64(m.Input("words").Count) }
	return []metric.Definition{
		{Name: Init, Title: "one initialisation: patterns, exceptions and filter"},
		{Name: metric.Build, Title: "one construction of the filter alone"},
		{Name: Hyphenate, Title: "one pass of hyphenation over the word list", Op: "word", Whole: "pass", Size: words},
		{Name: Accesses, Title: "look-ups in a pass, counted by the store"},
		{Name: metric.Query, Title: "one question to the filter alone", Op: "word"},
		{Name: QueryFull, Title: "one question to the filter alone, at 95 % load", Op: "word"},
		{Name: metric.FalsePositives, Title: "false positives", Share: "%", Factor: 100,
			Size: func(m *runfolder.Meta) int64 { return m.Expect["negatives"] }},
		{Name: metric.FPRTheory, Title: "false-positive rate by theory", Unit: "%", Factor: 100},
		{Name: metric.FalseNegatives, Title: "false negatives"},
		{Name: AfterDeletions, Title: "false negatives after the deletion of half of the keys"},
		{Name: OverestimatedKeys, Title: "keys of less confidence than asked for that pass"},
		{Name: LoadLimit, Title: "load at which the first insertion is refused", Unit: "%", Factor: 100},
		{Name: RemovedAdmitted, Title: "deleted keys that are still admitted"},
		{Name: metric.Bits, Title: "size of the filter", Share: "bits/key", Factor: 1, Size: keyCount},
		{Name: metric.ResidentBits, Title: "memory really held"},
	}
}

// keyCount is how many keys the filters of a run hold: the exceptions without
// the pattern file's, where the run says so itself.
func keyCount(m *runfolder.Meta) int64 {
	if n := m.Expect["keys"]; n > 0 {
		return n
	}
	return int64(m.Input("exceptions").Count)
}

// headlines are whether a filter pays at all, then which one is faster.
func headlines() []answer.Headline {
	return []answer.Headline{
		{Metric: Hyphenate, To: NoFilter}, {Metric: Hyphenate}, {Metric: metric.Query}, {Metric: Init}, {Metric: metric.Build},
	}
}
