package routing

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"hyphbench/internal/nodes"
)

// Each method finds every thing from every node, in each world.
func TestEveryMethodFinds(t *testing.T) {
	for _, w := range []*world{newTree(20, 2, 5), newQuadtree(2, 2, 5), newGraph(20, 2, 5)} {
		routes := []scheme{{scene: w.scene, method: exact}, {scene: w.scene, method: flood}, {scene: w.scene, method: walk}}
		if w.scene == graph {
			for _, route := range graphMethods() {
				routes = append(routes, scheme{graph, route, 256, 3})
			}
		} else {
			routes = append(routes, scheme{w.scene, ored, 256, 0})
		}
		for _, v := range routes {
			tr := told(t, v, w)
			var list []question
			for from := range w.links {
				for i, at := range w.at {
					if at != from && i%5 == from%5 {
						list = append(list, question{from, w.names[i], at})
					}
				}
			}
			all, err := tr.ask(t.Context(), list)
			if err != nil {
				t.Fatalf("%+v: %v", v, err)
			}
			if len(all.routes) != len(list) {
				t.Fatalf("%+v: %d answers to %d questions", v, len(all.routes), len(list))
			}
			if links := len(slices.Concat(w.links...)); v.method == flood && all.traffic.Messages != int64(links*len(list)) {
				t.Errorf("%+v: %d messages for %d floods over %d ends of links", v, all.traffic.Messages, len(list), links)
			}
		}
	}
}

// What nobody has is found nowhere, and the walk in a tree has been everywhere then.
func TestAbsent(t *testing.T) {
	w := newTree(20, 2, 5)
	for _, v := range []scheme{{scene: tree, method: exact}, {scene: tree, method: walk}, {tree, ored, 4096, 0}} {
		tr := told(t, v, w)
		all, err := tr.ask(t.Context(), absent(w, 20, 1))
		if err != nil {
			t.Fatal(err)
		}
		for _, route := range all.routes {
			if v.method == walk && len(route) != 2*(len(w.links)-1) {
				t.Errorf("a walk through all took %d hops", len(route))
			}
		}
	}
}

// liar is knowledge that denies, or proposes, what it should not.
type liar struct {
	knowledge
	far_ func(from int, name string) (int, bool)
}

func (l liar) far(from int, name string) (int, bool) { return l.far_(from, name) }

// A node that lies ends the run: one that denies what is below it, or within its reach,
// one that has what it has not, tables that lead astray.
func TestLiesEndTheRun(t *testing.T) {
	deny := func(tr *search) {
		for _, s := range tr.stations {
			s.knows = liar{s.knows, func(int, string) (int, bool) { return 0, false }}
		}
	}
	for _, c := range []struct {
		name string
		v    scheme
		lie  func(*search)
		says string
	}{
		{"denied below", scheme{tree, ored, 4096, 0}, deny, "found at node -1"},
		{"denied beside and below", scheme{quadtree, ored, 4096, 0}, deny, "found at node -1"},
		{"denied within reach", scheme{graph, attenuated, 4096, 8}, deny, "false negative"},
		{"denied by linear filters", scheme{graph, confident, 4096, 8}, deny, "false negative"},
		{"has it not", scheme{tree, ored, 4096, 0}, func(tr *search) {
			for _, s := range tr.stations {
				s.holds = tr.stations[0].holds
			}
			for _, name := range tr.world.names {
				tr.stations[0].holds[name] = true
			}
		}, "looked for from"},
		{"astray", scheme{scene: graph, method: exact}, func(tr *search) {
			for _, s := range tr.stations {
				own := s.knows
				s.knows = liar{own, func(from int, name string) (int, bool) {
					hops, ok := own.far(from, name)
					return 100 - hops, ok
				}}
			}
		}, "exact tables lead"},
		{"never told", scheme{graph, attenuated, 4096, 8}, func(tr *search) {
			for _, s := range tr.stations {
				s.knows = newFilters(s.links, 8, 512, 4, 1)
			}
		}, "false negative"},
		{"a hop too many", scheme{tree, ored, 4096, 0}, func(tr *search) { tr.log.add(hop{}) }, "messages"},
	} {
		w := newTree(20, 3, 5)
		switch c.v.scene {
		case quadtree:
			w = newQuadtree(2, 3, 5)
		case graph:
			w = newGraph(20, 3, 5)
		}
		tr := told(t, c.v, w)
		c.lie(tr)
		if _, err := tr.ask(t.Context(), questions(w, 50, 1)); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// A node that gets what it cannot read ends the lookups with an error, not with a wait.
func TestUnreadable(t *testing.T) {
	for _, text := range []string{"", "x", "q", "q12345678", "q12345678\x00\x00", "q12345678\x01", "q12345678\x01\x05\x00\x00", "f12", "f12345678ab\x00"} {
		w := newTree(8, 1, 1)
		net, err := nodes.New(8)
		if err != nil {
			t.Fatal(err)
		}
		tr := newSearch(scheme{scene: tree, method: walk}, w, net, 4, 1)
		if err := net.Post(3, []byte(text)); err != nil {
			t.Fatal(err)
		}
		err = net.Run(t.Context(), func(_ context.Context, n *nodes.Node) error { return tr.stations[n.ID].serve(n) })
		if err == nil {
			t.Errorf("%q is read", text)
		}
		_ = net.Close()
	}
}

func TestRequestsAreReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ids := rapid.SliceOf(rapid.IntRange(0, 300))
		r := request{(&world{seed: rapid.Uint64().Draw(t, "name")}).name(0), append(ids.Draw(t, "trail"), 1), ids.Draw(t, "spent")}
		got, err := readRequest(r.message())
		if err != nil || got.name != r.name || !slices.Equal(got.trail, r.trail) || !slices.Equal(got.spent, r.spent) {
			t.Fatalf("%+v, %v", got, err)
		}
	})
}

// The end of the context ends lookups.
func TestCancelled(t *testing.T) {
	w := newTree(8, 1, 1)
	tr := told(t, scheme{scene: tree, method: walk}, w)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := tr.ask(ctx, questions(w, 10, 1)); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// A wrong turn is a proposed hop that leads no nearer.
func TestCount(t *testing.T) {
	w := newTree(7, 1, 1)
	tr := &search{world: w}
	route := []hop{{unproposed, 3, 1}, {proposed, 1, 4}, {back, 4, 1}, {unproposed, 1, 0}, {proposed, 0, 2}, {proposed, 2, 5}}
	list := []question{{3, "", 5}, {3, "", 1}}
	c := tr.count(list, [][]hop{route, {{proposed, 3, 1}}})
	if c != (counts{wrong: 1, walked: 2, direct: 1, found: 1}) {
		t.Errorf("%+v", c)
	}
}

// The article's example: n1 asks for a service of n3, which n2 has not and leads to.
func TestArticlesExample(t *testing.T) {
	w := &world{scene: graph, seed: 1, links: make([][]int, 5), parent: slices.Repeat([]int{-1}, 5), depth: make([]int, 5)}
	for _, link := range [][2]int{{1, 2}, {2, 3}, {1, 4}, {4, 0}} {
		w.join(link[0], link[1])
	}
	w.connect()
	for node := range w.links {
		w.place(node)
	}
	tr := told(t, scheme{graph, attenuated, 2048, 2}, w)
	all, err := tr.ask(t.Context(), []question{{1, w.names[3], 3}})
	if err != nil {
		t.Fatal(err)
	}
	if want := []hop{{proposed, 1, 2}, {proposed, 2, 3}}; !slices.Equal(all.routes[0], want) {
		t.Errorf("the way is %v, want %v", all.routes[0], want)
	}
}

func TestTree(t *testing.T) {
	w := newTree(10, 3, 1)
	if err := w.check(); err != nil {
		t.Fatal(err)
	}
	if got, want := w.parent, []int{-1, 0, 0, 1, 1, 2, 2, 3, 3, 4}; !slices.Equal(got, want) {
		t.Errorf("parents %v, want %v", got, want)
	}
	if got, want := w.depth, []int{0, 1, 1, 2, 2, 2, 2, 3, 3, 3}; !slices.Equal(got, want) {
		t.Errorf("depths %v, want %v", got, want)
	}
	if w.hops[9][6] != 5 || w.diameter() != 5 || len(w.names) != 30 {
		t.Errorf("%d hops from 9 to 6, %d at most, %d things", w.hops[9][6], w.diameter(), len(w.names))
	}
	names := slices.Sorted(slices.Values(w.names))
	if len(slices.Compact(names)) != 30 {
		t.Error("names are not all different")
	}
}

// A square is joined with the one around it, with its four parts and its three siblings.
func TestQuadtree(t *testing.T) {
	w := newQuadtree(2, 4, 1)
	if err := w.check(); err != nil {
		t.Fatal(err)
	}
	if len(w.links) != 21 || len(w.names) != 64 || slices.Min(w.at) != 5 || slices.Max(w.at) != 20 {
		t.Errorf("%d squares, %d devices at %d to %d", len(w.links), len(w.names), slices.Min(w.at), slices.Max(w.at))
	}
	for node, want := range map[int][]int{0: {1, 2, 3, 4}, 1: {0, 2, 3, 4, 5, 6, 7, 8}, 9: {2, 10, 11, 12}} {
		if !slices.Equal(w.links[node], want) {
			t.Errorf("square %d is joined with %v, want %v", node, w.links[node], want)
		}
	}
}

// Devices move to a square beside theirs, a tenth at a time, the same ones in every copy
// of the world.
func TestMove(t *testing.T) {
	w, same := newQuadtree(3, 4, 7), newQuadtree(3, 4, 7)
	first := squares(3)
	for before := range 20 {
		was := slices.Clone(w.at)
		moved := w.move(before)
		same.move(before)
		changed := 0
		for i, at := range w.at {
			if at == was[i] {
				continue
			}
			changed++
			x, y := unwoven(was[i] - first)
			a, b := unwoven(at - first)
			if d := (a-x)*(a-x) + (b-y)*(b-y); d != 1 || at < first || at >= len(w.links) {
				t.Fatalf("a device moved from (%d, %d) to (%d, %d)", x, y, a, b)
			}
		}
		if moved != 25 || changed != moved {
			t.Fatalf("%d devices moved, %d said, want 25", changed, moved)
		}
	}
	if !slices.Equal(w.at, same.at) {
		t.Error("devices moved otherwise the second time")
	}
	if other := newQuadtree(3, 4, 8); other.move(0) != 25 || slices.Equal(other.at, w.at) {
		t.Error("the seed decides nothing")
	}
}

func TestWoven(t *testing.T) {
	seen := map[int]bool{}
	for x := range 8 {
		for y := range 8 {
			n := woven(x, y)
			if a, b := unwoven(n); a != x || b != y || n < 0 || n >= 64 || seen[n] {
				t.Errorf("(%d, %d) is %d, which is (%d, %d)", x, y, n, a, b)
			}
			seen[n] = true
		}
	}
}

// Graphs are connected, have the links that they are to have, and differ by seed alone.
func TestGraph(t *testing.T) {
	for _, n := range []int{3, 8, 40, 200} {
		w := newGraph(n, 2, 5)
		if err := w.check(); err != nil {
			t.Fatal(err)
		}
		links := 0
		for from, list := range w.links {
			links += len(list)
			for _, to := range list {
				if !slices.Contains(w.links[to], from) || to == from {
					t.Fatalf("link from %d to %d", from, to)
				}
				if w.hops[from][to] != 1 {
					t.Fatalf("%d hops from %d to %d", w.hops[from][to], from, to)
				}
			}
			if len(slices.Compact(slices.Clone(list))) != len(list) {
				t.Fatalf("two links between %d and another of %v", from, list)
			}
		}
		if want := 2 * min(n+n/2, n*(n-1)/2); links != want {
			t.Errorf("%d nodes have %d ends of links, want %d", n, links, want)
		}
	}
	if a, b := newGraph(40, 1, 5), newGraph(40, 1, 6); slices.EqualFunc(a.links, b.links, slices.Equal) {
		t.Error("the seed decides nothing")
	}
	alone := &world{scene: graph, links: [][]int{{}, {}}}
	alone.connect()
	if alone.check() == nil {
		t.Error("nodes without links are connected")
	}
}
