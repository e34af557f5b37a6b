// Package sets holds filters of several sets in one structure.
//
// Guarantee: no key of a set is denied. Each file says to which other sets a key may seem to
// belong, and how often a negative seems to belong to one.
// Cost: the bits of a Bloom filter for the keys of all sets; or, for each set, those of a
// filter for the largest set.
// Source: each file names its paper.
package sets
