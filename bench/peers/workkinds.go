package main

// Figure is a kind of work. Participants are compared within one figure only: a
// mask, a list of positions and a text have different costs.
type Figure string

// The figures, in the order of the table.
const (
	MaskPatterns Figure = "mask, patterns only"
	Mask         Figure = "mask"
	Positions    Figure = "positions"
	Text         Figure = "text"
	PassNone     Figure = "pass, no exceptions"
	PassStore    Figure = "pass, exact store"
	PassBloom    Figure = "pass, Bloom filter"
	PassCuckoo   Figure = "pass, cuckoo filter"
	Query        Figure = "query"
	Build        Figure = "build"
	QueryLarge   Figure = "query, large"
	BuildLarge   Figure = "build, large"
)

func figures() []Figure {
	return append(hyphenationFigures(), filterFigures()...)
}

func hyphenationFigures() []Figure {
	return []Figure{MaskPatterns, Mask, Positions, Text, PassNone, PassStore, PassBloom, PassCuckoo}
}

func filterFigures() []Figure { return []Figure{Query, Build, QueryLarge, BuildLarge} }

// Meaning describes one operation of a figure.
func (f Figure) Meaning() string {
	return map[Figure]string{
		MaskPatterns: "one word to a bit mask of its breaks, without exceptions",
		Mask:         "one word to a bit mask of its breaks, patterns and all exceptions",
		Positions:    "one word to a list of its breaks, patterns and all exceptions",
		Text:         "one word to the hyphenated word, patterns and all exceptions",
		PassNone:     "the thesis's pass without exceptions, a word",
		PassStore:    "the thesis's pass with the exact store of exceptions, a word",
		PassBloom:    "the thesis's pass, a Bloom filter (ε = 1 %) before the store, a word",
		PassCuckoo:   "the thesis's pass, a cuckoo filter (ε = 1 %) before the store, a word",
		Query:        "one lower-case word looked up in the filter of the thesis's keys",
		Build:        "one key of that filter's construction",
		QueryLarge:   "one of as many negatives as there are keys, and of every tenth key, looked up in the filter of the large set",
		BuildLarge:   "one key of that filter's construction",
	}[f]
}

// Unit is the unit of one operation.
func (f Figure) Unit() string {
	if f == Build || f == BuildLarge {
		return "key"
	}
	return "word"
}
