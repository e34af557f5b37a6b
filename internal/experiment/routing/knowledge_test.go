package routing

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"hyphbench/internal/nodes"
	"hyphbench/internal/racetest"
)

// told is a search by a scheme after all nodes told what they know.
func told(t *testing.T, v scheme, w *world) *search {
	t.Helper()
	net, err := nodes.New(len(w.links))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = net.Close() })
	tr := newSearch(v, w, net, 4, 1)
	if _, err := tr.advertise(t.Context()); err != nil {
		t.Fatal(err)
	}
	return tr
}

// What a node tells of all below it is the filter of all resources below it, bit for bit:
// OR is union.
func TestOrIsUnion(t *testing.T) {
	for _, w := range []*world{newTree(20, 5, 3), newQuadtree(2, 5, 3)} {
		tr := told(t, scheme{w.scene, ored, 1024, 0}, w)
		for node, s := range tr.stations {
			all := newFilters(nil, 1, 128, 4, 1)
			all.cfg = s.knows.(*filters).cfg
			var names []string
			for i, at := range w.at {
				for at > node {
					at = w.parent[at]
				}
				if at == node {
					names = append(names, w.names[i])
				}
			}
			all.hold(names)
			if !slices.Equal(s.knows.message(s.parent), all.message(-1)) {
				t.Errorf("%s: node %d tells no filter of the %d things below it", w.scene, node, len(names))
			}
		}
	}
}

// Exact tables have every thing at its distance, behind every neighbour on a shortest way.
func TestTablesAreExact(t *testing.T) {
	w := newGraph(30, 2, 9)
	tr := told(t, scheme{scene: graph, method: exact}, w)
	for id, s := range tr.stations {
		for i, name := range w.names {
			if w.at[i] == id {
				continue
			}
			if p := s.proposals(name); len(p) == 0 || p[0].hops != w.hops[id][w.at[i]] {
				t.Fatalf("node %d proposes %v for a thing %d hops away", id, p, w.hops[id][w.at[i]])
			}
		}
	}
}

// Filters that are large enough tell the distance of everything within their reach, and
// deny what is beyond it; smaller ones deny nothing within it.
func TestFiltersReach(t *testing.T) {
	racetest.OneGoroutine(t)
	w := newGraph(40, 2, 4)
	for _, way := range graphMethods() {
		for _, depth := range []int{1, 3, 5} {
			for _, bits := range []int{512, 1 << 16} {
				v := scheme{graph, way, bits, depth}
				tr := told(t, v, w)
				for id, s := range tr.stations {
					for i, name := range w.names {
						distance, p := w.hops[id][w.at[i]], s.proposals(name)
						switch {
						case distance == 0:
						case distance > depth && bits > 512 && len(p) > 0 && way != flat && p[0].hops <= depth && p[0].hops < distance:
							t.Fatalf("%+v: a thing %d hops away is proposed at %v", v, distance, p)
						case distance <= depth && len(p) == 0:
							t.Fatalf("%+v: a thing %d hops away is denied", v, distance)
						case distance <= depth && bits > 512 && way != flat && p[0].hops != distance:
							t.Fatalf("%+v: a thing %d hops away is told to be %v", v, distance, p)
						}
					}
				}
			}
		}
	}
}

// A resource's neighbour told it with the first level alone; saturation follows the
// keys: of n in m bits with k cells each, 1 − (1 − 1/m)^(kn) are set.
func TestFillFollowsTheory(t *testing.T) {
	sum, rounds := 0.0, 0
	for seed := range uint64(30) {
		w := newTree(31, 8, 100*seed)
		net, err := nodes.New(len(w.links))
		if err != nil {
			t.Fatal(err)
		}
		tr := newSearch(scheme{tree, ored, 512, 0}, w, net, 4, seed)
		if _, err := tr.advertise(t.Context()); err != nil {
			t.Fatal(err)
		}
		_ = net.Close()
		sum += tr.fills()[0]
		rounds++
	}
	mean, want := sum/float64(rounds), 1-math.Pow(1-1.0/512, 4*31*8)
	if math.Abs(mean-want) > 0.01 {
		t.Errorf("%.4f of the root's bits are set, want %.4f", mean, want)
	}
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

// Confidences fall with every hop, down to 0: the reach of a linear filter.
func TestCodes(t *testing.T) {
	if got := fmt.Sprint(codes()); got != "[15 13 11 9 8 7 6 5 4 3 2 1]" {
		t.Error(got)
	}
}
