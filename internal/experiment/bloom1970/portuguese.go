package bloom1970

// portuguese has what figures draw of a run, by its English.
func portuguese() map[string]string {
	return map[string]string{
		"accesses saved":                                        "acessos evitados",
		"one word, hash area and store":                         "uma palavra, área de hash e armazenamento",
		"one word if every lookup were cold, computed":          "uma palavra se toda consulta fosse fria, calculado",
		"one cold lookup in a large store":                      "uma consulta fria em um armazenamento grande",
		"one word, the hash area alone":                         "uma palavra, apenas a área de hash",
		"hash area":                                             "área de hash",
		"strangers let through by theory":                       "estranhos admitidos pela teoria",
		"no hash area (every word is looked up in the store)":   "sem área de hash (toda palavra é consultada no armazenamento)",
		"hash area of Bloom's method 1 (coded cells)":           "área de hash do método 1 de Bloom (células codificadas)",
		"hash area of Bloom's method 2 (bits)":                  "área de hash do método 2 de Bloom (bits)",
		"Bloom filter of RocksDB's 1.5, 2.9 and 4.9 bits a key": "Bloom filter com 1,5, 2,9 e 4,9 bits por chave do RocksDB",
	}
}
