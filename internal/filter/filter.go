// Package filter is the contract of set-membership structures. The structures themselves are
// grouped by family in the folders below, one file each; package all lists them.
//
// Guarantee: a filter built from a set of keys answers true for every one of them (no false
// negatives). For any other key an approximate structure answers true with a probability near
// the requested ε. Theory gives this probability for the parameters that are really used. An
// exact structure answers false. A structure declares its known faults (Faults). A structure
// with faults is never part of "all".
// Cost: Bits is the size of the structure's own arrays. Plan computes it before anything is
// built.
// Source: each file names the paper of its structure.
//
// The conformance suite in filtertest checks that a structure does what it declares.
// docs/adding-a-filter.md shows how to add one.
package filter

import (
	"fmt"

	"hyphbench/internal/wordlist"
)

// Filter answers membership queries. Its further abilities are interfaces that
// it implements, such as Inserter.
type Filter interface {
	// Contains reports whether key may be in the set; false is certain. Several
	// goroutines may ask at once while nothing changes the filter.
	Contains(key string) bool
	// Bits is the nominal size of the structure in bits: its arrays, without
	// headers, slack of the allocator or the hash function.
	Bits() uint64
	// Theory is the false-positive rate expected of the parameters and load
	// that the structure has now, over random hash functions; in [0, 1], and 0
	// for an exact structure.
	Theory() float64
	// Params lists the parameters really used, in the order of display.
	Params() []Param
}

// Param is one parameter of a filter, such as {"k", 6}.
type Param struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
}

// ParamsOf are the parameters of a structure by their names.
func ParamsOf(s interface{ Params() []Param }) map[string]float64 {
	byName := map[string]float64{}
	for _, p := range s.Params() {
		byName[p.Name] = p.Value
	}
	return byName
}

// Plan is what Build would make of n keys that it has not seen.
type Plan struct {
	Params   []Param
	Bits     uint64
	Capacity int     // keys that there is room for, such as the entries of a table; 0: no bound, as of a Bloom filter
	Theory   float64 // false-positive rate when the n keys are in

	// Estimated says that the keys themselves decide some of the above, so that
	// a filter built can differ from its plan. Without it the two are equal,
	// save for a table that has to be enlarged.
	Estimated bool
}

// Fault is a set of known departures from the contract.
type Fault uint8

const (
	LosesKeys    Fault = 1 << iota // Contains may answer false for a key of the set
	MissesTheory                   // the measured rate does not follow Theory
	IgnoresSeed                    // Config.Seed and Config.Hash have no effect
)

// Structure describes one kind of filter, plans and builds it.
type Structure struct {
	Name       string // as --filter takes it
	Title      string // in English, as it stands within a sentence: "cuckoo filter"
	Reference  string // paper and section
	Exact      bool   // has no false positives; ε and the hash have no meaning for it
	Closed     bool   // is exact on Config.Universe and the keys, and needs the former; see the ability Closed
	Negatives  bool   // admits few of Config.Negatives, which others ignore
	MaxKeys    int    // 0: any number; more take too many bits or too much time: not part of "all"
	Historical bool   // reproduces other software, faults included; not part of "all"
	Faults     Fault  // what is known to be wrong; anything here keeps it out of "all"
	Family     string // one of Families
	Explain    Explanation

	// Plan says what Build would make of n ≥ 0 keys. It fails only when cfg is
	// invalid.
	Plan func(n int, cfg Config) (Plan, error)

	// Build makes a filter of the keys, which should be distinct: a repeated
	// key costs space and changes no answer. It keeps no reference to the list.
	//
	// An invalid cfg (Config.Check) is a plain error. Where construction depends
	// on the hash function Build tries further ones, or a larger table, and
	// returns a *BuildError when none serves.
	Build func(keys *wordlist.List, cfg Config) (Filter, error)

	// Open reads the file of a filter (Stored); nil where there are no files.
	// The filter answers as the stored one did, and its file is the same. An
	// error says what is wrong with a damaged file.
	Open func(data []byte) (Filter, error)
}

// Families of structures, in the order of display.
const (
	FamilyExact      = "exact"
	FamilyCompressed = "compressed" // dictionaries of shortened keys
	FamilyBloom      = "bloom"
	FamilyCuckoo     = "cuckoo"
	FamilyCounting   = "counting" // cells that count, for deletions
	FamilyQuotient   = "quotient" // remainders in the places that the quotients name: quotient, d-left, prefix
	FamilyGrowing    = "growing"  // of unknown size
	FamilyStatic     = "static"   // of a set that is known beforehand
	FamilyAdaptive   = "adaptive" // that take account of the queries
	FamilyLinear     = "linear"
	FamilyNpm        = "npm"
	FamilyLibrary    = "library" // of maintained Go modules, as these have them
)

// Families lists them.
func Families() []string {
	return []string{FamilyExact, FamilyCompressed, FamilyBloom, FamilyCuckoo, FamilyCounting, FamilyQuotient,
		FamilyGrowing, FamilyStatic, FamilyAdaptive, FamilyLinear, FamilyNpm, FamilyLibrary}
}

// Explanation is what 'hyphbench filters NAME' shows of a structure. Each text
// is a sentence or a few, without line breaks, save for Layout, Formula and Examples.
type Explanation struct {
	What      string `json:"what"`    // what it is and how a query goes
	Layout    string `json:"layout"`  // drawing, lines of at most 76 columns
	Formula   string `json:"formula"` // size and rate, a line each
	Guarantee string `json:"guarantee"`
	Price     string `json:"price"` // bits, reads and time, limits
	When      string `json:"when"`  // to take it, and what to take instead
	Paper     string `json:"paper"` // empty: Structure.Reference

	// Examples are the worked examples of the source texts, drawn; empty where they have
	// none. Lines that begin with four columns or more are what the structure itself gave
	// (filtertest.Drawn); the others are words.
	Examples string `json:"examples,omitempty"`
}

// Named is the structure of a name among some.
func Named(list []Structure, name string) (Structure, error) {
	for _, s := range list {
		if s.Name == name {
			return s, nil
		}
	}
	return Structure{}, fmt.Errorf("no structure %q in this run", name)
}
