package sets

import (
	"hyphbench/internal/metric"
	"hyphbench/internal/report/answer"
	"hyphbench/internal/runfolder"
)

// Names of structures in rows and claims.
const (
	bloom          = "bloom"
	register       = "register"
	blockedG       = "blocked-g"
	counting       = "counting"
	multipartition = "multipartition"
	layered        = "layered"
	spatial        = "spatial"
	bank           = "bank"
	attenuated     = "attenuated"
	separate       = "separate" // a Bloom filter for each set
	egh            = "egh"
	fly            = "fly"
)

// Metrics of the experiment's own.
const (
	SizeRatio    runfolder.Metric = "size_ratio" // estimated over true number of keys of a set
	SizeOff      runfolder.Metric = "size_off"   // error of the estimate, in its standard deviations
	UnionRatio   runfolder.Metric = "union_ratio"
	UnionOff     runfolder.Metric = "union_off"
	CommonRatio  runfolder.Metric = "common_ratio" // of the intersection
	CommonOff    runfolder.Metric = "common_off"
	UnionDiffers runfolder.Metric = "union_differs" // strangers that the union answers otherwise than a filter built of both sets

	BitsPerKey   runfolder.Metric = "bits_per_key"
	StrangerSets runfolder.Metric = "stranger_sets" // share of the strangers that seem to be in some set
	WrongSets    runfolder.Metric = "wrong_sets"    // share of the keys whose answer has another set

	Rate        runfolder.Metric = "fpr"
	TooOften    runfolder.Metric = "count_high"        // share of the keys that are counted more often than they came
	OftenTheory runfolder.Metric = "count_high_theory" // that share by theory
	LayerTheory runfolder.Metric = "count_high_layers" // of layers: with the chance at every insertion

	NoveltyMean runfolder.Metric = "novelty"
	Unseen      runfolder.Metric = "novelty_unseen" // of words never seen
	Familiar    runfolder.Metric = "familiar"       // share of the words never seen with a novelty of 0
	Likeness    runfolder.Metric = "likeness"       // correlation of likeness and familiarity
)

func manyMetrics() []runfolder.Metric {
	return []runfolder.Metric{BitsPerKey, StrangerSets, WrongSets}
}
func orderedMetrics() []runfolder.Metric {
	return []runfolder.Metric{Rate, metric.FPRTheory, WrongSets}
}

func countMetrics(name string) []runfolder.Metric {
	list := []runfolder.Metric{TooOften, OftenTheory}
	if name == layered {
		list = append(list, LayerTheory)
	}
	return list
}

func rateMetrics() []runfolder.Metric { return []runfolder.Metric{Rate, metric.FPRTheory} }
func memoryMetrics() []runfolder.Metric {
	return []runfolder.Metric{Rate, metric.FPRTheory, BitsPerKey}
}
func listMetrics() []runfolder.Metric    { return []runfolder.Metric{metric.FalsePositives, BitsPerKey} }
func noveltyMetrics() []runfolder.Metric { return []runfolder.Metric{NoveltyMean} }
func unseenMetrics() []runfolder.Metric  { return []runfolder.Metric{Unseen, Familiar, Likeness} }

// unitOf is the unit of what is counted.
func unitOf(m runfolder.Metric) string {
	switch m {
	case BitsPerKey:
		return "bits"
	case metric.FalseNegatives:
		return "keys"
	case metric.FalsePositives, UnionDiffers:
		return "words"
	}
	return "1"
}

// metrics are in the order of display.
func metrics() []metric.Definition {
	return []metric.Definition{
		{Name: SizeRatio, Title: "estimated / true size", Unit: "%", Factor: 100},
		{Name: UnionRatio, Title: "estimated / true size of a union", Unit: "%", Factor: 100},
		{Name: CommonRatio, Title: "estimated / true size of an intersection", Unit: "%", Factor: 100},
		{Name: SizeOff, Title: "error of a size in deviations", Flat: true},
		{Name: UnionOff, Title: "error of a union in deviations", Flat: true},
		{Name: CommonOff, Title: "error of an intersection in deviations", Flat: true},
		{Name: metric.FalseNegatives, Title: "false negatives", Flat: true},
		{Name: UnionDiffers, Title: "strangers that a union answers otherwise", Flat: true},
		{Name: metric.Query, Title: "one question to all sets", Op: "query"},
		{Name: BitsPerKey, Title: "bits a key"},
		{Name: StrangerSets, Title: "strangers in some set", Unit: "%", Factor: 100},
		{Name: WrongSets, Title: "keys with a wrong set", Unit: "%", Factor: 100},
		{Name: Rate, Title: "false-positive rate", Unit: "%", Factor: 100},
		{Name: metric.FPRTheory, Title: "false-positive rate by theory", Unit: "%", Factor: 100},
		{Name: metric.FalsePositives, Title: "false positives in the list", Flat: true},
		{Name: TooOften, Title: "keys counted too often", Unit: "%", Factor: 100},
		{Name: OftenTheory, Title: "keys counted too often by theory", Unit: "%", Factor: 100},
		{Name: LayerTheory, Title: "keys counted too often by theory of every insertion", Unit: "%", Factor: 100},
		{Name: NoveltyMean, Title: "novelty of an edited word", Unit: "%", Factor: 100},
		{Name: Unseen, Title: "novelty of an unseen word", Unit: "%", Factor: 100},
		{Name: Familiar, Title: "unseen words called seen", Unit: "%", Factor: 100},
		{Name: Likeness, Title: "correlation of likeness and familiarity", Flat: true},
	}
}

// columns describes those of measurements.csv that no other experiment has.
func columns() []runfolder.Field {
	return []runfolder.Field{
		{Name: axisN, Type: "integer", Description: "keys in the structure, or in each of two sets"},
		{Name: axisLoad, Type: "integer", Description: "keys in the structure in per cent of what it is made for"},
		{Name: axisShared, Type: "number", Description: "share of the keys of one set that are in the other too"},
		{Name: axisSets, Type: "integer", Description: "number of generated sets; empty with those of the installed languages"},
		{Name: axisSet, Type: "integer", Description: "which of eight sets, in the order of insertion, or which level"},
		{Name: axisK, Type: "integer", Description: "probes of a counting filter of one size"},
		{Name: axisTimes, Type: "integer", Description: "how often a key came"},
		{Name: axisEdits, Type: "integer", Description: "letters of a seen word that are replaced"},
	}
}

// titles are those of what stands in no list of filters.
func titles() map[string]string {
	list := map[string]string{
		separate:         "Bloom filter for each set",
		spatial:          "spatial Bloom filter",
		bank:             "bit-sliced bank of Bloom filters",
		attenuated:       "attenuated Bloom filter",
		fly:              "Bloom filter of the fruit fly",
		thresholdName(1): "counting filter asked for counts of 1 or more",
		thresholdName(2): "counting filter asked for counts of 2 or more",
		thresholdName(3): "counting filter asked for counts of 3 or more",
	}
	return list
}

// headlines are which structure tells the set of a word soonest.
func headlines() []answer.Headline { return []answer.Headline{{Metric: metric.Query}} }
