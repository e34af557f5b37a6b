package routing

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"

	"hyphbench/internal/loopbacknetwork"
)

// router is what a node of the network does: it tells neighbours what it knows and takes
// requests along. Of the topology it reads its own links and what it holds.
type router struct {
	id     int
	links  []int
	parent int   // −1: none
	below  []int // children; none in the graph
	holds  map[string]bool
	knows  knowledge  // nil where nothing is told
	random *rand.Rand // of steps that nothing proposes
	log    *journal
	finds  chan<- int // the node that has what was asked for, −1: none

	said  map[int][]byte // last, to a neighbour
	heard map[int][]byte // last, from a neighbour
	flood *flooded       // nil: none is on
}

// step says why a request went from a node to another.
type step byte

const (
	proposed   step = iota // what the node knows says that the thing lies there
	unproposed             // up to the parent, or to any neighbour in the graph
	back                   // to where the request came from: nothing is left to try here
)

// hop is one message of a request.
type hop struct {
	step     step
	from, to int
}

// journal is the way of a request, for the measurement alone.
type journal struct {
	mu   sync.Mutex
	hops []hop
}

func (j *journal) add(h hop) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.hops = append(j.hops, h)
}

// take is the way since the last time.
func (j *journal) take() []hop {
	j.mu.Lock()
	defer j.mu.Unlock()
	route := j.hops
	j.hops = nil
	return route
}

// Kinds of messages, their first byte.
const (
	isRequest = 'q'
	isFlood   = 'f'
	isEnd     = 'e'
)

// request goes from node to node with its method: the trail back to where it began, and the
// nodes where nothing is left to try.
type request struct {
	name  string
	trail []int
	spent []int
}

func (r request) message() []byte {
	text := append([]byte{isRequest}, r.name...)
	for _, list := range [][]int{r.trail, r.spent} {
		text = binary.AppendUvarint(text, uint64(len(list)))
		for _, id := range list {
			text = binary.AppendUvarint(text, uint64(id))
		}
	}
	return text
}

var errRequest = errors.New("a request that cannot be read")

func readRequest(text []byte) (r request, err error) {
	if len(text) < 1+nameBytes {
		return r, errRequest
	}
	r.name, text = string(text[1:1+nameBytes]), text[1+nameBytes:]
	number := func() (v uint64) {
		v, n := binary.Uvarint(text)
		if n <= 0 {
			err = errRequest
			return 0
		}
		text = text[n:]
		return v
	}
	for _, list := range []*[]int{&r.trail, &r.spent} {
		for left := number(); left > 0 && err == nil; left-- {
			*list = append(*list, int(number()))
		}
	}
	if err == nil && (len(text) > 0 || len(r.trail) == 0) {
		err = errRequest
	}
	return r, err
}

// been reports whether the request was at a node.
func (r request) been(at int) bool {
	return slices.Contains(r.trail, at) || slices.Contains(r.spent, at)
}

// serve answers messages until the end.
func (s *router) serve(n *loopbacknetwork.Node) error {
	for {
		from, text, err := n.ReceiveAny()
		if err != nil {
			return err
		}
		if len(text) == 0 {
			return fmt.Errorf("an empty message from node %d", from)
		}
		switch text[0] {
		case isEnd:
			return nil
		case isRequest:
			err = s.take(n, text)
		case isFlood:
			err = s.flooding(n, from, text)
		default:
			err = fmt.Errorf("a message of kind %q from node %d", text[0], from)
		}
		if err != nil {
			return err
		}
	}
}

// take takes a request one hop on: to the best neighbour that is proposed and was not
// tried, then up or anywhere, then back. It ends where the thing is, or where it began.
func (s *router) take(n *loopbacknetwork.Node, text []byte) error {
	r, err := readRequest(text)
	if err != nil {
		return err
	}
	if s.holds[r.name] {
		s.finds <- s.id
		return nil
	}
	to, why := s.next(r)
	switch {
	case to >= 0:
		r.trail = append(r.trail, to)
	case len(r.trail) == 1:
		s.finds <- -1
		return nil
	default:
		why, to = back, r.trail[len(r.trail)-2]
		r.spent, r.trail = append(r.spent, s.id), r.trail[:len(r.trail)-1]
	}
	s.log.add(hop{why, s.id, to})
	return n.Send(to, r.message())
}

// next is where a request goes from here, −1 where nothing is left to try.
func (s *router) next(r request) (to int, why step) {
	for _, p := range s.proposals(r.name) {
		if !r.been(p.to) {
			return p.to, proposed
		}
	}
	var others []int
	switch {
	case s.knows == nil: // nobody told anything: everywhere
		others = slices.Clone(s.links)
	case s.parent >= 0:
		others = []int{s.parent}
	case len(s.below) == 0: // the graph
		others = slices.Clone(s.links)
	}
	others = slices.DeleteFunc(others, r.been)
	if len(others) == 0 {
		return -1, back
	}
	return others[s.random.IntN(len(others))], unproposed
}

// proposal is a neighbour behind which a thing seems to be, so many hops from here.
type proposal struct{ to, hops int }

// proposals are those for a thing, the nearest first.
func (s *router) proposals(name string) (list []proposal) {
	if s.knows == nil {
		return nil
	}
	for _, to := range s.links {
		if hops, ok := s.knows.far(to, name); ok {
			list = append(list, proposal{to, hops + 1})
		}
	}
	slices.SortStableFunc(list, func(a, b proposal) int { return cmp.Compare(a.hops, b.hops) })
	return list
}

// knowledge is what a node knows of where things are, by what its neighbours told it.
type knowledge interface {
	// hold sets what the node itself has.
	hold(names []string)
	// message is what a neighbour is to know.
	message(to int) []byte
	// hear takes in what a neighbour told.
	hear(from int, message []byte) error
	// far is how many hops behind a neighbour a thing seems to be, 0 where it is with the
	// neighbour or where only the direction is known; false where it is not there.
	far(from int, name string) (hops int, ok bool)
	// fill is the share of bits that are set in what a neighbour told, by level; of −1 in
	// what the node itself tells. nil where there are no bits.
	fill(from int) []float64

	// difference is what turns a message into a later one, by patched.
	difference(before, after []byte) []byte
	patched(before, difference []byte) ([]byte, error)
}

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

func (s *router) flooding(n *loopbacknetwork.Node, from int, text []byte) error {
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
