package all

// Mention is a structure that the texts name and this program does not have.
type Mention struct {
	Name   string // as one would ask for it
	Title  string
	Source string
	Why    string // it is not here, and what is
}

// Named lists them.
func Named() []Mention {
	return []Mention{
		{"pagh", "optimal replacement of a Bloom filter", "Pagh, Pagh, Rao 2005",
			"A proof, without a program, that (1 + o(1))·n·log2(1/ε) bits and constant time are possible. quotient is a practical structure of this kind."},
		{"carter", "approximate membership tester", "Carter, Floyd, Gill, Markowsky, Wegman 1978",
			"It gives the principle (a set of hash codes instead of the keys) and the lower bound. hashcompaction and fingerprints apply the principle."},
		{"succinct", "succinct hash table", "Bender, Farach-Colton, Kuszmaul, Kuszmaul, Liu 2022",
			"It gives bounds on time and space. There is no program, and nobody has measured the constants."},
		{"morton", "Morton filter", "Breslow, Jayasena 2018",
			"A cuckoo filter in compressed blocks. Its speed needs vector instructions, which plain Go lacks. Users report that its authors' program loses keys. cuckoo and cuckoo-semisort are here."},
		{"vqf", "vector quotient filter", "Pandey, Conway, Durie, Bender, Farach-Colton, Johnson 2021",
			"Its speed needs 64-byte vector instructions. prefix has bins of the same kind, and quotient is its ancestor."},
		{"learned", "learned Bloom filter", "Kraska, Beutel, Chi, Dean, Polyzotis 2018; compared by Sabale, Gatterbauer, Pandey 2026",
			"A model of the keys in front of a filter. The comparison finds that queries are up to 10,000 times slower, and that the model is not robust. stacked also uses known queries, and costs as much as a filter."},
		{"range", "range filters (SuRF, Memento, Diva)", "Zhang et al. 2018; Eslami, Dayan 2024",
			"They answer another question: is there a key between two others? No source text asks this question."},
		{"zor", "ZOR filter", "Limasset 2026",
			"A fuse filter that gives up single keys instead of starting again. burr is smaller, and fuse is here."},
		{"aleph", "Aleph filter", "Dayan, Bercea, Pagh 2024",
			"It is infini, but void entries are copied and not chained, so that a query takes constant time after many doublings. infini is here."},
	}
}
