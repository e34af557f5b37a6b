// Package difference has summaries of a set of 64-bit keys. With such a summary a peer finds
// the keys that its own set lacks. The summary takes fewer bytes than the set.
//
// Guarantee: Table and Decoder give the exact difference or an error, and never a key that the
// sums do not prove (the chance of a wrong one is about 2^−32 for each cell that is inspected,
// and the rest that is left over shows it); Tree misses a share of the difference and invents
// none of it; Strata and Counters estimate its size. What a peer sent is read with a bound: no
// more memory than a few times the bytes that came, an error that says what is wrong, no panic.
// Cost: Table some 13 bytes and 1.3 to 2 cells for each key of the difference, whatever the
// sets hold; rateless symbols as many bytes and 1.35 to 1.72 of them; Tree and Counters bytes
// in proportion to the sets, Strata to the logarithm of their size.
// Source: Eppstein, Goodrich, Uyeda, Varghese 2011 (What's the difference? SIGCOMM) after
// Goodrich and Mitzenmacher 2011 (Invertible Bloom lookup tables); Yang, Gilad, Alizadeh 2024
// (Practical rateless set reconciliation, SIGCOMM); Byers, Considine, Mitzenmacher, Rost 2004
// (Informed content delivery across adaptive overlay networks, IEEE/ACM ToN); Agarwal and
// Trachtenberg 2006 (Approximating the number of differences between remote sets, ITW).
//
// Every random choice follows from a seed that both peers have.
package difference
