// Package knuthliang hyphenates words with the algorithm of Knuth and Liang,
// from TeX's own pattern files.
//
// Guarantee: TeX answers every token as Knuth's tex does (tex.web §891–899 and
// §919–966), Natural every word of a token as TeX answers it alone, Hypher and
// HypherText as the npm package hypher does. Reference is the same
// algorithm written from its definition; tests and correctness gates compare
// with it. No input makes a parser or a hyphenator panic.
// Cost: one table step per letter. A word of at most 64 runes is answered by a
// bit mask, without allocation: bit i is a break before rune i. Longer words,
// texts and lists are layers above. The English automaton takes 583 KiB.
// Source: F. M. Liang, Word Hy-phen-a-tion by Com-put-er, 1983; A. V. Aho and
// M. J. Corasick, Efficient string matching, CACM 18(6), 1975.
//
// # From the file to the answer
//
//  1. ParsePatterns and ParseExceptions parse TeX files into Rules and
//     Exceptions, ParsePatternFiles those with an \input, ParsePlainPatterns and
//     ParsePlainExceptions lists. Their errors name file and line.
//  2. Compile makes an Automaton of the patterns. It has no exceptions and no
//     token rule: its argument is one word.
//  3. TeX, Natural and Hypher add a token rule and exceptions. Guarded queries a filter
//     and a store before the patterns, as the thesis's experiment does.
//  4. Transform hyphenates a stream of text with any Hyphenator.
package knuthliang
