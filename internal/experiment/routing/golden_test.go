package routing

import (
	"encoding/binary"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/linear"
	"hyphbench/internal/filter/sets"
	"hyphbench/internal/flagvalue"
	"hyphbench/internal/runfolder"
)

// Every counted value of a round is the one that is worked out here, without a network:
// what a node is told from the names that came there over each link and how far, ways by
// one request that is taken through all nodes, distances by breadth.
func TestGoldenRows(t *testing.T) {
	b := experimenttest.Prepared[*trial.Bench](t, New(), "--nodes=20", "--resources=3", "--bits=256", "--depth=1,4", "--times=0,2",
		"--lookups=20", "--hashes=3", "--reps=2", "--seed=7")
	x := &network{nodes: flagvalue.AtLeast{Value: 20}, resources: flagvalue.AtLeast{Value: 3}}
	values := experimenttest.Cells{}
	for _, s := range schemes([]int{256}, []int{1, 4}) {
		of := newWorked(t, s, x.topology(s.scene, experiment.RoundSeed(7, 1)), values)
		of.all([]int{0, 2})
	}
	experimenttest.Golden(t, New(), nil, len(values), experimenttest.Worked{Bench: b, Of: values.Of})
}

// link is from one node to another.
type link struct{ from, to int }

// names are what is told over a link: of each name a bit for each number of hops from who
// tells it.
type names map[string]uint64

// heard is what a node has of a neighbour.
type heard struct {
	text []byte
	far  func(name string) (hops int, ok bool)
	fill []float64 // by level, 0 where the neighbour is
}

// worked is a method of finding things in a topology.
type worked struct {
	testing.TB
	scheme
	*topology
	hops   [][]int
	holds  []names // of each node, now
	tells  []names // likewise, with what it does not forget
	heard  map[link]heard
	next   map[link]names // what would be told next in the graph
	random []*rand.Rand
	values experimenttest.Cells
}

func newWorked(t testing.TB, v scheme, w *topology, values experimenttest.Cells) *worked {
	of := &worked{TB: t, scheme: v, topology: w, heard: map[link]heard{}, tells: make([]names, len(w.links)), values: values}
	for from := range w.links {
		of.random = append(of.random, rand.New(rand.NewPCG(w.seed, uint64(from))))
		hops := make([]int, len(w.links))
		for reached, distance := []int{from}, 0; len(reached) > 0; distance++ {
			var farther []int
			for _, at := range reached {
				hops[at] = distance
				for _, to := range w.links[at] {
					if to != from && hops[to] == 0 {
						hops[to] = distance + 1
						farther = append(farther, to)
					}
				}
			}
			reached = farther
		}
		of.hops = append(of.hops, hops)
	}
	return of
}

// all are the values of the scheme, after so many times that devices moved.
func (w *worked) all(times []int) {
	if w.topology.scene != quadtree {
		w.look(-1, w.advertise(), 0)
		return
	}
	if w.method == flood || w.method == walk {
		times = times[:1]
	}
	bytes := w.advertise()
	for moves, i := 0, 0; i < len(times); i++ {
		moved := 0
		for ; moves < times[i]; moves++ {
			moved += w.move(moves)
			bytes += w.advertise()
		}
		w.look(times[i], bytes, moved)
		bytes = 0
	}
}

func (w *worked) set(m runfolder.Metric, times, level int, value float64) {
	w.values[cell(w.scheme, m, times, level)] = experimenttest.Exactly(value)
}

// cell is that of a scheme, −1 for off an axis.
func cell(s scheme, m runfolder.Metric, times, level int) runfolder.Cell {
	values := make([]string, 5)
	for _, p := range append(s.places(), moved(times)...) {
		values[slices.Index([]string{string(Scene), string(Bits), string(Depth), string(Times)}, p.Axis)] = p.Text
	}
	if level >= 0 {
		values[4] = Level.At(level).Text
	}
	return runfolder.Cell{Filter: s.method, Metric: m, Point: runfolder.At(values...)}
}

// varint is how many bytes a number takes.
func varint(n int) int { return len(binary.AppendUvarint(nil, uint64(n))) }

// frame is a message behind its length.
func frame(message int) int { return varint(message) + message }

// below reports whether a node is another one or below it.
func (w *worked) below(node, root int) bool {
	for node > root {
		node = w.parent[node]
	}
	return node == root
}

// advertise lets all nodes tell what they know, and returns the bytes of it.
func (w *worked) advertise() (bytes int) {
	w.holds = make([]names, len(w.links))
	for node := range w.links {
		w.holds[node] = names{}
		if w.tells[node] == nil || w.method != kept {
			w.tells[node] = names{}
		}
	}
	for i, at := range w.topology.at {
		w.holds[at][w.names[i]], w.tells[at][w.names[i]] = 1, 1
	}
	if w.method == flood || w.method == walk {
		return 0
	}
	if w.topology.scene != graph {
		for from, links := range w.links {
			for _, to := range links {
				if w.parent[to] != from { // up and beside
					bytes += w.tell(link{from, to}, w.under(from))
				}
			}
		}
		return bytes
	}
	var told map[link]names
	for range w.times() {
		told = w.told(told)
		for over, of := range told {
			bytes += w.tell(over, of)
		}
	}
	w.next = w.told(told)
	return bytes
}

// times is how often nodes of the graph tell what they know.
func (w *worked) times() (most int) {
	if w.method != exact {
		return w.scheme.depth
	}
	for _, hops := range w.hops {
		most = max(most, slices.Max(hops))
	}
	return most
}

// under is all that is at a node or below it.
func (w *worked) under(root int) names {
	of := names{}
	for node, things := range w.tells {
		for name := range things {
			if w.below(node, root) {
				of[name] = 1
			}
		}
	}
	return of
}

// told is what nodes of the graph tell next: what they have and, a hop farther, what the
// other neighbours told them.
func (w *worked) told(before map[link]names) map[link]names {
	next := map[link]names{}
	for from, links := range w.links {
		for _, to := range links {
			of := names{}
			for name := range w.holds[from] {
				of[name] = 1
			}
			for _, other := range links {
				if other == to {
					continue
				}
				for name, hops := range before[link{other, from}] {
					switch w.method {
					case flat:
						of[name] = 1
					case attenuated: // the last level is lost
						of[name] |= hops << 1 & (1<<w.scheme.depth - 1)
					default:
						of[name] |= hops << 1
					}
				}
			}
			next[link{from, to}] = of
		}
	}
	return next
}

// largest is the length of the largest message that is told next, in a tree to a parent.
func (w *worked) largest() (most float64) {
	next := w.next
	if w.topology.scene != graph {
		next = map[link]names{}
		for node := 1; node < len(w.links); node++ {
			next[link{node, w.parent[node]}] = w.under(node)
		}
	}
	for _, of := range next {
		most = max(most, float64(len(w.written(of).text)))
	}
	return most
}

// tell is the bytes that a neighbour is told by: of all, of what changed, or of nothing.
func (w *worked) tell(over link, of names) int {
	before, again := w.heard[over]
	after := w.written(of)
	w.heard[over] = after
	length := 1 + len(after.text)
	if again && slices.Equal(before.text, after.text) {
		length = 0
	} else if again {
		length = min(length, 1+w.changes(before, after))
	}
	return frame(length)
}

// changes are the bytes of the difference of two messages: a number for each bit that
// changed, or an entry for each name.
func (w *worked) changes(before, after heard) (bytes int) {
	if w.method == exact {
		for _, name := range w.names {
			was, there := before.far(name)
			if is, stays := after.far(name); there != stays || was != is {
				bytes += w.entry()
			}
		}
		return bytes
	}
	gap := 0
	for i := range 8 * len(after.text) {
		if (before.text[i/8]^after.text[i/8])>>(i%8)&1 == 0 {
			gap++
			continue
		}
		bytes += varint(gap)
		gap = 0
	}
	return bytes
}

// entry is the length of a table's: a name and, in the graph, its hops.
func (w *worked) entry() int {
	if w.topology.scene == graph {
		return 9
	}
	return 8
}

// written is what is told by the method of the scheme: names in a table, bits or cells of
// filters that have them.
func (w *worked) written(of names) heard {
	const hashes = 3
	seed := filter.Mix(w.seed + 1)
	switch w.method {
	case exact:
		text := make([]byte, w.entry()*len(of))
		for i, name := range slices.DeleteFunc(slices.Clone(w.names), func(name string) bool { return of[name] == 0 }) {
			copy(text[i*w.entry():], name)
			if w.topology.scene == graph {
				text[i*9+8] = byte(bits.TrailingZeros64(of[name]))
			}
		}
		return heard{text: text, far: func(name string) (int, bool) { return bits.TrailingZeros64(of[name]), of[name] > 0 }}
	case confident:
		return w.cells(of, seed, hashes)
	}
	levels := 1
	if w.method == attenuated {
		levels = w.scheme.depth
	}
	each := w.scheme.bits / levels / 8 // bytes of a level
	l, err := sets.NewLevels(levels, uint64(8*each), hashes, filter.Config{Seed: seed})
	if err != nil {
		w.Fatal(err)
	}
	for name, hops := range of {
		for level := range levels {
			if hops>>level&1 == 1 {
				l.Add(level, name)
			}
		}
	}
	text := l.AppendBits(nil)
	var fill []float64
	for level := range levels {
		ones := 0
		for _, b := range text[level*each : (level+1)*each] {
			ones += bits.OnesCount8(b)
		}
		fill = append(fill, float64(ones)/float64(8*each))
	}
	return heard{text: text, fill: fill, far: func(name string) (int, bool) {
		which := l.Which(name)
		return bits.TrailingZeros64(which), which > 0
	}}
}

// cells are those of a linear filter, which has the nearest of each name: nine tenths at
// each hop, rounded down.
func (w *worked) cells(of names, seed uint64, hashes int) heard {
	l, err := linear.New(linear.Config{Cells: uint64(w.scheme.bits / 4), CellBits: 4, Hashes: hashes, Seed: seed})
	if err != nil {
		w.Fatal(err)
	}
	codes := []uint16{15, 13, 11, 9, 8, 7, 6, 5, 4, 3, 2, 1}
	for name, hops := range of {
		if err := l.Add(name, float64(codes[bits.TrailingZeros64(hops)])/15); err != nil {
			w.Fatal(err)
		}
	}
	text := l.AppendCells(nil)
	var fill []float64
	for _, code := range codes {
		least := 0
		for _, two := range text {
			for _, cell := range []byte{two >> 4, two & 15} {
				if uint16(cell) >= code {
					least++
				}
			}
		}
		fill = append(fill, float64(least)/float64(2*len(text)))
	}
	return heard{text: text, fill: fill, far: func(name string) (int, bool) {
		code := l.Estimate(name)
		return slices.Index(codes, code), code > 0
	}}
}

// look asks all questions.
func (w *worked) look(times, told, moved int) {
	seed := filter.Mix(w.seed + uint64(times+2))
	list := questions(w.topology, 20, seed)
	if w.method == flood { // two messages a link, each of a name and three bytes
		links := 0
		for _, to := range w.links {
			links += len(to)
		}
		w.set(Hops, times, -1, float64(links))
		w.set(LookupBytes, times, -1, float64(links*frame(11)))
		return
	}
	messages, bytes, wrong, walked, direct, found, near, right := 0, 0, 0, 0, 0, 0, 0, 0
	for _, q := range list {
		method, sent := w.asked(q)
		messages, bytes = messages+len(method), bytes+sent
		random := 0
		for _, h := range method {
			if h.step == unproposed {
				random++
			}
			if h.step == proposed && w.hops[h.to][q.want] != w.hops[h.from][q.want]-1 { // a hop changes the distance by 1 at most
				wrong++
			}
		}
		walked += random
		if random == 0 {
			found++
		}
		distance := w.hops[q.from][q.want]
		if len(method) == distance {
			direct++
		}
		if distance <= w.scheme.depth {
			near++
			if p := w.proposals(q.from, q.name); len(p) > 0 && p[0].hops == distance {
				right++
			}
		}
	}
	w.set(Hops, times, -1, float64(messages)/20)
	w.set(LookupBytes, times, -1, float64(bytes)/20)
	w.set(Direct, times, -1, float64(direct)/20)
	if w.topology.scene == tree {
		messages := 0
		for _, q := range absent(w.topology, 5, seed) { // one for five lookups, and one more
			method, _ := w.asked(q)
			messages += len(method)
		}
		w.set(Absent, times, -1, float64(messages)/5)
	}
	if w.method == walk {
		return
	}
	w.set(Wrong, times, -1, float64(wrong)/20)
	if moved > 0 {
		w.set(Update, times, -1, float64(told)/float64(moved))
	} else {
		w.set(Advert, times, -1, float64(told))
		w.set(Message, times, -1, w.largest())
	}
	if w.method == exact {
		return
	}
	w.fills(times)
	if w.topology.scene == graph {
		w.set(Found, times, -1, float64(found)/20)
		w.set(Walked, times, -1, float64(walked)/20)
		switch {
		case w.method == flat:
		case near == 0:
			w.set(Distance, times, -1, 1)
		default:
			w.set(Distance, times, -1, float64(right)/float64(near))
		}
	}
}

// fills are means of the shares of bits that are set: over the nodes of a depth, or over
// all that neighbours told.
func (w *worked) fills(times int) {
	sums, counted := map[int]float64{}, map[int]int{}
	add := func(level int, share float64) {
		sums[level] += share
		counted[level]++
	}
	if w.topology.scene != graph {
		for node := range w.links {
			add(w.topology.depth[node], w.written(w.under(node)).fill[0])
		}
	} else {
		for _, of := range w.heard {
			for level, share := range of.fill {
				if w.method == flat {
					add(w.scheme.depth, share)
				} else if level < w.scheme.depth {
					add(level+1, share)
				}
			}
		}
	}
	for level, sum := range sums {
		w.set(Fill, times, level, sum/float64(counted[level]))
	}
}

// proposals are the neighbours behind which a thing seems to be, the nearest first.
func (w *worked) proposals(at int, name string) (list []proposal) {
	for hops := range len(w.links) {
		for _, to := range w.links[at] {
			of, told := w.heard[link{to, at}]
			if !told {
				continue
			}
			if far, ok := of.far(name); ok && far == hops {
				list = append(list, proposal{to, hops + 1})
			}
		}
	}
	return list
}

// asked is the route of a request, and the bytes of its messages.
func (w *worked) asked(q question) (method []hop, bytes int) {
	trail, spent := []int{q.from}, []int{}
	for {
		at := trail[len(trail)-1]
		if w.holds[at][q.name] > 0 {
			return method, bytes
		}
		to, why := -1, proposed
		untried := func(node int) bool { return !slices.Contains(trail, node) && !slices.Contains(spent, node) }
		for _, p := range w.proposals(at, q.name) {
			if to < 0 && untried(p.to) {
				to = p.to
			}
		}
		if to < 0 {
			var others []int
			for _, node := range w.links[at] {
				if untried(node) && (w.method == walk || w.topology.scene == graph || node == w.parent[at]) {
					others = append(others, node)
				}
			}
			if len(others) > 0 {
				to, why = others[w.random[at].IntN(len(others))], unproposed
			}
		}
		switch {
		case to >= 0:
			trail = append(trail, to)
		case len(trail) == 1:
			return method, bytes
		default:
			trail, spent = trail[:len(trail)-1], append(spent, at)
			to, why = trail[len(trail)-1], back
		}
		method = append(method, hop{why, at, to})
		message := 1 + 8 + varint(len(trail)) + varint(len(spent))
		for _, node := range slices.Concat(trail, spent) {
			message += varint(node)
		}
		bytes += frame(message)
	}
}
