// Package compressed holds compressed dictionaries: a complete dictionary's
// construction, but of shortened keys, each a number of fixed length.
//
// Guarantee: no false negatives; a negative is taken for a key when its shortened
// form is that of one, which Theory counts.
// Cost: log2(n/ε) bits per key stored plainly, log2(1/ε) and a few more where its
// place in the structure says the rest.
// Source: thesis, section 2.1.3; each file names the paper of its structure.
package compressed
