package routing

import (
	"slices"
	"strings"
	"testing"

	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/glossary"
	"hyphbench/internal/report"
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
