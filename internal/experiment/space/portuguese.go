package space

// portuguese has what figures draw of a run, by its English.
func portuguese() map[string]string {
	return map[string]string{
		"false positives in its universe":                 "falsos positivos em seu universo",
		"bits over log2(1/ε measured)":                    "bits acima de log2(1/ε medido)",
		"bits set":                                        "bits ligados",
		"bits set by as many keys, half of them the same": "bits ligados por outras tantas chaves, metade delas as mesmas",
		"bits set by both sets":                           "bits ligados pelos dois conjuntos",
		"load at the first refusal":                       "ocupação na primeira recusa",
		"k of the least rate":                             "k da menor razão",
		"steps of k in the wrong direction":               "passos de k na direção errada",
		"bits a key held":                                 "bits por chave mantidos",
		"bits a key while it is built":                    "bits por chave durante a construção",
		"cuckoo table with buckets of *":                  "tabela cuckoo com baldes de *",
		"counting filter asked for counts of * or more":   "filtro com contadores consultado por contagens de * ou mais",
		"EGH filter for *, with * of * numbers":           "filtro EGH para *, com * de * números",
	}
}
