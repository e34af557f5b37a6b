package store

import (
	"context"
	"math/bits"

	"github.com/cespare/xxhash/v2"
)

// Hashtable is a hash table with open addressing over the list of the entries: four
// bytes per slot, no copy of a key.
//
// Guarantee: exact. Cost: a hash of the key and, of a key, two comparisons on the
// average; 5.3 to 10.7 bytes per key beside the entries.
// Source: Knuth, The Art of Computer Programming 3, section 6.4, algorithm L (linear
// probing).
func Hashtable() Kind {
	return Kind{Name: "hashtable", Title: "a hash table with open addressing", Medium: Memory, Open: func(_ context.Context, e Entries, _ Config) (Store, error) {
		if err := e.Check(); err != nil {
			return nil, err
		}
		// At most three quarters are taken, so that a probe of a negative ends soon.
		size := 1 << bits.Len(uint(e.Keys.Len()*4/3))
		h := &inSlots{entries: e, slots: make([]uint32, size)}
		for i := range e.Keys.Len() {
			at, _ := h.find(e.Keys.At(i))
			h.slots[at] = uint32(i) + 1
		}
		return h, nil
	}}
}

type inSlots struct {
	entries  Entries
	slots    []uint32 // number of the entry, from 1; 0: free. The length is a power of 2
	accesses int64
}

// find returns the slot of key, or the free one in which it would be.
func (h *inSlots) find(key string) (at uint64, ok bool) {
	mask := uint64(len(h.slots) - 1)
	for at = xxhash.Sum64String(key) & mask; ; at = (at + 1) & mask {
		entry := h.slots[at]
		if entry == 0 {
			return at, false
		}
		if h.entries.Keys.At(int(entry-1)) == key {
			return at, true
		}
	}
}

func (h *inSlots) Get(dst []byte, key string) ([]byte, bool, error) {
	h.accesses++
	at, ok := h.find(key)
	if !ok {
		return dst, false, nil
	}
	return append(dst, h.entries.Values.At(int(h.slots[at]-1))...), true, nil
}

func (h *inSlots) Accesses() (int64, error) { return h.accesses, nil }
func (h *inSlots) Close() error             { return nil }
