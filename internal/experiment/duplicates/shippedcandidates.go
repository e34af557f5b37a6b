package duplicates

import (
	"cmp"
	"encoding/binary"
	"errors"
	"math/bits"
	"slices"
	"strings"

	"hyphbench/internal/filter"
)

// shipped is an element that came to be compared.
type shipped struct {
	key   string
	from  int
	index int // among those of the sender
}

// ship sends the candidates as they are to owners, which sort them and say which came
// from several processing elements.
func (e *processor) ship(owner func(hash uint64) int) error {
	e.enter(keys)
	sent := make([][]int, e.Nodes()) // keys by owner
	messages := make([][]byte, e.Nodes())
	lengths := make([]int, e.Nodes())
	for _, i := range e.candidates() {
		to := owner(e.hash[i])
		messages[to] = append(binary.AppendUvarint(messages[to], uint64(len(e.keys[i]))), e.keys[i]...)
		sent[to] = append(sent[to], i)
		lengths[to]++
	}
	got, err := e.exchange(messages)
	if err != nil {
		return err
	}
	said, err := compare(got)
	if err != nil {
		return err
	}
	told, err := e.reply(said, lengths)
	if err != nil {
		return err
	}
	for id, list := range sent {
		for j, i := range list {
			e.found[i] = e.found[i] || told[id][j]
		}
	}
	return nil
}

// compare sorts what came and says of each element whether another one is equal.
func compare(messages [][]byte) ([][]bool, error) {
	var all []shipped
	said := make([][]bool, len(messages))
	for from, message := range messages {
		for len(message) > 0 {
			length, used := binary.Uvarint(message)
			if used <= 0 || length > uint64(len(message)-used) {
				return nil, errors.New("a message of elements ends within one")
			}
			all = append(all, shipped{string(message[used : used+int(length)]), from, len(said[from])})
			said[from] = append(said[from], false)
			message = message[used+int(length):]
		}
	}
	slices.SortFunc(all, func(a, b shipped) int { return cmp.Or(strings.Compare(a.key, b.key), a.from-b.from) })
	for i := 1; i < len(all); i++ {
		if a, b := all[i-1], all[i]; a.key == b.key {
			said[a.from][a.index], said[b.from][b.index] = true, true
		}
	}
	return said, nil
}

// toAll spreads elements evenly over all owners, by another hash than the filters'.
func (e *processor) toAll(hash uint64) int {
	high, _ := bits.Mul64(filter.Mix(hash+e.seed), uint64(e.Nodes()))
	return int(high)
}

// plainHashes is a round without a filter: hashes of 8 bytes to their owners.
func (e *processor) plainHashes() error {
	e.enter(hashes)
	sent := make([][]int, e.Nodes())
	messages := make([][]byte, e.Nodes())
	lengths := make([]int, e.Nodes())
	for i, hash := range e.hash {
		to := e.toAll(hash)
		messages[to] = binary.LittleEndian.AppendUint64(messages[to], hash)
		sent[to] = append(sent[to], i)
		lengths[to]++
	}
	got, err := e.exchange(messages)
	if err != nil {
		return err
	}
	e.enter(answers)
	from := make([][]uint64, e.Nodes())
	for id, message := range got {
		if len(message)%8 != 0 {
			return errors.New("a message of hashes ends within one")
		}
		for ; len(message) > 0; message = message[8:] {
			from[id] = append(from[id], binary.LittleEndian.Uint64(message))
		}
	}
	yes := several(from)
	said := make([][]bool, e.Nodes())
	for id, list := range from {
		for _, hash := range list {
			said[id] = append(said[id], yes(hash))
		}
	}
	told, err := e.reply(said, lengths)
	if err != nil {
		return err
	}
	for id, list := range sent {
		for j, i := range list {
			e.candidate[i] = told[id][j]
		}
	}
	e.flagged = append(e.flagged, len(e.candidates()))
	return nil
}
