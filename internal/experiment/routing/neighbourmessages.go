package routing

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
	"slices"

	"hyphbench/internal/loopbacknetwork"
)

// gossip tells all neighbours what the node knows and hears them, so many times: what is
// d hops away is known after d times.
func (s *router) gossip(n *loopbacknetwork.Node, times int) error {
	for range times {
		for _, to := range s.links {
			if err := s.tell(n, to); err != nil {
				return err
			}
		}
		for _, from := range s.links {
			if err := s.hear(n, from); err != nil {
				return err
			}
		}
	}
	return nil
}

// climb hears the children, then tells parent and siblings what is here and below, and
// hears the siblings.
func (s *router) climb(n *loopbacknetwork.Node) error {
	for _, child := range s.below {
		if err := s.hear(n, child); err != nil {
			return err
		}
	}
	others := slices.DeleteFunc(slices.Clone(s.links), func(id int) bool { return slices.Contains(s.below, id) })
	for _, to := range others {
		if err := s.tell(n, to); err != nil {
			return err
		}
	}
	for _, from := range others {
		if from == s.parent {
			continue
		}
		if err := s.hear(n, from); err != nil {
			return err
		}
	}
	return nil
}

// A message is empty where nothing changed since the last one. Otherwise its first byte
// says whether all follows or the difference.
const (
	whole     = 0
	different = 1
)

// tell sends what the node knows to a neighbour, in the shortest message that says it.
func (s *router) tell(n *loopbacknetwork.Node, to int) error {
	text := s.knows.message(to)
	before, told := s.said[to]
	s.said[to] = text
	message := append([]byte{whole}, text...)
	if told {
		if bytes.Equal(before, text) {
			message = nil
		} else if short := append([]byte{different}, s.knows.difference(before, text)...); len(short) < len(message) {
			message = short
		}
	}
	return n.Send(to, message)
}

func (s *router) hear(n *loopbacknetwork.Node, from int) error {
	message, err := n.Receive(from)
	if err != nil || len(message) == 0 {
		return err
	}
	text := message[1:]
	if message[0] == different {
		before, heard := s.heard[from]
		if !heard {
			return fmt.Errorf("node %d tells what changed, and told nothing before", from)
		}
		if text, err = s.knows.patched(before, text); err != nil {
			return fmt.Errorf("what changed at node %d: %w", from, err)
		}
	}
	s.heard[from] = text
	return s.knows.hear(from, text)
}

// bitwise is knowledge of which the bits that changed are told: each by its distance from
// the one before, in a varint.
type bitwise struct{}

func (bitwise) difference(before, after []byte) (list []byte) {
	last := -1
	for i := range after {
		for changed := before[i] ^ after[i]; changed != 0; changed &= changed - 1 {
			bit := 8*i + bits.TrailingZeros8(changed)
			list = binary.AppendUvarint(list, uint64(bit-last-1))
			last = bit
		}
	}
	return list
}

func (bitwise) patched(before, difference []byte) ([]byte, error) {
	after := slices.Clone(before)
	last := -1
	for len(difference) > 0 {
		gap, n := binary.Uvarint(difference)
		if n <= 0 || gap >= uint64(8*len(after)-last-1) {
			return nil, errors.New("a bit behind the filter")
		}
		last += int(gap) + 1
		after[last/8] ^= 1 << (last % 8)
		difference = difference[n:]
	}
	return after, nil
}
