package routing

import (
	"bytes"
	"fmt"
	"slices"

	"hyphbench/internal/nodes"
)

// gossip tells all neighbours what the node knows and hears them, so many times: what is
// d hops away is known after d times.
func (s *station) gossip(n *nodes.Node, times int) error {
	for range times {
		for _, to := range s.links {
			if err := n.Send(to, s.knows.message(to)); err != nil {
				return err
			}
		}
		for _, from := range s.links {
			text, err := n.Receive(from)
			if err != nil {
				return err
			}
			if err := s.knows.hear(from, text); err != nil {
				return err
			}
		}
	}
	return nil
}

// climb hears the children, then tells parent and siblings what is here and below, if it
// changed since the last time, and hears the siblings.
func (s *station) climb(n *nodes.Node) error {
	for _, child := range s.below {
		if err := s.hear(n, child); err != nil {
			return err
		}
	}
	if s.parent < 0 {
		return nil
	}
	text := s.knows.message(s.parent)
	packed := s.packed(text)
	s.said = text
	var siblings []int
	for _, to := range s.links {
		if slices.Contains(s.below, to) {
			continue
		}
		if err := n.Send(to, packed); err != nil {
			return err
		}
		if to != s.parent {
			siblings = append(siblings, to)
		}
	}
	for _, from := range siblings {
		if err := s.hear(n, from); err != nil {
			return err
		}
	}
	return nil
}

// A message to parent and siblings is empty where nothing changed. Otherwise its first
// byte says whether all follows or the difference from the last one.
const (
	whole     = 0
	different = 1
)

// packed is the shortest message that says text.
func (s *station) packed(text []byte) []byte {
	if s.said != nil && bytes.Equal(text, s.said) {
		return nil
	}
	all := append([]byte{whole}, text...)
	if s.said == nil {
		return all
	}
	if d, ok := s.knows.(differing); ok {
		if short := append([]byte{different}, d.difference(s.said, text)...); len(short) < len(all) {
			return short
		}
	}
	return all
}

// hear takes a message that packed made.
func (s *station) hear(n *nodes.Node, from int) error {
	packed, err := n.Receive(from)
	if err != nil || len(packed) == 0 {
		return err
	}
	text := packed[1:]
	if packed[0] == different {
		d, ok := s.knows.(differing)
		if !ok || s.heard[from] == nil {
			return fmt.Errorf("a difference from node %d, which said nothing before", from)
		}
		if text, err = d.patched(s.heard[from], text); err != nil {
			return err
		}
	}
	s.heard[from] = text
	return s.knows.hear(from, text)
}
