// Package sets holds filters of several sets in one structure.
//
// Guarantee: no key of a set is denied. Which sets it may seem to be in beside, and how
// often a negative seems to be in one, each file says.
// Cost: the bits of a Bloom filter for the keys of all sets, or of the largest set for
// each.
// Source: each file names its paper.
package sets
