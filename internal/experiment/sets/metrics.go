package sets

import (
	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/metric"
	"hyphbench/internal/report/figure"
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
	UnionDiffers runfolder.Metric = "union_differs" // negatives that the union answers otherwise than a filter built of both sets

	BitsPerKey   runfolder.Metric = "bits_per_key"
	NegativeSets runfolder.Metric = "negative_sets" // share of the negatives that seem to be in some set
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
	return []runfolder.Metric{BitsPerKey, NegativeSets, WrongSets}
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

// metrics are in the order of display.
func metrics() []metric.Definition {
	return []metric.Definition{
		metric.Percent(SizeRatio, "estimated / true size", "tamanho estimado / verdadeiro"),
		metric.Percent(UnionRatio, "estimated / true size of a union", "tamanho estimado / verdadeiro de uma união"),
		metric.Percent(CommonRatio, "estimated / true size of an intersection", "tamanho estimado / verdadeiro de uma interseção"),
		{Name: SizeOff, Rows: "1", Title: "error of a size in deviations", Portuguese: "erro de um tamanho em desvios padrão", Flat: true},
		{Name: UnionOff, Rows: "1", Title: "error of a union in deviations", Portuguese: "erro de uma união em desvios padrão", Flat: true},
		{Name: CommonOff, Rows: "1", Title: "error of an intersection in deviations", Portuguese: "erro de uma interseção em desvios padrão", Flat: true},
		{Name: metric.FalseNegatives, Rows: "keys", Title: "false negatives", Flat: true},
		{Name: UnionDiffers, Rows: "words", Title: "negatives that a union answers otherwise", Portuguese: "negativos que uma união responde de outro modo", Flat: true},
		{Name: metric.Query, Rows: runfolder.Nanoseconds, Title: "one question to all sets", Portuguese: "uma pergunta a todos os conjuntos", Op: "query"},
		{Name: BitsPerKey, Rows: "bits", Title: "bits per key"},
		metric.Percent(NegativeSets, "negatives in some set", "negativos em algum conjunto"),
		metric.Percent(WrongSets, "keys with a wrong set", "chaves com um conjunto errado"),
		metric.Percent(Rate, "false-positive rate", ""),
		metric.Percent(metric.FPRTheory, "false-positive rate by theory", ""),
		{Name: metric.FalsePositives, Rows: "words", Title: "false positives in the list", Portuguese: "falsos positivos na lista", Flat: true},
		metric.Percent(TooOften, "keys counted too often", "chaves contadas a mais"),
		metric.Percent(OftenTheory, "keys counted too often by theory", "chaves contadas a mais pela teoria"),
		metric.Percent(LayerTheory, "keys counted too often by theory of every insertion", "chaves contadas a mais pela teoria de cada inserção"),
		metric.Percent(NoveltyMean, "novelty of an edited word", "novidade de uma palavra editada"),
		metric.Percent(Unseen, "novelty of an unseen word", "novidade de uma palavra não vista"),
		metric.Percent(Familiar, "unseen words called seen", "palavras não vistas dadas como vistas"),
		{Name: Likeness, Rows: "1", Title: "correlation of likeness and familiarity", Portuguese: "correlação entre semelhança e familiaridade", Flat: true},
	}
}

// methods are what stands in no list of filters.
func methods() []trial.Method {
	return []trial.Method{
		{Name: separate, Title: figure.Text{EN: "Bloom filter for each set", PT: "um Bloom filter para cada conjunto"}},
		{Name: spatial, Title: figure.Text{EN: "spatial Bloom filter", PT: "Bloom filter espacial"}},
		{Name: bank, Title: figure.Text{EN: "bit-sliced bank of Bloom filters", PT: "banco de Bloom filters fatiado por bits"}},
		{Name: attenuated, Title: figure.Text{EN: "attenuated Bloom filter", PT: "Bloom filter atenuado"}},
		{Name: fly, Title: figure.Text{EN: "Bloom filter of the fruit fly", PT: "Bloom filter da mosca-das-frutas"}},
		{Name: thresholdName(1), Title: figure.Text{EN: "counting filter asked for counts of 1 or more"}},
		{Name: thresholdName(2), Title: figure.Text{EN: "counting filter asked for counts of 2 or more"}},
		{Name: thresholdName(3), Title: figure.Text{EN: "counting filter asked for counts of 3 or more"}},
	}
}
