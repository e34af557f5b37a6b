package routing

import (
	"slices"
	"testing"
)

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
