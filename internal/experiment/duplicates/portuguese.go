package duplicates

// portuguese has what figures draw of a run, by its English.
func portuguese() map[string]string {
	return map[string]string{
		"bytes sent an element":                                              "bytes enviados por elemento",
		"bytes sent an element by theory":                                    "bytes enviados por elemento pela teoria",
		"bytes of hashes an element":                                         "bytes de hashes por elemento",
		"bytes of answers an element":                                        "bytes de respostas por elemento",
		"bytes of compared elements an element":                              "bytes de elementos comparados por elemento",
		"messages":                                                           "mensagens",
		"bytes of the busiest processing element, by its elements":           "bytes do elemento de processamento mais ocupado, por elemento seu",
		"single elements left by the first round":                            "elementos únicos que restam da primeira rodada",
		"single elements left to be compared":                                "elementos únicos que restam para comparar",
		"single elements left by theory":                                     "elementos únicos que restam pela teoria",
		"bytes to build a filter of all, an element":                         "bytes para construir um filtro de todos, por elemento",
		"bytes of a query":                                                   "bytes de uma consulta",
		"queries an element from which on replicating sends less":            "consultas por elemento a partir das quais replicar envia menos",
		"queries an element from which on replicating sends less, by theory": "consultas por elemento a partir das quais replicar envia menos, pela teoria",
		"distributed filter, one round":                                      "filtro distribuído, uma rodada",
		"distributed filter, two rounds":                                     "filtro distribuído, duas rodadas",
		"distributed filter, three rounds":                                   "filtro distribuído, três rodadas",
		"replicating filter (bits in a hypercube)":                           "filtro replicado (array de bits em um hipercubo)",
		"replicating filter, Golomb-coded":                                   "filtro replicado, em código de Golomb",
		"hashes of 8 bytes, exchanged":                                       "troca de hashes de 8 bytes",
		"the elements themselves, exchanged":                                 "troca dos próprios elementos",
		"all elements to one machine, which sorts them":                      "todos os elementos a uma máquina, que os ordena",
	}
}
