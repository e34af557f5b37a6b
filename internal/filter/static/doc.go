// Package static holds filters of a set that is known beforehand: tables in which
// the slots of a key, taken together by exclusive or, give its fingerprint.
//
// Guarantee: no false negatives; a stranger is admitted with a probability of 2^−r,
// whatever the keys. Nothing can be inserted later.
// Cost: r slots' bits times 1.08 to 1.5 a key, and three or four reads a query
// without a branch. Building takes the hashes of all keys at once, up to 24 bytes a
// key, and tries another hash function when the equations cannot be solved.
// Source: each file names the paper of its structure.
package static
