// Package exact holds structures without false positives: complete dictionaries, which keep
// their keys, and two for a closed universe, which do not.
//
// Guarantee: no false negatives and no false positives. The structures for a closed universe
// guarantee this only for elements of the universe. Dictionaries compare whole keys. A key
// inserted several times is deleted as many times.
// Cost: a dictionary holds the text of its keys and 60 to 650 bits per key beside it; the
// structures for a closed universe of u elements hold at least log2 C(u, n) bits. Each file
// names its own.
// Source: thesis, sections 2.1 and 4.1; each file names the paper of its structure.
package exact
