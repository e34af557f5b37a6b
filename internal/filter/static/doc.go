// Package static holds filters of a set that is known beforehand: tables in which
// the slots of a key, taken together by exclusive or, give its fingerprint.
//
// Guarantee: no false negatives; a negative is admitted with a probability of 2^−r,
// whatever the keys. Nothing can be inserted later.
// Cost: fingerprints of r bits in 1.08 to 1.5 slots per key, and three or four reads a
// query without a branch. Building takes up to 27 bytes per key beside, and another
// hash function where the keys do not come into an order.
// Source: each file names the paper of its structure.
package static
