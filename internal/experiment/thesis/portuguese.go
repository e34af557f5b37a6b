package thesis

// portuguese has what figures draw of a run, by its English.
func portuguese() map[string]string {
	return map[string]string{
		"no filter (exact map alone)":                            "sem filtro (apenas o mapa exato)",
		"no exceptions (patterns alone)":                         "sem exceções (apenas os padrões)",
		"one initialisation: patterns, exceptions and filter":    "uma inicialização: padrões, exceções e filtro",
		"no filter (* alone)":                                    "sem filtro (apenas *)",
		"one initialisation: patterns and filter":                "uma inicialização: padrões e filtro",
		"one construction of the filter alone":                   "uma construção apenas do filtro",
		"one pass of hyphenation over the word list":             "uma passagem de hifenização pela lista de palavras",
		"look-ups in a pass, counted by the store":               "consultas em uma passagem, contadas pelo armazenamento",
		"one question to the filter alone":                       "uma consulta apenas ao filtro",
		"one question to the filter alone, at 95 % load":         "uma consulta apenas ao filtro, com 95% de ocupação",
		"false negatives after the deletion of half of the keys": "falsos negativos após a remoção de metade das chaves",
		"keys of less confidence than asked for that pass":       "chaves de confiança menor que a pedida que passam",
		"load at which the first insertion is refused":           "ocupação na primeira inserção recusada",
		"deleted keys that are still admitted":                   "chaves removidas que ainda são admitidas",
		"size of the filter":                                     "tamanho do filtro",
		"memory really held":                                     "memória realmente ocupada",
		passNote(passLiteral):                                    "A passagem é feita palavra por palavra, como na monografia (--pass=literal).",
		passNote(passBatch):                                      "A passagem é feita por lotes de palavras: as mesmas respostas, mais cedo (--pass=batch).",
		"The exceptions are in a store of their own: *. It stands filled: init is that of patterns and filter.":                                        "As exceções estão em um armazenamento próprio: *. Ele já está preenchido: a inicialização é a de padrões e filtro.",
		"Filters that grade their keys honour the exceptions of * or more: * of * (hyphenex has *, exceptions of a pattern file *, any other list *).": "Filtros que graduam suas chaves respeitam as exceções de * ou mais: * de * (o hyphenex tem *, as exceções de um arquivo de padrões *, qualquer outra lista *).",
	}
}
