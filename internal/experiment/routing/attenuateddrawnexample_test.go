package routing

import (
	"fmt"
	"slices"
	"testing"

	"hyphbench/internal/filter/filtertest"
	"hyphbench/internal/filter/sets"
	"hyphbench/internal/loopbacknetwork"
)

// The article's search for a thing whose pattern is 11010, from node n1 by n2 to n3. What
// else there is, and a fourth node behind n2, are not the article's.
func TestAttenuatedExamples(t *testing.T) {
	w := &topology{scene: graph, links: [][]int{{1}, {0, 2, 3}, {1}, {1}}, parent: []int{-1, -1, -1, -1}, depth: make([]int, 4),
		names: []string{"printing", "cleaning", "messages", "spelling"}, at: []int{0, 1, 2, 3}}
	w.connect()
	const wanted, m, k = "messages", 5, 3
	net, err := loopbacknetwork.New(len(w.links))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = net.Close() }()
	of := newSearch(scheme{method: attenuated, depth: 2, bits: 16}, w, net, k, 0)
	for _, s := range of.routers {
		f := newFilters(s.links, 2, 2, k, 91)
		f.m = m // in place of whole bytes
		f.own = f.empty()
		s.knows = f
	}
	of.hold()
	if _, err := of.advertise(t.Context()); err != nil {
		t.Fatal(err)
	}
	found, err := of.ask(t.Context(), []question{{from: 0, name: wanted, want: 2}})
	if err != nil {
		t.Fatal(err)
	}
	if want := []hop{{proposed, 0, 1}, {proposed, 1, 2}}; !slices.Equal(found.routes[0], want) {
		t.Errorf("the request goes %v, want from n1 to n2 to n3", found.routes[0])
	}
	pattern := levelsOf(of.routers[2].knows.(*filters).own)[0]
	if fmt.Sprint(pattern) != "[1 1 0 1 0]" {
		t.Errorf("the pattern is %v, want 11010", pattern)
	}
	rows := []string{filtertest.Row("bit", filtertest.Positions(m)...)}
	draw := func(label string, l *sets.Levels, level int) {
		answer := "  no"
		if l.Which(wanted)>>level&1 == 1 {
			answer = "  yes"
		}
		rows = append(rows, filtertest.Row(label, levelsOf(l)[level]...)+answer)
	}
	for id, s := range of.routers[:3] {
		f := s.knows.(*filters)
		draw(fmt.Sprintf("n%d: %s", id+1, w.names[id]), f.own, 0)
		if s.holds[wanted] {
			break
		}
		for _, from := range s.links {
			for level := range f.levels {
				draw(fmt.Sprintf("  over n%d: %d hops", from+1, level), f.heard[from], level)
			}
		}
	}
	filtertest.Drawn(t, sets.Attenuated().Explain, rows...)
}

// levelsOf are the bits of each level of filters that take a byte each.
func levelsOf(l *sets.Levels) (levels [][]int) {
	for _, b := range l.AppendBits(nil) {
		bits := make([]int, 5)
		for i := range bits {
			bits[i] = int(b) >> i & 1
		}
		levels = append(levels, bits)
	}
	return levels
}
