// Package payoff measures the time of a query with a filter in front of a store, and with the
// store alone. It predicts this time from its parts: the time of the filter, and the time of a
// lookup that finds nothing.
//
// Guarantee: every answer of a filter is compared with the truth before it is timed. So is the
// number of keys that every timed pass finds. A prediction uses the parts of its own round, and
// the answers of the filter to the timed queries. Queries and hash functions of a round depend
// only on the seed and the round. The keys in the stores depend only on the seed.
// Cost: see --dry-run; memory for the stores, a million queries and the filters.
// Source: Lang, Neumann, Kemper and Boncz, PVLDB 12(5) 2019 (the model); Dillinger, RocksDB
// 2021 (memory as money); package payoff below internal has the formulas.
//
// The path of a round: the parts without a store (filters, the loop without one), then store by
// store the parts with it (hits, misses, and in memory lone ones), the totals, and what is
// computed.
package payoff

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"

	"hyphbench/internal/axis"
	"hyphbench/internal/bilingual"
	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/flagvalue"
	"hyphbench/internal/measuring"
	"hyphbench/internal/metric"
	"hyphbench/internal/payoff"
	"hyphbench/internal/report/answer"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/store"
	"hyphbench/internal/workload"
)

//go:embed help.txt
var help string

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

// flagged is what is asked, and of which stores, as the flags say.
type flagged struct {
	stores    flagvalue.StoreList
	place     flagvalue.StorePlace
	filters   flagvalue.StructureList
	predicted flagvalue.StructureList
	work      workload.Flags
	levels    flagvalue.CountList
	price     memoryPrice
	text      trial.Path

	bench *bench // that was prepared
}

// simulated is the wait at which a simulated store is taken by default: longer than those
// of the other stores.
const simulated = "1ms"

// New returns the experiment for these stores, with its flags at the defaults.
func New(stores []store.Kind) experiment.Experiment {
	x := &flagged{stores: flagvalue.StoreList{Known: stores}, price: dillinger()}
	// That the defaults parse is tested.
	_ = x.stores.Set(strings.Join(store.Names(stores, simulated), ","))
	_ = x.filters.Set("bloom,splitblock,cuckoo,fuse,ribbon,fingerprints")
	_ = x.predicted.Set("blocked,register,quotient,prefix,xor,gcs")
	_ = x.work.N.Set("1753,1e5")
	_ = x.levels.Set("1e3,3e3,1e4,3e4,1e5,3e5,1e6,3e6,1e7,3e7")
	return trial.New(x.spec())
}

func (x *flagged) spec() trial.Spec {
	return trial.Spec{
		Name: "payoff", Title: "does it pay: a query through filter and store, and its prediction", Help: help,
		Axes: []trial.Axis{
			{Of: Store, Values: func() []string { return x.bench.storeNames() }, About: "store behind the filter; empty where there is none"},
			{Of: Queries, Values: func() []string { return []string{mixed, inText, attack} },
				About: "what is asked: members and negatives mixed, running text, or negatives that the filter admits (attack)"},
			{Of: Members, Default: "0,0.5,0.9,1", Quick: "0,0.5,1", About: "share of keys among mixed queries", Usage: "shares of keys among the queries: 0,0.5,1 or 10%"},
			{Of: Batch, Default: "1,100", About: "lookups in a message to the store", Usage: "lookups per message, for stores that accept several: 1,100"},
			{Of: N, Quick: "1753", Values: func() []string { return axis.Counts("", x.bench.sizes()).Values }, About: "keys in the store and in the filter"},
			{Of: axis.Eps, Default: "0.1%,1%", Quick: "1%", Usage: "false-positive rates: 0.1%,1%..5%"},
		},
		Flags: []trial.Flag{
			{Name: "store", Value: &x.stores, Usage: "stores: names, a comma-separated list, such as map,delay:50us; " + flagvalue.StorePlaces},
			{Name: "filter", Value: &x.filters, Usage: "structures to measure in front of every store: names, a comma-separated list, or all"},
			{Name: "predict", Value: &x.predicted, Quick: "register,xor", Usage: "structures of which only the parts are measured; the rest is predicted"},
			{Name: "levels", Value: &x.levels, Quick: "1e3,1e4,1e5,1e6", Usage: "numbers of keys at which filters are queried alone, to check the model of the memory levels; 0: none"},
			{Name: "memory-price", Value: &x.price, Usage: "price of a GiB of memory divided by the price of a processor thread for the same time"},
			{Name: "text", Value: &x.text, File: true, Usage: "file of running text whose words are the queries, with the thesis's keys or yours (default: the King James Bible with the thesis's, none with yours)"},
		},
		Work: &x.work,
		Reps: trial.Reps{Default: 6, Least: 2, Why: "an interval needs at least 2 rounds", Quick: "3",
			Usage: "rounds; at most 5 from 10^6 keys on and 2 from 10^7 on"},
		Seed:      "seed of generated keys, queries, hash functions and the order of the rounds",
		Quick:     "fewer keys, rates, shares and rounds; --dry-run prints the duration",
		Methods:   []trial.Method{{Name: none, Baseline: true, Title: bilingual.Text{EN: "no filter", PT: "sem filtro"}}},
		Metrics:   metrics,
		Words:     map[string]string{"queries": "consultas", "members": "membros", "batch": "lote", "mixed": "mistas", "text": "texto", "attack": "ataque"},
		Headlines: []answer.Headline{{Metric: Total, To: none, By: string(Store)}}, // what a filter saves in front of each store
		Claims:    claims(), Figures: figures,
		Columns: measuring.StoreFields(), Waits: true,
		Own: x.prepare,
	}
}

// memoryPrice is --memory-price: a share, or two prices divided.
type memoryPrice struct {
	text  string
	value payoff.Price
}

// dillinger is the price of his example.
func dillinger() (p memoryPrice) {
	_ = p.Set(fmt.Sprintf("%v/%v", payoff.DillingerGiB, payoff.DillingerThread)) // that it parses is tested
	return p
}

func (p *memoryPrice) String() string { return p.text }
func (p *memoryPrice) Type() string   { return "share" }
func (p *memoryPrice) Set(text string) error {
	gib, thread, divided := strings.Cut(text, "/")
	if !divided {
		thread = "1"
	}
	a, err := strconv.ParseFloat(gib, 64)
	if err != nil || !(a > 0) {
		return fmt.Errorf("%q is not a price above 0: want a price such as 8/30 or 0.2", gib)
	}
	b, err := strconv.ParseFloat(thread, 64)
	if err != nil || !(b > 0) {
		return fmt.Errorf("%q is not a price above 0: want a price such as 8/30 or 0.2", thread)
	}
	p.text, p.value = text, payoff.PriceOf(a, b)
	return nil
}
