package lookup

import (
	"hyphbench/internal/axis"
	"hyphbench/internal/metric"
	"hyphbench/internal/runfolder"
)

// The axes beside that of ε, which is the second one.
const (
	N     axis.CountAxis = "n"
	Hits  axis.ShareAxis = "hits"
	Order axis.NameAxis  = "order"
	Crowd axis.CountAxis = "goroutines"
	Load  axis.ShareAxis = "load"
)

// Metrics of the experiment's own, beside metric.Query, which is throughput.
const (
	Latency      runfolder.Metric = "latency"            // one query, its place depending on the answer before
	Many         runfolder.Metric = "many"               // one query of a list that is asked at once
	Parallel     runfolder.Metric = "parallel"           // one query of goroutines that ask at once: wall time over all their queries
	Written      runfolder.Metric = "written"            // the same beside a goroutine that inserts
	Among        runfolder.Metric = "among"              // one query of one of many filters, any
	Skewed       runfolder.Metric = "among_skewed"       // the same, four of five queries to a fifth of them
	Filters      runfolder.Metric = "filters"            // how many these are
	Loaded       runfolder.Metric = "loaded"             // one query of a negative, by the places of a table that are taken
	Insert       runfolder.Metric = "insert"             // one insertion, from none to n keys
	Delete       runfolder.Metric = "delete"             // one deletion, from n keys to none
	QuerySteps   runfolder.Metric = "query_steps"        // bits or entries that a query reads
	InsertSteps  runfolder.Metric = "insert_steps"       // the same that an insertion reads or moves, from none to n keys
	BitsPerKey   runfolder.Metric = "bits_per_key"       // nominal
	FullBits     runfolder.Metric = "bits_per_key_full"  // nominal, of a table that was filled until it refused a key
	Admitted     runfolder.Metric = "negatives_admitted" // share of the negatives asked that are
	WastedTokens runfolder.Metric = "wasted_tokens"      // share of the words of running text that are admitted and no keys
	WastedWords  runfolder.Metric = "wasted_words"       // the same of its distinct words
)

// metrics are in the order of display.
func metrics() []metric.Definition {
	return []metric.Definition{
		{Name: metric.Query, Rows: runfolder.Nanoseconds, Title: "one query, of independent ones", Portuguese: "uma consulta, independente das outras", Op: "query"},
		{Name: Latency, Rows: runfolder.Nanoseconds, Title: "one query, after the answer before", Portuguese: "uma consulta, após a resposta anterior", Op: "query"},
		{Name: Many, Rows: runfolder.Nanoseconds, Title: "one query, of a list asked at once", Portuguese: "uma consulta, de uma lista de uma só vez", Op: "query"},
		{Name: Parallel, Rows: runfolder.Nanoseconds, Title: "one query, of goroutines together", Portuguese: "uma consulta, de goroutines em conjunto", Op: "query"},
		{Name: Written, Rows: runfolder.Nanoseconds, Title: "one query, of goroutines beside one that inserts", Portuguese: "uma consulta, de goroutines ao lado de uma que insere", Op: "query"},
		{Name: Among, Rows: runfolder.Nanoseconds, Title: "one query, of one of many small filters at random", Portuguese: "uma consulta, a um de muitos filtros pequenos ao acaso", Op: "query"},
		{Name: Skewed, Rows: runfolder.Nanoseconds, Title: "one query, of many small filters by the rule 80/20", Portuguese: "uma consulta, a muitos filtros pequenos pela regra 80/20", Op: "query"},
		{Name: Filters, Title: "small filters, 200 MB together (--quick: 20 MB)", Portuguese: "filtros pequenos, 200 MB em conjunto (--quick: 20 MB)", Flat: true},
		{Name: Loaded, Rows: runfolder.Nanoseconds, Title: "one query, by the load of the table", Portuguese: "uma consulta, pela ocupação da tabela", Op: "query"},
		{Name: metric.Build, Rows: runfolder.Nanoseconds, Title: "construction", Op: "key"},
		{Name: Insert, Rows: runfolder.Nanoseconds, Title: "insertion", Portuguese: "inserção", Op: "key"},
		{Name: Delete, Rows: runfolder.Nanoseconds, Title: "deletion", Portuguese: "remoção", Op: "key"},
		{Name: QuerySteps, Title: "steps of a query: bits or entries read", Portuguese: "passos de uma consulta: bits ou entradas lidos", Flat: true},
		{Name: InsertSteps, Title: "steps of an insertion: bits or entries read or moved", Portuguese: "passos de uma inserção: bits ou entradas lidos ou movidos", Flat: true},
		{Name: WastedTokens, Title: "lookups wasted, of the words of running text that are no keys", Portuguese: "consultas perdidas, das palavras do texto corrido que não são chaves", Unit: "%", Factor: 100},
		{Name: WastedWords, Title: "admitted, of the distinct words of the text that are no keys", Portuguese: "admitidas, das palavras distintas do texto que não são chaves", Unit: "%", Factor: 100},
		{Name: Admitted, Title: "negatives admitted", Unit: "%", Factor: 100},
		{Name: BitsPerKey, Title: "bits per key, nominal"},
		{Name: FullBits, Title: "bits per key, of a table filled until it refuses one", Portuguese: "bits por chave, de uma tabela cheia até recusar uma"},
	}
}
