package exact

import (
	"iter"
	"slices"

	"hyphbench/internal/filter"
)

// A dictionary whose keys decide everything is stored as its keys, in order, and
// built anew when it is read.

// writeKeys appends the number of keys to make room for and the keys to a file.
func writeKeys(e *filter.Encoder, room int, keys iter.Seq[string]) {
	sorted := slices.Sorted(keys)
	e.Uint(uint64(roomInFile(room, len(sorted))))
	e.Uint(uint64(len(sorted)))
	for _, key := range sorted {
		e.Bytes([]byte(key))
	}
}

// readKeys takes them from a file, calling start with the room once and add with
// each key.
func readKeys(d *filter.Decoder, start func(room int), add func(key string)) {
	room, n := d.Int("room", filter.MostKeys), d.Int("keys", filter.MostKeys)
	if !d.Check(room == roomInFile(room, n), "room for %d where there are %d keys", room, n) || !d.Check(d.Fits(n, 8), "%d keys are more than the file holds", n) {
		return
	}
	start(room)
	last := ""
	for i := range n {
		key := string(d.Bytes())
		if !d.Check(i == 0 || key > last, "the key %q is out of order", key) {
			return
		}
		add(key)
		last = key
	}
}

// roomInFile bounds the room that a file asks for by its keys, so that a damaged
// number takes no memory out of proportion. A dictionary with more is read with
// less, which its insertions make good.
func roomInFile(room, keys int) int { return min(room, 8*keys+64) }
