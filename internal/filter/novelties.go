package filter

import "hyphbench/internal/wordlist"

// Novelty answers how unlike all that it has taken in an item is. It is no Filter: like
// items get like answers, and an item that it never saw may be called familiar because
// others resemble it.
type Novelty interface {
	// Novelty is from 0, as of every item that was taken in, to 1, of one that has
	// nothing in common with them.
	Novelty(item string) float64
	// See takes an item in. No item becomes more novel by it.
	See(item string)
	// Bits is the nominal size of the structure.
	Bits() uint64
	Params() []Param
}

// Novelties describes one kind of novelty filter and builds it.
type Novelties struct {
	About

	// Plan says what Build would make of n items. Theory is of no meaning.
	Plan func(n int, cfg Config) (Plan, error)
	// Build makes a structure that has taken the items in, with room for as many more
	// as Config.Capacity says.
	Build func(items *wordlist.List, cfg Config) (Novelty, error)
}
