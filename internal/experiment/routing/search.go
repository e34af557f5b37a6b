package routing

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"hyphbench/internal/filter"
	"hyphbench/internal/loopbacknetwork"
)

// search is one scheme of finding things in one topology: its nodes talk over the network.
type search struct {
	scheme   scheme
	topology *topology
	net      *loopbacknetwork.Network
	routers  []*router
	log      *journal
	finds    chan int
	number   map[string]int // of the things, by name
}

// newSearch puts a router at every node of the network.
func newSearch(v scheme, w *topology, net *loopbacknetwork.Network, hashes int, seed uint64) *search {
	t := &search{scheme: v, topology: w, net: net, log: &journal{}, finds: make(chan int, 1), number: map[string]int{}}
	for i, name := range w.names {
		t.number[name] = i
	}
	for id, links := range w.links {
		s := &router{
			id: id, links: links, parent: w.parent[id], log: t.log, finds: t.finds, said: map[int][]byte{}, heard: map[int][]byte{},
			random: rand.New(rand.NewPCG(seed, uint64(id))),
		}
		for _, to := range links {
			if w.parent[to] == id {
				s.below = append(s.below, to)
			}
		}
		told := s.below
		if w.scene == graph {
			told = links
		}
		s.knows = t.knowledge(told, hashes, seed)
		t.routers = append(t.routers, s)
	}
	t.hold()
	return t
}

// knowledge is that of a node by the method of the scheme; nil for one without any.
func (t *search) knowledge(told []int, hashes int, seed uint64) knowledge {
	seed = filter.Mix(seed + 1) // not that of the names
	switch t.scheme.method {
	case ored, flat, kept:
		f := newFilters(told, 1, t.scheme.bits/8, hashes, seed)
		f.keeps = t.scheme.method == kept
		return f
	case attenuated:
		return newFilters(told, t.scheme.depth, t.scheme.bits/8, hashes, seed)
	case confident:
		return newConfidences(told, t.scheme.bits/8, hashes, seed)
	case exact:
		return newTables(told, t.topology.scene == graph, t.number, t.topology.names)
	}
	return nil
}

// hold gives every node what it has in the topology now.
func (t *search) hold() {
	things := make([][]string, len(t.routers))
	for i, at := range t.topology.at {
		things[at] = append(things[at], t.topology.names[i])
	}
	for id, s := range t.routers {
		s.holds = map[string]bool{}
		for _, name := range things[id] {
			s.holds[name] = true
		}
		if s.knows != nil {
			s.knows.hold(things[id])
		}
	}
}

// times is how often nodes of the graph tell their neighbours what they know: as often as
// the depth says, tables until all know all.
func (t *search) times() int {
	if t.scheme.method == exact {
		return t.topology.diameter()
	}
	return t.scheme.depth
}

// advertise lets all nodes tell what they know, and returns the traffic of it.
func (t *search) advertise(ctx context.Context) (loopbacknetwork.Traffic, error) {
	before := t.net.Sent()
	if t.scheme.method == flood || t.scheme.method == walk {
		return loopbacknetwork.Traffic{}, nil
	}
	err := t.net.Run(ctx, func(_ context.Context, n *loopbacknetwork.Node) error {
		if t.topology.scene == graph {
			return t.routers[n.ID].gossip(n, t.times())
		}
		return t.routers[n.ID].climb(n)
	})
	return t.net.Sent().Minus(before), err
}

// question is a thing that a node looks for; want is the node that has it, −1: none.
type question struct {
	from int
	name string
	want int
}

// questions are those of a round: the same for every method.
func questions(w *topology, count int, seed uint64) (list []question) {
	random := rand.New(rand.NewPCG(seed, 3))
	for range count {
		i := random.IntN(len(w.names))
		from := random.IntN(len(w.links))
		for from == w.at[i] || w.scene == quadtree && w.depth[from] != w.depth[len(w.depth)-1] {
			from = random.IntN(len(w.links))
		}
		list = append(list, question{from, w.names[i], w.at[i]})
	}
	return list
}

func absent(w *topology, count int, seed uint64) (list []question) {
	random := rand.New(rand.NewPCG(seed, 4))
	for i := range count {
		list = append(list, question{random.IntN(len(w.links)), w.name(len(w.names) + i), -1})
	}
	return list
}

// looked is what came of questions.
type looked struct {
	routes  [][]hop
	traffic loopbacknetwork.Traffic
}

// ask asks the questions, one after the other. An answer that is not the topology's ends the
// run, and so does a way without as many hops as messages were sent.
func (t *search) ask(ctx context.Context, list []question) (all looked, err error) {
	before := t.net.Sent()
	served := make(chan error, 1)
	go func() {
		served <- t.net.Run(ctx, func(_ context.Context, n *loopbacknetwork.Node) error { return t.routers[n.ID].serve(n) })
	}()
	ended := false
	for _, q := range list {
		if err = t.net.Post(q.from, t.first(q)); err != nil {
			break
		}
		select {
		case at := <-t.finds:
			all.routes = append(all.routes, t.log.take())
			err = t.check(q, at, all.routes[len(all.routes)-1])
		case err = <-served:
			ended = true
		}
		if err != nil {
			break
		}
	}
	if ended {
		return all, err
	}
	for id := range t.routers {
		_ = t.net.Post(id, []byte{isEnd}) // one that has ended needs none
	}
	if err = errors.Join(err, <-served); err != nil {
		return all, err
	}
	all.traffic = t.net.Sent().Minus(before)
	hops := 0
	for _, route := range all.routes {
		hops += len(route)
	}
	if t.scheme.method != flood && int64(hops) != all.traffic.Messages {
		return all, fmt.Errorf("%d hops, %d messages", hops, all.traffic.Messages)
	}
	return all, nil
}

func (t *search) first(q question) []byte {
	if t.scheme.method == flood {
		return (&flooded{name: q.name, found: -1}).message()
	}
	return request{name: q.name, trail: []int{q.from}}.message()
}

// check compares an answer with the topology. Beyond that, what is told must not deny: a
// thing as near as the filters reach is proposed at the first hop; and exact tables give
// a shortest way.
func (t *search) check(q question, at int, route []hop) error {
	if at != q.want {
		return fmt.Errorf("a thing at node %d was looked for from node %d and found at node %d (−1: nowhere)", q.want, q.from, at)
	}
	if at < 0 || t.scheme.method == flood {
		return nil
	}
	distance := t.topology.hops[q.from][at]
	if t.scheme.filters() && t.topology.scene == graph && distance <= t.scheme.depth && route[0].step != proposed {
		return fmt.Errorf("false negative: a thing %d hops away is denied by filters of depth %d", distance, t.scheme.depth)
	}
	if t.scheme.method == exact && len(route) != distance {
		return fmt.Errorf("exact tables lead to a thing %d hops away in %d", distance, len(route))
	}
	return nil
}
