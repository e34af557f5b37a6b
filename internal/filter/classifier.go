package filter

import "hyphbench/internal/wordlist"

// Classifier answers in which of several sets a key may be. It is no Filter: that a key
// is in one of them is not all that is asked of it.
type Classifier interface {
	// Which has bit i where key may be in set i. It is 0 where key is certainly in none.
	Which(key string) uint64
	// Bits is the nominal size of the structure, all sets included.
	Bits() uint64
	// Theory is the probability that the answer for a negative to all sets has set i.
	Theory(i int) float64
	Params() []Param
}

// MostSets bounds the sets of a classifier: an answer has a bit for each.
const MostSets = 64

// Classifiers describes one kind of classifier and builds it.
type Classifiers struct {
	About

	// Single says that an answer has one set at most: of a key in several sets, or one
	// whose set is mistaken, it is a later set. Otherwise the answer for a key has all
	// sets that it is in, and may have others.
	Single bool

	// Plan says what Build would make of sets of so many keys. Theory of the plan is the
	// probability that a negative seems to be in the first set.
	Plan func(n []int, cfg Config) (Plan, error)
	// Build makes a classifier of 1 to MostSets sets, in the order of their priority. A
	// key may be in several of them, and in one of them twice.
	Build func(sets []*wordlist.List, cfg Config) (Classifier, error)
}
