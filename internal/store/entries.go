package store

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"

	"hyphbench/internal/wordlist"
)

// Entries are what a store is filled with: key i has value i. Keys are distinct.
type Entries struct{ Keys, Values *wordlist.List }

// Check returns an error that names the first repeated key.
func (e Entries) Check() error {
	if e.Keys.Len() != e.Values.Len() {
		return fmt.Errorf("%d keys with %d values: want as many", e.Keys.Len(), e.Values.Len())
	}
	seen := make(map[string]int, e.Keys.Len())
	for i := range e.Keys.Len() {
		key := e.Keys.At(i)
		if first, twice := seen[key]; twice {
			return fmt.Errorf("keys %d and %d are both %q: want distinct keys", first+1, i+1, key)
		}
		seen[key] = i
	}
	return nil
}

// Sum is a checksum of all keys and values in their order, 16 hexadecimal digits:
// the name of a store's files.
func (e Entries) Sum() string {
	h := sha256.New()
	var size [8]byte
	number := func(n int) {
		binary.LittleEndian.PutUint64(size[:], uint64(n))
		h.Write(size[:])
	}
	for _, list := range []*wordlist.List{e.Keys, e.Values} {
		number(list.Len())
		for word := range list.Each() {
			number(len(word))
			h.Write([]byte(word))
		}
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}
