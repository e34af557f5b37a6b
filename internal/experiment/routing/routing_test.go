package routing

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/loopbacknetwork"
	"hyphbench/internal/racetest"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
)

func TestConforms(t *testing.T) {
	topology := []string{"--nodes=20", "--resources=3", "--lookups=10", "--reps=2"}
	experimenttest.Conforms(t, experimenttest.Conformance{New: New,
		Small: append(topology, "--bits=256,2048", "--depth=2,4", "--times=0,1,3"),
		Few:   [][]string{append(topology, "--bits=512", "--depth=1", "--times=0")},
		Good:  []string{"--nodes=8", "--bits=256", "--depth=12", "--times=0", "--hashes=16", "--resources=1"},
		Bad: [][]string{{"--nodes=257"}, {"--nodes=7"}, {"--resources=65"}, {"--resources=0"}, {"--hashes=17"}, {"--hashes=0"}, {"--bits=255"},
			{"--bits=2e6"}, {"--depth=0,1"}, {"--depth=13"}, {"--times=1,2"}, {"--times=0,101"}, {"--lookups=9"}, {"--bits=x"}}})
}

// ideal gives a cell a value with which every claim holds.
func ideal(r runfolder.Row) float64 {
	number := func(i int) float64 { v, _ := strconv.ParseFloat(r.Point.Value(i), 64); return v }
	scene, bits, depth, times := r.Point.Value(0), number(1), number(2), number(3)
	switch r.Metric {
	case Hops:
		switch r.Filter {
		case exact, ored, confident:
			return 5
		case kept:
			return 5 + times
		case attenuated:
			return 5.1
		case flat, walk:
			return 80
		}
	case Message:
		return bits / 8
	case Wrong:
		return 100 / max(100, bits)
	case Found:
		return depth / 10
	case Distance:
		return 0.99
	case Advert:
		if r.Filter == exact {
			return 50_000
		}
		return 40_000
	case Fill:
		if scene == graph && r.Filter == flat {
			return 0.97
		}
		return 0.5
	}
	return r.Value
}

// Each claim is supported by ideal rows, contradicted by rows doctored against it, and
// not tested where rows lack.
func TestClaims(t *testing.T) {
	racetest.OneGoroutine(t) // the verdicts; other tests have the network
	of := experimenttest.Run(t, New(), "--nodes=16", "--resources=2", "--bits=512,1024,2048,4096", "--depth=1,2,4,8", "--times=0,2", "--lookups=10", "--reps=2")
	experimenttest.Repeat(of, 3)
	for i, r := range of.Rows {
		of.Rows[i].Value = ideal(r) * (1 + 1e-4*float64(r.Round%3))
	}
	experimenttest.Supported(t, New(), of, map[string]claim.Verdict{"RT1": claim.ByConstruction, "RT8": claim.ByConstruction, "RT10": claim.ByConstruction})
	times, gone, rows := experimenttest.Scale, experimenttest.Gone, experimenttest.Of
	const atBits, atDepth, atTimes = 1, 2, 3
	experimenttest.Verdicts(t, New(), of, []experimenttest.Case{
		{"RT1", times(ored, Wrong, 0), claim.NotTested}, // none at any size
		{"RT1", rows(ored, Wrong).At(atBits, "512").Is(0), claim.ByConstruction},
		{"RT2", times(ored, Hops, 1.06), claim.Contradicted},
		{"RT2", times(ored, Hops, 1.04), claim.Supported},
		{"RT2", times(ored, Hops, 0.9), claim.Contradicted},
		{"RT3", times(ored, Advert, 1.3), claim.Contradicted},
		{"RT3", times(ored, Hops, 1.06), claim.Contradicted}, // none leads as lists do
		{"RT3", gone(exact, Hops), claim.NotTested},
		{"RT4", rows(ored, Hops).At(atTimes, "2").Times(1.06), claim.Contradicted},
		{"RT4", rows(ored, Hops).At(atBits, "512").Times(1.06), claim.Supported},
		{"RT5", rows(kept, Hops).At(atBits, "512").Times(0.5), claim.Contradicted},
		{"RT5", rows(kept, Hops).At(atTimes, "0").Times(0.5), claim.Supported},
		{"RT6", times(attenuated, Found, 0), claim.Contradicted},
		{"RT7", rows(flat, Fill).At(atBits, "1024").Times(0.5), claim.Contradicted},
		{"RT7", rows(flat, Fill).At(atDepth, "1").Times(0.5), claim.Supported},
		{"RT7", gone(flat, Fill), claim.NotTested},
		{"RT8", times(attenuated, Fill, 2), claim.Contradicted},
		{"RT8", times(attenuated, Fill, 1.94), claim.ByConstruction}, // as full
		{"RT8", gone(attenuated, Fill), claim.NotTested},
		{"RT9", times(attenuated, Hops, 1.04), claim.Contradicted}, // 1.06 of the tables'
		{"RT9", rows(attenuated, Hops).At(atBits, "2048").Times(1.5), claim.Supported},
		{"RT10", rows(confident, Message).At(atDepth, "4").Times(2), claim.Contradicted},
		{"RT11", rows(confident, Hops).At(atDepth, "4").Times(1.5), claim.Contradicted},
		{"RT11", rows(confident, Hops).At(atDepth, "1").Times(1.5), claim.Supported},
		{"RT11", rows(confident, Hops).If(func(r *runfolder.Row) bool { return r.Point.Value(atBits) != "2048" }).Times(1.5), claim.Supported}, // at one size
		{"RT12", rows(confident, Distance).At(atDepth, "2").Times(0.9), claim.Contradicted},
		{"RT12", rows(confident, Distance).At(atBits, "512").Times(0.1), claim.Supported},
		{"RT13", times(confident, Hops, 1.06), claim.Contradicted},
		{"RT13", times(confident, Hops, 1.04), claim.Supported},
		{"RT14", rows(attenuated, Hops).At(atBits, "512").Times(0.8), claim.Contradicted},
		{"RT14", rows(attenuated, Hops).At(atDepth, "4").Times(0.8), claim.Supported},
		{"RT15", rows(flat, Hops).At(atDepth, "2").Times(0.8), claim.Contradicted}, // at one of the depths
		{"RT15", times(flat, Fill, 0.9), claim.NotTested},                          // none is full
		{"RT15", gone(walk, Hops), claim.NotTested},
	})
	noisy := experimenttest.Doctored(of, func(r *runfolder.Row) {
		if r.Metric == Hops || r.Metric == Distance {
			r.Value = 0.95 * []float64{0.5, 1, 1.5}[(r.Round+int(r.Filter[0]))%3]
		}
	})
	for _, id := range []string{"RT2", "RT4", "RT9", "RT11", "RT12", "RT13"} {
		if r := experimenttest.Result(t, New(), noisy, id); r.Verdict != claim.Inconclusive {
			t.Errorf("%s of noise: %s (%s)", id, r.Verdict, r.Why)
		}
	}
}

// told is a search by a scheme after all nodes told what they know.
func told(t *testing.T, v scheme, w *topology) *search {
	t.Helper()
	net := experimenttest.Must(loopbacknetwork.New(len(w.links)))(t)
	t.Cleanup(func() { _ = net.Close() })
	tr := newSearch(v, w, net, 4, 1)
	if _, err := tr.advertise(t.Context()); err != nil {
		t.Fatal(err)
	}
	return tr
}

// What changed turns what was told into what is told, for all methods; damaged, it is an
// error or another message, never a crash.
func TestDifferences(t *testing.T) {
	w := newTree(15, 8, 2)
	number := map[string]int{}
	for i, name := range w.names {
		number[name] = i
	}
	list := func(t *rapid.T, label string) (names []string) {
		for _, i := range rapid.SliceOfDistinct(rapid.IntRange(0, len(w.names)-1), rapid.ID).Draw(t, label) {
			names = append(names, w.names[i])
		}
		return names
	}
	rapid.Check(t, func(t *rapid.T) {
		for _, k := range []knowledge{
			newFilters(nil, 1, 64, 4, 1), newFilters(nil, 3, 64, 4, 1), newConfidences(nil, 64, 4, 1),
			newTables(nil, false, number, w.names), newTables(nil, true, number, w.names),
		} {
			k.hold(list(t, "before"))
			before := k.message(-1)
			k.hold(list(t, "after"))
			after := k.message(-1)
			d := k.difference(before, after)
			got, err := k.patched(before, d)
			if err != nil || !slices.Equal(got, after) {
				t.Fatalf("%T: %v, %d bytes of %d", k, err, len(got), len(after))
			}
			_, _ = k.patched(before, rapid.SliceOf(rapid.Byte()).Draw(t, "damaged"))
			_ = k.hear(0, rapid.SliceOf(rapid.Byte()).Draw(t, "message"))
		}
	})
}

func TestDamagedMessages(t *testing.T) {
	w := newTree(8, 1, 2)
	number := map[string]int{w.names[0]: 0}
	for _, c := range []struct {
		k    knowledge
		text []byte
	}{
		{newFilters(nil, 2, 64, 4, 1), make([]byte, 63)},
		{newConfidences(nil, 64, 4, 1), make([]byte, 65)},
		{newConfidences(nil, 64, 4, 1), slices.Repeat([]byte{0xcc}, 64)}, // 12 is the code of no distance
		{newTables(nil, false, number, w.names), make([]byte, 7)},
		{newTables(nil, true, number, w.names), make([]byte, 9)},
	} {
		if c.k.hear(0, c.text) == nil {
			t.Errorf("%T takes %d bytes", c.k, len(c.text))
		}
	}
	if _, err := (bitwise{}).patched(make([]byte, 2), []byte{15, 0}); err == nil {
		t.Error("a bit behind the filter changes")
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
		for _, s := range tr.routers {
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
			for _, s := range tr.routers {
				s.holds = tr.routers[0].holds
			}
			for _, name := range tr.topology.names {
				tr.routers[0].holds[name] = true
			}
		}, "looked for from"},
		{"astray", scheme{scene: graph, method: exact}, func(tr *search) {
			for _, s := range tr.routers {
				own := s.knows
				s.knows = liar{own, func(from int, name string) (int, bool) {
					hops, ok := own.far(from, name)
					return 100 - hops, ok
				}}
			}
		}, "exact tables lead"},
		{"never told", scheme{graph, attenuated, 4096, 8}, func(tr *search) {
			for _, s := range tr.routers {
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
		net := experimenttest.Must(loopbacknetwork.New(8))(t)
		tr := newSearch(scheme{scene: tree, method: walk}, w, net, 4, 1)
		experimenttest.OK(t, net.Post(3, []byte(text)))
		err := net.Run(t.Context(), func(_ context.Context, n *loopbacknetwork.Node) error { return tr.routers[n.ID].serve(n) })
		if err == nil {
			t.Errorf("%q is read", text)
		}
		_ = net.Close()
	}
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

func TestRequestsAreReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ids := rapid.SliceOf(rapid.IntRange(0, 300))
		r := request{(&topology{seed: rapid.Uint64().Draw(t, "name")}).name(0), append(ids.Draw(t, "trail"), 1), ids.Draw(t, "spent")}
		got, err := readRequest(r.message())
		if err != nil || got.name != r.name || !slices.Equal(got.trail, r.trail) || !slices.Equal(got.spent, r.spent) {
			t.Fatalf("%+v, %v", got, err)
		}
	})
}

func TestTree(t *testing.T) {
	w := newTree(10, 3, 1)
	experimenttest.OK(t, w.check())
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
	experimenttest.OK(t, w.check())
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
// of the topology.
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
		experimenttest.OK(t, w.check())
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
	alone := &topology{scene: graph, links: [][]int{{}, {}}}
	alone.connect()
	if alone.check() == nil {
		t.Error("nodes without links are connected")
	}
}
