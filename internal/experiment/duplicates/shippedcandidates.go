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

// consult sends something of elements to owners, and has learn told what these say of each. said is
// what an owner makes of the messages that come to it.
func (e *processor) consult(
	elements []int, owner func(hash uint64) int, add func(message []byte, element int) []byte,
	said func(messages [][]byte) ([][]bool, error), learn func(element int, yes bool),
) error {
	sent, messages, lengths := make([][]int, e.Nodes()), make([][]byte, e.Nodes()), make([]int, e.Nodes())
	for _, i := range elements {
		to := owner(e.hash[i])
		messages[to] = add(messages[to], i)
		sent[to] = append(sent[to], i)
		lengths[to]++
	}
	got, err := e.exchange(messages)
	if err != nil {
		return err
	}
	own, err := said(got)
	if err != nil {
		return err
	}
	told, err := e.reply(own, lengths)
	if err != nil {
		return err
	}
	for id, list := range sent {
		for j, i := range list {
			learn(i, told[id][j])
		}
	}
	return nil
}

// ship sends the candidates as they are to owners, which sort them and say which came
// from several processing elements.
func (e *processor) ship(owner func(hash uint64) int) error {
	e.enter(keys)
	add := func(message []byte, i int) []byte {
		return append(binary.AppendUvarint(message, uint64(len(e.keys[i]))), e.keys[i]...)
	}
	return e.consult(e.candidates(), owner, add, compare, func(i int, shared bool) { e.found[i] = e.found[i] || shared })
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
	met := func(messages [][]byte) ([][]bool, error) {
		e.enter(answers)
		from := make([][]uint64, e.Nodes())
		for id, message := range messages {
			if len(message)%8 != 0 {
				return nil, errors.New("a message of hashes ends within one")
			}
			for ; len(message) > 0; message = message[8:] {
				from[id] = append(from[id], binary.LittleEndian.Uint64(message))
			}
		}
		return answersTo(from, several(from)), nil
	}
	add := func(message []byte, i int) []byte { return binary.LittleEndian.AppendUint64(message, e.hash[i]) }
	err := e.consult(e.candidates(), e.toAll, add, met, func(i int, several bool) { e.candidate[i] = several })
	e.flagged = append(e.flagged, len(e.candidates()))
	return err
}
