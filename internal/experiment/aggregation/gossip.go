package aggregation

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync/atomic"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/bloom"
	"hyphbench/internal/loopbacknetwork"
	"hyphbench/internal/stats"
)

// gossip is what the nodes know after each step, 0 of them at first.
type gossip struct {
	estimates [][]float64 // of each step, of each node
	bytes     []int64     // sent by all nodes up to each step
}

// run lets the nodes send for all steps: each sends what it knows to its partner, then
// takes in what came. Nobody waits for a node that does not send to it.
func run(ctx context.Context, network *loopbacknetwork.Network, method string, w *placement, cfg filter.Config) (*gossip, error) {
	return runFrom(ctx, network, w, newReference(method, w, cfg), func(node int) state { return begin(method, w, node, cfg) })
}

// runFrom is run from the states that begin makes.
func runFrom(ctx context.Context, network *loopbacknetwork.Network, w *placement, check *reference, begin func(node int) state) (*gossip, error) {
	n, steps := len(w.sets), len(w.partners)
	g := &gossip{bytes: make([]int64, steps+1)}
	for range steps + 1 {
		g.estimates = append(g.estimates, make([]float64, n))
	}
	err := network.Run(ctx, func(_ context.Context, node *loopbacknetwork.Node) error {
		before := node.Sent().Bytes
		s := begin(node.ID)
		look := func(step int) error {
			atomic.AddInt64(&g.bytes[step], node.Sent().Bytes-before)
			g.estimates[step][node.ID] = s.estimate()
			return check.compare(step, node.ID, s)
		}
		if err := look(0); err != nil {
			return err
		}
		for step := range steps {
			if err := node.Send(w.partners[step][node.ID], s.message()); err != nil {
				return err
			}
			for _, from := range w.senders(step, node.ID) {
				message, err := node.Receive(from)
				if err != nil {
					return err
				}
				if err := s.merge(message); err != nil {
					return err
				}
			}
			if err := look(step + 1); err != nil {
				return err
			}
		}
		return nil
	})
	return g, err
}

// errors are the mean over the nodes of what their estimates are off, and the furthest,
// as shares of the truth.
func (g *gossip) errors(step, truth int) (mean, worst float64) {
	for _, e := range g.estimates[step] {
		off := math.Abs(e/float64(truth) - 1)
		mean += off / float64(len(g.estimates[step]))
		worst = max(worst, off)
	}
	return mean, worst
}

// estimate is the median of the nodes' estimates.
func (g *gossip) estimate(step int) float64 {
	sorted := slices.Sorted(slices.Values(g.estimates[step]))
	return stats.Quantile(sorted, 0.5)
}

// reference says what each node must know after each step, of the sets alone: of union
// and filters by whose sets have come to it, of sums by their plain recursion.
type reference struct {
	after   [][]due // of each step, of each node
	holders map[uint64]uint64
	filters []*cells // of the nodes before the first step
}

// due is what a node must know by then.
type due struct {
	reached uint64 // a bit for each node whose set came
	total   float64
	share   share
}

func newReference(method string, w *placement, cfg filter.Config) *reference {
	r, now := &reference{}, make([]due, len(w.sets))
	for i, set := range w.sets {
		now[i] = due{1 << i, float64(len(set)), share{float64(len(set)), 1, len(w.sets)}}
	}
	r.after = append(r.after, slices.Clone(now))
	for _, to := range w.partners {
		for i := range now {
			now[i].share.sum /= 2
			now[i].share.weight /= 2
		}
		sent := slices.Clone(now)
		for from, i := range to {
			now[i].reached |= sent[from].reached
			now[i].total += sent[from].total
			now[i].share.sum += sent[from].share.sum
			now[i].share.weight += sent[from].share.weight
		}
		r.after = append(r.after, slices.Clone(now))
	}
	switch method {
	case exactUnion:
		r.holders = map[uint64]uint64{}
		for i, set := range w.sets {
			for _, item := range set {
				r.holders[item] |= 1 << i
			}
		}
	case bloomFilter:
		for i := range w.sets {
			r.filters = append(r.filters, begin(method, w, i, cfg).(*cells))
		}
	}
	return r
}

// compare is an error where a node's state is not what it must be. It is called by all
// nodes at once.
func (r *reference) compare(step, node int, s state) error {
	wrong := func(what string) error {
		return fmt.Errorf("wrong state after step %d: %s", step, what)
	}
	must := r.after[step][node]
	switch s := s.(type) {
	case *union:
		came := 0
		for _, of := range r.holders {
			if of&must.reached != 0 {
				came++
			}
		}
		for i, item := range s.items {
			if r.holders[item]&must.reached == 0 || i > 0 && s.items[i-1] >= item {
				return wrong("an item that nobody has sent, or one twice")
			}
		}
		if came != len(s.items) {
			return wrong(fmt.Sprintf("%d items, not %d", len(s.items), came))
		}
	case *cells:
		for i, word := range s.Words {
			for of := range r.filters {
				if must.reached>>of&1 == 1 {
					word &^= r.filters[of].Words[i]
					if s.Words[i]&r.filters[of].Words[i] != r.filters[of].Words[i] {
						return wrong("a bit of a filter that came is missing")
					}
				}
			}
			if word != 0 {
				return wrong("a bit is set that is in no filter that came")
			}
		}
	case *share:
		if want := must.share; !near(s.sum, want.sum) || !near(s.weight, want.weight) {
			return wrong(fmt.Sprintf("sum and weight are %v and %v, not %v and %v", s.sum, s.weight, want.sum, want.weight))
		}
	case *total:
		if !near(s.sum, must.total) {
			return wrong(fmt.Sprintf("a sum of %v, not %v", s.sum, must.total))
		}
	}
	return nil
}

// near compares sums that were rounded in different orders.
func near(a, b float64) bool { return math.Abs(a-b) <= 1e-9*math.Abs(b) }

// deviation is the standard deviation, over hash functions, of the number of items that
// the bits of a Bloom filter tell, as a share of the true number: kn throws into m bits
// leave a number of zeros whose variance is m·e^(−t)·(1 − (1 + t)·e^(−t)), t = kn/m, and
// n* = −(m/k)·ln(zeros/m) changes by m/(k·zeros) with each.
func deviation(items int, epsilon float64) float64 {
	m, k := bloom.StandardSize(items, epsilon)
	throws := float64(k) * float64(items)
	t := throws / float64(m)
	return math.Sqrt(float64(m)*(math.Exp(t)-1-t)) / throws
}

// spreading is after how many steps all of n nodes know what one told, if each that knows
// it tells a random one in every step: log2 n + ln n and a constant.
// Source: Pittel 1987, On spreading a rumor.
func spreading(nodes int) float64 { return math.Log2(float64(nodes)) + math.Log(float64(nodes)) }

// placement is who has what, and who sends to whom.
type placement struct {
	items    int        // different ones
	sets     [][]uint64 // of each node, ascending
	partners [][]int    // of each step, of each node: to whom it sends
}

// newPlacement gives each item to so many of the nodes. The items are the same whatever
// nodes and copies there are.
func newPlacement(nodes, items, copies, steps int, seed uint64) *placement {
	w := &placement{items: items, sets: make([][]uint64, nodes)}
	random := rand.New(rand.NewPCG(seed, uint64(nodes)<<32|uint64(copies)))
	for i := range items {
		item := filter.Mix(seed + uint64(i)) // a bijection: no two are equal
		for _, node := range some(random, nodes, copies) {
			w.sets[node] = append(w.sets[node], item)
		}
	}
	for _, s := range w.sets {
		slices.Sort(s)
	}
	random = rand.New(rand.NewPCG(seed, uint64(nodes))) // partners are the same for all copies
	for range steps {
		to := make([]int, nodes)
		for node := range to {
			to[node] = (node + 1 + random.IntN(nodes-1)) % nodes
		}
		w.partners = append(w.partners, to)
	}
	return w
}

// some are so many different ones of n. The first are drawn most often, so that nodes
// have sets of different sizes.
func some(random *rand.Rand, n, count int) (list []int) {
	for len(list) < count {
		u := random.Float64()
		if i := int(u * u * float64(n)); !slices.Contains(list, i) {
			list = append(list, i)
		}
	}
	return list
}

// senders are the nodes that send to one in a step, ascending.
func (w *placement) senders(step, node int) (list []int) {
	for from, to := range w.partners[step] {
		if to == node {
			list = append(list, from)
		}
	}
	return list
}

func key(item uint64) string { return string(binary.LittleEndian.AppendUint64(nil, item)) }
