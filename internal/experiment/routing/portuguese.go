package routing

// portuguese has what figures draw of a run, by its English.
func portuguese() map[string]string {
	return map[string]string{
		"scene": "cenário", "bits": "bits", "depth": "alcance", "level": "nível", "tree": "árvore", "quadtree": "quadtree", "graph": "grafo",
		"messages": "mensagens", "hops": "saltos", "bytes": "bytes",

		"messages of a lookup":                    "mensagens de uma consulta",
		"wrong turns of a lookup":                 "desvios errados de uma consulta",
		"random steps of a lookup":                "passos aleatórios de uma consulta",
		"lookups on a shortest way":               "consultas por um caminho mais curto",
		"lookups found by filters alone":          "consultas achadas apenas pelos filtros",
		"distances told rightly":                  "distâncias informadas corretamente",
		"messages of a lookup of what nobody has": "mensagens de uma consulta do que ninguém tem",
		"bytes of a lookup":                       "bytes de uma consulta",
		"largest message to a neighbour":          "maior mensagem a um vizinho",
		"bytes told before lookups":               "bytes enviados antes das consultas",
		"bytes told for a device that moved":      "bytes enviados por dispositivo que se moveu",
		"bits set, by level":                      "bits ligados, por nível",

		"ORs of Bloom filters":                         "disjunções de Bloom filters",
		"ORs of Bloom filters whose bits stay":         "disjunções de Bloom filters cujos bits ficam",
		"attenuated Bloom filters":                     "Bloom filters atenuados",
		"linear Bloom filters, attenuated at each hop": "Bloom filters lineares, atenuados a cada salto",
		"Bloom filters of all within reach":            "Bloom filters de tudo ao alcance",
		"exact tables":                                 "tabelas exatas",
		"flooding":                                     "inundação",
		"walk without filters":                         "passeio sem filtros",
	}
}
