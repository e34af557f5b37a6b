package growth

// portuguese has what figures draw of a run, by its English.
func portuguese() map[string]string {
	return map[string]string{
		"inserted":                               "inseridas",
		"bits a key taken":                       "bits por chave aceita",
		"keys refused":                           "chaves recusadas",
		"enlargements asked for":                 "ampliações pedidas",
		"one insertion, all told":                "uma inserção, com tudo incluído",
		"an insertion, 99 of 100 within":         "uma inserção, 99 de 100 até",
		"the longest insertion":                  "a inserção mais longa",
		"Left out, since they cannot insert: *.": "Omitidas, pois não inserem: *.",
	}
}
