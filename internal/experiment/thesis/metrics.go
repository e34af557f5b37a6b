package thesis

import (
	"hyphbench/internal/metric"
	"hyphbench/internal/runfolder"
)

// Metrics of the thesis's experiment beside those that experiments share. Build
// and query of the baseline are those of the exception store.
const (
	Init              runfolder.Metric = "init"               // patterns, exceptions, store and filter from bytes in memory
	Hyphenate         runfolder.Metric = "hyphenate"          // a pass over the list, lower-casing included
	QueryFull         runfolder.Metric = "query_full"         // metric.Query at 95 % load
	AfterDeletions    runfolder.Metric = "fn_after_deletions" // keys denied after half of them were deleted
	OverestimatedKeys runfolder.Metric = "overestimated_keys" // keys below the threshold that are admitted
	LoadLimit         runfolder.Metric = "load_limit"         // share of a table's entries filled when the first insertion is refused
	Accesses          runfolder.Metric = "accesses"           // look-ups in a pass, counted by the store of --store itself
	RemovedAdmitted   runfolder.Metric = "removed_admitted"   // of the keys deleted, every other one, those that are still admitted
	AfterForeign      runfolder.Metric = "fn_after_foreign"   // keys denied after as many words were deleted that are no keys
	KeyReads          runfolder.Metric = "key_reads"          // bits that a query of a key reads, on average
	NegativeReads     runfolder.Metric = "negative_reads"     // bits that a query of another word of the list reads, on average
)

// metrics are in the order of display.
func metrics() []metric.Definition {
	words := func(m *runfolder.Meta) int64 { return int64(m.Input("words").Count) }
	return []metric.Definition{
		{Name: Init, Title: "one initialisation: patterns, exceptions and filter", Portuguese: "uma inicialização: padrões, exceções e filtro"},
		{Name: metric.Build, Title: "one construction of the filter alone", Portuguese: "uma construção apenas do filtro"},
		{Name: Hyphenate, Title: "one pass of hyphenation over the word list", Portuguese: "uma passagem de hifenização pela lista de palavras", Op: "word", Whole: "pass", Size: words},
		{Name: Accesses, Title: "look-ups in a pass, counted by the store", Portuguese: "consultas em uma passagem, contadas pelo armazenamento"},
		{Name: metric.Query, Title: "one question to the filter alone", Portuguese: "uma consulta apenas ao filtro", Op: "word"},
		{Name: QueryFull, Title: "one question to the filter alone, at 95 % load", Portuguese: "uma consulta apenas ao filtro, com 95% de ocupação", Op: "word"},
		{Name: metric.FalsePositives, Title: "false positives", Share: "%", Factor: 100,
			Size: func(m *runfolder.Meta) int64 { return m.Expect["negatives"] }},
		{Name: metric.FPRTheory, Title: "false-positive rate by theory", Unit: "%", Factor: 100},
		{Name: metric.FalseNegatives, Title: "false negatives"},
		{Name: AfterDeletions, Title: "false negatives after the deletion of half of the keys", Portuguese: "falsos negativos após a remoção de metade das chaves"},
		{Name: OverestimatedKeys, Title: "keys of less confidence than asked for that pass", Portuguese: "chaves de confiança menor que a pedida que passam"},
		{Name: LoadLimit, Title: "load at which the first insertion is refused", Portuguese: "ocupação na primeira inserção recusada", Unit: "%", Factor: 100},
		{Name: RemovedAdmitted, Title: "deleted keys that are still admitted", Portuguese: "chaves removidas que ainda são admitidas"},
		{Name: AfterForeign, Title: "false negatives after the deletion of words that are no keys", Portuguese: "falsos negativos após a remoção de palavras que não são chaves"},
		{Name: KeyReads, Title: "bits that a query of a key reads", Portuguese: "bits que a consulta de uma chave lê"},
		{Name: NegativeReads, Title: "bits that a query of a word that is no key reads", Portuguese: "bits que a consulta de uma palavra que não é chave lê"},
		{Name: metric.Bits, Title: "size of the filter", Portuguese: "tamanho do filtro", Share: "bits/key", Factor: 1, Size: keyCount},
		{Name: metric.ResidentBits, Title: "memory really held", Portuguese: "memória realmente ocupada"},
	}
}

// keyCount is how many keys the filters of a run hold: the exceptions without
// the pattern file's, where the run says so itself.
func keyCount(m *runfolder.Meta) int64 {
	if n := m.Expect["keys"]; n > 0 {
		return n
	}
	return int64(m.Input("exceptions").Count)
}

// words are what figures draw of a run beside the titles of metrics: Portuguese by English.
func words() map[string]string {
	return map[string]string{
		"no filter (exact map alone)":                          "sem filtro (apenas o mapa exato)",
		"no exceptions (patterns alone)":                       "sem exceções (apenas os padrões)",
		"no filter (* alone)":                                  "sem filtro (apenas *)",
		"one initialisation: patterns and filter":              "uma inicialização: padrões e filtro",
		"no filter, in Go (exact map alone)":                   "sem filtro, em Go (apenas o mapa exato)",
		"no exceptions, in Go (patterns alone)":                "sem exceções, em Go (apenas os padrões)",
		"Bloom filter of npm bloom-filters 3.0.0, in Node.js":  "Bloom filter do npm bloom-filters 3.0.0, no Node.js",
		"cuckoo filter of npm bloom-filters 3.0.0, in Node.js": "cuckoo filter do npm bloom-filters 3.0.0, no Node.js",
		passNote(passLiteral):                                  "A passagem é feita palavra por palavra, como na monografia (--pass=literal).",
		passNote(passBatch):                                    "A passagem é feita por lotes de palavras: as mesmas respostas, mais cedo (--pass=batch).",
		"node-bloom and node-cuckoo are measured in a process of their own a round: *; their CPU time is that of all its threads.": "node-bloom e node-cuckoo são medidos em um processo próprio por rodada: *; o tempo de CPU é o de todas as suas threads.",
		"Not measured: *: *.": "Não medido: *: *.",
		"The exceptions are in a store of their own: *. It stands filled: init is that of patterns and filter.":                                        "As exceções estão em um armazenamento próprio: *. Ele já está preenchido: a inicialização é a de padrões e filtro.",
		"Filters that grade their keys honour the exceptions of * or more: * of * (hyphenex has *, exceptions of a pattern file *, any other list *).": "Filtros que graduam suas chaves respeitam as exceções de * ou mais: * de * (o hyphenex tem *, as exceções de um arquivo de padrões *, qualquer outra lista *).",
	}
}
