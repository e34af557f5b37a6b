package duplicates

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"

	"hyphbench/internal/loopbacknetwork"
)

// phase is a part of the communication.
type phase int

// The phases. Counts of elements, which all must agree on, belong to the hashes.
const (
	hashes  phase = iota // filters and hashes of elements
	answers              // which of these were met
	keys                 // elements as they are, and the answers to these
	phases
)

// processor is a processing element at work.
type processor struct {
	*loopbacknetwork.Node
	share
	seed uint64

	candidate []bool // of keys: not excluded yet
	found     []bool // of keys: one of several elements
	flagged   []int  // candidates after each round

	now      phase
	mark     loopbacknetwork.Traffic
	sent     [phases]loopbacknetwork.Traffic
	received int64 // bytes, frames included
}

// newProcessor begins with all elements as candidates.
func newProcessor(n *loopbacknetwork.Node, s share, seed uint64) *processor {
	e := &processor{Node: n, share: s, seed: seed, mark: n.Sent(), candidate: make([]bool, len(s.keys)), found: make([]bool, len(s.keys))}
	for i := range e.candidate {
		e.candidate[i] = true
		e.found[i] = s.local[i]
	}
	return e
}

// enter ends a phase and begins another one.
func (e *processor) enter(next phase) {
	now := e.Sent()
	since := now.Minus(e.mark)
	e.sent[e.now].Bytes += since.Bytes
	e.sent[e.now].Messages += since.Messages
	e.now, e.mark = next, now
}

// receive is Node.Receive with the bytes counted.
func (e *processor) receive(from int) ([]byte, error) {
	message, err := e.Receive(from)
	e.received += int64(len(message) + len(binary.AppendUvarint(nil, uint64(len(message)))))
	return message, err
}

// exchange sends a message to each of the others and receives one of each. The own one
// is left as it is.
func (e *processor) exchange(messages [][]byte) ([][]byte, error) {
	for step := 1; step < e.Nodes(); step++ {
		to := (e.ID + step) % e.Nodes()
		if err := e.Send(to, messages[to]); err != nil {
			return nil, err
		}
	}
	got := make([][]byte, e.Nodes())
	got[e.ID] = messages[e.ID]
	for step := 1; step < e.Nodes(); step++ {
		from := (e.ID + e.Nodes() - step) % e.Nodes()
		message, err := e.receive(from)
		if err != nil {
			return nil, err
		}
		got[from] = message
	}
	return got, nil
}

// dimensions of the hypercube of all processing elements.
func (e *processor) dimensions() int { return bits.Len(uint(e.Nodes())) - 1 }

// swap sends a message to the neighbour in a dimension, and receives its.
func (e *processor) swap(dimension int, message []byte) ([]byte, error) {
	neighbour := e.ID ^ 1<<dimension
	if err := e.Send(neighbour, message); err != nil {
		return nil, err
	}
	return e.receive(neighbour)
}

// sum is the total of a number over all processing elements, which all have then.
func (e *processor) sum(n uint64) (uint64, error) {
	for d := range e.dimensions() {
		message, err := e.swap(d, binary.AppendUvarint(nil, n))
		if err != nil {
			return 0, err
		}
		other, length := binary.Uvarint(message)
		if length != len(message) {
			return 0, errors.New("a sum of processing elements is no number")
		}
		n += other
	}
	return n, nil
}

// candidates are the numbers of the keys that are not excluded.
func (e *processor) candidates() (list []int) {
	for i, is := range e.candidate {
		if is {
			list = append(list, i)
		}
	}
	return list
}

// perform runs work on every node of a network, with its share.
func perform(ctx context.Context, w *loopbacknetwork.Network, in *instance, seed uint64, work func(*processor) error) ([]*processor, error) {
	all := make([]*processor, w.Len())
	err := w.Run(ctx, func(_ context.Context, n *loopbacknetwork.Node) error {
		e := newProcessor(n, in.shares[n.ID], seed)
		all[n.ID] = e
		if err := work(e); err != nil {
			return err
		}
		e.enter(hashes) // ends the last one
		return nil
	})
	return all, err
}

// judge compares the answers with the truth: no duplicate may be missed, and none found
// that is not one.
func (e *processor) judge() error {
	for i, truth := range e.truth {
		if e.found[i] != truth {
			return fmt.Errorf("%q is said to be there several times: %v, and is: %v", e.keys[i], e.found[i], truth)
		}
	}
	return nil
}
