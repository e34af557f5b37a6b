package lookup

import (
	"hyphbench/internal/axis"
	"hyphbench/internal/metric"
)

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

	_            = metrics.Time(metric.Query, "query", "one query, of independent ones", "uma consulta, independente das outras")
	Latency      = metrics.Time("latency", "query", "one query, after the answer before", "uma consulta, após a resposta anterior") // the place of a query depends on the answer before
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
	WastedTokens = metrics.Percent("wasted_tokens", "lookups wasted, of the words of running text that are no keys", "consultas perdidas, das palavras do texto corrido que não são chaves") // a share of all words of the text
	WastedWords  = metrics.Percent("wasted_words", "admitted, of the distinct words of the text that are no keys", "admitidas, das palavras distintas do texto que não são chaves")
	Admitted     = metrics.Percent("negatives_admitted", "negatives admitted", "")
	BitsPerKey   = metrics.Number("bits_per_key", "", "bits per key, nominal", "")
	FullBits     = metrics.Number("bits_per_key_full", "", "bits per key, of a table filled until it refuses one", "bits por chave, de uma tabela cheia até recusar uma")
)
