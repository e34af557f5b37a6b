package aggregation

import (
	"encoding/binary"
	"math/rand/v2"
	"slices"

	"hyphbench/internal/filter"
)

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

// key is an item as a filter takes it.
func key(item uint64) string { return string(binary.LittleEndian.AppendUint64(nil, item)) }
