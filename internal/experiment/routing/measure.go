package routing

import (
	"hyphbench/internal/axis"
	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/filter"
	"hyphbench/internal/loopbacknetwork"
	"hyphbench/internal/runfolder"
)

// scheme is a method of finding things in one topology. 0 stands for no bits and no depth.
type scheme struct {
	scene, method string
	bits, depth   int
}

func (s scheme) filters() bool { return s.bits > 0 }

// quiet reports whether nothing is told.
func (s scheme) quiet() bool { return s.method == flood || s.method == walk }

func (s scheme) places() []axis.Place {
	list := []axis.Place{Scene.At(s.scene)}
	if s.bits > 0 {
		list = append(list, Bits.At(s.bits))
	}
	if s.depth > 0 {
		list = append(list, Depth.At(s.depth))
	}
	return list
}

// moved is the place after so many moves, none where nothing moves: −1.
func moved(times int) []axis.Place {
	if times < 0 {
		return nil
	}
	return []axis.Place{Times.At(times)}
}

// schemes are those of a round, topology after topology.
func schemes(sizes, depths []int) (list []scheme) {
	for _, scene := range []string{tree, quadtree, graph} {
		for _, method := range []string{exact, flood, walk} {
			list = append(list, scheme{scene: scene, method: method})
		}
		for _, bits := range sizes {
			switch scene {
			case tree:
				list = append(list, scheme{tree, ored, bits, 0})
			case quadtree:
				list = append(list, scheme{quadtree, ored, bits, 0}, scheme{quadtree, kept, bits, 0})
			case graph:
				for _, depth := range depths {
					for _, method := range graphMethods() {
						list = append(list, scheme{graph, method, bits, depth})
					}
				}
			}
		}
	}
	return list
}

// graphMethods are the methods with filters in the graph.
func graphMethods() []string { return []string{attenuated, confident, flat} }

// trials are one of each scheme, which finds things in a topology after each of its moves.
func (x *network) trials(r *trial.Run) (list []trial.Trial) {
	for _, s := range schemes(r.Counts(Bits), r.Counts(Depth)) {
		looks := s.looks(r.Counts(Times))
		of := trial.Trial{Method: s.method, At: s.places(), Do: func(t *trial.T) error { return x.find(t, s, looks) }}
		for _, times := range looks {
			of.Looks = append(of.Looks, trial.Look{At: moved(times), Reports: s.reports(times)})
			for _, level := range x.levelsOf(s) {
				of.Looks = append(of.Looks, trial.Look{At: append(moved(times), Level.At(level)), Reports: []runfolder.Metric{Fill}})
			}
		}
		list = append(list, of)
	}
	return list
}

// looks are after how many moves of a tenth of the devices things are looked for; −1 where
// nothing moves. A method to which moves make no difference is looked at once.
func (s scheme) looks(times []int) []int {
	switch {
	case s.scene != quadtree:
		return []int{-1}
	case s.quiet():
		return []int{0}
	}
	return times
}

// reports are what is counted at a look, beside how full filters are.
func (s scheme) reports(times int) []runfolder.Metric {
	list := []runfolder.Metric{Hops, LookupBytes}
	add := func(is bool, metrics ...runfolder.Metric) {
		if is {
			list = append(list, metrics...)
		}
	}
	add(s.method != flood, Direct)
	add(s.method != flood && s.scene == tree, Absent)
	add(!s.quiet(), Wrong)
	add(!s.quiet() && times > 0, Update)
	add(!s.quiet() && times <= 0, Message, Advert)
	add(s.filters() && s.scene == graph, Found, Walked)
	add(s.method == attenuated || s.method == confident, Distance)
	return list
}

// levelsOf are the levels of the filters of a scheme: hops below the root, in the graph from
// the node that asks.
func (x *network) levelsOf(s scheme) (list []int) {
	first, last := 0, x.treeLevels()-1
	switch {
	case !s.filters():
		return nil
	case s.scene == quadtree:
		last = cuts
	case s.scene == graph:
		first, last = 1, s.depth
	}
	if s.method == flat {
		first = last
	}
	for level := first; level <= last; level++ {
		list = append(list, level)
	}
	return list
}

// cuts of the quadtree: 64 smallest squares.
const cuts = 3

// devices of each smallest square of the quadtree, for each resource of a node elsewhere.
const devices = 2

// topology is that of a scene, as it is at first.
func (x *network) topology(scene string, seed uint64) *topology {
	switch scene {
	case tree:
		return newTree(x.nodes.Value, x.resources.Value, seed)
	case quadtree:
		return newQuadtree(cuts, devices*x.resources.Value, seed)
	}
	return newGraph(x.nodes.Value, x.resources.Value, seed)
}

// find lets one scheme find things in a topology, after each of its moves. The network of a
// topology serves all schemes.
func (x *network) find(t *trial.T, s scheme, looks []int) error {
	type ground struct {
		scene string
		round int
	}
	w := x.topology(s.scene, t.Seed())
	net, err := trial.Fixture(t, ground{s.scene, t.Round}, func() (*loopbacknetwork.Network, error) {
		if err := w.check(); err != nil {
			return nil, err
		}
		return loopbacknetwork.New(len(w.links))
	})
	if err != nil {
		return err
	}
	of := newSearch(s, w, net, x.hashes.Value, w.seed)
	told, err := of.advertise(t.Context())
	if err != nil {
		return err
	}
	bytes, moves := told.Bytes, 0
	for _, times := range looks {
		devices := 0
		for ; moves < times; moves++ {
			devices += w.move(moves)
			of.hold()
			if told, err = of.advertise(t.Context()); err != nil {
				return err
			}
			bytes += told.Bytes
		}
		at := t.At(moved(times)...)
		switch {
		case s.quiet():
		case devices > 0:
			at.Report(Update, float64(bytes)/float64(devices))
		default:
			at.Report(Advert, float64(bytes))
			at.Report(Message, float64(of.largest()))
		}
		bytes = 0
		if err := x.look(at, of, times); err != nil {
			return err
		}
		if s.filters() {
			for level, fill := range of.fills() {
				t.At(append(moved(times), Level.At(level))...).Report(Fill, fill)
			}
		}
	}
	return nil
}

// floods of a round: each takes the same messages.
const floods = 5

// absentShare: for as many lookups, one of what nobody has.
const absentShare = 5

func (x *network) look(t *trial.T, of *search, times int) error {
	s, seed := of.scheme, filter.Mix(of.topology.seed+uint64(times+2)) // times is −1 where nothing moves
	list := questions(of.topology, x.lookups.Value, seed)
	if s.method == flood {
		list = list[:min(floods, len(list))]
	}
	asked, err := of.ask(t.Context(), list)
	if err != nil {
		return err
	}
	lookups := float64(len(list))
	t.Report(Hops, float64(asked.traffic.Messages)/lookups)
	t.Report(LookupBytes, float64(asked.traffic.Bytes)/lookups)
	if s.method == flood {
		return nil
	}
	c := of.count(list, asked.routes)
	t.Report(Direct, c.direct/lookups)
	t.Report(Wrong, c.wrong/lookups)
	t.Report(Found, c.found/lookups)
	t.Report(Walked, c.walked/lookups)
	if s.method == attenuated || s.method == confident {
		t.Report(Distance, of.distances(list))
	}
	if s.scene == tree {
		none, err := of.ask(t.Context(), absent(of.topology, x.lookups.Value/absentShare+1, seed))
		if err != nil {
			return err
		}
		t.Report(Absent, float64(none.traffic.Messages)/float64(len(none.routes)))
	}
	return nil
}
