package sets

import (
	"hyphbench/internal/axis"
	"hyphbench/internal/metric"
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

// Axes of the experiment, in their order.
const (
	N      axis.CountAxis = "n"
	Load   axis.CountAxis = "load"
	Shared axis.ShareAxis = "shared"
	Sets   axis.CountAxis = "sets"
	Set    axis.CountAxis = "set"
	K      axis.CountAxis = "k"
	Times  axis.CountAxis = "times"
	Edits  axis.CountAxis = "edits"
)

func axes() []axis.Named { return []axis.Named{N, Load, Shared, Sets, Set, K, Times, Edits} }

// Rates and sizes that are the same for all.
const (
	epsilon   = 0.01
	negatives = 20_000 // asked of a structure
)

// Metrics, in the order of display. A size is that of a set, a union or an intersection; its
// error is in the standard deviations that theory gives.
var (
	metrics metric.List

	SizeRatio    = metrics.Percent("size_ratio", "estimated / true size", "tamanho estimado / verdadeiro")
	UnionRatio   = metrics.Percent("union_ratio", "estimated / true size of a union", "tamanho estimado / verdadeiro de uma união")
	CommonRatio  = metrics.Percent("common_ratio", "estimated / true size of an intersection", "tamanho estimado / verdadeiro de uma interseção")
	SizeOff      = metrics.Count("size_off", "1", "error of a size in deviations", "erro de um tamanho em desvios padrão")
	UnionOff     = metrics.Count("union_off", "1", "error of a union in deviations", "erro de uma união em desvios padrão")
	CommonOff    = metrics.Count("common_off", "1", "error of an intersection in deviations", "erro de uma interseção em desvios padrão")
	_            = metrics.Count(metric.FalseNegatives, "keys", "false negatives", "")
	UnionDiffers = metrics.Count("union_differs", "words", "negatives that a union answers otherwise", "negativos que uma união responde de outro modo") // than a filter built of both sets
	_            = metrics.Time(metric.Query, "query", "one question to all sets", "uma pergunta a todos os conjuntos")
	BitsPerKey   = metrics.Number("bits_per_key", "bits", "bits per key", "")
	NegativeSets = metrics.Percent("negative_sets", "negatives in some set", "negativos em algum conjunto")
	WrongSets    = metrics.Percent("wrong_sets", "keys with a wrong set", "chaves com um conjunto errado")
	Rate         = metrics.Percent("fpr", "false-positive rate", "")
	_            = metrics.Percent(metric.FPRTheory, "false-positive rate by theory", "")
	_            = metrics.Count(metric.FalsePositives, "words", "false positives in the list", "falsos positivos na lista")
	TooOften     = metrics.Percent("count_high", "keys counted too often", "chaves contadas a mais")
	OftenTheory  = metrics.Percent("count_high_theory", "keys counted too often by theory", "chaves contadas a mais pela teoria")
	LayerTheory  = metrics.Percent("count_high_layers", "keys counted too often by theory of every insertion", "chaves contadas a mais pela teoria de cada inserção") // of layers
	NoveltyMean  = metrics.Percent("novelty", "novelty of an edited word", "novidade de uma palavra editada")
	Unseen       = metrics.Percent("novelty_unseen", "novelty of an unseen word", "novidade de uma palavra não vista")
	Familiar     = metrics.Percent("familiar", "unseen words called seen", "palavras não vistas dadas como vistas") // by a novelty of 0
	Likeness     = metrics.Count("likeness", "1", "correlation of likeness and familiarity", "correlação entre semelhança e familiaridade")
)

func countMetrics(name string) []runfolder.Metric {
	list := []runfolder.Metric{TooOften, OftenTheory}
	if name == layered {
		list = append(list, LayerTheory)
	}
	return list
}

func rateMetrics() []runfolder.Metric { return []runfolder.Metric{Rate, metric.FPRTheory} }
