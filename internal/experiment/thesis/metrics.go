package thesis

import (
	"hyphbench/internal/metric"
	"hyphbench/internal/runfolder"
)

// Metrics, in the order of display. Build and query of the baseline are those of the exception
// store.
var (
	metrics metric.List

	Init              = metrics.Number("init", runfolder.Nanoseconds, "one initialisation: patterns, exceptions and filter", "uma inicialização: padrões, exceções e filtro")
	_                 = metrics.Number(metric.Build, runfolder.Nanoseconds, "one construction of the filter alone", "uma construção apenas do filtro")
	Hyphenate         = metrics.Add(metric.Definition{Name: "hyphenate", Rows: runfolder.Nanoseconds, Op: "word", Whole: "pass", Size: listSize, Title: "one pass of hyphenation over the word list", Portuguese: "uma passagem de hifenização pela lista de palavras"})
	Accesses          = metrics.Number("accesses", "", "look-ups in a pass, counted by the store", "consultas em uma passagem, contadas pelo armazenamento")
	_                 = each(metric.Query, "word", "one query to the filter alone", "uma consulta apenas ao filtro")
	QueryFull         = each("query_full", "word", "one query to the filter alone, at 95 % load", "uma consulta apenas ao filtro, com 95% de ocupação") // metric.Query at 95 % load
	_                 = metrics.Add(metric.Definition{Name: metric.FalsePositives, Size: negatives, Share: "%", Factor: 100, Title: "false positives"})
	_                 = metrics.Percent(metric.FPRTheory, "false-positive rate by theory", "")
	_                 = metrics.Number(metric.FalseNegatives, "", "false negatives", "")
	AfterDeletions    = metrics.Number("fn_after_deletions", "", "false negatives after the deletion of half of the keys", "falsos negativos após a remoção de metade das chaves")
	OverestimatedKeys = metrics.Number("overestimated_keys", "", "keys of less confidence than asked for that pass", "chaves de confiança menor que a pedida que passam")
	LoadLimit         = metrics.Percent("load_limit", "load at which the first insertion is refused", "ocupação na primeira inserção recusada")                                                   // share of a table's entries filled when the first insertion is refused
	RemovedAdmitted   = metrics.Number("removed_admitted", "", "deleted keys that are still admitted", "chaves removidas que ainda são admitidas")                                                // of the keys deleted, every other one, those that are still admitted
	AfterForeign      = metrics.Number("fn_after_foreign", "", "false negatives after the deletion of words that are not keys", "falsos negativos após a remoção de palavras que não são chaves") // keys denied after as many words were deleted that are not keys
	KeyReads          = metrics.Number("key_reads", "", "bits that a query of a key reads", "bits que a consulta de uma chave lê")
	NegativeReads     = metrics.Number("negative_reads", "", "bits that a query of a word that is not a key reads", "bits que a consulta de uma palavra que não é chave lê")
	_                 = metrics.Add(metric.Definition{Name: metric.Bits, Size: keyCount, Share: "bits/key", Factor: 1, Title: "size of the filter", Portuguese: "tamanho do filtro"})
	_                 = metrics.Number(metric.ResidentBits, "", "memory really held", "memória realmente ocupada")
)

// each adds a time that is read by what it holds.
func each(name runfolder.Metric, op, english, portuguese string) runfolder.Metric {
	return metrics.Add(metric.Definition{Name: name, Rows: runfolder.Nanoseconds, Op: op, Title: english, Portuguese: portuguese})
}

// listSize is how many words the list of a run has.
func listSize(m *runfolder.Meta) int64 { return int64(m.Input("words").Count) }

// negatives is how many of them are no keys.
func negatives(m *runfolder.Meta) int64 { return m.Expect["negatives"] }

// keyCount is how many keys the filters of a run hold: the exceptions without
// the pattern file's, where the run says so itself.
func keyCount(m *runfolder.Meta) int64 {
	if n := m.Expect["keys"]; n > 0 {
		return n
	}
	return int64(m.Input("exceptions").Count)
}
