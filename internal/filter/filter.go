// Package filter holds approximate set-membership structures and their
// registry.
//
// Guarantee: a filter built from a set of keys answers true for every one of
// them (no false negatives); for any other key it answers true with a
// probability near the ε asked for, which Theory states exactly for the
// parameters really used. Structures that are known to break the guarantee
// declare it (Faults) and are never part of "all".
// Cost: Bits is what the structure's own arrays hold.
// Source: each file names the paper of its structure.
//
// A structure describes what is known to be wrong with it (Faults), and the
// conformance suite in filtertest expects exactly that.
//
// A new structure is one file that defines a Structure, and one line in the
// registry; docs/adding-a-filter.md shows it.
package filter

import (
	"errors"
	"fmt"
)

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
	CanGrade                         // heeds Config.Confidence and Config.Threshold
)

// Fault is a set of known departures from the contract.
type Fault uint8

const (
	LosesKeys    Fault = 1 << iota // Contains may answer false for a key of the set
	MissesTheory                   // the measured rate does not follow Theory
	IgnoresSeed                    // Config.Seed and Config.Hash have no effect
)

// MinEpsilon is the smallest rate that a structure can be asked for. Below it
// the chance that two keys share all 64 bits of their hash is no longer
// negligible beside ε.
const MinEpsilon = 1e-12

// Config is what a structure is built for.
type Config struct {
	Epsilon  float64 // asked false-positive rate, MinEpsilon ≤ Epsilon < 1
	Seed     uint64  // mixed into the 64-bit hash; decides every random choice
	Hash     Hash    // nil: go-farm's Fingerprint64
	Capacity int     // number of keys to make room for when later insertions will exceed len(keys)

	// Of structures that grade keys (CanGrade); the others ignore them.
	Confidence []float64 // of each key, in (0, 1]; nil: 1 for all
	Threshold  float64   // confidence from which Contains answers true, 0 ≤ Threshold ≤ 1; 0: any
}

// Check says what is wrong with cfg, nil if nothing is. Build calls it first.
func (cfg Config) Check() error {
	if !(cfg.Epsilon >= MinEpsilon && cfg.Epsilon < 1) {
		return fmt.Errorf("ε = %v: a false-positive rate to build for lies between %v and 1", cfg.Epsilon, MinEpsilon)
	}
	if cfg.Capacity < 0 {
		return fmt.Errorf("capacity %d: a number of keys cannot be negative", cfg.Capacity)
	}
	if !(cfg.Threshold >= 0 && cfg.Threshold <= 1) {
		return fmt.Errorf("threshold %v: a confidence lies in [0, 1]", cfg.Threshold)
	}
	return nil
}

// room is the number of keys that a structure built of n keys is sized for.
func (cfg Config) room(n int) int { return max(n, cfg.Capacity) }

// Structure describes one kind of filter and builds it.
type Structure struct {
	Name       string // as --filter takes it
	Title      string // in English, for tables and figures: "Bloom filter"
	Reference  string // paper and section
	Can        Capability
	Historical bool  // reproduces other software, faults included; not part of "all"
	Faults     Fault // what is known to be wrong; anything here keeps it out of "all"

	// Build makes a filter of the keys, which should be distinct: a repeated
	// key costs space and changes no answer. It fails only when cfg is
	// invalid (Config.Check); a structure that turns out too small is
	// enlarged. It keeps no reference to keys.
	Build func(keys []string, cfg Config) (Filter, error)

	// Params gives the parameters that Build would choose for n keys before
	// it has seen any.
	Params func(n int, epsilon float64) []Param
}
