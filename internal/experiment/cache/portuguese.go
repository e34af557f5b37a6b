package cache

// portuguese has what figures draw of a run, by its English.
func portuguese() map[string]string {
	return map[string]string{
		"stream":   "fluxo",
		"capacity": "capacidade",
		"window":   "lembrados",
		"web":      "web",
		"text":     "texto",

		"LRU cache that admits everything":       "cache LRU que admite tudo",
		"exact set of all objects seen":          "conjunto exato de todos os objetos vistos",
		"exact list of the last objects":         "lista exata dos últimos objetos",
		"aging Bloom filter with two buffers":    "Bloom filter com envelhecimento, de dois buffers",
		"age-partitioned Bloom filter":           "Bloom filter particionado por idade",
		"TinyLFU of ristretto (its counts vary)": "TinyLFU do ristretto (suas contagens variam)",

		"objects written, of the requests":                "objetos gravados, das requisições",
		"bytes written, of those requested":               "bytes gravados, dos requisitados",
		"hits, of the requests":                           "acertos, das requisições",
		"bytes served from the cache, of those requested": "bytes servidos pelo cache, dos requisitados",
		"one-hit wonders written, of all of them":         "objetos pedidos uma só vez que são gravados, de todos eles",
		"later requests not admitted, of the requests":    "requisições posteriores não admitidas, das requisições",
		"one-hit wonders, of all objects":                 "objetos pedidos uma só vez, de todos os objetos",
		"memory of the rule":                              "memória da regra",
		"one request, without the disk":                   "uma requisição, sem o disco",
		"writes to a disk, of one request":                "gravações em disco, de uma requisição",
		"*/request":                                       "*/requisição",

		"The counts of tinylfu vary: its library counts requests in lossy buffers and goroutines of its own.": "As contagens do tinylfu variam: sua biblioteca conta requisições em buffers com perdas e em goroutines próprias.",
	}
}
