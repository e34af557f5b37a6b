package routing

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"

	"hyphbench/internal/filter"
)

// Scenes, of which a topology is one.
const (
	tree     = "tree"
	quadtree = "quadtree"
	graph    = "graph"
)

// topology is where nodes and things are in one round. Things are resources or, in the
// quadtree, devices.
type topology struct {
	scene  string
	seed   uint64
	links  [][]int // neighbours, ascending
	parent []int   // −1: none, as everywhere in the graph
	depth  []int   // hops below the root; 0 in the graph
	hops   [][]int // of a shortest way between nodes
	names  []string
	at     []int // the node where each thing is
}

// nameBytes is the length of the name of a thing.
const nameBytes = 8

// newTree is a complete binary tree of n nodes, each with so many resources.
func newTree(n, resources int, seed uint64) *topology {
	w := &topology{scene: tree, seed: seed}
	for i := range n {
		w.grow((i+1)/2 - 1)
	}
	return w.settled(0, n, resources)
}

// newQuadtree is a square cut into four so many times; each smallest square has so many
// devices. Squares of one square are joined with it and with each other.
func newQuadtree(cuts, devices int, seed uint64) *topology {
	w := &topology{scene: quadtree, seed: seed}
	for i := range squares(cuts + 1) {
		w.grow((i+3)/4 - 1)
	}
	for i := 1; i < len(w.parent); i += 4 {
		for a := i; a < i+4; a++ {
			for b := a + 1; b < i+4; b++ {
				w.join(a, b)
			}
		}
	}
	return w.settled(squares(cuts), squares(cuts+1), devices)
}

// squares are those of so many sizes: 1, 1 + 4, 1 + 4 + 16.
func squares(sizes int) int { return (1<<(2*sizes) - 1) / 3 }

// newGraph is a random connected graph of n nodes and half as many links more: each node
// is joined with a random one before it, then random pairs are.
func newGraph(n, resources int, seed uint64) *topology {
	w := &topology{scene: graph, seed: seed}
	random := rand.New(rand.NewPCG(seed, 1))
	links := 0
	for i := range n {
		w.parent, w.depth, w.links = append(w.parent, -1), append(w.depth, 0), append(w.links, nil)
		if i > 0 {
			w.join(i, random.IntN(i))
			links++
		}
	}
	for links < min(n+n/2, n*(n-1)/2) {
		if a, b := random.IntN(n), random.IntN(n); a != b && !slices.Contains(w.links[a], b) {
			w.join(a, b)
			links++
		}
	}
	return w.settled(0, n, resources)
}

// grow adds a node below its parent, −1 for the root.
func (w *topology) grow(parent int) {
	i := len(w.parent)
	w.parent, w.depth, w.links = append(w.parent, parent), append(w.depth, 0), append(w.links, nil)
	if parent >= 0 {
		w.depth[i] = w.depth[parent] + 1
		w.join(i, parent)
	}
}

func (w *topology) join(a, b int) {
	w.links[a], w.links[b] = append(w.links[a], b), append(w.links[b], a)
}

// settled has its distances, and so many things at each node from one to another.
func (w *topology) settled(from, to, things int) *topology {
	w.connect()
	for at := from; at < to; at++ {
		for range things {
			w.names, w.at = append(w.names, w.name(len(w.names))), append(w.at, at)
		}
	}
	return w
}

// name is the ith of a sequence of different names; things have the first.
func (w *topology) name(i int) string {
	return string(binary.BigEndian.AppendUint64(nil, filter.Mix(w.seed+uint64(i))))
}

// connect sorts the links and works out all distances, by breadth.
func (w *topology) connect() {
	for i := range w.links {
		slices.Sort(w.links[i])
	}
	for from := range w.links {
		hops := slices.Repeat([]int{-1}, len(w.links))
		hops[from] = 0
		for queue := []int{from}; len(queue) > 0; queue = queue[1:] {
			for _, to := range w.links[queue[0]] {
				if hops[to] < 0 {
					hops[to] = hops[queue[0]] + 1
					queue = append(queue, to)
				}
			}
		}
		w.hops = append(w.hops, hops)
	}
}

// check is an error where a node cannot be reached.
func (w *topology) check() error {
	for from, hops := range w.hops {
		if to := slices.Index(hops, -1); to >= 0 {
			return fmt.Errorf("%s: no way from node %d to node %d", w.scene, from, to)
		}
	}
	return nil
}

// diameter is the longest of the shortest ways.
func (w *topology) diameter() (most int) {
	for _, hops := range w.hops {
		most = max(most, slices.Max(hops))
	}
	return most
}

// move takes a tenth of the devices to a square beside theirs, and returns how many. Which
// ones depends on the seed and on how often devices moved before.
func (w *topology) move(before int) int {
	random := rand.New(rand.NewPCG(w.seed, uint64(100+before)))
	first := slices.Index(w.depth, w.depth[len(w.depth)-1]) // of the smallest squares
	side := 1 << w.depth[first]
	moved := max(1, len(w.at)/10)
	for _, i := range random.Perm(len(w.at))[:moved] {
		x, y := unwoven(w.at[i] - first)
		for {
			step := [][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}[random.IntN(4)]
			if a, b := x+step[0], y+step[1]; a >= 0 && a < side && b >= 0 && b < side {
				w.at[i] = first + woven(a, b)
				break
			}
		}
	}
	return moved
}

// woven is the number of a smallest square by its column and row: their bits in turn.
func woven(x, y int) (number int) {
	for bit := range 16 {
		number |= (x>>bit&1)<<(2*bit) | (y>>bit&1)<<(2*bit+1)
	}
	return number
}

func unwoven(number int) (x, y int) {
	for bit := range 16 {
		x |= (number >> (2 * bit) & 1) << bit
		y |= (number >> (2*bit + 1) & 1) << bit
	}
	return x, y
}
