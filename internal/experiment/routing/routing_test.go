package routing

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/glossary"
	"hyphbench/internal/nodes"
	"hyphbench/internal/racetest"
	"hyphbench/internal/report"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
)

// small are flags of a run of a second or two.
func small(more ...string) []string {
	return append([]string{"--nodes=20", "--resources=3", "--bits=256,2048", "--depth=2,4", "--times=0,1,3", "--lookups=10", "--reps=2"}, more...)
}

func TestConforms(t *testing.T) {
	experimenttest.Conforms(t, experimenttest.Conformance{New: New, Small: small(),
		Bad: [][]string{{"--nodes=257"}, {"--nodes=7"}, {"--resources=65"}, {"--resources=0"}, {"--hashes=17"}, {"--hashes=0"}, {"--bits=255"},
			{"--bits=2e6"}, {"--depth=0,1"}, {"--depth=13"}, {"--times=1,2"}, {"--times=0,101"}, {"--lookups=9"}, {"--bits=x"}}})
	for _, edge := range []string{"--nodes=8", "--bits=256", "--depth=12", "--times=0", "--hashes=16", "--resources=1"} {
		if _, err := experimenttest.Prepare(t, New(), edge); err != nil {
			t.Error(err)
		}
	}
}

// Bytes are those of the messages: each node told each neighbour once for each hop, a
// frame of two bytes, the kind and the filter.
func TestBytesOfFilters(t *testing.T) {
	b := experimenttest.Prepared[*trial.Bench](t, New(), small("--depth=1")...)
	of, err := b.Trial(t.Context(), experiment.Step{Round: 1, Cell: cell(scheme{graph, flat, 2048, 1}, Advert, -1, -1)})
	if err != nil {
		t.Fatal(err)
	}
	const frame, kind, filter = 2, 1, 256
	if got, _ := of.Value(Advert); got != 2*30*(frame+kind+filter) {
		t.Errorf("%v bytes told, want %v", got, 2*30*(frame+kind+filter))
	}
	if got, _ := of.Value(Message); got != filter {
		t.Errorf("messages of %v bytes, want %d", got, filter)
	}
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

// At the least that there is, a figure is drawn or says what lacks; of nothing none is.
func TestFewFigures(t *testing.T) {
	one := experimenttest.Summary(t, New(), experimenttest.Run(t, New(), small("--bits=512", "--depth=1", "--times=0")...))
	for _, f := range figures() {
		if _, err := f.Draw(one, figure.English); err != nil && !strings.Contains(err.Error(), "does not hold") {
			t.Errorf("%s: %v", f.ID, err)
		}
	}
	one.Run.Rows = nil
	empty, err := report.Summarize(one.Run, glossary.Of(New()))
	if err != nil {
		return // a run without rows has no summary
	}
	for _, f := range figures() {
		if _, err := f.Draw(empty, figure.English); err == nil {
			t.Errorf("%s is drawn of nothing", f.ID)
		}
	}
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
	if n := len(claims()); n != 15 {
		t.Errorf("%d claims", n)
	}
	experimenttest.Supported(t, New(), of, nil)
	raise := func(m runfolder.Metric, method string, by float64) func(*runfolder.Row) {
		return experimenttest.Scale(method, m, by)
	}
	lack := func(m runfolder.Metric, method string) func(*runfolder.Row) { return experimenttest.Gone(method, m) }
	experimenttest.Verdicts(t, New(), of, []experimenttest.Case{
		{"RT1", raise(Wrong, ored, 0), claim.Contradicted},
		{"RT1", lack(Wrong, ored), claim.NotTested},
		{"RT2", raise(Hops, ored, 1.06), claim.Contradicted},
		{"RT2", raise(Hops, ored, 1.04), claim.Supported},
		{"RT2", raise(Hops, ored, 0.9), claim.Contradicted},
		{"RT3", raise(Advert, ored, 1.3), claim.Contradicted},
		{"RT3", raise(Hops, ored, 1.06), claim.Contradicted}, // none leads as lists do
		{"RT3", lack(Hops, exact), claim.NotTested},
		{"RT4", raise(Hops, ored, 1.06), claim.Contradicted},
		{"RT5", raise(Hops, kept, 0.5), claim.Contradicted},
		{"RT6", raise(Found, attenuated, 0), claim.Contradicted},
		{"RT6", lack(Found, attenuated), claim.NotTested},
		{"RT7", raise(Fill, flat, 0.5), claim.Contradicted},
		{"RT7", lack(Fill, flat), claim.NotTested},
		{"RT8", raise(Fill, attenuated, 2), claim.Contradicted},
		{"RT8", lack(Fill, attenuated), claim.NotTested},
		{"RT9", raise(Hops, flat, 0.05), claim.Contradicted},
		{"RT10", raise(Hops, confident, 1.5), claim.Contradicted},
		{"RT10", raise(Hops, confident, 1.05), claim.Supported},
		{"RT11", raise(Hops, confident, 1.5), claim.Contradicted},
		{"RT12", raise(Distance, confident, 0.9), claim.Contradicted},
		{"RT12", lack(Distance, confident), claim.NotTested},
		{"RT13", raise(Hops, confident, 1.06), claim.Contradicted},
		{"RT13", raise(Hops, confident, 1.04), claim.Supported},
		{"RT14", raise(Hops, attenuated, 0.8), claim.Contradicted},
		{"RT15", raise(Hops, flat, 0.8), claim.Contradicted},
		{"RT15", raise(Fill, flat, 0.9), claim.NotTested}, // none is full
		{"RT15", lack(Hops, walk), claim.NotTested},
	})
}

// Between support and contradiction there is noise.
func TestUndecided(t *testing.T) {
	racetest.OneGoroutine(t) // the verdicts; other tests have the network
	of := experimenttest.Run(t, New(), "--nodes=16", "--resources=2", "--bits=512,1024", "--depth=2,8", "--times=0,2", "--lookups=10", "--reps=2")
	experimenttest.Repeat(of, 3)
	for i, r := range of.Rows {
		if r.Metric == Hops || r.Metric == Distance {
			of.Rows[i].Value = 0.95 * []float64{0.5, 1, 1.5}[(r.Round+int(r.Filter[0]))%3]
		}
	}
	results := experimenttest.Judged(t, New(), of)
	for _, id := range []string{"RT2", "RT4", "RT9", "RT11", "RT12", "RT13"} {
		if r := results[id]; r.Verdict != claim.Inconclusive {
			t.Errorf("%s: %s (%s)", id, r.Verdict, r.Why)
		}
	}
}

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
	for _, method := range graphMethods() {
		for _, depth := range []int{1, 3, 5} {
			for _, bits := range []int{512, 1 << 16} {
				v := scheme{graph, method, bits, depth}
				tr := told(t, v, w)
				for id, s := range tr.stations {
					for i, name := range w.names {
						distance, p := w.hops[id][w.at[i]], s.proposals(name)
						switch {
						case distance == 0:
						case distance > depth && bits > 512 && len(p) > 0 && method != flat && p[0].hops <= depth && p[0].hops < distance:
							t.Fatalf("%+v: a thing %d hops away is proposed at %v", v, distance, p)
						case distance <= depth && len(p) == 0:
							t.Fatalf("%+v: a thing %d hops away is denied", v, distance)
						case distance <= depth && bits > 512 && method != flat && p[0].hops != distance:
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
