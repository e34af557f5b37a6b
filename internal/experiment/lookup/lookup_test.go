package lookup

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"hyphbench/internal/axis"
	"hyphbench/internal/bilingual"
	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/all"
	"hyphbench/internal/machine"
	"hyphbench/internal/metric"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/tier"
	"hyphbench/internal/wordlist"
)

// prepared is the experiment with the given flags.
func prepared(t *testing.T, flags ...string) *bench {
	t.Helper()
	return experimenttest.Prepared[*bench](t, New(), flags...)
}

func TestConforms(t *testing.T) {
	experimenttest.Conforms(t, experimenttest.Conformance{
		Turned: map[string]string{"TestClaimsTurn": "Q1 Q2 Q19 Q22 Q23 Q24 Q25 Q28 Q29 Q30", "TestFanClaims": "F5"},
		New:    New, Small: []string{"--preset=fan2014", "--n=1000", "--reps=2"}, Sections: true,
		Bad:    [][]string{{"--n=7", "--text=book.txt"}, {"--preset=fan2014", "--full"}, {"--preset=fan2014", "--text=book.txt"}, {"--preset=fan2013"}, {"--goroutines=0"}, {"--filter=unknown"}},
		Varies: experimenttest.Timed(timedMetrics()...), Ops: experimenttest.Each(map[runfolder.Metric]int{metric.Build: 1000, metric.Query: 1 << 16, Latency: 1 << 16, Many: 1 << 16}),
	})
}

// The user's queries are asked in their share of members, which a note names, also by --quick,
// which has the other flags; --hits asks others.
func TestOwnQueriesShare(t *testing.T) {
	own := []string{"--quick", "--filter=bloom", "--keys=" + experimenttest.File(t, []string{"academy", "areas"}), "--queries=" + experimenttest.File(t, []string{"areas", "x", "y", "areas", "z"})}
	for hits, want := range map[string]string{"": "0.4", "0,1": "0,1"} {
		args := own
		if hits != "" {
			args = append(slices.Clip(own), "--hits="+hits)
		}
		b := prepared(t, args...)
		if got := b.Text(Hits); got != want || b.Text(axis.Eps) != "1%,10%" {
			t.Errorf("--hits=%s: shares %s at %s, want %s", hits, got, b.Text(axis.Eps), want)
		}
		if said := strings.Contains(strings.Join(b.Notes, " "), "that of --queries, 0.4"); said != (hits == "") {
			t.Errorf("--hits=%s: notes %q", hits, b.Notes)
		}
	}
}

// The user's keys are asked running text only where the user names it.
func TestOwnKeysText(t *testing.T) {
	words := experimenttest.File(t, []string{"academy", "areas"})
	for text, want := range map[string]bool{"": false, words: true} {
		asked := false
		for s := range prepared(t, "--keys="+words, "--text="+text, "--filter=bloom").Plan(0).Kinds() {
			asked = asked || s.Cell.Point.Value(placeOrder) == inText
		}
		if asked != want {
			t.Errorf("--text=%s: text is asked: %v, want %v", text, asked, want)
		}
	}
}

// timedMetrics are those with a clock.
func timedMetrics() (list []runfolder.Metric) {
	for _, m := range metrics {
		if m.Rows == runfolder.Nanoseconds {
			list = append(list, m.Name)
		}
	}
	return list
}

// One run of all kinds of steps has the rows of its plan, its figures, and sizes.
func TestRun(t *testing.T) {
	tier.Check(t) // measures for seconds
	text := experimenttest.File(t, slices.Repeat([]string{"The academy, as a project, is to present a word."}, 500))
	run := experimenttest.Run(t, New(), "--text="+text, "--n=1753,3000", "--reps=2", "--hits=0,1", "--eps=1%,10%", "--goroutines=1,2", "--filter=hashtable,bloom,cuckoo")
	count := map[string]int{}
	for _, row := range run.Measured() {
		count[row.Filter+" "+string(row.Metric)]++
		if !(row.Value > 0) && row.Metric != WastedTokens && row.Metric != WastedWords {
			t.Errorf("%s of %s at %s is %v", row.Metric, row.Filter, row.Point, row.Value)
		}
	}
	for what, want := range map[string]int{
		"bloom query":         2 * (5 + 1), // the middle n has 2 shares, 2 orders and a further ε; the other n one point
		"bloom latency":       2 * (3 + 1),
		"hashtable query":     2 * (4 + 1),
		"bloom wasted_tokens": 2,
		"bloom insert":        2 * 2,
		"cuckoo delete":       2 * 2,
		"stream query":        2 * (4 + 1),
		"hash latency":        2 * (2 + 1),
		"cuckoo bits_per_key": 3,
		"cuckoo parallel":     2 * 2,
		"bloom written":       2 * 2,
		"bloom build":         2 * 3,
	} {
		if count[what] != want {
			t.Errorf("%d rows of %s, want %d", count[what], what, want)
		}
	}
	s := experimenttest.Summary(t, New(), run)
	for _, f := range figures(s.Meta) {
		_, err := f.Draw(s, bilingual.English)
		// One n, the thesis's keys left out, makes no line; no table for them is filled;
		// none of the three answers a list; no filter has 10,000 keys.
		if lacks := slices.Contains([]string{"query-n", "latency-n", "load", "list", "many-filters"}, f.ID); (err != nil) != lacks {
			t.Errorf("figure %s: %v", f.ID, err)
		}
	}
	if axes := along(s, axis.Eps).Meta.Varied(along(s, axis.Eps).Samples.Points(metric.Query, "bloom")); len(axes) != 1 {
		t.Errorf("along ε the run varies %d axes", len(axes))
	}
}

// Queries have the share of members asked for, are the same for all structures of a
// round, and in dictionary order where that is asked for.
func TestQueries(t *testing.T) {
	b := prepared(t, "--n=500", "--filter=bloom")
	b.load(500, 1)
	known := map[string]bool{}
	for key := range b.sets.keys.Each() {
		known[key] = true
	}
	for _, k := range []asked{{"0", shuffled}, {"0.25", shuffled}, {"1", dictionary}} {
		q := experimenttest.Must(b.queries(k))(t)
		members, last, falls := 0, "", 0
		for i, member := range q.member {
			word := q.words.At(i)
			if member != known[word] {
				t.Fatalf("%v: %q is a member: %v", k, word, !member)
			}
			members += one(member)
			falls += one(word < last)
			last = word
		}
		if members != q.all || q.words.Len() != fewQueries || k.hits == "0.25" && members != fewQueries/4 || k.hits == "1" && members != fewQueries {
			t.Errorf("%v: %d members of %d, %d counted", k, q.all, q.words.Len(), members)
		}
		if (falls == 0) != (k.order == dictionary) {
			t.Errorf("%v: %d falls in the order of the alphabet", k, falls)
		}
	}
}

// admits admits one word.
type admits string

func (o admits) Contains(key string) bool { return key == string(o) }
func (o admits) Bits() uint64             { return 1 }
func (o admits) Theory() float64          { return 0 }
func (o admits) Params() []filter.Param   { return nil }

// turning answers truly at first, and from the middle of the first section on with no.
type turning struct {
	admits
	asked *int
}

func (f turning) Contains(string) bool { *f.asked++; return *f.asked <= 3*fewQueries/2 }

// wrong is a structure whose filters are f.
func wrong(f filter.Filter, exact bool) filter.Structure {
	return filter.Structure{Name: "wrong", Exact: exact, Build: func(*wordlist.List, filter.Config) (filter.Filter, error) { return f, nil }}
}

// A structure that answers wrongly gets no number, whether that shows before it is
// timed or under the clock.
func TestGate(t *testing.T) {
	yes := 0
	for _, c := range []struct {
		structure filter.Structure
		metric    string
		want      string
	}{
		{wrong(admits(""), false), "query", "false negative"},
		{wrong(admits(""), false), "latency", "false negative"},
		{wrong(turning{asked: new(int)}, true), "query", "an exact structure admits"},
		{wrong(turning{asked: &yes}, false), "query", "wrong answers"},
	} {
		b := prepared(t, "--n=500", "--hits=0.5", "--reps=2", "--filter=bloom")
		b.x.filters.Structures = []filter.Structure{c.structure}
		var err error
		for step := range b.Plan(0).All() {
			if step.Cell.Filter == "wrong" && string(step.Cell.Metric) == c.metric {
				_, err = b.Measure(t.Context(), step)
				break
			}
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.metric, err, c.want)
		}
	}
}

// The loops of latency ask every word once, as those of throughput.
func TestLoops(t *testing.T) {
	words := wordlist.Of("a", "bc", "a", "def")
	h := filter.NewHasher(filter.Config{Seed: 1})
	if a, b := independent(admits("a"), words), dependent(admits("a"), words, 0); a != 2 || b != 2 {
		t.Errorf("%d and %d words found", a, b)
	}
	if read(words) != readAfter(words, 0) || hashed(&h, words) != hashedAfter(&h, words, 0) {
		t.Error("the baselines go over different words")
	}
}

// A structure leaves the caches at their size over its bytes per key.
func TestCrossings(t *testing.T) {
	s := filter.Structure{Plan: func(n int, _ filter.Config) (filter.Plan, error) { return filter.Plan{Bits: uint64(16 * n)}, nil }}
	list := crossings(machine.CPU{L1d: 1000, L3: 100_000}, s, 0.01)
	if len(list) != 2 || list[0] != (crossing{machine.Cache{Name: "L1d", Bytes: 1000}, 501, s.Name}) || list[1].n != 50_001 {
		t.Errorf("%+v", list)
	}
}

// Every step of the plan is of a structure or a baseline, once in a round.
func TestPlan(t *testing.T) {
	b := prepared(t, "--n=1e3,1e5,1e6", "--reps=12", "--full", "--filter=map,bloom")
	seen := map[experiment.Step]bool{}
	large := 0
	for step := range b.Plan(0).All() {
		if seen[step] {
			t.Fatalf("twice: %+v", step)
		}
		seen[step] = true
		if step.Cell.Metric == metric.Build && strings.HasPrefix(string(step.Cell.Point), "1000000,0.01,") {
			large++
		}
	}
	if large != 10 {
		t.Errorf("a million keys have %d rounds, want 10 and no warm-up", large)
	}
}

// Goroutines ask each word once a pass, and the writer's errors are no silence.
func TestCrowd(t *testing.T) {
	words := wordlist.Of("a", "b", "c", "a", "d")
	c := crowd{filter: admits("a"), words: words, passes: 3, goroutines: 4}
	c.work()
	if len(c.yes) != 12 || slices.Max(c.yes) != 2 || slices.Min(c.yes) != 2 {
		t.Errorf("answers with yes: %v", c.yes)
	}
	c = crowd{filter: admits("a"), words: words, passes: 3000, goroutines: 1, writer: full{}, keys: words}
	c.work()
	if !errors.Is(c.err, filter.ErrFull) {
		t.Errorf("a refused key: %v", c.err)
	}
	if got := doubling(6); !slices.Equal(got, []int{1, 2, 4, 6}) {
		t.Errorf("goroutines %v", got)
	}
	if got := doubling(1); !slices.Equal(got, []int{1}) {
		t.Errorf("goroutines %v", got)
	}
}

type full struct{ admits }

func (full) InsertAtomic(string) error { return filter.ErrFull }

// Copies answer alike and have the size asked for; picks are within it, and skewed
// as they are told to be.
func TestManyFilters(t *testing.T) {
	s := experimenttest.Must(all.ByName(bloom))(t)
	keys := wordlist.Of("a", "b", "c")
	f := experimenttest.Must(s.Build(keys, filter.Config{Epsilon: 0.01}))(t)
	list, err := copies(s, f, (10*f.Bits()+7)/8)
	if err != nil || len(list) != 10 {
		t.Fatalf("%d filters, %v", len(list), err)
	}
	for _, skewed := range []bool{false, true} {
		count := make([]int, len(list))
		for _, i := range picks(10_000, len(list), skewed, 1) {
			count[i]++
		}
		first := float64(count[0]+count[1]) / 10_000
		if want := map[bool]float64{false: 0.2, true: 0.8}[skewed]; math.Abs(first-want) > 0.02 || slices.Min(count) == 0 {
			t.Errorf("skewed %v: a fifth of the filters has %v of the queries; all %v", skewed, first, count)
		}
	}
	if got := among(list, keys, []uint32{9, 0, 4}); got != 3 {
		t.Errorf("%d keys found", got)
	}
	if p := picks(10, 1, true, 1); slices.Max(p) != 0 {
		t.Errorf("picks %v of one filter", p)
	}
}

// A table is asked at the load it was filled to; one that refuses has no row.
func TestLoaded(t *testing.T) {
	b := prepared(t, "--n=2000", "--filter=cuckoo", "--eps=1%", "--hits=0", "--reps=2")
	fills := map[string]bool{}
	for step := range b.Plan(0).All() {
		if step.Cell.Metric != Loaded || step.Round != 1 {
			continue
		}
		fills[step.Cell.Point.Value(placeLoad)] = true
		if m, err := b.Measure(t.Context(), step); err != nil || m == nil || m.Value <= 0 {
			t.Fatalf("%s: %+v, %v", step.Cell.Point, m, err)
		}
	}
	if len(fills) != len(loads()) {
		t.Errorf("loads %v", fills)
	}
	s := b.structure(cuckoo)
	full, err := filled(s, b.Work.Keys(10_000, 1), filter.Config{Epsilon: 0.01, Capacity: 2000})
	if !errors.Is(err, filter.ErrFull) {
		t.Errorf("10,000 keys fit into %v bits: %v", full.Bits(), err)
	}
	b.x.filters.Structures[0].Build = func(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) { return full, nil }
	b.current = instance{}
	if m, err := b.Measure(t.Context(), experiment.Step{Round: 1, Cell: runfolder.Cell{Filter: cuckoo, Metric: Loaded,
		Point: runfolder.At("2000", "0.01", "0", shuffled, "", "0.95")}}); m != nil || err != nil {
		t.Errorf("a full table: %+v, %v", m, err)
	}
}

// A load is of a table's places, not of its keys; of the negatives those are admitted that are no
// key that was lost; and after a refusal other hash functions are tried.
func TestLoadsRatesAndRefusals(t *testing.T) {
	if n := taken(filter.Plan{Capacity: 4096}, 0.75); n != 3072 {
		t.Errorf("%d places of three quarters of 4,096 are taken", n)
	}
	if share := (answers{yes: 27, lost: 3}).admitted(20, 60); share != 0.25 { // 17 keys, and 10 of 40
		t.Errorf("%v of the negatives are admitted, want a quarter", share)
	}
	b := prepared(t, "--n=200", "--filter=cuckoo", "--eps=1%", "--reps=2")
	b.load(200, 1)
	b.current = instance{s: b.structure(cuckoo), config: filter.Config{Epsilon: 0.01}}
	first, other := experimenttest.Must(b.empty(1, 0))(t), experimenttest.Must(b.empty(1, 1))(t)
	experimenttest.OK(t, insertAll(slices.Concat(first, other), b.sets.keys))
	if err := sameFiles(first[0], other[0]); !errors.Is(err, errDiffers) {
		t.Errorf("the same hash functions are tried after a refusal: %v", err)
	}
}

// A section of goroutines has the queries of all of them and of all passes. A second round is
// predicted by itself where there are five or more.
func TestOperationsOfGoroutines(t *testing.T) {
	b := prepared(t, "--n=1000", "--filter=bloom", "--eps=1%", "--hits=0", "--reps=5")
	cell := runfolder.Cell{Filter: "bloom", Metric: Parallel, Point: runfolder.At("1000", "0.01", "0", shuffled, "2", "")}
	if m := experimenttest.Must(b.Measure(t.Context(), experiment.Step{Round: 1, Cell: cell}))(t); m.Ops != 2*int64(b.passes[cell])<<16 {
		t.Errorf("%d operations of two goroutines in %d passes", m.Ops, b.passes[cell])
	}
	for reps, want := range map[int]int{4: 1, 5: 2} {
		b.Reps = reps
		if round := b.newPrediction().measuredAs(madeSet{1000, 3}).round; round != want {
			t.Errorf("of %d rounds round %d stands for the third, want %d", reps, round, want)
		}
	}
}

// A section of insertions is one of all keys into each of so many filters: its operations are
// those of all.
func TestOperationsOfChanges(t *testing.T) {
	b := prepared(t, "--filter=cuckoo", "--n=1000", "--eps=1%", "--quick")
	for _, m := range []runfolder.Metric{Insert, Delete} {
		for step := range b.Plan(0).All() {
			if step.Cell.Metric != m || step.Round < 1 {
				continue
			}
			row := experimenttest.Must(b.Measure(t.Context(), step))(t)
			if row.Ops != 250_000 {
				t.Errorf("%s: %d operations, want those of 250 filters of 1,000 keys", m, row.Ops)
			}
			break
		}
	}
}
