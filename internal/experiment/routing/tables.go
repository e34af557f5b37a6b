package routing

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
)

// tables is exact knowledge: the name of each thing and, where distances count, its hops.
type tables struct {
	told   []int
	hops   bool           // entries have a byte for the distance
	number map[string]int // of a name, the same at all nodes
	names  []string       // by number
	own    []byte         // hops + 1 by number, 0 where it is not there
	heard  map[int][]byte
}

func newTables(told []int, hops bool, number map[string]int, names []string) *tables {
	return &tables{told: told, hops: hops, number: number, names: names, own: make([]byte, len(names)), heard: map[int][]byte{}}
}

// mostHops is the farthest that an entry has.
const mostHops = 254

func (t *tables) hold(names []string) {
	clear(t.own)
	for _, name := range names {
		t.own[t.number[name]] = 1
	}
}

// entry is the length of one.
func (t *tables) entry() int {
	if t.hops {
		return nameBytes + 1
	}
	return nameBytes
}

func (t *tables) message(to int) (text []byte) {
	all := slices.Clone(t.own)
	farther := byte(0)
	if t.hops {
		farther = 1
	}
	for _, from := range t.told {
		if from == to {
			continue
		}
		for i, hops := range t.heard[from] {
			if hops > 0 && hops+farther <= mostHops && (all[i] == 0 || hops+farther < all[i]) {
				all[i] = hops + farther
			}
		}
	}
	for i, hops := range all {
		if hops == 0 {
			continue
		}
		text = append(text, t.names[i]...)
		if t.hops {
			text = append(text, hops-1)
		}
	}
	return text
}

func (t *tables) hear(from int, message []byte) error {
	if len(message)%t.entry() != 0 {
		return fmt.Errorf("a table of %d bytes: want entries of %d", len(message), t.entry())
	}
	list := make([]byte, len(t.names))
	for entry := range slices.Chunk(message, t.entry()) {
		i, known := t.number[string(entry[:nameBytes])]
		if !known {
			return errors.New("a table has a name that is nobody's")
		}
		list[i] = 1
		if t.hops {
			list[i] += entry[nameBytes]
		}
	}
	t.heard[from] = list
	return nil
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

// difference is the names that came or went: entries without distances.
func (t *tables) difference(before, after []byte) (list []byte) {
	in := map[string]bool{}
	for name := range slices.Chunk(before, nameBytes) {
		in[string(name)] = true
	}
	for name := range slices.Chunk(after, nameBytes) {
		if !in[string(name)] {
			list = append(list, name...)
		}
		delete(in, string(name))
	}
	for name := range slices.Chunk(before, nameBytes) { // what is left, in order
		if in[string(name)] {
			list = append(list, name...)
		}
	}
	return list
}

func (t *tables) patched(before, difference []byte) ([]byte, error) {
	in := make([]bool, len(t.names))
	for _, part := range [][]byte{before, difference} {
		for name := range slices.Chunk(part, nameBytes) {
			i, known := t.number[string(name)]
			if !known {
				return nil, errors.New("a name that came or went is nobody's")
			}
			in[i] = !in[i]
		}
	}
	var after bytes.Buffer
	for i, is := range in {
		if is {
			after.WriteString(t.names[i])
		}
	}
	return after.Bytes(), nil
}
