package gradient

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/filter"
	"hyphbench/internal/runfolder"
)

// Every value of a small run is what distances, walks and single bits say: a linear cell has the
// code of the nearest node whose thing is there, a level what a walk of that length reaches, and
// a bit comes along links that let it pass.
func TestGoldenRows(t *testing.T) {
	b := experimenttest.Trials(t, New(), "--nodes=10,16", "--bits=512", "--lookups=30", "--failing=0,10%", "--moving=0,2%", "--seed=7")
	done := map[[2]string]*golden{}
	experimenttest.Golden(t, New(), nil, 176, experimenttest.Worked{Bench: b, Of: func(c runfolder.Cell) (experimenttest.Span, bool) {
		kind, n := c.Point.Value(0), c.Point.Value(1)
		if done[[2]string{kind, n}] == nil {
			size := map[string]int{"10": 10, "16": 16}[n]
			w := experimenttest.Must(newNetwork(kind, size, experiment.RoundSeed(7, 1)))(t)
			done[[2]string{kind, n}] = &golden{network: w, hash: map[[3]int][]int{}, seem: map[seem]int{}}
		}
		return experimenttest.Exactly(done[[2]string{kind, n}].value(c)), true
	}})
}

type golden struct {
	*network
	hash map[[3]int][]int
	seem map[seem]int
}

// seem is what is asked of a method.
type seem struct {
	method      string
	node, thing int
}

const goldenBits = 512

func (g *golden) value(c runfolder.Cell) float64 {
	switch c.Metric {
	case Message:
		return map[string]float64{confident: goldenBits / 8, logarithms: goldenBits / 8, decaying: goldenBits / 8, attenuated: float64(g.diameter) * goldenBits / 64}[c.Filter]
	case Told:
		c.Metric = Message
		return g.value(c) * float64(1+g.last(c.Filter))
	}
	failing := map[string]float64{"0": 0, "0.1": 0.1}[c.Point.Value(2)]
	moving := map[string]float64{"0": 0, "0.02": 0.02}[c.Point.Value(3)]
	found, messages := 0.0, 0.0
	random := rand.New(rand.NewPCG(g.seed, 'q'))
	for range 30 {
		q := [2]int{random.IntN(len(g.links)), random.IntN(len(g.links) - 1)}
		if q[1] >= q[0] {
			q[1]++
		}
		ok, hops := g.search(c.Filter, q[0], q[1], failing, moving)
		if ok {
			found++
		}
		messages += float64(hops)
	}
	if c.Metric == Found {
		return found / 30
	}
	return messages / 30
}

// cells are those of a thing, of m, by k hash functions; owners the things that have a cell.
func (g *golden) cells(thing, m, k int) (list []int) {
	key := [3]int{thing, m, k}
	if list, known := g.hash[key]; known {
		return list
	}
	hash := filter.NewHasher(filter.Config{Seed: filter.Mix(g.seed + 1)})
	for _, h := range filter.Probes(nil, hash.Sum64(name(thing)), k) {
		at, _ := bits.Mul64(h, uint64(m))
		list = append(list, int(at))
	}
	g.hash[key] = list
	return list
}

func (g *golden) owners(cell, m, k int) (list []int) {
	for thing := range g.links {
		if slices.Contains(g.cells(thing, m, k), cell) {
			list = append(list, thing)
		}
	}
	return list
}

// walks are the nodes that a walk of so many links from a node ends at.
func (g *golden) walks(from, length int) (ends []int) {
	ends = []int{from}
	for range length {
		var next []int
		for _, node := range ends {
			next = append(next, g.links[node]...)
		}
		slices.Sort(next)
		ends = slices.Compact(next)
	}
	return ends
}

// codesByHops are 15, and at each hop nine tenths of the code before, rounded down.
func codesByHops(method string, hops int) (code int) {
	if method == logarithms {
		return max(15-hops, 0)
	}
	code = 15
	for range hops {
		code = code * 9 / 10
	}
	return code
}

// passed are the hops after which a bit of a node has come to all others, −1 where it does not.
func (g *golden) passed(bit int, owners []int) []int {
	hops := slices.Repeat([]int{-1}, len(g.links))
	for _, node := range owners {
		hops[node] = 0
	}
	for step := 0; slices.Contains(hops, step); step++ {
		for node, links := range g.links {
			for _, from := range links {
				seed := filter.Mix(g.seed + filter.Mix(uint64(node)<<32|uint64(from)))
				word := uint64(bit / 64)
				pass := (filter.Mix(seed+2*word)&filter.Mix(seed+2*word+1))>>(bit%64)&1 != 0
				if hops[from] == step && hops[node] < 0 && pass {
					hops[node] = step + 1
				}
			}
		}
	}
	return hops
}

// last is the time at which nodes tell each other something new last.
func (g *golden) last(method string) (last int) {
	switch method {
	case attenuated:
		return g.diameter
	case decaying:
		for bit := range goldenBits {
			last = max(last, slices.Max(g.passed(bit, g.owners(bit, goldenBits, 16))))
		}
	case confident, logarithms:
		for cell := range goldenBits / 4 {
			owners := g.owners(cell, goldenBits/4, 4)
			for node := range g.links {
				for _, owner := range owners {
					nearest := slices.Min(g.from(node, owners))
					if hops := g.distances(node)[owner]; hops == nearest && codesByHops(method, hops) > 0 {
						last = max(last, hops)
					}
				}
			}
		}
	}
	return last
}

func (g *golden) from(node int, owners []int) (list []int) {
	hops := g.distances(node)
	for _, owner := range owners {
		list = append(list, hops[owner])
	}
	return list
}

// seems is how near a thing seems to be to a node.
func (g *golden) seems(method string, node, thing int) (near int) {
	key := seem{method, node, thing}
	if near, known := g.seem[key]; known {
		return near
	}
	defer func() { g.seem[key] = near }()
	switch method {
	case confident, logarithms:
		near = 15
		for _, cell := range g.cells(thing, goldenBits/4, 4) {
			near = min(near, codesByHops(method, slices.Min(g.from(node, g.owners(cell, goldenBits/4, 4)))))
		}
	case decaying:
		for _, bit := range g.cells(thing, goldenBits, 16) {
			if g.passed(bit, g.owners(bit, goldenBits, 16))[node] >= 0 {
				near++
			}
		}
	case attenuated:
		for level := range g.diameter + 1 {
			ends, all := g.walks(node, level), true
			for _, cell := range g.cells(thing, goldenBits/8, 4) {
				all = all && slices.ContainsFunc(g.owners(cell, goldenBits/8, 4), func(owner int) bool { return slices.Contains(ends, owner) })
			}
			if all {
				return g.diameter + 1 - level
			}
		}
	}
	return near
}

// search takes a request along, a list of what is to be tried at each node of its way.
func (g *golden) search(method string, from, thing int, failing, moving float64) (found bool, messages int) {
	linked := func(node, after int) (list []int) {
		for to := range g.links {
			if to != node && (moving == 0 && slices.Contains(g.links[node], to) || moving > 0 && g.apart(node, to, moving*float64(after)) <= g.radius) {
				list = append(list, to)
			}
		}
		return list
	}
	works := func(a, b int) bool { return chance(g.seed, 'f', uint64(min(a, b)), uint64(max(a, b))) >= failing }
	if method == broadcast {
		reached, wave := []int{from}, []int{from}
		for after := 0; len(wave) > 0; after++ {
			var next []int
			for _, node := range wave {
				for _, to := range linked(node, after) {
					if works(node, to) && !slices.Contains(reached, to) {
						reached, next = append(reached, to), append(next, to)
					}
				}
			}
			wave = next
		}
		return slices.Contains(reached, thing), len(reached)
	}
	been, lost := []int{from}, map[[2]int]bool{}
	over := false // the request has no way back
	var visit func(node, back int) bool
	visit = func(node, back int) bool {
		for messages < 4*g.diameter && !over {
			order := slices.DeleteFunc(linked(node, messages), func(to int) bool { return slices.Contains(been, to) || lost[[2]int{node, to}] })
			slices.SortFunc(order, func(a, b int) int {
				if x, y := g.seems(method, a, thing), g.seems(method, b, thing); x != y {
					return y - x
				}
				x, y := chance(g.seed, 'w', uint64(node), uint64(a), uint64(thing)), chance(g.seed, 'w', uint64(node), uint64(b), uint64(thing))
				return map[bool]int{true: -1, false: 1}[x > y]
			})
			if len(order) == 0 {
				if back >= 0 {
					over = !slices.Contains(linked(node, messages), back)
					messages++
				}
				return false
			}
			to := order[0]
			if messages++; !works(node, to) {
				lost[[2]int{node, to}] = true
				continue
			}
			been = append(been, to)
			if to == thing || visit(to, node) {
				return true
			}
		}
		return false
	}
	return visit(from, -1), messages
}

// apart is how far two nodes are from each other after they moved by a share of their range: at an
// edge of the square a node turns round.
func (g *golden) apart(a, b int, share float64) float64 {
	var at [2][2]float64
	for i, node := range []int{a, b} {
		angle := 2 * math.Pi * chance(g.seed, 'm', uint64(node))
		for j, part := range []float64{math.Cos(angle), math.Sin(angle)} {
			x := g.points[node][j] + share*g.radius*part
			for x < 0 || x > 1 {
				if x < 0 {
					x = -x
				} else {
					x = 2 - x
				}
			}
			at[i][j] = x
		}
	}
	return math.Hypot(at[0][0]-at[1][0], at[0][1]-at[1][1])
}
