// Package window holds filters of the latest elements of an endless stream, in a memory that
// does not grow.
//
// Guarantee: double, aging and sliding call every key of the last w seen; the other structures
// forget at random, at a rate that they state. All call some new keys seen.
// Cost: each file says how many bits for a window and a rate. Structures that forget at random
// draw random numbers, which follow from the seed.
// Source: each file names its paper.
package window
