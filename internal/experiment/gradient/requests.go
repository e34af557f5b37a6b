package gradient

import (
	"math/rand/v2"
	"slices"
)

// patience is how many messages a request may take, in diameters of the network.
const patience = 4

// ask sends requests through the network, a share of whose links has failed or whose nodes move
// by a share of their range at each message, and counts those that are found and the messages of
// all.
func (w *network) ask(k knowledge, method string, failing, moving float64, requests int) (found, messages int) {
	random := rand.New(rand.NewPCG(w.seed, 'q'))
	for range requests {
		from, thing := random.IntN(len(w.links)), random.IntN(len(w.links)-1)
		if thing >= from {
			thing++
		}
		ok, hops := false, 0
		if method == broadcast {
			ok, hops = w.spread(from, thing, failing, moving)
		} else {
			ok, hops = w.follow(k, from, thing, failing, moving)
		}
		if messages += hops; ok {
			found++
		}
	}
	return found, messages
}

// spread passes a request on from every node that it reaches, once; those that are as many hops
// away send at the same time.
func (w *network) spread(from, thing int, failing, moving float64) (found bool, messages int) {
	hops := map[int]int{from: 0}
	queue := []int{from}
	for at := 0; at < len(queue); at++ {
		node := queue[at]
		for _, to := range w.around(node, moving, hops[node]) {
			if _, reached := hops[to]; !reached && !w.failed(node, to, failing) {
				hops[to] = hops[node] + 1
				queue = append(queue, to)
			}
		}
	}
	_, found = hops[thing]
	return found, len(queue)
}

// follow takes a request to the neighbour near which the thing seems to be most, of those that
// it was not sent to; then back. A message on a link that has failed is lost, and the next
// neighbour is taken. Of neighbours that seem as near one is taken by chance.
// Where nodes move, one that is out of reach of the way back gives up.
func (w *network) follow(k knowledge, from, thing int, failing, moving float64) (found bool, messages int) {
	been := map[int]bool{from: true}
	trail := []int{from}
	lost := map[[2]int]bool{}
	for messages < patience*w.diameter && len(trail) > 0 {
		node := trail[len(trail)-1]
		near := w.around(node, moving, messages)
		to := w.next(k, near, node, thing, func(to int) bool { return been[to] || lost[[2]int{node, to}] })
		if to < 0 {
			if trail = trail[:len(trail)-1]; len(trail) > 0 {
				if messages++; !slices.Contains(near, trail[len(trail)-1]) {
					return false, messages
				}
			}
			continue
		}
		messages++
		if w.failed(node, to, failing) {
			lost[[2]int{node, to}] = true
			continue
		}
		if to == thing {
			return true, messages
		}
		been[to] = true
		trail = append(trail, to)
	}
	return false, messages
}

// next is the neighbour to take, −1 if there is none.
func (w *network) next(k knowledge, near []int, node, thing int, not func(int) bool) int {
	best := [2]float64{-1, -1}
	to := -1
	for _, neighbour := range near {
		if not(neighbour) {
			continue
		}
		of := [2]float64{0, chance(w.seed, 'w', uint64(node), uint64(neighbour), uint64(thing))}
		if k != nil {
			of[0] = float64(k.near(neighbour, thing))
		}
		if slices.Compare(of[:], best[:]) > 0 {
			best, to = of, neighbour
		}
	}
	return to
}
