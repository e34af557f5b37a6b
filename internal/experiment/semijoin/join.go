package semijoin

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"hyphbench/internal/filter"
	"hyphbench/internal/loopbacknetwork"
)

// The nodes. A has the rows that are shipped; B has the table that they are joined with.
const (
	nodeA = 0
	nodeB = 1
)

// batchBytes is about how long a message of rows is.
const batchBytes = 64 << 10

// join is one join of two tables on two nodes:
//
//  1. B tells A its keys, a filter of them, or nothing; then, where it deletes rows meanwhile,
//     what the method says of that.
//  2. A ships the rows that may have a partner, and an empty message behind them.
//  3. B joins them with its own, and tells A which of them have no partner.
//
// Afterwards each node has its answer: A its rows that have a partner, B the pairs.
type join struct {
	*pair
	method method
	cfg    filter.Config

	told    int      // bytes of the first message
	admits  admitter // what A made of it
	removed int      // rows that were shipped and have no partner
	answers answers
	traffic loopbacknetwork.Traffic
}

// run carries the join out and compares both answers with those of a plain join.
func (j *join) run(ctx context.Context, w *loopbacknetwork.Network) error {
	before := w.Sent()
	j.answers = answers{}
	err := w.Run(ctx, func(_ context.Context, n *loopbacknetwork.Node) error {
		if n.ID == nodeA {
			return j.a(n)
		}
		return j.b(n)
	})
	if err != nil {
		return err
	}
	j.traffic = w.Sent().Minus(before)
	return j.check()
}

func (j *join) check() error {
	got, want := j.answers, j.exact
	switch {
	case !slices.Equal(got.rows, want.rows):
		return fmt.Errorf("wrong answer: node A has %d rows of the join, not the %d that are in it", len(got.rows), len(want.rows))
	case got.pairs != want.pairs || got.digest != want.digest:
		return fmt.Errorf("wrong answer: node B has %d pairs, not the %d of the join", got.pairs, want.pairs)
	}
	return nil
}

func (j *join) a(n *loopbacknetwork.Node) error {
	message, err := n.Receive(nodeB)
	if err != nil {
		return err
	}
	if j.admits, err = j.method.read(message, j.rows.key); err != nil {
		return err
	}
	if j.gone != nil && j.method.revise != nil {
		if message, err = n.Receive(nodeB); err != nil {
			return err
		}
		if j.admits, err = j.method.revise(j.admits, message, j.rows.key); err != nil {
			return err
		}
	}
	var shipped []int32
	var batch []byte
	for i := range j.rows.len() {
		if !j.admits.Contains(j.rows.keyAt(i)) {
			continue
		}
		shipped = append(shipped, int32(i))
		if batch = append(batch, j.rows.at(i)...); len(batch) >= batchBytes {
			if err := n.Send(nodeB, batch); err != nil {
				return err
			}
			batch = make([]byte, 0, batchBytes+j.rows.row)
		}
	}
	if len(batch) > 0 {
		if err := n.Send(nodeB, batch); err != nil {
			return err
		}
	}
	if err := n.Send(nodeB, nil); err != nil {
		return err
	}
	if message, err = n.Receive(nodeB); err != nil {
		return err
	}
	j.answers.rows, err = j.without(shipped, message)
	return err
}

func (j *join) b(n *loopbacknetwork.Node) error {
	message, err := j.method.tell(j.keys, j.cfg)
	if err != nil {
		return err
	}
	j.told = len(message)
	if err := n.Send(nodeA, message); err != nil {
		return err
	}
	if j.gone != nil && j.method.revise != nil {
		if message, err = j.method.update(j.pair, j.cfg); err != nil {
			return err
		}
		if err := n.Send(nodeA, message); err != nil {
			return err
		}
	}
	var partnered []bool // by the order in which rows came
	j.removed = 0
	for {
		message, err := n.Receive(nodeA)
		if err != nil {
			return err
		}
		if len(message) == 0 {
			break
		}
		if len(message)%j.rows.row != 0 {
			return fmt.Errorf("%d bytes are not whole rows of %d", len(message), j.rows.row)
		}
		for rows := string(message); rows != ""; rows = rows[j.rows.row:] {
			row := rows[:j.rows.row]
			partner, has := j.index[j.rows.keyOf(row)]
			partnered = append(partnered, has)
			if !has {
				j.removed++
				continue
			}
			j.answers.pairs++
			j.answers.digest += digest(row, partner)
		}
	}
	return n.Send(nodeA, verdict(partnered, j.removed))
}

// verdict tells which rows have a partner: whether the list is of those that have one,
// then how many others stand in front of each.
func verdict(partnered []bool, without int) []byte {
	listed := without > len(partnered)/2
	message := []byte{0}
	if listed {
		message[0] = 1
	}
	gap := uint64(0)
	for _, has := range partnered {
		if has != listed {
			gap++
			continue
		}
		message = binary.AppendUvarint(message, gap)
		gap = 0
	}
	return message
}

// errVerdict is a message that is none of verdict's.
var errVerdict = errors.New("the list of rows without a partner is damaged")

// without are the shipped rows that have a partner.
func (j *join) without(shipped []int32, message []byte) (list []int32, err error) {
	if len(message) == 0 || message[0] > 1 {
		return nil, errVerdict
	}
	listed := message[0] == 1
	next := uint64(0) // row that the list goes on from
	for message = message[1:]; len(message) > 0; next++ {
		gap, length := binary.Uvarint(message)
		if length <= 0 || gap >= uint64(len(shipped))-next {
			return nil, errVerdict
		}
		if message = message[length:]; listed {
			list = append(list, shipped[next+gap])
		} else {
			list = append(list, shipped[next:next+gap]...)
		}
		next += gap
	}
	if !listed {
		list = append(list, shipped[next:]...)
	}
	return list, nil
}
