package payoff

// portuguese has what figures draw of a run, by its English.
func portuguese() map[string]string {
	return map[string]string{
		"queries":                             "consultas",
		"members":                             "membros",
		"batch":                               "lote",
		"mixed":                               "mistas",
		"text":                                "texto",
		"attack":                              "ataque",
		"no filter":                           "sem filtro",
		"one query, through filter and store": "uma consulta, pelo filtro e pelo armazenamento",
		"one query, predicted from the parts (computed)":                                          "uma consulta, prevista pelas partes (calculado)",
		"one query of the filter alone; of none: reading the queries":                             "uma consulta apenas ao filtro; sem filtro: a leitura das consultas",
		"the same, from lookups that do not overlap (computed)":                                   "o mesmo, por buscas que não se sobrepõem (calculado)",
		"one lookup that finds its key, after the one before":                                     "uma busca que encontra sua chave, após a anterior",
		"one lookup that finds nothing, after the one before":                                     "uma busca que nada encontra, após a anterior",
		"one lookup that finds its key":                                                           "uma busca que encontra sua chave",
		"one lookup that finds nothing":                                                           "uma busca que nada encontra",
		"time of a miss from which on the filter pays (computed)":                                 "tempo de uma busca sem resultado a partir do qual o filtro compensa (calculado)",
		"queries that pay for the construction (computed)":                                        "consultas que pagam a construção (calculado)",
		"ε below which one more bit costs more than it saves (computed)":                          "ε abaixo do qual um bit a mais custa mais do que poupa (calculado)",
		"time in memory from which on it is cheaper than the first structure (computed)":          "tempo em memória a partir do qual é mais barata que a primeira estrutura (calculado)",
		"false-positive rate per query: of distinct negatives, and of the tokens of running text": "razão de falsos positivos por consulta: de estranhos distintos e das palavras de texto corrido",
		"false-positive rate per distinct word of running text":                                   "razão de falsos positivos por palavra distinta de texto corrido",
	}
}
