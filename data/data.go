// Package data embeds the inputs, so that hyphbench runs in a clean clone without
// network.
//
// Guarantee: the files are unchanged. Their origins, licences and checksums are in
// NOTICE.md and, for programs, in package corpus, whose tests compare the two.
// Cost: 2 MB of the binary, nothing at start.
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

// WordsSCOWL is Debian's american-english-insane: one word per line, UTF-8, LF. It is the word
// list when the thesis's is absent. Compressed with gzip, after each word was shortened: '!' and
// as many bytes more as it drops of the end of the word before, then its own end.
//
//go:embed words-scowl.coded.gz
var WordsSCOWL []byte

// KingJames is the King James Bible, plain ASCII text, compressed with bzip2. It is the
// running text when no other is given.
//
//go:embed kjv.txt.bz2
var KingJames []byte
