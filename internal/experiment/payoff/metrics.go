package payoff

import (
	"hyphbench/internal/axis"
	"hyphbench/internal/metric"
	"hyphbench/internal/runfolder"
)

// The axes beside that of ε, which is the last one.
const (
	Store   axis.NameAxis  = "store"
	Queries axis.NameAxis  = "queries"
	Members axis.ShareAxis = "members"
	Batch   axis.CountAxis = "batch"
	N       axis.CountAxis = "n"
)

// Metrics, in the order of display. Lone lookups begin when the one before has ended. What is
// computed follows from others of the same round.
var (
	metrics metric.List

	Total            = flatTime("total", "query", "one query, through filter and store", "uma consulta, pelo filtro e pelo armazenamento")
	Predicted        = metrics.Count("predicted", "", "one query, predicted from the parts (computed)", "uma consulta, prevista pelas partes (calculado)")
	PredictedLone    = metrics.Count("predicted_lone", "", "the same, from lookups that do not overlap (computed)", "o mesmo, por buscas que não se sobrepõem (calculado)")
	Filter           = flatTime("filter", "query", "one query of the filter alone; of none: reading the queries", "uma consulta apenas ao filtro; sem filtro: a leitura das consultas") // through a store that does nothing
	Hit              = flatTime("hit", "lookup", "one lookup that finds its key", "uma busca que encontra sua chave")
	Miss             = flatTime("miss", "lookup", "one lookup that finds nothing", "uma busca que nada encontra")
	LoneHit          = flatTime("lone_hit", "lookup", "one lookup that finds its key, after the one before", "uma busca que encontra sua chave, após a anterior")
	LoneMiss         = flatTime("lone_miss", "lookup", "one lookup that finds nothing, after the one before", "uma busca que nada encontra, após a anterior")
	BreakEvenMiss    = metrics.Count("break_even_miss", "", "time of a miss from which on the filter pays (computed)", "tempo de uma busca sem resultado a partir do qual o filtro compensa (calculado)")
	BreakEvenQueries = metrics.Count("break_even_queries", "", "queries that pay for the construction (computed)", "consultas que pagam a construção (calculado)")
	LeastRate        = metrics.Share("least_rate", "ε below which one more bit costs more than it saves (computed)", "ε abaixo do qual um bit a mais custa mais do que poupa (calculado)")
	MemoryLife       = metrics.Count("memory_life", "", "time in memory from which on it is cheaper than the first structure (computed)", "tempo em memória a partir do qual é mais barata que a primeira estrutura (calculado)")
	_                = flatTime(metric.Build, "key", "construction", "")
	BitsPerKey       = metrics.Count("bits_per_key", "", "bits per key, nominal", "")
	Admitted         = metrics.Share("admitted", "false-positive rate per query: of distinct negatives, and of the tokens of running text", "razão de falsos positivos por consulta: de negativos distintos e das palavras de texto corrido")
	AdmittedWords    = metrics.Share("admitted_words", "false-positive rate per distinct word of running text", "razão de falsos positivos por palavra distinta de texto corrido")
)

// Units of what is computed. None is that of a time: no section lasted as long.
const (
	nanoseconds = "ns/query"
	seconds     = "s"
)

// flatTime adds a time without a line along an axis.
func flatTime(name runfolder.Metric, op, english, portuguese string) runfolder.Metric {
	return metrics.Add(metric.Definition{Name: name, Rows: runfolder.Nanoseconds, Op: op, Title: english, Portuguese: portuguese, Flat: true})
}
