package main

import "time"

// Figure is a kind of work. Participants are compared within one figure only,
// since a mask, a list of positions and a text are different answers that cost
// differently.
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
)

func figures() []Figure {
	return []Figure{MaskPatterns, Mask, Positions, Text, PassNone, PassStore, PassBloom, PassCuckoo, Query, Build}
}

// Meaning says in a sentence what one operation of a figure is.
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
		Query:        "one lower-case word asked of the filter",
		Build:        "one key of the filter's construction",
	}[f]
}

// Unit is what ns are counted per.
func (f Figure) Unit() string {
	if f == Build {
		return "key"
	}
	return "word"
}

// Sample is what one participant took in one round.
type Sample struct {
	CPU, Wall time.Duration // of the whole section
	Ops       int           // words or keys that the section held
	Check     int64         // breaks, or words answered yes, of one pass; the same in every round
}

// NsPerOp is the CPU time of one operation in nanoseconds.
func (s Sample) NsPerOp() float64 { return float64(s.CPU.Nanoseconds()) / float64(s.Ops) }

// Participant is one implementation in one figure: one row of the table.
type Participant struct {
	Figure  Figure
	Name    string
	Version string
	Own     bool   // hyphbench's own
	Against string // the own participant of the figure that the ratio is to; empty for the only one
	Setting string // rules, or ε asked
	Note    string // what a reader has to know beside the numbers

	// Section measures once.
	Section func() (Sample, error)
	// Breaks gives the answer for every word: the indices of the letters
	// before which it may break. It is nil where there is none to check.
	Breaks func(each func(i int, breaks []int)) error
	// Truth says which answers are right, with Breaks.
	Truth Rule
	// Late adds to the note what is known only after the rounds; may be nil.
	Late func() string
	// Close ends what the participant holds outside this process; may be nil.
	Close func() error

	Found Found
	// Problem is why it cannot be measured although it was opened.
	Problem error
}

// Found is what was counted or measured once; nil means that it does not
// apply or could not be had.
type Found struct {
	Bytes     *float64 `json:"bytes,omitempty"`       // resident, of the structure
	Keys      int      `json:"keys,omitempty"`        // of a filter
	BitsOfKey *float64 `json:"bits_of_key,omitempty"` // nominal
	FP        *int     `json:"fp,omitempty"`          // words answered yes that are no keys
	FPRate    *float64 `json:"fp_rate,omitempty"`
	FN        *int     `json:"fn,omitempty"`      // keys answered no
	Wrong     *int     `json:"wrong,omitempty"`   // letters-only words whose breaks differ from Truth
	Checked   *int     `json:"checked,omitempty"` // letters-only words compared
	Example   string   `json:"example,omitempty"` // the first wrong word
}

func some[T any](v T) *T { return &v }

// Peer is what the registry lists: it opens the participants of one
// implementation. An error means that it cannot be measured here, and says why.
type Peer struct {
	Name string
	Open func(*Input) ([]*Participant, error)
}
