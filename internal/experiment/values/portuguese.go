package values

// portuguese has what figures draw of a run, by its English.
func portuguese() map[string]string {
	return map[string]string{
		"one pass of hyphenation over the word list":             "uma passagem de hifenização pela lista de palavras",
		"bits a key, of all that is held":                        "bits por chave, de tudo o que se guarda",
		"keys with a wrong hyphenation":                          "chaves com hifenização errada",
		"strangers with a value":                                 "estranhas com um valor",
		"strangers with a value by theory":                       "estranhas com um valor pela teoria",
		"strangers wrongly hyphenated":                           "estranhas hifenizadas erradamente",
		"strangers wrongly hyphenated by theory":                 "estranhas hifenizadas erradamente pela teoria",
		"error of a confidence":                                  "erro de uma confiança",
		"error of a confidence by theory":                        "erro de uma confiança pela teoria",
		"keys with too high a confidence":                        "chaves com confiança alta demais",
		"keys with too high a confidence by theory":              "chaves com confiança alta demais pela teoria",
		"keys with too low a confidence":                         "chaves com confiança baixa demais",
		"sets too many":                                          "conjuntos a mais",
		"sets too many by theory":                                "conjuntos a mais pela teoria",
		"sets too few":                                           "conjuntos a menos",
		"answers that differ":                                    "respostas que diferem",
		"bits of a function for each of a fingerprint and value": "bits de uma função para cada um de impressão digital e valor",

		"no filter (exception store alone)":      "sem filtro (apenas o armazenamento de exceções)",
		"sorted list of the exceptions":          "lista ordenada das exceções",
		"Bloomier filter":                        "filtro Bloomier",
		"Bloomier filter by ribbon":              "filtro Bloomier por ribbon",
		"compact approximator":                   "aproximador compacto",
		"compact approximator over two elements": "aproximador compacto sobre dois elementos",
		"compact approximator over sets":         "aproximador compacto sobre conjuntos",
		"map of confidences":                     "mapa de confianças",
		"fingerprint":                            "impressão digital",
		"code":                                   "código",
		"width":                                  "largura",
		"cells":                                  "células",
		"mask":                                   "máscara",
		"table":                                  "tabela",
	}
}
