package routing

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/report"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/tier"
)

// small are flags of a run of a second or two.
func small(more ...string) []string {
	return append([]string{"--nodes=20", "--resources=3", "--bits=256,2048", "--depth=2,4", "--times=0,1,3", "--lookups=10", "--reps=2"}, more...)
}

func prepared(t *testing.T, flags ...string) *bench {
	t.Helper()
	return experimenttest.Prepared[*bench](t, New(), flags...)
}

func TestDefaults(t *testing.T) {
	x := New()
	if len(x.bits.Values) != 6 || len(x.depths.Values) != 5 || len(x.times.Values) != 6 || x.treeLevels() != 7 {
		t.Errorf("%v bits, %v hops, %v moves, %d levels by default", x.bits.Values, x.depths.Values, x.times.Values, x.treeLevels())
	}
	if x := prepared(t, "--quick").x; len(x.bits.Values) != 3 || x.reps.String() != quickReps || x.lookups.String() != quickLookups {
		t.Errorf("quick: %v bits, %v repetitions, %v lookups", x.bits.Values, x.reps.Value, x.lookups.Value)
	}
	if x := prepared(t, "--quick", "--reps=9").x; x.reps.Value != 9 {
		t.Errorf("quick changes what was asked for: %d repetitions", x.reps.Value)
	}
}

func TestBadFlags(t *testing.T) {
	for flag, says := range map[string]string{
		"--nodes=257": "--nodes=257: want 256 or fewer", "--nodes=7": "fewer are no network", "--resources=65": "64 or fewer", "--resources=0": "nothing to find",
		"--hashes=17": "16 or fewer", "--hashes=0": "has to be somewhere", "--bits=255": "from 256 to 1048576", "--bits=2e6": "from 256 to 1048576",
		"--depth=0,1": "from 1 to 12", "--depth=13": "from 1 to 12", "--times=1,2": "want 0 among them", "--times=0,101": "from 0 to 100",
		"--lookups=9": "say nothing", "--reps=1": "at least 2", "--bits=x": "want a whole number",
	} {
		if _, err := experimenttest.Prepare(t, New(), flag); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v, want %q", flag, err, says)
		}
	}
	for _, edge := range []string{"--nodes=8", "--bits=256", "--depth=12", "--times=0", "--hashes=16", "--resources=1"} {
		prepared(t, edge)
	}
}

// measured are the values of a visit in a round.
func measured(t *testing.T, b *bench, v visit, round int) map[runfolder.Cell]float64 {
	t.Helper()
	values := map[runfolder.Cell]float64{}
	for _, cell := range b.cells(v) {
		m, err := b.Measure(t.Context(), experiment.Step{Round: round, Cell: cell})
		if err != nil {
			t.Fatalf("%+v: %v", v, err)
		}
		values[cell] = m.Value
	}
	return values
}

// A visit has the values that are planned, and no other; they are the same in any order
// and from any process, and others in another round and under another seed.
func TestRoundsRepeat(t *testing.T) {
	b, again := prepared(t, small()...), prepared(t, small()...)
	list := b.visits()
	first := map[visit]map[runfolder.Cell]float64{}
	for _, v := range list {
		first[v] = measured(t, b, v, 1)
		if got, want := len(b.current.values), len(b.cells(v)); got != want {
			t.Errorf("%+v: %d values, %d cells", v, got, want)
		}
	}
	slices.Reverse(list)
	for _, v := range list {
		if second := measured(t, again, v, 1); !maps.Equal(first[v], second) {
			t.Errorf("%+v: %v, then %v", v, first[v], second)
		}
	}
	v := visit{graph, attenuated, 256, 4}
	if maps.Equal(first[v], measured(t, b, v, 2)) {
		t.Error("the second round is the first")
	}
	if maps.Equal(first[v], measured(t, prepared(t, small("--seed=2")...), v, 1)) {
		t.Error("the seed decides nothing")
	}
}

// Bytes are those of the messages: each node told each neighbour once for each hop, a
// frame of two bytes, the kind and the filter.
func TestBytesOfFilters(t *testing.T) {
	b := prepared(t, small()...)
	v := visit{graph, flat, 2048, 1}
	b.x.depths.Values = []int{1}
	values := measured(t, b, v, 1)
	const frame, kind, filter = 2, 1, 256
	if got, want := values[v.cell(Advert, -1)], float64(2*30*(frame+kind+filter)); got != want {
		t.Errorf("%v bytes told, want %v", got, want)
	}
	if got := values[v.cell(Message, -1)]; got != filter {
		t.Errorf("messages of %v bytes, want %d", got, filter)
	}
}

// A prediction measures and ends; it is of all rounds.
func TestPredict(t *testing.T) {
	short, err := prepared(t, small("--bits=256", "--depth=2")...).Predict(t.Context())
	if err != nil || short <= 0 {
		t.Fatalf("%v, %v", short, err)
	}
	if long, err := prepared(t, small("--bits=256", "--depth=2", "--reps=200")...).Predict(t.Context()); err != nil || tier.Checking() && long < 5*short {
		t.Errorf("%v for 2 rounds, %v for 200 (%v)", short, long, err)
	}
}

// run is a small run, with every figure drawn in both languages.
func run(t *testing.T, flags ...string) *runfolder.Run {
	return experimenttest.Run(t, New(), flags...)
}

func TestFigures(t *testing.T) {
	experimenttest.Draw(t, New(), run(t, small()...))
	one := experimenttest.Summary(t, New(), run(t, small("--bits=512", "--depth=1", "--times=0")...))
	for _, f := range figures(one.Meta) { // at the least that there is: a figure or a reason
		if _, err := f.Draw(one, figure.English); err != nil && !strings.Contains(err.Error(), "does not hold") {
			t.Errorf("%s: %v", f.ID, err)
		}
	}
	one.Run.Rows = nil
	empty, err := report.Summarize(one.Run, experiment.Glossary(New()))
	if err != nil {
		return // a run without rows has no summary
	}
	for _, f := range figures(empty.Meta) {
		if _, err := f.Draw(empty, figure.English); err == nil {
			t.Errorf("%s is drawn of nothing", f.ID)
		}
	}
}
