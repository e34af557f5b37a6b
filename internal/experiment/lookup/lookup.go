// Package lookup measures the time of a query. One quantity varies at a time: the number of
// keys, the false-positive rate, the share of members, the order of the queries, running text,
// or goroutines. It also measures the times to build, insert and delete.
//
// Guarantee: every answer is compared with the truth before it is timed. So is the number of
// members that every timed pass finds. A denied key ends the run, unless the structure declares
// that it loses keys. The keys, queries and hash functions of a round depend on the seed and on
// the round alone.
// Cost: see --dry-run, which measures two rounds of it; memory for the largest set of keys, a
// million queries and the structure.
// Source: the article's statements on time, chapters 3 and 4 of the thesis, and the papers of
// the structures.
package lookup

import (
	_ "embed"
	"runtime"
	"strings"

	"hyphbench/internal/axis"
	"hyphbench/internal/bilingual"
	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/filter/all"
	"hyphbench/internal/flagvalue"
	"hyphbench/internal/metric"
	"hyphbench/internal/report/answer"
	"hyphbench/internal/workload"
)

//go:embed help.txt
var help string

// The axes beside that of ε, which is the second one.
const (
	N     axis.CountAxis = "n"
	Hits  axis.ShareAxis = "hits"
	Order axis.NameAxis  = "order"
	Crowd axis.CountAxis = "goroutines"
	Load  axis.ShareAxis = "load"
)

// Metrics, in the order of display. Query is throughput; insertions are from none to n keys,
// deletions from n to none.
var (
	metrics metric.List

	_            = metrics.Time(metric.Query, "query", "one query that does not depend on others", "uma consulta, independente das outras")
	Latency      = metrics.Time("latency", "query", "one query that waits for the previous answer", "uma consulta, após a resposta anterior") // the place of a query depends on the answer before
	Many         = metrics.Time("many", "query", "one query, of a list asked at once", "uma consulta, de uma lista de uma só vez")
	Parallel     = metrics.Time("parallel", "query", "one query, of goroutines together", "uma consulta, de goroutines em conjunto") // wall time over all queries
	Written      = metrics.Time("written", "query", "one query, of goroutines beside one that inserts", "uma consulta, de goroutines ao lado de uma que insere")
	Among        = metrics.Time("among", "query", "one query, of one of many small filters at random", "uma consulta, a um de muitos filtros pequenos ao acaso")
	Skewed       = metrics.Time("among_skewed", "query", "one query, of many small filters by the rule 80/20", "uma consulta, a muitos filtros pequenos pela regra 80/20") // four of five queries to a fifth of them
	Filters      = metrics.Count("filters", "", "small filters, 200 MB together (--quick: 20 MB)", "filtros pequenos, 200 MB em conjunto (--quick: 20 MB)")
	Loaded       = metrics.Time("loaded", "query", "one query, by the load of the table", "uma consulta, pela ocupação da tabela") // a query of a negative, by the places of a table that are taken
	_            = metrics.Time(metric.Build, "key", "construction", "")
	Insert       = metrics.Time("insert", "key", "insertion", "inserção")
	Delete       = metrics.Time("delete", "key", "deletion", "remoção")
	QuerySteps   = metrics.Count("query_steps", "", "steps of a query: bits or entries read", "passos de uma consulta: bits ou entradas lidos")
	InsertSteps  = metrics.Count("insert_steps", "", "steps of an insertion: bits or entries read or moved", "passos de uma inserção: bits ou entradas lidos ou movidos")
	WastedTokens = metrics.Percent("wasted_tokens", "lookups wasted, of the words of running text that are not keys", "consultas perdidas, das palavras do texto corrido que não são chaves") // a share of all words of the text
	WastedWords  = metrics.Percent("wasted_words", "admitted, of the distinct words of the text that are not keys", "admitidas, das palavras distintas do texto que não são chaves")
	Admitted     = metrics.Percent("negatives_admitted", "negatives admitted", "")
	BitsPerKey   = metrics.Number("bits_per_key", "", "bits per key, nominal", "")
	FullBits     = metrics.Number("bits_per_key_full", "", "bits per key, of a table filled until it refuses one", "bits por chave, de uma tabela cheia até recusar uma")
)

// flagged is what is measured beside the axes, as the flags say.
type flagged struct {
	filters flagvalue.StructureList
	work    workload.Flags
	text    trial.Path
	preset  flagvalue.Choice
	full    trial.Switch
}

// middleN is the number of keys around which the other axes are varied, one at a time.
const middleN = 100_000

// New returns the experiment with its flags at the defaults.
func New() experiment.Experiment {
	x := &flagged{preset: flagvalue.Choice{Choices: []string{fan2014}}}
	// That the default parses is tested.
	_ = x.filters.Set(strings.Join(all.Usual(), ","))
	return trial.New(x.spec())
}

func (x *flagged) spec() trial.Spec {
	return trial.Spec{
		Name: "lookup", Title: "ns per query: by keys, rate, members, order, text, goroutines", Help: help,
		Axes: []trial.Axis{
			{Of: N, Default: "1e3,1753,1e4..1e7:x10", Quick: "1753,1e4,1e5", About: "keys in the structure"},
			{Of: axis.Eps, Default: "0.1%,1%,5%,20%", Quick: "1%,10%", Usage: "false-positive rates: 0.1%,1%..5%"},
			{Of: Hits, Default: "0,0.25,0.5,0.75,1", Quick: "0,1", Usage: "shares of members among the queries, such as 0,0.5,1 or 10% (with --queries: by default the share in that file)",
				About: "share of members among the queries; empty for running text, which has its own, and where nothing is asked"},
			{Of: Order, Values: func() []string { return []string{shuffled, dictionary, inText} },
				About: "order of the queries: shuffled, dictionary, or that of running text"},
			{Of: Crowd, Default: strings.Join(axis.Counts("", doubling(runtime.GOMAXPROCS(0))).Values, ","), Usage: "numbers of goroutines that query one filter at once; by default up to the number of processors",
				About: "goroutines that ask one filter at once; empty for the loop of one thread"},
			{Of: Load, Values: func() []string { return axis.Shares("", loads()).Values },
				About: "share of the places of a table that are taken; empty where the structure has the size for its keys"},
		},
		Flags: []trial.Flag{
			{Name: "filter", Value: &x.filters, Usage: "structures to measure: names, a comma-separated list, or all"},
			{Name: "text", Value: &x.text, File: true, Usage: "file of running text whose words are the queries, with the thesis's keys or yours (default: the King James Bible with the thesis's, none with yours)"},
			{Name: "preset", Value: &x.preset, Usage: "repeat a paper: fan2014 is Table 3 of Fan et al. 2014 at a quarter of its size (--n=1.26e8: its full size)"},
			{Name: "full", Value: &x.full, Usage: "measure all combinations of n, ε and shares, not one axis at a time around n = 100,000, ε = 1 % and no members"},
		},
		Work: &x.work,
		Reps: trial.Reps{Default: 20, Least: 2, Why: "an interval needs at least 2 rounds", Quick: "3",
			Usage: "rounds; at most 10 from n = 10^6 on and 3 from 10^7 on"},
		Seed:   "seed of generated keys, queries, hash functions and the order of the rounds",
		Quick:  "fewer keys, rates, shares and rounds; --dry-run prints the duration",
		Preset: x.presetFlags,
		Methods: []trial.Method{
			{Name: stream, Baseline: true, Title: bilingual.Text{EN: "words read alone", PT: "palavras apenas lidas"}},
			{Name: hash, Baseline: true, Title: bilingual.Text{EN: "words read and hashed", PT: "palavras lidas e com hash"}},
		},
		Metrics: metrics,
		Words: map[string]string{
			"hits":       "membros",
			"order":      "ordem",
			"load":       "ocupação",
			"shuffled":   "embaralhada",
			"dictionary": "dicionário",
			"text":       "texto",
			"The time of the probe is query less hash, both of the same rounds: a difference, not measured by itself.":            "O tempo da sondagem é o da consulta menos o do hash, ambos das mesmas rodadas: uma diferença, e não uma medição própria.",
			"The structures leave the caches of this machine: *.":                                                                 "As estruturas deixam os caches desta máquina: *.",
			"* (* KiB) from n = * (*) to * (*)":                                                                                   "* (* KiB) de n = * (*) a * (*)",
			"* (* KiB) from n = * (*) to * (*), beyond this run":                                                                  "* (* KiB) de n = * (*) a * (*), além desta execução",
			"This run repeats Table 3 of Fan et al. 2014 with n = *: a cuckoo filter takes * MiB here, and * MiB in the article.": "Esta execução repete a Tabela 3 de Fan et al. 2014 com n = *: um cuckoo filter ocupa * MiB aqui, e * MiB no artigo.",
			"This run repeats Table 3 of Fan et al. 2014 with n = *: a cuckoo filter takes * MiB.":                                "Esta execução repete a Tabela 3 de Fan et al. 2014 com n = *: um cuckoo filter ocupa * MiB.",
			"Table 3 of Fan et al. 2014 at n = *, where a cuckoo filter takes * MiB, not *.":                                      "Tabela 3 de Fan et al. 2014 com n = *, em que um cuckoo filter ocupa * MiB, e não *.",
			"Table 3 of Fan et al. 2014 at n = *, where a cuckoo filter takes * MiB.":                                             "Tabela 3 de Fan et al. 2014 com n = *, em que um cuckoo filter ocupa * MiB.",
		},
		// which structure answers soonest, and at what price
		Headlines: []answer.Headline{{Metric: metric.Query}, {Metric: Latency}, {Metric: BitsPerKey}, {Metric: metric.Build}},
		Claims:    claims(), Figures: figures,
		Own: x.prepare,
	}
}
