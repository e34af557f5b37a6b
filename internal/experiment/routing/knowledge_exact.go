package routing

import (
	"errors"
	"fmt"
	"slices"
)

// tables is exact knowledge: the name of each thing and, where distances count, its hops.
type tables struct {
	told   []int          // neighbours that are told on
	hops   bool           // entries have a byte for the distance, which grows at each hop
	number map[string]int // of a name, the same at all nodes
	names  []string       // by number
	own    []byte         // hops + 1 by number, 0 where it is not there
	heard  map[int][]byte
}

func newTables(told []int, hops bool, number map[string]int, names []string) *tables {
	return &tables{told: told, hops: hops, number: number, names: names, own: make([]byte, len(names)), heard: map[int][]byte{}}
}

// gone is the byte for the distance of an entry that is taken away.
const gone = 255

func (t *tables) hold(names []string) {
	clear(t.own)
	for _, name := range names {
		t.own[t.number[name]] = 1
	}
}

func (t *tables) message(to int) []byte {
	all, farther := slices.Clone(t.own), byte(0)
	if t.hops {
		farther = 1
	}
	for _, from := range t.told {
		if from == to {
			continue
		}
		for i, hops := range t.heard[from] {
			if hops > 0 && hops < gone-1 && (all[i] == 0 || hops+farther < all[i]) {
				all[i] = hops + farther
			}
		}
	}
	return t.text(all)
}

func (t *tables) text(list []byte) (text []byte) {
	for i, hops := range list {
		if hops > 0 {
			text = t.entry(text, i, hops-1)
		}
	}
	return text
}

// entry appends that of a thing.
func (t *tables) entry(text []byte, i int, hops byte) []byte {
	text = append(text, t.names[i]...)
	if t.hops {
		text = append(text, hops)
	}
	return text
}

// list reads entries into a list, by change.
func (t *tables) list(text []byte, change func(i int, hops byte)) error {
	length := len(t.entry(nil, 0, 0))
	if len(text)%length != 0 {
		return fmt.Errorf("a table of %d bytes: want entries of %d", len(text), length)
	}
	for entry := range slices.Chunk(text, length) {
		i, known := t.number[string(entry[:nameBytes])]
		if !known {
			return errors.New("a table has a name that is nobody's")
		}
		hops := byte(0)
		if t.hops {
			hops = entry[nameBytes]
		}
		change(i, hops)
	}
	return nil
}

func (t *tables) hear(from int, message []byte) error {
	list := make([]byte, len(t.names))
	t.heard[from] = list
	return t.list(message, func(i int, hops byte) { list[i] = hops + 1 })
}

func (t *tables) far(from int, name string) (int, bool) {
	i, known := t.number[name]
	if !known || t.heard[from] == nil {
		return 0, false
	}
	hops := int(t.heard[from][i])
	return hops - 1, hops > 0
}

func (t *tables) fill(int) []float64 { return nil }

// difference is the entries that came or changed, and those that went; without distances
// a name that is there goes, and one that is not comes.
func (t *tables) difference(before, after []byte) (text []byte) {
	was, is := make([]byte, len(t.names)), make([]byte, len(t.names))
	_ = t.list(before, func(i int, hops byte) { was[i] = hops + 1 }) // both were made here
	_ = t.list(after, func(i int, hops byte) { is[i] = hops + 1 })
	for i := range is {
		if was[i] == is[i] {
			continue
		}
		hops := is[i] - 1 // of none: gone
		text = t.entry(text, i, hops)
	}
	return text
}

func (t *tables) patched(before, difference []byte) ([]byte, error) {
	list := make([]byte, len(t.names))
	err := errors.Join(
		t.list(before, func(i int, hops byte) { list[i] = hops + 1 }),
		t.list(difference, func(i int, hops byte) {
			list[i], hops = hops+1, list[i] // gone + 1 is 0
			if !t.hops && hops > 0 {
				list[i] = 0
			}
		}))
	return t.text(list), err
}
