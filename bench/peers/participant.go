package main

import "time"

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

// Sample is a participant's measurement of one round.
type Sample struct {
	CPU, Wall time.Duration // of the whole section
	Ops       int           // words or keys of the section
	Check     int64         // breaks, or admitted words, of one pass; equal in every round
}

// NsPerOp is the CPU time of one operation in nanoseconds.
func (s Sample) NsPerOp() float64 { return float64(s.CPU.Nanoseconds()) / float64(s.Ops) }

// Participant is an implementation in a figure: a row of the table.
type Participant struct {
	Figure  Figure
	Name    string
	Version string
	Own     bool   // hyphbench's own
	Kind    Kind   // of a filter; empty for a hyphenator
	Against string // denominator of the ratio: a participant of hyphbench; empty for the only one. Filters are paired by kind.
	Setting string // rules, or target ε
	Note    string // for the reader of the table

	// Section measures once.
	Section func() (Sample, error)
	// Breaks returns the breaks of every word, as indices of letters; nil without
	// breaks to compare.
	Breaks func(each func(i int, breaks []int)) error
	// Truth is the rule of the right answers.
	Truth Rule
	// Late is a note after the rounds; may be nil.
	Late func() string
	// Close releases resources outside this process; may be nil.
	Close func() error

	// Fresh says that a filter is built anew in each round: it needs no warm-up,
	// takes part in the least number of rounds, and checks its answers itself.
	Fresh bool
	// Follows says that the section comes right after that of the participant
	// before, whose filter it queries.
	Follows bool
	// Asked is the set of a filter, with the queries that it is really asked; nil for
	// a hyphenator.
	Asked *KeySet
	// MayLose says that keys may be denied, by design.
	MayLose bool

	Found Found
	// Problem is the reason why the opened participant cannot be measured.
	Problem error
}

// Found is counted or measured once. nil is unknown or does not apply.
type Found struct {
	Bytes     *float64 `json:"bytes,omitempty"`       // resident, of the structure
	Keys      int      `json:"keys,omitempty"`        // of a filter
	BitsOfKey *float64 `json:"bits_of_key,omitempty"` // nominal
	FP        *int     `json:"fp,omitempty"`          // admitted words other than keys
	FPRate    *float64 `json:"fp_rate,omitempty"`
	FN        *int     `json:"fn,omitempty"`      // denied keys
	Wrong     *int     `json:"wrong,omitempty"`   // words of letters whose breaks differ from Truth
	Checked   *int     `json:"checked,omitempty"` // words of letters compared
	Example   string   `json:"example,omitempty"` // the first wrong word
}

func some[T any](v T) *T { return &v }

// Peer is an entry of the registry. Open opens the participants of an
// implementation; its error is the reason why they cannot be measured here.
type Peer struct {
	Name string
	Open func(*Input) ([]*Participant, error)
}
