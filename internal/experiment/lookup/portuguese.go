package lookup

// portuguese has what figures draw of a run, by its English.
func portuguese() map[string]string {
	return map[string]string{
		"hits":                               "membros",
		"order":                              "ordem",
		"load":                               "ocupação",
		"shuffled":                           "embaralhada",
		"dictionary":                         "dicionário",
		"text":                               "texto",
		"words read alone":                   "palavras apenas lidas",
		"words read and hashed":              "palavras lidas e com hash",
		"one query, of independent ones":     "uma consulta, independente das outras",
		"one query, after the answer before": "uma consulta, após a resposta anterior",
		"one query, of a list asked at once": "uma consulta, de uma lista de uma só vez",
		"one query, of goroutines together":  "uma consulta, de goroutines em conjunto",
		"one query, of goroutines beside one that inserts":              "uma consulta, de goroutines ao lado de uma que insere",
		"one query, of one of many small filters at random":             "uma consulta, a um de muitos filtros pequenos ao acaso",
		"one query, of many small filters by the rule 80/20":            "uma consulta, a muitos filtros pequenos pela regra 80/20",
		"small filters, 200 MB together (--quick: 20 MB)":               "filtros pequenos, 200 MB em conjunto (--quick: 20 MB)",
		"one query, by the load of the table":                           "uma consulta, pela ocupação da tabela",
		"insertion":                                                     "inserção",
		"deletion":                                                      "remoção",
		"lookups wasted, of the words of running text that are no keys": "consultas perdidas, das palavras do texto corrido que não são chaves",
		"admitted, of the distinct words of the text that are no keys":  "admitidas, das palavras distintas do texto que não são chaves",
		"bits per key, of a table filled until it refuses one":          "bits por chave, de uma tabela cheia até recusar uma",
		"The time of the probe is query less hash, both of the same rounds: a difference, not measured by itself.": "O tempo da sondagem é o da consulta menos o do hash, ambos das mesmas rodadas: uma diferença, e não uma medição própria.",
		"The structures leave the caches of this machine: *.":                                                      "As estruturas deixam os caches desta máquina: *.",
		"* (* KiB) from n = * (*) to * (*)":                                                                        "* (* KiB) de n = * (*) a * (*)",
		"* (* KiB) from n = * (*) to * (*), beyond this run":                                                       "* (* KiB) de n = * (*) a * (*), além desta execução",
		"Table 3 of Fan et al. 2014 at *.":                                                                         "Tabela 3 de Fan et al. 2014 com *.",
	}
}
