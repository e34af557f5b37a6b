// Package data holds the inputs that travel inside the binary, so that the
// main job runs in a clean clone without a network.
//
// Guarantee: the bytes are those of the files of origin, unchanged; where they
// come from, their licences and their checksums are in NOTICE.md and, for
// programs, in package dataset, whose tests compare the two.
// Cost: 1.6 MB of the binary, nothing at start.
package data

import _ "embed"

// Hyphenex is the list of exceptions to the English patterns that TUGboat
// collects (CTAN hyphenex, ushyphex.tex): a TeX file with one \hyphenation.
//
//go:embed hyphenex.tex
var Hyphenex []byte

// PatternsEN is hyph-utf8's hyph-en-us.tex: the American English patterns,
// with the exceptions that belong to them.
//
//go:embed patterns-en.tex
var PatternsEN []byte

// WordsSCOWLGz is Debian's american-english-insane, compressed with gzip: one
// word a line, UTF-8, LF. It stands in for the thesis's word list where that
// one is not to be had.
//
//go:embed words-scowl.txt.gz
var WordsSCOWLGz []byte
