// Package data embeds the inputs, so that hyphbench runs in a clean clone without
// network.
//
// Guarantee: the files are unchanged. Their origins, licences and checksums are in
// NOTICE.md and, for programs, in package corpus, whose tests compare the two.
// Cost: 2.9 MB of the binary, nothing at start.
package data

import _ "embed"

// Hyphenex is TUGboat's list of exceptions to the English patterns (CTAN hyphenex, ushyphex.tex): a TeX file with one \hyphenation.
//
//go:embed hyphenex.tex
var Hyphenex []byte

// PatternsEN is hyph-utf8's hyph-en-us.tex: the American English patterns and
// their 14 exceptions.
//
//go:embed patterns-en.tex
var PatternsEN []byte

// WordsSCOWLGz is Debian's american-english-insane, compressed with gzip: one
// word per line, UTF-8, LF. It is the word list when the thesis's is absent.
//
//go:embed words-scowl.txt.gz
var WordsSCOWLGz []byte

// KingJamesGz is the King James Bible, plain ASCII text, compressed with gzip. It is
// the running text when no other is given.
//
//go:embed kjv.txt.gz
var KingJamesGz []byte
