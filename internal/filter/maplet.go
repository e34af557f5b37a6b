package filter

import "hyphbench/internal/wordlist"

// About is what a structure says of itself, whatever it answers.
type About struct {
	Name      string
	Title     string // in English, as it stands within a sentence
	Reference string // paper and section
	Explain   Explanation
}

// Maplet answers with a value. It is no Filter: that a key is known is not all that
// is asked of it.
type Maplet interface {
	// Value is the value of key. known is false where key is certainly none of the
	// keys; a negative is known with a probability of Theory, and has any value then.
	Value(key string) (value uint64, known bool)
	// Bits is the nominal size of the structure, values included.
	Bits() uint64
	Theory() float64
	Params() []Param
}

// Setter is a Maplet whose values can be changed. Its keys cannot.
type Setter interface {
	// Set gives key another value of as many bits. It reports whether key is known; a
	// negative that is known changes the value of some key.
	Set(key string, value uint64) (known bool)
}

// Maplets describes one kind of maplet, plans and builds it.
type Maplets struct {
	About

	// Above says that the value of a key may be given too large, never too small.
	// Otherwise it is always the true one.
	Above bool
	// Least is the smallest value that a key can have: 1 where 0 stands for no key.
	Least uint64

	// Plan says what Build would make of n keys with values of v bits.
	Plan func(n, v int, cfg Config) (Plan, error)
	// Build makes a maplet of distinct keys, values[i] < 2^v that of key i. A key that
	// is there twice must have the same value both times, or, where a value may be
	// too large, has the larger.
	Build func(keys *wordlist.List, values []uint64, v int, cfg Config) (Maplet, error)
}
