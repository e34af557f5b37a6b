// Package closeduniverse holds the data that structures for a closed universe need while they
// are built: the keys by their text, and the hashes that a key shares with another element.
//
// Guarantee: if two elements have equal hashes, their texts are compared.
// Cost: 5.4 bytes per key for a set of keys; nothing for shared hashes if there are none.
package closeduniverse
