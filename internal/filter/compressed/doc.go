// Package compressed holds compressed dictionaries. They are built as complete dictionaries
// are, but from shortened keys, which are numbers of a fixed length.
//
// Guarantee: no false negatives; a negative is taken for a key if its shortened form is equal
// to that of a key. Theory gives this rate.
// Cost: log2(n/ε) bits for a key that is stored whole; log2(1/ε) and a few more bits if the
// key's place in the structure gives the rest.
// Source: thesis, section 2.1.3; each file names the paper of its structure.
package compressed
