package screening

// portuguese has what figures draw of a run, by its English.
func portuguese() map[string]string {
	return map[string]string{
		"hashes":    "funções de hash",
		"length":    "comprimento",
		"documents": "documentos",

		"scan of all documents":             "varredura de todos os documentos",
		"suffix array":                      "vetor de sufixos",
		"inverted index of n-grams":         "índice invertido de n-gramas",
		"row-wise signatures":               "assinaturas por linhas",
		"bit-sliced signatures":             "assinaturas por fatias de bits",
		"similarity of the bits":            "similaridade dos bits",
		"similarity by Swamidass and Baldi": "similaridade segundo Swamidass e Baldi",

		"n-grams with their surroundings": "n-gramas com seu entorno",

		"answers that a screen would miss":               "respostas que uma triagem perderia",
		"one query, the look at the candidates included": "uma consulta, incluído o exame dos candidatos",
		"candidates of a query":                          "candidatos de uma consulta",
		"false candidates of a query":                    "candidatos falsos de uma consulta",
		"bits a document, beside its text":               "bits por documento, além de seu texto",
		"mean error of the similarity":                   "erro médio da similaridade",
		"bias of the similarity":                         "viés da similaridade",
		"*/document":                                     "*/documento",
	}
}
