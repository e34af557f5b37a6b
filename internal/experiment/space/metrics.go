package space

import (
	"hyphbench/internal/metric"
	"hyphbench/internal/report/answer"
	"hyphbench/internal/runfolder"
)

// Metrics of the experiment's own.
const (
	Rate       runfolder.Metric = "fpr"           // share of the strangers that are admitted
	BitsPerKey runfolder.Metric = "bits_per_key"  // nominal
	HeldPerKey runfolder.Metric = "held_per_key"  // bits of the heap that stay in use
	PeakPerKey runfolder.Metric = "peak_per_key"  // bits of the heap in use while it is built, at most
	Overhead   runfolder.Metric = "bits_overhead" // of BitsPerKey over log2(1/Rate), as a share

	// Shares of the bits of a Bloom filter that are set (bits.go).
	BitsSet   runfolder.Metric = "bits_set"
	SetSecond runfolder.Metric = "bits_set_second" // by as many keys of which half are the same
	SetUnion  runfolder.Metric = "bits_set_union"  // by both

	// Of the trials (trials.go).
	FullAt     runfolder.Metric = "full_at"     // load at which a cuckoo table first refuses a key
	BestProbes runfolder.Metric = "best_k"      // k of the least rate
	WrongTurns runfolder.Metric = "wrong_turns" // steps of k at which the rate does not fall towards the best k, or not rise beyond it
)

// metrics are in the order of display.
func metrics() []metric.Definition {
	return []metric.Definition{
		{Name: Rate, Title: "false-positive rate", Unit: "%", Factor: 100},
		{Name: metric.FPRTheory, Title: "false-positive rate by theory", Unit: "%", Factor: 100},
		{Name: metric.FalseNegatives, Title: "false negatives", Flat: true},
		{Name: metric.FalsePositives, Title: "false positives in its universe", Flat: true},
		{Name: BitsPerKey, Title: "bits a key"},
		{Name: Overhead, Title: "bits over log2(1/ε measured)", Unit: "%", Factor: 100},
		{Name: BitsSet, Title: "bits set", Unit: "%", Factor: 100},
		{Name: SetSecond, Title: "bits set by as many keys, half of them the same", Unit: "%", Factor: 100},
		{Name: SetUnion, Title: "bits set by both sets", Unit: "%", Factor: 100},
		{Name: FullAt, Title: "load at the first refusal", Unit: "%", Factor: 100},
		{Name: BestProbes, Title: "k of the least rate", Flat: true},
		{Name: WrongTurns, Title: "steps of k in the wrong direction", Flat: true},
		{Name: HeldPerKey, Title: "bits a key held"},
		{Name: PeakPerKey, Title: "bits a key while it is built"},
		{Name: metric.Build, Title: "construction", Op: "key"},
	}
}

// columns describes those of measurements.csv that no other experiment has.
func columns() []runfolder.Field {
	return []runfolder.Field{{Name: axisN, Type: "integer", Description: "keys in the structure"}}
}

// headlines are which structure is smallest, and soonest built.
func headlines() []answer.Headline {
	return []answer.Headline{
		{Metric: BitsPerKey}, {Metric: HeldPerKey}, {Metric: metric.Build},
	}
}
