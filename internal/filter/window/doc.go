// Package window holds filters of what came lately in an endless stream, in a memory
// that does not grow.
//
// Guarantee: double, aging and sliding call every key of the last w seen; the others forget by
// chance, at a rate that they state. All call some new keys seen.
// Cost: each file says how many bits for a window and a rate. What forgets by chance
// draws random numbers, which the seed decides.
// Source: each file names its paper.
package window
