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
		{Name: Total, Title: "one query, through filter and store", Portuguese: "uma consulta, pelo filtro e pelo armazenamento", Rows: runfolder.Nanoseconds, Op: "query", Flat: true},
		{Name: Predicted, Title: "one query, predicted from the parts (computed)", Portuguese: "uma consulta, prevista pelas partes (calculado)", Flat: true},
		{Name: PredictedLone, Title: "the same, from lookups that do not overlap (computed)", Portuguese: "o mesmo, por buscas que não se sobrepõem (calculado)", Flat: true},
		{Name: Filter, Title: "one query of the filter alone; of none: reading the queries", Portuguese: "uma consulta apenas ao filtro; sem filtro: a leitura das consultas", Rows: runfolder.Nanoseconds, Op: "query", Flat: true},
		{Name: Hit, Title: "one lookup that finds its key", Portuguese: "uma busca que encontra sua chave", Rows: runfolder.Nanoseconds, Op: "lookup", Flat: true},
		{Name: Miss, Title: "one lookup that finds nothing", Portuguese: "uma busca que nada encontra", Rows: runfolder.Nanoseconds, Op: "lookup", Flat: true},
		{Name: LoneHit, Title: "one lookup that finds its key, after the one before", Portuguese: "uma busca que encontra sua chave, após a anterior", Rows: runfolder.Nanoseconds, Op: "lookup", Flat: true},
		{Name: LoneMiss, Title: "one lookup that finds nothing, after the one before", Portuguese: "uma busca que nada encontra, após a anterior", Rows: runfolder.Nanoseconds, Op: "lookup", Flat: true},
		{Name: BreakEvenMiss, Title: "time of a miss from which on the filter pays (computed)", Portuguese: "tempo de uma busca sem resultado a partir do qual o filtro compensa (calculado)", Flat: true},
		{Name: BreakEvenQueries, Title: "queries that pay for the construction (computed)", Portuguese: "consultas que pagam a construção (calculado)", Flat: true},
		{Name: LeastRate, Title: "ε below which one more bit costs more than it saves (computed)", Portuguese: "ε abaixo do qual um bit a mais custa mais do que poupa (calculado)", Unit: "%", Factor: 100, Flat: true},
		{Name: MemoryLife, Title: "time in memory from which on it is cheaper than the first structure (computed)", Portuguese: "tempo em memória a partir do qual é mais barata que a primeira estrutura (calculado)", Flat: true},
		{Name: metric.Build, Title: "construction", Rows: runfolder.Nanoseconds, Op: "key", Flat: true},
		{Name: BitsPerKey, Title: "bits per key, nominal", Flat: true},
		{Name: Admitted, Title: "false-positive rate per query: of distinct negatives, and of the tokens of running text", Portuguese: "razão de falsos positivos por consulta: de negativos distintos e das palavras de texto corrido", Unit: "%", Factor: 100, Flat: true},
		{Name: AdmittedWords, Title: "false-positive rate per distinct word of running text", Portuguese: "razão de falsos positivos por palavra distinta de texto corrido", Unit: "%", Factor: 100, Flat: true},
	}
}
