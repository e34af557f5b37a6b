package gradient

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"

	"hyphbench/internal/filter"
)

// network is nodes with links, of which node i has the resource i.
type network struct {
	seed     uint64
	links    [][]int // neighbours, ascending
	diameter int     // the longest of the shortest ways

	// Of a geometric network: where nodes are, and how far they reach.
	points [][2]float64
	radius float64
}

// newNetwork is a connected one of a kind.
func newNetwork(kind string, n int, seed uint64) (*network, error) {
	w := &network{seed: seed, links: make([][]int, n)}
	random := rand.New(rand.NewPCG(seed, 'n'))
	if kind == regular {
		w.rings(random)
	} else {
		w.reach(random)
	}
	for i := range w.links {
		slices.Sort(w.links[i])
		w.links[i] = slices.Compact(w.links[i])
	}
	for from := range w.links {
		hops := w.distances(from)
		if slices.Contains(hops, -1) {
			return nil, fmt.Errorf("%s network of %d nodes: a node cannot be reached", kind, n)
		}
		w.diameter = max(w.diameter, slices.Max(hops))
	}
	return w, nil
}

// rings joins each node with its neighbours on two rings of all nodes in random order.
func (w *network) rings(random *rand.Rand) {
	for range 2 {
		order := random.Perm(len(w.links))
		for i, a := range order {
			w.join(a, order[(i+1)%len(order)])
		}
	}
}

func (w *network) join(a, b int) {
	w.links[a], w.links[b] = append(w.links[a], b), append(w.links[b], a)
}

// reach joins nodes at random points of a square that are near each other: first at a distance
// that gives eight neighbours, then a tenth farther until all can be reached.
func (w *network) reach(random *rand.Rand) {
	points := make([][2]float64, len(w.links))
	for i := range points {
		points[i] = [2]float64{random.Float64(), random.Float64()}
	}
	w.points = points
	for near := math.Sqrt(8 / (math.Pi * float64(len(points)))); ; near *= 1.1 {
		w.radius = near
		clear(w.links)
		for a := range points {
			for b := range a {
				if math.Hypot(points[a][0]-points[b][0], points[a][1]-points[b][1]) <= near {
					w.join(a, b)
				}
			}
		}
		if !slices.Contains(w.distances(0), -1) {
			return
		}
	}
}

// distances are the hops from a node to all, −1 to what cannot be reached.
func (w *network) distances(from int) []int {
	hops := slices.Repeat([]int{-1}, len(w.links))
	hops[from] = 0
	queue := []int{from}
	for at := 0; at < len(queue); at++ {
		for _, to := range w.links[queue[at]] {
			if hops[to] < 0 {
				hops[to] = hops[queue[at]] + 1
				queue = append(queue, to)
			}
		}
	}
	return hops
}

// failed reports whether a link has failed, with a probability of p. Links that fail at one
// share fail at a larger one too.
func (w *network) failed(a, b int, p float64) bool {
	return chance(w.seed, 'f', uint64(min(a, b)), uint64(max(a, b))) < p
}

// around are the neighbours of a node after so many messages, at each of which every node moves
// by a share of its range: straight on, each in a direction of its own, and back at an edge.
func (w *network) around(node int, moving float64, messages int) (list []int) {
	if moving == 0 {
		return w.links[node]
	}
	at := w.moved(node, moving, messages)
	for other := range w.points {
		to := w.moved(other, moving, messages)
		if other != node && math.Hypot(at[0]-to[0], at[1]-to[1]) <= w.radius {
			list = append(list, other)
		}
	}
	return list
}

// moved is where a node is then.
func (w *network) moved(node int, moving float64, messages int) (at [2]float64) {
	sin, cos := math.Sincos(2 * math.Pi * chance(w.seed, 'm', uint64(node)))
	shift := moving * w.radius * float64(messages)
	for i, step := range []float64{cos, sin} {
		at[i] = math.Abs(math.Remainder(w.points[node][i]+shift*step, 2)) // back and forth between 0 and 1
	}
	return at
}

// chance is a number in [0, 1) that follows from others.
func chance(list ...uint64) float64 {
	h := uint64(0)
	for _, x := range list {
		h = filter.Mix(h + x + 1)
	}
	return float64(h>>11) / (1 << 53)
}

// name is that of a resource.
func name(i int) string { return strconv.Itoa(i) }
