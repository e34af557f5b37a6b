// Package libhyphen hyphenates with the dictionaries of LibreOffice (.dic files),
// as the C library libhyphen 2.8 does.
//
// Guarantee: a word has the breaks that hnj_hyphen_hyphenate2 gives it, without
// those at which letters change (asszony, asz-szony): a mark cannot show them.
// Differences: a word is folded to lower case, positions are runes, both minima
// always hold, and lines may have any length. No input makes the parser or a
// dictionary panic.
// Cost: a step in a trie for a letter, and a look at each level of the pattern that
// ends there; memory for every letter of the patterns.
// Source: libhyphen's hyphen.c, README.hyphen, README.compound and
// README.nonstandard; L. Németh, Automatic non-standard hyphenation in
// OpenOffice.org, TUGboat 27(2), 2006.
//
// # What it adds to TeX's patterns
//
//  1. Patterns are prepared: of those that end at a letter, only the longest one
//     counts, and it holds what the shorter ones say. One that is not prepared is
//     read as the library reads it.
//  2. NEXTLEVEL parts two sets. The first one finds the seams of a compound; the
//     second one hyphenates each part, with the COMPOUND minima at the seams.
//     Without NEXTLEVEL the first set breaks at hyphens and apostrophes.
//  3. A pattern with a slash changes letters at its break.
//  4. NOHYPHEN lists strings at whose ends there is no break.
package libhyphen
