package screening

import (
	"hyphbench/internal/metric"
	"hyphbench/internal/report/answer"
	"hyphbench/internal/runfolder"
)

// Metrics of the experiment's own, beside metric.Query and metric.Build.
const (
	Candidates      runfolder.Metric = "candidates"        // documents that are looked at, for one query
	FalseCandidates runfolder.Metric = "false_candidates"  // those of them that are no answer
	Rate            runfolder.Metric = "fpr"               // false candidates, of the documents that are no answer
	BitsPerDocument runfolder.Metric = "bits_per_document" // kept beside the documents, nominal
	SimilarityError runfolder.Metric = "similarity_error"  // of an estimate, without regard to its sign, on the mean
	SimilarityBias  runfolder.Metric = "similarity_bias"   // with its sign
	Lost            runfolder.Metric = "lost"              // answers that a screen would miss, of all
)

// metrics are in the order of display.
func metrics() []metric.Definition {
	return []metric.Definition{
		{Name: metric.Query, Title: "one query, the look at the candidates included", Op: "query"},
		{Name: metric.Build, Title: "construction", Op: "document"},
		{Name: Candidates, Title: "candidates of a query"},
		{Name: FalseCandidates, Title: "false candidates of a query"},
		{Name: Rate, Title: "false-positive rate", Unit: "%", Factor: 100},
		{Name: metric.FPRTheory, Title: "false-positive rate by theory", Unit: "%", Factor: 100},
		{Name: BitsPerDocument, Title: "bits a document, beside its text", Flat: true},
		{Name: SimilarityError, Title: "mean error of the similarity"},
		{Name: SimilarityBias, Title: "bias of the similarity"},
		{Name: Lost, Title: "answers that a screen would miss", Unit: "%", Factor: 100},
	}
}

// titles are those of the ways and of the estimates.
func titles() map[string]string {
	return map[string]string{
		scanning:    "scan of all documents",
		suffixes:    "suffix array",
		postings:    "inverted index of n-grams",
		byRows:      "row-wise signatures",
		bySlices:    "bit-sliced signatures",
		uncorrected: "similarity of the bits",
		corrected:   "similarity by Swamidass and Baldi",
		environment: "n-grams with their surroundings",
	}
}

// columns describes those of measurements.csv that no other experiment has.
func columns() []runfolder.Field {
	return []runfolder.Field{
		{Name: axisBits, Type: "integer", Description: "bits of a signature; empty where it stands at the parameter middle, and where there are none"},
		{Name: axisHashes, Type: "integer", Description: "bits that an n-gram sets in a signature; empty as before"},
		{Name: axisLength, Type: "integer", Description: "length of the queries in bytes; empty where it stands at the parameter middle"},
	}
}

// headlines are how soon the ways answer, beside a scan.
func headlines() []answer.Headline { return []answer.Headline{{Metric: metric.Query}} }
