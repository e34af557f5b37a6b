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
		{Name: SizeRatio, Rows: "1", Title: "estimated / true size", Portuguese: "tamanho estimado / verdadeiro", Unit: "%", Factor: 100},
		{Name: UnionRatio, Rows: "1", Title: "estimated / true size of a union", Portuguese: "tamanho estimado / verdadeiro de uma união", Unit: "%", Factor: 100},
		{Name: CommonRatio, Rows: "1", Title: "estimated / true size of an intersection", Portuguese: "tamanho estimado / verdadeiro de uma interseção", Unit: "%", Factor: 100},
		{Name: SizeOff, Rows: "1", Title: "error of a size in deviations", Portuguese: "erro de um tamanho em desvios padrão", Flat: true},
		{Name: UnionOff, Rows: "1", Title: "error of a union in deviations", Portuguese: "erro de uma união em desvios padrão", Flat: true},
		{Name: CommonOff, Rows: "1", Title: "error of an intersection in deviations", Portuguese: "erro de uma interseção em desvios padrão", Flat: true},
		{Name: metric.FalseNegatives, Rows: "keys", Title: "false negatives", Flat: true},
		{Name: UnionDiffers, Rows: "words", Title: "negatives that a union answers otherwise", Portuguese: "estranhos que uma união responde de outro modo", Flat: true},
		{Name: metric.Query, Rows: runfolder.Nanoseconds, Title: "one question to all sets", Portuguese: "uma pergunta a todos os conjuntos", Op: "query"},
		{Name: BitsPerKey, Rows: "bits", Title: "bits per key"},
		{Name: NegativeSets, Rows: "1", Title: "negatives in some set", Portuguese: "estranhos em algum conjunto", Unit: "%", Factor: 100},
		{Name: WrongSets, Rows: "1", Title: "keys with a wrong set", Portuguese: "chaves com um conjunto errado", Unit: "%", Factor: 100},
		{Name: Rate, Rows: "1", Title: "false-positive rate", Unit: "%", Factor: 100},
		{Name: metric.FPRTheory, Rows: "1", Title: "false-positive rate by theory", Unit: "%", Factor: 100},
		{Name: metric.FalsePositives, Rows: "words", Title: "false positives in the list", Portuguese: "falsos positivos na lista", Flat: true},
		{Name: TooOften, Rows: "1", Title: "keys counted too often", Portuguese: "chaves contadas a mais", Unit: "%", Factor: 100},
		{Name: OftenTheory, Rows: "1", Title: "keys counted too often by theory", Portuguese: "chaves contadas a mais pela teoria", Unit: "%", Factor: 100},
		{Name: LayerTheory, Rows: "1", Title: "keys counted too often by theory of every insertion", Portuguese: "chaves contadas a mais pela teoria de cada inserção", Unit: "%", Factor: 100},
		{Name: NoveltyMean, Rows: "1", Title: "novelty of an edited word", Portuguese: "novidade de uma palavra editada", Unit: "%", Factor: 100},
		{Name: Unseen, Rows: "1", Title: "novelty of an unseen word", Portuguese: "novidade de uma palavra não vista", Unit: "%", Factor: 100},
		{Name: Familiar, Rows: "1", Title: "unseen words called seen", Portuguese: "palavras não vistas dadas como vistas", Unit: "%", Factor: 100},
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
