// Package static holds filters of a set that is known beforehand: tables in which the slots of
// a key, taken together by exclusive or, give its fingerprint.
//
// Guarantee: no false negatives; a negative is admitted with a probability of 2^−r, whatever
// the keys. Nothing can be inserted later.
// Cost: fingerprints of r bits in 1.08 to 1.5 slots per key, and three or four reads per query
// without a branch. Building takes up to 27 more bytes per key. If it fails to order the keys,
// it tries another hash function.
// Source: each file names the paper of its structure.
package static
