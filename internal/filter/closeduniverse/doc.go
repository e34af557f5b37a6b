// Package closeduniverse holds what structures for a closed universe need while they are
// built of its elements: the keys by their text, and the hashes that a key shares
// with another element.
//
// Guarantee: what the hash does not decide is decided by text.
// Cost: 5.4 bytes per key for a set of keys; nothing for doubts where there are none.
package closeduniverse
