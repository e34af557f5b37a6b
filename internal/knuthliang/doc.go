// Package knuthliang finds the hyphenation points of words with the algorithm
// of Knuth and Liang, from TeX's own pattern files.
//
// Guarantee: the type TeX answers every token as Knuth's tex does (The TeX
// book program, tex.web §891–899 and §919–966), the type Hypher as the npm
// package hypher does; Reference is the same algorithm written straight from
// its definition, slow and plain, for tests and correctness gates. No input
// makes a parser or a hyphenator panic.
// Cost: one table step a letter. A word of at most 64 runes is answered as a
// bit mask without allocation: bit i means a break before rune i. Longer
// words, text and lists are layers above it. The English automaton takes
// about half a megabyte.
// Source: F. M. Liang, Word Hy-phen-a-tion by Com-put-er, 1983; A. V. Aho and
// M. J. Corasick, Efficient string matching, CACM 18(6), 1975.
//
// # From the file to the answer
//
//  1. ParsePatterns and ParseExceptions read TeX files into Rules and
//     Exceptions and say in which line something is wrong.
//  2. Compile makes an Automaton of the patterns. It knows no exceptions and
//     no token rule: what it is given is one word.
//  3. TeX and Hypher add a token rule and exceptions; Guarded asks a filter
//     and a store before the patterns, as the thesis's experiment does.
//  4. Transform hyphenates a stream of text with any Hyphenator.
package knuthliang
