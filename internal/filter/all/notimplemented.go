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
			"A proof that (1 + o(1))·n·log2(1/ε) bits and constant time are possible, without a program. Its practical relative is quotient."},
		{"carter", "approximate membership tester", "Carter, Floyd, Gill, Markowsky, Wegman 1978",
			"The principle, a set of hash codes in place of the keys, and the bound. hashcompaction and fingerprints follow it."},
		{"succinct", "succinct hash table", "Bender, Farach-Colton, Kuszmaul, Kuszmaul, Liu 2022",
			"Bounds on time against space whose constants nobody has measured; there is no program."},
		{"morton", "Morton filter", "Breslow, Jayasena 2018",
			"A cuckoo filter in compressed blocks whose speed needs vector instructions, which plain Go lacks; its authors' program has reports of lost keys. cuckoo and cuckoo-semisort are here."},
		{"vqf", "vector quotient filter", "Pandey, Conway, Durie, Bender, Farach-Colton, Johnson 2021",
			"Needs 64-byte vector instructions for its speed. prefix has the same kind of bins; quotient, the ancestor, is here."},
		{"learned", "learned Bloom filter", "Kraska, Beutel, Chi, Dean, Polyzotis 2018; compared by Sabale, Gatterbauer, Pandey 2026",
			"A model of the keys in front of a filter. The comparison finds queries up to 10,000 times slower, and no robustness. stacked uses known queries at the price of a filter."},
		{"range", "range filters (SuRF, Memento, Diva)", "Zhang et al. 2018; Eslami, Dayan 2024",
			"They answer another question: is there a key between two? No text here asks it."},
		{"zor", "ZOR filter", "Limasset 2026",
			"A fuse filter that gives up single keys in place of the attempt. burr is smaller, fuse is here."},
		{"aleph", "Aleph filter", "Dayan, Bercea, Pagh 2024",
			"infini with void entries copied in place of chained, for queries in constant time after many doublings. infini is here."},
	}
}
