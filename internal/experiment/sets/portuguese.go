package sets

// portuguese has what figures draw of a run, by its English.
func portuguese() map[string]string {
	return map[string]string{
		"load": "ocupação", "shared": "em comum", "sets": "conjuntos", "set": "posição", "edits": "edições", "times": "vezes",
		"Bloom filter for each set":                           "um Bloom filter para cada conjunto",
		"spatial Bloom filter":                                "Bloom filter espacial",
		"bit-sliced bank of Bloom filters":                    "banco de Bloom filters fatiado por bits",
		"attenuated Bloom filter":                             "Bloom filter atenuado",
		"Bloom filter of the fruit fly":                       "Bloom filter da mosca-das-frutas",
		"counting filter asked for counts of * or more":       "filtro com contadores consultado por contagens a partir de *",
		"estimated / true size":                               "tamanho estimado / verdadeiro",
		"estimated / true size of a union":                    "tamanho estimado / verdadeiro de uma união",
		"estimated / true size of an intersection":            "tamanho estimado / verdadeiro de uma interseção",
		"error of a size in deviations":                       "erro de um tamanho em desvios padrão",
		"error of a union in deviations":                      "erro de uma união em desvios padrão",
		"error of an intersection in deviations":              "erro de uma interseção em desvios padrão",
		"strangers that a union answers otherwise":            "estranhos que uma união responde de outro modo",
		"one question to all sets":                            "uma pergunta a todos os conjuntos",
		"strangers in some set":                               "estranhos em algum conjunto",
		"keys with a wrong set":                               "chaves com um conjunto errado",
		"false positives in the list":                         "falsos positivos na lista",
		"keys counted too often":                              "chaves contadas a mais",
		"keys counted too often by theory":                    "chaves contadas a mais pela teoria",
		"keys counted too often by theory of every insertion": "chaves contadas a mais pela teoria de cada inserção",
		"novelty of an edited word":                           "novidade de uma palavra editada",
		"novelty of an unseen word":                           "novidade de uma palavra não vista",
		"unseen words called seen":                            "palavras não vistas dadas como vistas",
		"correlation of likeness and familiarity":             "correlação entre semelhança e familiaridade",
		onlyEnglish: "Nenhum padrão do hyph-utf8 está instalado: há um só idioma com exceções, e os conjuntos são gerados.",
	}
}
