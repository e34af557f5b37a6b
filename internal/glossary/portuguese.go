package glossary

import (
	"maps"
	"strings"
)

// portuguese has what figures of any experiment draw of a run. The thesis says
// "Bloom filter" and "cuckoo filter" in Portuguese too.
func portuguese() map[string]string {
	t := map[string]string{}
	maps.Copy(t, structuresInPortuguese())
	maps.Copy(t, notesInPortuguese())
	maps.Copy(t, map[string]string{
		// axes and their values
		"goroutines": "goroutines", "store": "armazenamento", "percentage point of *": "ponto percentual de *",

		// units
		"keys": "chaves", "words": "palavras", "bits/key": "bits/chave", "look-ups": "consultas", "elements": "elementos",
		"times": "vezes", "filters": "filtros", "steps": "passos", "queries": "consultas",
		"*/word": "*/palavra", "*/key": "*/chave", "*/query": "*/consulta", "*/lookup": "*/consulta",
		"*/question": "*/pergunta", "*/pass": "*/passagem",

		// metrics that several experiments have
		"false-positive rate":           "razão de falsos positivos",
		"false-positive rate by theory": "razão de falsos positivos pela teoria",
		"false positives":               "falsos positivos",
		"false negatives":               "falsos negativos",
		"bits per key":                  "bits por chave",
		"bits per key, nominal":         "bits por chave, nominais",
		"construction":                  "construção",
		"negatives admitted":            "negativos admitidos",
	})
	return t
}

func structuresInPortuguese() map[string]string {
	return map[string]string{
		"Bloom filter": "Bloom filter", "cuckoo filter": "cuckoo filter",
		"Bloom filter of npm bloom-filters 3.0.0":         "Bloom filter do npm bloom-filters 3.0.0",
		"cuckoo filter of npm bloom-filters 3.0.0":        "cuckoo filter do npm bloom-filters 3.0.0",
		"Bloom filter of bits-and-blooms/bloom":           "Bloom filter de bits-and-blooms/bloom",
		"blocked Bloom filter of greatroar/blobloom":      "Bloom filter em blocos de greatroar/blobloom",
		"xor filter of FastFilter/xorfilter":              "filtro xor de FastFilter/xorfilter",
		"binary fuse filter of FastFilter/xorfilter":      "filtro fuse binário de FastFilter/xorfilter",
		"cuckoo filter of panmari/cuckoofilter":           "cuckoo filter de panmari/cuckoofilter",
		"Bloom filter of one hash function":               "Bloom filter de uma só função de hash",
		"Bloom filter of two blocks per key":              "Bloom filter de dois blocos por chave",
		"Bloom filter, as in the thesis":                  "Bloom filter, como na monografia",
		"Bloom filter that stops at the first 0":          "Bloom filter que para no primeiro 0",
		"Bloom filter with a filter of deleted keys":      "Bloom filter com um filtro das chaves removidas",
		"Bloom filter with keyed hash functions":          "Bloom filter com funções de hash com chave",
		"Bloom filter with independent hashing":           "Bloom filter com hashing independente",
		"Bloom filter with double hashing":                "Bloom filter com hashing duplo",
		"Bloom filter with enhanced double hashing":       "Bloom filter com hashing duplo melhorado",
		"Bloom filter with triple hashing":                "Bloom filter com hashing triplo",
		"Go map":                                          "mapa do Go",
		"Golomb-coded multiset":                           "multiconjunto codificado por Golomb",
		"Golomb-coded set":                                "conjunto codificado por Golomb",
		"InfiniFilter":                                    "InfiniFilter",
		"adaptive cuckoo filter":                          "cuckoo filter adaptativo",
		"binary fuse filter of four slots":                "filtro fuse binário de quatro posições",
		"binary fuse filter":                              "filtro fuse binário",
		"bit set of a numbered universe":                  "conjunto de bits de um universo numerado",
		"Bloom filter of two words per key":               "Bloom filter de duas palavras por chave",
		"Bloom filter with a false-positive-free zone":    "Bloom filter com zona livre de falsos positivos",
		"layered Bloom filter":                            "Bloom filter em camadas",
		"multi-partition counting Bloom filter":           "Bloom filter com contadores em várias partições",
		"blocked Bloom filter":                            "Bloom filter em blocos",
		"bumped ribbon filter":                            "filtro bumped ribbon",
		"cascade of Bloom filters":                        "cascata de Bloom filters",
		"clubcard of two ribbon filters":                  "clubcard de dois filtros ribbon",
		"counting Bloom filter of three bits":             "Bloom filter com contadores de três bits",
		"counting Bloom filter":                           "Bloom filter com contadores",
		"cuckoo filter, as in the thesis":                 "cuckoo filter, como na monografia",
		"cuckoo filter, as in the thesis, 16-bit entries": "cuckoo filter, como na monografia, entradas de 16 bits",
		"cuckoo filter with semi-sorted buckets":          "cuckoo filter de baldes semiordenados",
		"cuckoo hash table":                               "tabela hash cuckoo",
		"linear list":                                     "lista linear",
		"linked list":                                     "lista ligada",
		"sorted array":                                    "vetor ordenado",
		"cuckoo hash table, relocations by chance":        "tabela hash cuckoo com realocações ao acaso",
		"hash compaction with linked lists":               "hash compaction com listas ligadas",
		"d-left counting Bloom filter":                    "Bloom filter d-left com contadores",
		"dynamic Bloom filter":                            "Bloom filter dinâmico",
		"hash compaction":                                 "compactação por hash",
		"hash table":                                      "tabela hash",
		"linear Bloom filter":                             "Bloom filter linear",
		"partitioned Bloom filter":                        "Bloom filter particionado",
		"prefix filter":                                   "filtro de prefixos",
		"quotient filter":                                 "filtro de quocientes",
		"red-black tree":                                  "árvore rubro-negra",
		"register-blocked Bloom filter":                   "Bloom filter em blocos de registrador",
		"ribbon filter of width 128":                      "filtro ribbon de largura 128",
		"ribbon filter":                                   "filtro ribbon",
		"roaring bitmap of hashes":                        "bitmap roaring de hashes",
		"scalable Bloom filter":                           "Bloom filter escalável",
		"set":                                             "conjunto",
		"sorted fingerprints":                             "vetor ordenado de fingerprints",
		"sorted list of codes":                            "lista ordenada de códigos",
		"split-block Bloom filter":                        "Bloom filter de blocos divididos",
		"stacked filter":                                  "filtro empilhado",
		"trie":                                            "trie",
		"variable-increment counting Bloom filter":        "Bloom filter com contadores de incremento variável",
		"xor filter":                                      "filtro xor",
	}
}

// notesInPortuguese are the notes of inputs, stores and rounds.
func notesInPortuguese() map[string]string {
	return map[string]string{
		"File of exceptions: *, SHA-256 *, not the thesis's (*).":                 "Arquivo de exceções: *, SHA-256 *, e não o da monografia (*).",
		"File of patterns: *, SHA-256 *, not the thesis's (*).":                   "Arquivo de padrões: *, SHA-256 *, e não o da monografia (*).",
		"Known negatives: *, * words, SHA-256 *, for the filters that heed them.": "Negativos conhecidos: *, * palavras, SHA-256 *, para os filtros que os levam em conta.",

		"* of the * keys in * are there twice or more, and count once.":                      "* das * chaves em * aparecem duas vezes ou mais e contam uma vez.",
		"There are no queries: negatives are generated, which resemble the keys in nothing.": "Não há consultas: os negativos são gerados e em nada se parecem com as chaves.",

		"hash-addressed pages read past the cache":       "páginas endereçadas por hash, lidas sem passar pelo cache",
		"hash-addressed pages read past the cache (*)":   "páginas endereçadas por hash, lidas sem passar pelo cache (*)",
		"a B+tree on disk (*)":                           "uma árvore B+ em disco (*)",
		"the map and a simulated wait (*)":               "o mapa e uma espera simulada (*)",
		"a hash table with open addressing (*)":          "uma tabela hash com endereçamento aberto (*)",
		"a lookup service over HTTP on the loopback (*)": "um serviço de consulta por HTTP na própria máquina (*)",
		"Go's own map (*)":                               "o mapa do próprio Go (*)",
		"Redis over a unix socket (*)":                   "Redis por um socket unix (*)",
		"Redis over TCP (*)":                             "Redis por TCP (*)",
		"binary search over a sorted list (*)":           "busca binária em uma lista ordenada (*)",

		"the time of --time=* is over after * of * rounds":                             "o tempo de --time=* acabou depois de * de * rodadas",
		"--resolve=* is reached in * looks: *; measured on to * rounds without a look": "--resolve=* foi alcançado em * exames: *; medido até * rodadas sem outro exame",
		"this machine does not resolve * within *: *":                                  "esta máquina não resolve * em até *: *",
		"this machine cannot resolve * % within *: *":                                  "esta máquina não resolve *% em até *: *",
		"after * rounds, the widest of * intervals (*) is ±* %":                        "depois de * rodadas, o mais largo de * intervalos (*) tem ±*%",
		"* minutes": "* minutos",
		"after * rounds the widest of * intervals, *, is ±* %": "depois de * rodadas o mais largo de * intervalos, *, tem ±* %",

		"init of *":       "inicialização de *",
		"hyphenate of *":  "hifenização de *",
		"build of *":      "construção de *",
		"query of *":      "consulta de *",
		"query_full of *": "consulta a 95 % da carga de *",
	}
}

// InPortuguese is a text of figures in Portuguese, by its English; the text itself
// where there is none.
func InPortuguese(text string) string {
	if t, ok := portuguese()[text]; ok {
		return t
	}
	return text
}

// OneInPortuguese is the title of a structure with its article: "um Bloom filter",
// "uma tabela hash".
func OneInPortuguese(name string) string {
	title := InPortuguese(StructureTitle(name))
	first, _, _ := strings.Cut(title, " ")
	switch first {
	case "tabela", "árvore", "trie", "lista", "cascata", "compactação":
		return "uma " + title
	}
	return "um " + title
}
