package semijoin

import (
	"math"
	"slices"
	"strings"
	"testing"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/all"
	"hyphbench/internal/metric"
	"hyphbench/internal/nodes"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/wordlist"
)

func prepared(t *testing.T, flags ...string) *trial.Bench {
	t.Helper()
	return experimenttest.Prepared[*trial.Bench](t, New(), flags...)
}

func TestConforms(t *testing.T) {
	experimenttest.Conforms(t, experimenttest.Conformance{New: New,
		Small:  []string{"--n=300,500", "--selectivity=1%,50%", "--eps=1%,5%,10%", "--reps=2", "--seed=5"},
		Bad:    [][]string{{"--n=0"}, {"--n=1e9"}, {"--key-bytes=9e15"}, {"--key-bytes=7"}, {"--payload=9e15"}},
		Varies: experimenttest.Timed(Time)})
}

// pairOf is a pair of small tables.
func pairOf(t *testing.T, n int, share float64, key, payload int) *pair {
	t.Helper()
	p, err := newPair(newTable(n, key, payload, 7), share, 7)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// joined carries a join out, twice over the same sockets: nothing of the first may be
// left in them.
func joined(t *testing.T, p *pair, w method) (*join, error) {
	t.Helper()
	network, err := nodes.New(2)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = network.Close() }()
	j := &join{pair: p, method: w, cfg: filter.Config{Epsilon: 0.05, Seed: 3}}
	if err := j.run(t.Context(), network); err != nil {
		return j, err
	}
	first := j.traffic
	if err := j.run(t.Context(), network); err != nil {
		return j, err
	}
	if j.traffic != first {
		t.Errorf("%s: %+v, and the second time %+v", w.name, first, j.traffic)
	}
	return j, nil
}

func bloomMethod(t *testing.T) method {
	t.Helper()
	s, err := all.ByName(bloom)
	if err != nil {
		t.Fatal(err)
	}
	return filterOf(s)
}

// Every method gives the exact join, whatever the sizes of tables, keys and payloads; the
// bytes are those of the messages that it must send.
func TestJoins(t *testing.T) {
	methods := []method{allRows(), listOfKeys(), bloomMethod(t)}
	for _, n := range []int{1, 2, 700, 3000} {
		for _, share := range []float64{0, 0.01, 0.5, 1} {
			for _, row := range [][2]int{{8, 0}, {16, 100}, {13, 7}} {
				p := pairOf(t, n, share, row[0], row[1])
				for _, w := range methods {
					j, err := joined(t, p, w)
					if err != nil {
						t.Fatalf("%s, %d rows, %v: %v", w.name, n, share, err)
					}
					shipped := j.exact.pairs + j.removed
					if w.name != bloom && shipped != map[string]int{shipAll: n, keyList: j.exact.pairs}[w.name] {
						t.Errorf("%s: %d rows were shipped of %d", w.name, shipped, n)
					}
					least := int64(j.told + shipped*(row[0]+row[1]))
					if got := j.traffic.Bytes; got < least+3 || got > least+int64(shipped)+40 {
						t.Errorf("%s, %d rows of %v, %v: %d bytes, %d of them rows and keys", w.name, n, row, share, got, least)
					}
				}
			}
		}
	}
}

// The plain join that all others are compared with is one by comparison of all rows.
func TestExact(t *testing.T) {
	p := pairOf(t, 200, 0.3, 9, 4)
	var rows []int32
	seen := map[string]bool{}
	for i := range p.rows.len() {
		if seen[p.rows.keyAt(i)] {
			t.Fatal("a key comes twice")
		}
		seen[p.rows.keyAt(i)] = true
		if slices.Contains(p.keys.All(), p.rows.keyAt(i)) {
			rows = append(rows, int32(i))
		}
	}
	if !slices.Equal(rows, p.exact.rows) || len(rows) != 60 || p.keys.Len() != 200 {
		t.Errorf("%v, want %v", p.exact.rows, rows)
	}
}

// liar denies a key now and then.
type liar struct {
	admitter
	calls int
}

func (l *liar) Contains(key string) bool {
	l.calls++
	return l.admitter.Contains(key) && l.calls%50 != 0
}

// A node that loses a row, or a pair, or ships what it was not asked for ends the run.
func TestGate(t *testing.T) {
	good := bloomMethod(t)
	denies := good
	denies.read = func(message []byte, key int) (admitter, error) {
		a, err := good.read(message, key)
		return &liar{admitter: a}, err
	}
	if _, err := joined(t, pairOf(t, 1000, 0.5, 16, 20), denies); err == nil || !strings.Contains(err.Error(), "wrong answer: node A") {
		t.Errorf("a filter that denies keys: %v", err)
	}
	damaged := good
	damaged.tell = func(keys *wordlist.List, cfg filter.Config) ([]byte, error) {
		message, err := good.tell(keys, cfg)
		message[len(message)/2] ^= 1
		return message, err
	}
	if _, err := joined(t, pairOf(t, 1000, 0.5, 16, 20), damaged); err == nil || !strings.Contains(err.Error(), "damaged") {
		t.Errorf("a damaged filter: %v", err)
	}
	for what, spoil := range map[string]func(p *pair){
		"node B does not know a row of its own": func(p *pair) { delete(p.index, p.rows.keyAt(int(p.exact.rows[0]))) },
		"node B takes it for another one":       func(p *pair) { p.index[p.rows.keyAt(int(p.exact.rows[0]))]++ },
		"node B takes a negative in": func(p *pair) {
			for i := range p.rows.len() {
				if _, has := p.index[p.rows.keyAt(i)]; !has {
					p.index[p.rows.keyAt(i)] = 0
				}
			}
		},
		"a payload changes on the way": func(p *pair) { p.exact.digest++ },
	} {
		p := pairOf(t, 1000, 0.5, 16, 20)
		spoil(p)
		if _, err := joined(t, p, good); err == nil || !strings.Contains(err.Error(), "wrong answer") {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// The list of rows without a partner is the shorter of both and is read back; a damaged
// one is an error.
func TestVerdict(t *testing.T) {
	j := &join{}
	for _, c := range []string{"", "1", "0", "1111", "0000", "1011101", "0100010", "11111110"} {
		var partnered []bool
		var shipped, want []int32
		without := 0
		for i, r := range c {
			partnered, shipped = append(partnered, r == '1'), append(shipped, int32(10*i))
			if r == '1' {
				want = append(want, int32(10*i))
			} else {
				without++
			}
		}
		message := verdict(partnered, without)
		if len(message) > 1+min(without, len(c)-without) {
			t.Errorf("%s: a message of %d bytes", c, len(message))
		}
		if got, err := j.without(shipped, message); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %v, %v, want %v", c, got, err, want)
		}
	}
	for _, bad := range [][]byte{nil, {2}, {0, 3}, {0, 0, 0, 0, 0}, {1, 0x80}, {0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1}} {
		if got, err := j.without([]int32{1, 2, 3}, bad); err == nil {
			t.Errorf("%v: %v", bad, got)
		}
	}
}

// A million rows have fewer rounds. Tables of one size stand together, and so do those with
// one selectivity.
func TestRounds(t *testing.T) {
	b := prepared(t, "--n=1e3,1e6", "--selectivity=1%,50%", "--eps=1%,10%")
	counts := map[string]int{}
	for round := range 10 {
		var sizes, pairs []string
		for s := range b.Plan(0).All() {
			if s.Round != round {
				continue
			}
			n := s.Cell.Point.Value(0)
			sizes, pairs = append(sizes, n), append(pairs, n+" "+s.Cell.Point.Value(1))
			if s.Cell.Metric == Time && s.Cell.Filter == bloom && s.Cell.Point.Value(1) == "0.01" && round > 0 {
				counts[n]++
			}
		}
		sizes, pairs = slices.Compact(sizes), slices.Compact(pairs)
		if want := map[bool]int{true: 2, false: 1}[round <= roundsOfMillion]; len(sizes) != want || len(pairs) != want+1 {
			t.Errorf("round %d has %v", round, pairs)
		}
	}
	if counts["1000000"] != roundsOfMillion || counts["1000"] != 9 {
		t.Errorf("%v", counts)
	}
}

// A join of many rows takes as long as one of fewer, times how many more they are.
func TestLike(t *testing.T) {
	b := prepared(t, "--n=1e3,1e6", "--selectivity=1%,10%", "--eps=1%")
	experimenttest.Likes(t, b, []experimenttest.Alike{
		{Bytes, "1000,0.1,0.01", "1000,0.1,0.01", 1}, {Bytes, "1000000,0.01,", "1000,0.01,", 1000},
	})
}

// The smallest filter is smaller than all others with a file that hold the rate.
func TestSmallest(t *testing.T) {
	const n, seed = 2000, 3
	for _, rate := range []axis.Rate{axis.Per / 100, axis.Per / 1000} {
		w, err := smallest(t.Context(), n, rate, seed)
		if err != nil {
			t.Fatal(err)
		}
		keys := wordlist.Generate(n, func(b []byte, i int) []byte { return appendKey(b, 16, seed, i) })
		cfg := filter.Config{Epsilon: rate.Float(), Seed: seed}
		least, err := w.tell(keys, cfg)
		if err != nil {
			t.Fatal(err)
		}
		if bound := float64(n) * math.Log2(1/rate.Float()) / 8; float64(len(least)) < bound {
			t.Errorf("%s has %d bytes for %d keys, less than %v", w.name, len(least), n, bound)
		}
		for _, name := range []string{bloom, ribbon, "ribbon128", "bumped", "gcs", "golomb", "fuse", "cuckoo", "quotient"} {
			s, err := all.ByName(name)
			if err != nil {
				continue // of another build
			}
			message, err := file(s, keys, cfg)
			if err != nil {
				t.Fatal(err)
			}
			if len(message) < len(least) {
				t.Errorf("%s has %d bytes at %s, and %s %d", name, len(message), rate, w.name, len(least))
			}
		}
	}
}

// theory's best ε is where its bytes are least.
func TestTheory(t *testing.T) {
	of := theory{n: 100_000, share: 0.01, row: 116, c: bloomFactor}
	best := of.best()
	for e := 1e-6; e < 0.5; e *= 1.01 {
		if of.bytes(e) < of.bytes(best)*(1-1e-12) {
			t.Fatalf("%v bytes at %v, %v at the best, %v", of.bytes(e), e, of.bytes(best), best)
		}
	}
	if math.Abs(best-0.00227) > 1e-5 {
		t.Errorf("best at %v", best)
	}
	at := of
	if at.share = of.worthwhile(0.01); math.Abs(at.bytes(0.01)/(116*100_000)-1) > 1e-4 {
		t.Errorf("at %v a filter ships %v bytes", at.share, at.bytes(0.01))
	}
}

// Tables of which no row has a partner, or every one, are joined, judged and drawn.
func TestEdges(t *testing.T) {
	for _, share := range []string{"0", "100%"} {
		of := experimenttest.Run(t, New(), "--n=1,200", "--selectivity="+share, "--eps=1%,5%,20%", "--reps=2", "--payload=0")
		experimenttest.Readable(t, New(), of)
	}
}

// A row of the run tells which structure the smallest filter was.
func TestStructureColumn(t *testing.T) {
	run := experimenttest.Run(t, New(), "--n=500", "--selectivity=10%", "--eps=1%", "--reps=2")
	of := run.Column(columnStructure)
	for _, r := range run.Rows {
		switch name := of(r); {
		case r.Filter == smallestFilter && (name == "" || name == smallestFilter),
			(r.Filter == keyList || r.Filter == shipAll) && name != "", r.Filter == bloom && name != bloom:
			t.Fatalf("%+v has the structure %q", r, name)
		}
		if r.Metric == Time && run.Column(runfolder.ProcessCPUColumn)(r) == "" {
			t.Fatalf("%+v lacks the time of the process", r)
		}
	}
}

// asTheory makes the rows of a run what theory says, without noise: filters of c bits,
// the smallest one of less, and times of two rounds that differ a little.
func asTheory(of *runfolder.Run) {
	const row = 116
	for i := range of.Rows {
		r := &of.Rows[i]
		n, _ := axis.ParseCount(of.Meta.On(string(N), r.Point))
		share, _ := axis.ParseShare(of.Meta.On(string(Selectivity), r.Point))
		epsilon := of.Meta.Epsilon(r.Point).Float()
		th := theory{n: n, share: share, row: row, c: map[string]float64{bloom: bloomFactor, ribbon: 1.1, smallestFilter: 1.02}[r.Filter]}
		told := map[string]float64{keyList: 16 * float64(n)}[r.Filter]
		if epsilon > 0 {
			told = th.filter(epsilon)
		}
		noise := 1 + 0.001*float64(r.Round%2)
		switch r.Metric {
		case Bytes:
			r.Value = told + row*(float64(partners(n, share))+epsilon*th.negatives())
			if r.Filter == shipAll {
				r.Value = row * float64(n)
			}
		case Told:
			r.Value = told
		case Removed:
			r.Value = epsilon * th.negatives()
		case metric.FPRTheory:
			r.Value = epsilon
		case Time:
			r.Value = 1e7 * noise * map[string]float64{bloom: 1, ribbon: 1.5, smallestFilter: 1.4, keyList: 2, shipAll: 3}[r.Filter] * float64(r.Ops)
		}
	}
}

// Each claim is supported by rows that are as theory says but J2, which theory
// contradicts, and contradicted by rows that were made against it.
func TestClaims(t *testing.T) {
	of := experimenttest.Run(t, New(), "--n=2000,4000", "--selectivity=1%,50%,90%,100%", "--eps=0.04%,0.1%,0.25%,0.63%,1%,10%", "--reps=2")
	experimenttest.Draw(t, New(), of)
	asTheory(of)
	experimenttest.Supported(t, New(), of, map[string]claim.Verdict{"J2": claim.Contradicted})
	share := func(r *runfolder.Row) string { return of.Meta.On(string(Selectivity), r.Point) }
	rate := func(r *runfolder.Row) string { return r.Point.Value(2) }
	times, without, inRound := experimenttest.Scale, experimenttest.Gone, experimenttest.InRound
	at := func(place func(*runfolder.Row) string, value string, change func(*runfolder.Row)) func(*runfolder.Row) {
		return func(r *runfolder.Row) {
			if place(r) == value {
				change(r)
			}
		}
	}
	experimenttest.Verdicts(t, New(), of, []experimenttest.Case{
		{"J1", at(share, "0.9", times(bloom, Bytes, 1.2)), claim.Contradicted},
		{"J1", at(share, "1", times(bloom, Bytes, 1.2)), claim.Supported},
		{"J1", without(shipAll), claim.NotTested},
		{"J2", at(share, "1", times(bloom, Bytes, 0.9)), claim.Supported},
		{"J3", times(bloom, Told, 20), claim.Contradicted},
		{"J3", without(keyList), claim.NotTested},
		{"J4", at(rate, "0.1", times(ribbon, Removed, 2)), claim.Contradicted},
		{"J4", at(rate, "0.1", times(bloom, Removed, 0)), claim.Contradicted},
		{"J4", at(rate, "0.0004", times(bloom, Removed, 2)), claim.Supported}, // too few to tell
		{"J5", at(share, "1", times(bloom, Bytes, 1.2)), claim.Contradicted},
		{"J6", at(share, "1", times(shipAll, Bytes, 1.1)), claim.Contradicted},     // fewer bytes above the limit too
		{"J6", at(share, "0.01", times(shipAll, Bytes, 0.01)), claim.Contradicted}, // more bytes below it too
		{"J6", at(share, "1", times(bloom, Bytes, 1.05)), claim.Contradicted},
		{"J7", at(rate, "0.01", times(bloom, Bytes, 0.5)), claim.Contradicted},
		{"J7", at(rate, "0.001", times(bloom, Bytes, 0.9)), claim.Contradicted}, // theory has 0.23 %
		{"J7", at(rate, "0.1", times(bloom, Bytes, 0.1)), claim.Contradicted},   // at the end of the rates, or beyond
		{"J8", at(rate, "0.01", times(smallestFilter, Bytes, 0.5)), claim.Contradicted},
		{"J8", times(smallestFilter, Told, 40), claim.Contradicted},
		{"J9", at(rate, "0.001", times(bloom, Bytes, 0.9)), claim.Contradicted},
		{"J10", at(rate, "0.0004", times(bloom, Bytes, 1.06)), claim.Contradicted},
		{"J10", at(rate, "0.1", times(bloom, Bytes, 1.06)), claim.Supported}, // chance may do that to two joins of 2,000 rows
		{"J10", at(rate, "0.0004", without(bloom)), claim.NotTested},
		{"J11", at(rate, "0.1", times(smallestFilter, Bytes, 1.06)), claim.Contradicted},
		{"J11", without(smallestFilter), claim.NotTested},
		{"J12", times(smallestFilter, Bytes, 1.1), claim.Contradicted},
		{"J13", times(bloom, Time, 4), claim.Contradicted},
		{"J13", at(func(r *runfolder.Row) string { return r.Point.Value(0) }, "4000", times(bloom, Time, 4)), claim.Contradicted},
		{"J13", inRound(2, times(bloom, Time, 4)), claim.Inconclusive}, // a busy machine, then a quiet one
		{"J14", times(ribbon, Time, 0.5), claim.Contradicted},
		{"J15", times(keyList, Time, 0.4), claim.Contradicted},
		{"J15", without(keyList), claim.NotTested},
	})
}

// The figures of a run without joins are left out.
func TestNoFigures(t *testing.T) {
	of := experimenttest.Run(t, New(), "--n=100", "--selectivity=1%", "--eps=1%", "--reps=2")
	experimenttest.NoFigures(t, New(), of, func(r runfolder.Row) bool { return r.Metric == Told })
}
