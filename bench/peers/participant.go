package main

import "time"

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
