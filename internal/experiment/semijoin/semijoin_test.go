package semijoin

import (
	"math"
	"slices"
	"strings"
	"testing"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/all"
	"hyphbench/internal/loopbacknetwork"
	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/wordlist"
)

// Runs in which no row has a partner, or every one, of rows of any length, have exact joins,
// too: of keys of 13 bytes the last five count.
func TestConforms(t *testing.T) {
	search := []string{"--queries=bread+wine", "--text=" + passagesFile(t)}
	few := append([]string{"--n=1,200", "--eps=1%,5%,20%", "--filter=bloom", "--reps=2"}, search...)
	experimenttest.Conforms(t, experimenttest.Conformance{New: New, Turned: map[string]string{"TestClaims": "J16 J18 J19 J20 J21 J23 J24 J25 J26"},
		Small: append([]string{"--n=300,500", "--selectivity=1%,50%", "--eps=1%,5%,10%", "--filter=bloom,cuckoo,ribbon", "--reps=2", "--seed=5"}, search...),
		Few: [][]string{append(few, "--selectivity=0", "--payload=0"), append(few, "--selectivity=100%", "--payload=0", "--key-bytes=8"),
			append(few, "--selectivity=1%,50%", "--payload=7", "--key-bytes=13")},
		Bad: [][]string{{"--n=0"}, {"--n=1e9"}, {"--key-bytes=9e15"}, {"--key-bytes=7"}, {"--payload=9e15"},
			{"--deleted=0"}, {"--deleted=1"}, {"--filter=map"}, {"--queries=bread"}, {"--queries=bread+bread"}, append([]string{"--queries=bread+water"}, search[1])},
		Varies: experimenttest.Timed(Time, ChangedTime), Ops: experimenttest.Each(map[runfolder.Metric]int{Time: 1, ChangedTime: 1})})
}

// joined carries a join of a thousand rows by a filter out, half of which have a partner.
func joined(t *testing.T, spoil func(*pair), w method) error {
	t.Helper()
	network := experimenttest.Must(loopbacknetwork.New(2))(t)
	defer func() { _ = network.Close() }()
	p := experimenttest.Must(newPair(newTable(1000, 16, 20, 7), 0.5, 7))(t)
	spoil(p)
	j := &join{pair: p, method: w, cfg: filter.Config{Epsilon: 0.05, Seed: 3}}
	return j.run(t.Context(), network)
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
	s := experimenttest.Must(all.ByName(bloom))(t)
	good := filterOf(s)
	denies, damaged := good, good
	denies.read = func(message []byte, key int) (admitter, error) {
		a, err := good.read(message, key)
		return &liar{admitter: a}, err
	}
	damaged.tell = func(keys *wordlist.List, cfg filter.Config) ([]byte, error) {
		message, err := good.tell(keys, cfg)
		message[len(message)/2] ^= 1
		return message, err
	}
	as := func(p *pair) {}
	for _, c := range []struct {
		what  string
		w     method
		spoil func(*pair)
		want  string // in the error
	}{
		{"a filter that denies keys", denies, as, "wrong answer: node A"},
		{"a damaged filter", damaged, as, "damaged"},
		{"node B does not know a row of its own", good, func(p *pair) { delete(p.index, p.rows.keyAt(int(p.exact.rows[0]))) }, "wrong answer"},
		{"node B takes it for another one", good, func(p *pair) { p.index[p.rows.keyAt(int(p.exact.rows[0]))]++ }, "wrong answer"},
		{"node B takes a negative in", good, func(p *pair) {
			for i := range p.rows.len() {
				if _, has := p.index[p.rows.keyAt(i)]; !has {
					p.index[p.rows.keyAt(i)] = 0
				}
			}
		}, "wrong answer"},
		{"a payload changes between the nodes", good, func(p *pair) { p.exact.digest++ }, "wrong answer"},
	} {
		if err := joined(t, c.spoil, c.w); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.what, err)
		}
	}
	if err := joined(t, as, good); err != nil {
		t.Error(err)
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
	b := experimenttest.Trials(t, New(), "--n=1e3,1e6", "--selectivity=1%,50%", "--eps=1%,10%", "--text="+passagesFile(t), "--queries=bread+wine")
	counts := map[string]int{}
	for round := range 10 {
		var sizes, pairs []string
		for s := range b.Plan(0).All() {
			if s.Round != round {
				continue
			}
			n := s.Cell.Point.Value(0)
			if n == "" || s.Cell.Point.Value(1) == "" { // a search, or lookups
				continue
			}
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
	b := experimenttest.Trials(t, New(), "--n=1e3,1e6", "--selectivity=1%,10%", "--eps=1%", "--text="+passagesFile(t), "--queries=bread+wine")
	experimenttest.Likes(t, b, []experimenttest.Alike{
		{Bytes, "1000,0.1,0.01,,", "1000,0.1,0.01,,", 1}, {Bytes, "1000000,0.01,,,", "1000,0.01,,,", 1000},
	})
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

// A row of the run tells which structure the smallest filter was.
func TestStructureColumn(t *testing.T) {
	run := experimenttest.Run(t, New(), "--n=500", "--selectivity=10%", "--eps=1%", "--reps=2", "--text="+passagesFile(t), "--queries=bread+wine")
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
		th := theory{n: n, share: share, row: row, c: map[string]float64{bloom: bloomFactor, ribbon: 1.1, cuckoo: 1.3, smallestFilter: 1.02}[r.Filter]}
		told := map[string]float64{keyList: 16 * float64(n)}[r.Filter]
		if epsilon > 0 {
			told = th.filter(epsilon)
		}
		noise := 1 + 0.001*float64(r.Round%2)
		deleted, _ := axis.ParseShare(of.Meta.On(string(Deleted), r.Point))
		switch r.Metric {
		case SearchBytes:
			r.Value = map[string]float64{bloom: 10, ribbon: 9, keyList: 20}[r.Filter]
		case LookupBytes, LookupVain:
			r.Value = map[string]float64{cuckoo: 10, bloom: 12, bloomAgain: 11.5, bloomList: 11}[r.Filter]
		case ChangedBytes:
			r.Value = map[string]float64{cuckoo: 10, bloomList: 10.3, bloomAgain: 12}[r.Filter]
		case ChangedRemoved:
			r.Value = float64(n) * (share*deleted + (1-share)*epsilon)
			if r.Filter == cuckoo {
				r.Value = float64(n) * epsilon * (1 - share) / 2
			}
		case ChangedTime:
			r.Value = 1e7 * noise * map[string]float64{cuckoo: 1, bloomAgain: 1.5}[r.Filter] * float64(r.Ops)
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
			r.Value = 1e7 * noise * map[string]float64{bloom: 1, cuckoo: 0.8, ribbon: 1.5, smallestFilter: 1.4, keyList: 2, shipAll: 3}[r.Filter] * float64(r.Ops)
		}
	}
}

// Each claim is supported by rows that are as theory says but J2, which theory
// contradicts, and contradicted by rows that were made against it.
func TestClaims(t *testing.T) {
	of := experimenttest.Run(t, New(), "--n=2000,4000", "--selectivity=1%,50%,90%,100%", "--eps=0.04%,0.1%,0.25%,0.63%,1%,10%", "--reps=2",
		"--filter=bloom,cuckoo,ribbon", "--queries=bread+wine,wine+of", "--text="+passagesFile(t))
	asTheory(of)
	experimenttest.Supported(t, New(), of, map[string]claim.Verdict{"J2": claim.Contradicted, "J25": claim.ByConstruction})
	share := func(r *runfolder.Row) string { return of.Meta.On(string(Selectivity), r.Point) }
	rate := func(r *runfolder.Row) string { return r.Point.Value(2) }
	deleted := func(r *runfolder.Row) string { return r.Point.Value(3) }
	query := func(r *runfolder.Row) string { return r.Point.Value(4) }
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
		{"J1", at(rate, "0.1", times(bloom, Bytes, 9)), claim.Contradicted},
		{"J1", without(shipAll), claim.NotTested},
		{"J2", at(share, "1", times(bloom, Bytes, 0.9)), claim.Supported},
		{"J3", at(rate, "0.0004", times(bloom, Told, 20)), claim.Contradicted},
		{"J3", without(keyList), claim.NotTested},
		{"J4", at(rate, "0.1", times(ribbon, Removed, 2)), claim.Contradicted},
		{"J4", at(rate, "0.1", times(bloom, Removed, 0)), claim.Contradicted},
		{"J4", at(rate, "0.0004", times(bloom, Removed, 2)), claim.Supported}, // too few to tell
		{"J5", at(share, "1", times(bloom, Bytes, 1.2)), claim.Contradicted},
		{"J5", at(rate, "0.1", times(bloom, Bytes, 2)), claim.Contradicted},
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
		{"J10", at(rate, "0.0004", times(bloom, Bytes, 0.94)), claim.Contradicted},
		{"J10", at(rate, "0.0004", times(bloom, Bytes, 1.04)), claim.Supported},
		{"J10", inRound(2, at(rate, "0.1", times(bloom, Bytes, 1.2))), claim.Inconclusive}, // chance may do that to two joins
		{"J11", at(rate, "0.1", times(smallestFilter, Bytes, 1.06)), claim.Contradicted},
		{"J12", times(smallestFilter, Bytes, 1.1), claim.Contradicted},
		{"J13", times(bloom, Time, 4), claim.Contradicted},
		{"J13", at(func(r *runfolder.Row) string { return r.Point.Value(0) }, "4000", times(bloom, Time, 4)), claim.Contradicted},
		{"J13", inRound(2, times(bloom, Time, 4)), claim.Inconclusive}, // a busy machine, then a quiet one
		{"J13", at(share, "1", times(bloom, Time, 4)), claim.Contradicted},
		{"J14", at(share, "0.5", times(ribbon, Time, 0.5)), claim.Contradicted},
		{"J15", at(share, "0.9", times(keyList, Time, 0.4)), claim.Contradicted},
		{"J15", without(keyList), claim.NotTested},
		{"J16", at(rate, "0.0004", times(cuckoo, Bytes, 2)), claim.Contradicted},
		{"J17", at(share, "0.9", times(cuckoo, Time, 4)), claim.Contradicted},
		{"J18", at(deleted, "0.5", times(bloom, ChangedRemoved, 0.8)), claim.Contradicted},
		{"J19", at(deleted, "0.01", times(cuckoo, ChangedRemoved, 2.1)), claim.Contradicted},
		{"J20", at(deleted, "0.01", times(cuckoo, ChangedBytes, 1.3)), claim.Contradicted},
		{"J21", at(deleted, "0.5", times(bloomList, ChangedBytes, 1.1)), claim.Contradicted},
		{"J22", at(deleted, "0.1", times(cuckoo, ChangedTime, 4)), claim.Contradicted},
		{"J23", at(query, "wine+of", times(bloom, SearchBytes, 2.1)), claim.Contradicted},
		{"J25", at(deleted, "0.001", times(cuckoo, LookupVain, 1.3)), claim.Contradicted},
		{"J25", without(bloom), claim.NotTested},
		{"J26", at(deleted, "0.5", times(bloomList, LookupBytes, 0.9)), claim.Contradicted},
		{"J26", at(deleted, "0.5", times(bloomAgain, LookupBytes, 0.8)), claim.Contradicted},
		{"J26", at(deleted, "0.001", times(bloom, LookupBytes, 0.8)), claim.Contradicted},
		{"J26", without(bloomAgain), claim.NotTested},
		{"J24", at(query, "bread+wine", times(ribbon, SearchBytes, 2)), claim.Contradicted},
		{"J24", without(ribbon), claim.NotTested},
	})
}
