// Package filter holds approximate set-membership structures and their
// registry.
//
// Guarantee: a filter built from a set of keys answers true for every one of
// them (no false negatives); for any other key it answers true with a
// probability near the ε asked for, which Theory states exactly for the
// parameters really used. Structures that are known to break the guarantee
// are registered as Historical and are never part of "all".
// Cost: Bits is what the structure's own arrays hold.
// Source: each file names the paper of its structure.
//
// A new structure is one file that defines a Structure, and one line in the
// registry; docs/adding-a-filter.md shows it.
package filter

import "errors"

// Filter answers membership queries.
type Filter interface {
	// Contains reports whether key may be in the set; false is certain.
	Contains(key string) bool
	// Bits is the nominal size of the structure in bits: its arrays, without
	// headers, slack of the allocator or the hash function.
	Bits() uint64
	// Theory is the false-positive rate expected of the parameters and load
	// that the structure has now, over random hash functions.
	Theory() float64
	// Params lists the parameters really used, in the order of display.
	Params() []Param
}

// Inserter is a Filter that takes further keys. Insert returns ErrFull, and
// leaves the filter as it was, when there is no place for the key.
type Inserter interface {
	Filter
	Insert(key string) error
}

// Deleter is a Filter that gives keys up. Delete reports whether the key was
// found; only keys that were inserted may be deleted.
type Deleter interface {
	Filter
	Delete(key string) bool
}

// ErrFull says that a structure has no place for one more key; nothing that
// it held is lost.
var ErrFull = errors.New("filter is full")

// Param is one parameter of a built filter, such as {"k", 6}.
type Param struct {
	Name  string
	Value float64
}

// Capability is a set of operations beside Contains.
type Capability uint8

const (
	CanInsert Capability = 1 << iota // implements Inserter
	CanDelete                        // implements Deleter
	CanCount                         // counts how often a key was inserted
	CanValue                         // carries a value for each key
)

// Config is what a structure is built for.
type Config struct {
	Epsilon float64 // asked false-positive rate, 0 < Epsilon < 1
	Seed    uint64  // mixed into the 64-bit hash; decides every random choice
	Hash    Hash    // nil: go-farm's Fingerprint64
}

// Structure describes one kind of filter and builds it.
type Structure struct {
	Name       string // as --filter takes it
	Title      string // in English, for tables and figures: "Bloom filter"
	Reference  string // paper and section
	Can        Capability
	Historical bool // reproduces known faults of other software; not part of "all"

	// Build makes a filter of the keys. It fails only when cfg is invalid;
	// a structure that turns out too small is enlarged.
	Build func(keys []string, cfg Config) (Filter, error)

	// Params gives the parameters that Build would choose for n keys before
	// it has seen any.
	Params func(n int, epsilon float64) []Param
}
