package routing

import (
	"encoding/binary"
	"fmt"

	"hyphbench/internal/nodes"
)

// flooded is a flood at a node. Each node sends it on to all neighbours but the one that
// it came from first, waits for a message from each of these, and answers that one: two
// messages a link, whatever their order (Chang's echo algorithm).
type flooded struct {
	name  string
	first int // where it came from; the node itself where it began
	left  int // neighbours not heard of
	found int // the node that has the thing, −1: none so far
}

// message has the name and, in two bytes, the node that has the thing plus one.
func (f *flooded) message() []byte {
	text := append([]byte{isFlood}, f.name...)
	return binary.BigEndian.AppendUint16(text, uint16(f.found+1))
}

// flooding takes a message of a flood.
func (s *station) flooding(n *nodes.Node, from int, text []byte) error {
	if len(text) != 1+nameBytes+2 {
		return fmt.Errorf("a flood's message of %d bytes", len(text))
	}
	name, found := string(text[1:1+nameBytes]), int(binary.BigEndian.Uint16(text[1+nameBytes:]))-1
	if s.flood == nil {
		s.flood = &flooded{name: name, first: from, left: len(s.links), found: -1}
		if from != s.id {
			s.flood.left--
		}
		for _, to := range s.links {
			if to != from {
				if err := n.Send(to, s.flood.message()); err != nil {
					return err
				}
			}
		}
		if s.holds[name] {
			s.flood.found = s.id
		}
	} else {
		if s.flood.name != name {
			return fmt.Errorf("two floods at once at node %d", s.id)
		}
		s.flood.left--
	}
	f := s.flood
	f.found = max(f.found, found)
	if f.left > 0 {
		return nil
	}
	s.flood = nil
	if f.first == s.id {
		s.finds <- f.found
		return nil
	}
	return n.Send(f.first, f.message())
}
