package reconcile

import (
	"errors"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/loopbacknetwork"
	"hyphbench/internal/machine"
	"hyphbench/internal/racetest"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
)

func TestConforms(t *testing.T) {
	experimenttest.Conforms(t, experimenttest.Conformance{New: New,
		Small:  []string{"--n=200,2000", "--d=3,40,400", "--reps=2", "--seed=5"},
		Bad:    [][]string{{"--n=0,10"}, {"--n=1e9"}, {"--n=10", "--d=21,50"}, {"--eps=2"}, {"--d=1.5"}, {"--filter=blom"}},
		Varies: experimenttest.Timed(CPU)})
}

// What cannot be sent, or loses keys, is left out, and a note says so.
func TestLeftOut(t *testing.T) {
	m := experimenttest.Meta(t, New(), "--filter=bloom,npm-cuckoo,map")
	if !slices.Equal(m.Baselines, []string{allKeys}) || len(m.Filters) != 9 || slices.Contains(m.Filters, "npm-cuckoo") {
		t.Errorf("baselines %v, methods %v", m.Baselines, m.Filters)
	}
	if len(m.Notes) != 1 || !strings.Contains(m.Notes[0], "npm-cuckoo") {
		t.Errorf("notes %q", m.Notes)
	}
}

// talking are the exchanges of peers with so many keys and differences, and where they talk.
func talking(t *testing.T, filters string, n, d int) ([]visit, *loopbacknetwork.Network) {
	t.Helper()
	x := newPeers(filters)
	x.choose(&trial.Run{})
	network := experimenttest.Must(loopbacknetwork.New(2))(t)
	t.Cleanup(func() { _ = network.Close() })
	return x.visits([]int{n}, []int{d}, []axis.Rate{axis.Per / 1000, axis.Per / 50}), network
}

// one is the first of them of a method for a task.
func one(t *testing.T, name, task string) (visit, *loopbacknetwork.Network) {
	t.Helper()
	list, network := talking(t, "bloom,gcs", 400, 60)
	return list[slices.IndexFunc(list, func(v visit) bool { return v.method.name == name && v.task == task })], network
}

// seed is that of the exchanges.
const seed = 7

// Every method answers rightly at the edges: equal sets, disjoint ones, one key.
func TestEdges(t *testing.T) {
	for _, c := range []struct{ d, n int }{{0, 1}, {0, 300}, {1, 1}, {2, 1}, {1, 300}, {7, 300}, {600, 300}} {
		visits, network := talking(t, "bloom,gcs,xor,map,cuckoo", c.n, c.d)
		if len(visits) < 20 {
			t.Fatalf("n = %d, d = %d: %d visits", c.n, c.d, len(visits))
		}
		for _, v := range visits {
			e, err := v.exchange(t.Context(), network, seed)
			if err != nil {
				t.Errorf("%s, %s, n = %d, d = %d: %v", v.method.name, v.task, c.n, c.d, err)
			}
			if v.method.exact && e.missing > 0 || e.traffic.Bytes == 0 || c.d == 0 && e.missing > 0 {
				t.Errorf("%s, %s, n = %d, d = %d: %+v", v.method.name, v.task, c.n, c.d, e)
			}
			if v.task == taskSize && c.d == 0 && e.b.estimate != 0 {
				t.Errorf("%s: an estimate of %v for equal sets", v.method.name, e.b.estimate)
			}
		}
	}
}

// The CPU time is that of both peers.
func TestBothPeersCount(t *testing.T) {
	if _, has := machine.ThreadCPU(); !has {
		t.Skip("the system does not count the CPU time of a thread")
	}
	const busy = 2 * time.Millisecond
	work := func(*peer) (outcome, error) {
		for start, now := threadCPU(), threadCPU(); now-start < busy; now = threadCPU() {
		}
		return outcome{}, nil
	}
	idle := func(*peer) (outcome, error) { return outcome{}, nil }
	_, network := talking(t, "bloom", 1, 1)
	for name, m := range map[string]method{"A": {a: work, b: idle}, "B": {a: idle, b: work}} {
		e := experimenttest.Must(visit{m, taskSize, 1, 1, 0}.exchange(t.Context(), network, seed))(t)
		if e.cpu < busy {
			t.Errorf("%v of both peers, %v of %s alone", e.cpu, busy, name)
		}
	}
}

func threadCPU() time.Duration { now, _ := machine.ThreadCPU(); return now }

// liar changes what a method finds out.
func liar(m method, a, b func(*outcome)) method {
	lie := func(work func(*peer) (outcome, error), change func(*outcome)) func(*peer) (outcome, error) {
		return func(p *peer) (outcome, error) {
			o, err := work(p)
			if change != nil && err == nil {
				change(&o)
			}
			return o, err
		}
	}
	m.a, m.b = lie(m.a, a), lie(m.b, b)
	return m
}

// A method that answers wrongly gets no number, whichever the way; one that is
// approximate may miss keys and no more.
func TestGate(t *testing.T) {
	lose := func(o *outcome) { o.theirs = o.theirs[1:] }
	loseMine := func(o *outcome) { o.mine = o.mine[1:] }
	invent := func(o *outcome) { o.theirs = append(slices.Clone(o.theirs), 17) }
	inventMine := func(o *outcome) { o.mine = append(slices.Clone(o.mine), 17) }
	twice := func(o *outcome) { o.theirs = append(slices.Clone(o.theirs), o.theirs[0]) }
	swap := func(o *outcome) { o.theirs, o.mine = o.mine, o.theirs }
	sendMore := func(o *outcome) { o.sent = append(slices.Clone(o.sent), 17) }
	sendFewer := func(o *outcome) { o.sent = o.sent[1:] }
	hide := func(o *outcome) { o.extra++ }
	none := func(o *outcome) { o.estimate = math.NaN() }
	for _, c := range []struct {
		name, task string
		a, b       func(*outcome)
		says       string
	}{
		{allKeys, taskDifference, nil, lose, "of S_A − S_B are missing"}, {allKeys, taskDifference, nil, invent, "S_A − S_B has 1 keys too many"},
		{allKeys, taskIntersection, nil, lose, "of S_A ∩ S_B are missing"}, {allKeys, taskIntersection, nil, invent, "S_A ∩ S_B has"},
		{iblt, taskDifference, nil, lose, "of S_A − S_B are missing"}, {iblt, taskDifference, nil, loseMine, "of S_B − S_A are missing"}, {iblt, taskDifference, nil, swap, "wrong answer"},
		{iblt, taskIntersection, nil, loseMine, "of S_B − S_A are missing"}, {riblt, taskIntersection, nil, inventMine, "S_B − S_A has"},
		{riblt, taskDifference, nil, twice, "too many"}, {ibltStrata, taskDifference, nil, invent, "too many"},
		{bloom, taskDifference, nil, lose, "what A sent"}, {bloom, taskDifference, nil, invent, "too many"}, {bloom, taskDifference, nil, twice, "too many"},
		{bloom, taskDifference, sendFewer, nil, "what A sent"}, {bloom, taskDifference, sendMore, nil, "what A sent"},
		{bloom, taskDifference, sendFewer, lose, ""}, // one more false positive
		{bloom, taskIntersection, nil, lose, "of S_A ∩ S_B are missing"}, {bloom, taskIntersection, nil, hide, "in vain"},
		{tree, taskDifference, nil, invent, "too many"}, {tree, taskDifference, sendFewer, lose, ""},
		{strata, taskSize, nil, none, "estimate of NaN"}, {counters, taskSize, nil, none, "estimate of NaN"},
	} {
		v, network := one(t, c.name, c.task)
		v.method = liar(v.method, c.a, c.b)
		_, err := v.exchange(t.Context(), network, seed)
		if c.says == "" && err != nil || c.says != "" && (err == nil || !strings.Contains(err.Error(), c.says)) {
			t.Errorf("%s, %s: %v, want %q", c.name, c.task, err, c.says)
		}
	}
}

// A peer that sends rubbish, or half a message, ends the exchange with an error of the
// other peer.
func TestRubbish(t *testing.T) {
	for _, c := range []struct {
		name, task string
		fromB      bool
	}{{allKeys, taskDifference, false}, {iblt, taskDifference, false}, {ibltStrata, taskDifference, true}, {riblt, taskDifference, false},
		{tree, taskDifference, true}, {bloom, taskDifference, true}, {strata, taskSize, false}, {counters, taskSize, false}} {
		v, network := one(t, c.name, c.task)
		rubbish := func(p *peer) (outcome, error) {
			if err := p.send([]byte{200, 1, 3}); err != nil {
				return outcome{}, err
			}
			_, err := p.receive() // of a peer that goes on
			if err == nil {
				err = errors.New("the other peer took it")
			}
			return outcome{}, err
		}
		if c.fromB {
			v.method.b = rubbish
		} else {
			v.method.a = rubbish
		}
		if _, err := v.exchange(t.Context(), network, seed); err == nil || strings.Contains(err.Error(), "took it") || errors.Is(err, io.EOF) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// A large exchange is predicted by one of fewer keys, and of fewer differences where these
// cannot have so many.
func TestPrediction(t *testing.T) {
	like := func(d string, list ...experimenttest.Alike) {
		b := experimenttest.Trials(t, New(), "--n=1e3,1e5,1e6", "--d="+d)
		experimenttest.Likes(t, b, list)
	}
	like("0,30,8e5", []experimenttest.Alike{
		{Bytes, "difference,30,1000000,", "difference,30,100000,", 10}, {Bytes, "difference,30,1000,", "difference,30,1000,", 1},
		{Off, "size,800000,1000000,", "size,30,100000,", 10 * 800_000 / 30.0}, {Bytes, "size,0,1000000,", "size,0,100000,", 10},
		{Symbols, ",30,,", ",30,,", 1},
	}...)
	like("8e5", experimenttest.Alike{Off, "size,800000,1000000,", "size,800000,1000000,", 1})
}

// number is a value of a row's point.
func number(r *runfolder.Row, i int) float64 {
	v, _ := strconv.ParseFloat(r.Point.Value(i), 64)
	return v
}

// Places of the axes in a point.
const (
	atTask = iota
	atD
	atN
	atEpsilon
)

// asClaimed makes a row what the claims say that it is, without noise.
func asClaimed(r *runfolder.Row) {
	d, n := number(r, atD), number(r, atN)
	onlyA := d - math.Floor(d/2)
	switch r.Metric {
	case Missing, Extra:
		if r.Filter == bloom {
			r.Value = number(r, atEpsilon) * onlyA
		}
		if r.Filter == tree {
			r.Value = 0.08 * onlyA
		}
	case Off:
		r.Value = 0.02
	case Cells:
		if r.Filter == riblt {
			r.Value = 1.36
		}
	case Symbols:
		r.Value = 1.6
	case Threshold:
		r.Value = map[string]float64{tableOf(3): 1.223, tableOf(4): 1.296, tableOf(5): 1.424}[r.Filter]
	case Tables:
		if r.Filter == ibltStrata {
			r.Value = 1
		}
	case Questions:
		r.Value = map[string]float64{bloom: n, tree: 30 * d * math.Log2(n)}[r.Filter]
	case Bytes:
		switch {
		case r.Filter == bloom && r.Point.Value(atTask) == taskIntersection:
			r.Value = 7 * n
		case r.Filter == iblt:
			r.Value = 100 * d
		case r.Filter == ibltStrata:
			r.Value = 80 * d
		case r.Filter == riblt:
			r.Value = 19 * d
		}
	}
}

// Each claim is supported by a run that is as claimed, contradicted by rows doctored
// against it, and not tested without them.
func TestClaims(t *testing.T) {
	racetest.OneGoroutine(t)
	run := experimenttest.Run(t, New(), "--n=1000,10000", "--d=1,3,10,300,1000,10000", "--eps=0.001,0.02", "--filter=bloom", "--reps=2")
	experimenttest.NoFigures(t, New(), run, func(r runfolder.Row) bool { return r.Metric == CPU })
	experimenttest.Repeat(run, 24)
	for i := range run.Rows {
		asClaimed(&run.Rows[i])
	}
	experimenttest.Supported(t, New(), run, nil)
	of, gone := experimenttest.Of, experimenttest.Gone
	noisy := func(rows experimenttest.Rows, by float64) func(*runfolder.Row) {
		return rows.Are(func(r *runfolder.Row) float64 { return r.Value * (1 + by*float64(r.Round%2*2-1)) })
	}
	secondRounds := func(r *runfolder.Row) bool { return r.Round%2 == 0 }
	experimenttest.Verdicts(t, New(), run, []experimenttest.Case{
		{"RC1", of(bloom, Bytes).Times(8), claim.Contradicted},
		{"RC1", of(bloom, Bytes).At(atD, "10000").Times(99), claim.Contradicted},
		{"RC1", gone(allKeys, Bytes), claim.NotTested},
		{"RC2", of(bloom, Missing).At(atD, "10000").Times(1.3), claim.Contradicted},
		{"RC2", of(bloom, Missing).At(atD, "3").Times(9), claim.Supported}, // too few to tell
		{"RC2", of(bloom, Missing).Times(0.7), claim.Contradicted},
		{"RC2", of(bloom, Missing).Times(1.05), claim.Supported},
		{"RC3", of(bloom, Bytes).At(atD, "3").Times(2), claim.Contradicted},
		{"RC3", gone(bloom, Bytes), claim.NotTested},
		{"RC4", of(bloom, Extra).Times(0), claim.Contradicted},
		{"RC5", of(tree, Missing).At(atD, "1000").Times(2), claim.Contradicted},
		{"RC5", of(tree, Missing).At(atD, "300").Times(2), claim.Supported}, // few differ
		{"RC5", of(tree, Missing).Times(1.2), claim.Supported},
		{"RC5", experimenttest.Together(of(tree, Missing).Times(1.25), noisy(of(tree, Missing), 0.4)), claim.Inconclusive},
		{"RC6", of(counters, Off).At(atD, "3").Times(8), claim.Contradicted},
		{"RC6", noisy(of(counters, Off), 30), claim.Inconclusive},
		{"RC7", of(bloom, Missing).At(atN, "1000").Times(2), claim.Contradicted},
		{"RC7", of(bloom, Missing).Times(0.1), claim.Contradicted},
		{"RC7", of(bloom, Missing).Times(1.2), claim.Supported},
		{"RC8", of(tree, Missing).Times(1.5), claim.Contradicted},
		{"RC8", of(tree, Missing).Times(0.5), claim.Contradicted},
		{"RC9", of(tree, Questions).At(atN, "10000").Times(3), claim.Contradicted},
		{"RC9", of(tree, Questions).Times(40), claim.Contradicted},
		{"RC9", gone(tree, Questions), claim.NotTested},
		{"RC10", of(iblt, Bytes).At(atN, "10000").Times(1.2), claim.Contradicted},
		{"RC10", of(iblt, Bytes).At(atN, "10000").Times(1.03), claim.Supported},
		{"RC10", of(iblt, Bytes).At(atN, "10000").If(func(r *runfolder.Row) bool { return r.Point.Value(atD) == "3" }).Times(2), claim.Supported}, // few differ
		{"RC10", of(iblt, Bytes).At(atN, "10000").If(secondRounds).Times(1.12), claim.Inconclusive},
		{"RC11", of(ibltStrata, Tables).Are(func(r *runfolder.Row) float64 { return float64(1 + r.Round%4/3) }), claim.Contradicted},
		{"RC12", of(riblt, Cells).At(atD, "10000").Times(1.1), claim.Contradicted},
		{"RC12", of(riblt, Cells).At(atD, "10000").Times(0.9), claim.Contradicted},
		{"RC12", of(riblt, Cells).At(atD, "10").Times(1.1), claim.Supported},
		{"RC13", of(riblt, Symbols).At(atD, "3").Times(1.1), claim.Contradicted},
		{"RC13", noisy(of(riblt, Symbols), 0.2), claim.Inconclusive},
		{"RC14", of(riblt, Bytes).At(atD, "10000").Times(5), claim.Contradicted},
		{"RC14", gone(ibltStrata, Bytes), claim.NotTested},
		{"RC15", of(riblt, Bytes).At(atD, "10000").Times(2), claim.Contradicted},
		{"RC15", of(riblt, Bytes).At(atD, "10000").Times(1.2), claim.Supported},
		{"RC16", of(riblt, Bytes).At(atD, "300").Times(2), claim.Contradicted},
		{"RC16", of(riblt, Bytes).At(atD, "10000").Times(0.2), claim.Contradicted},
		{"RC16", gone(riblt, Bytes), claim.NotTested},
		{"RC17", of(tableOf(4), Threshold).Times(1.04), claim.Contradicted},
		{"RC17", of(tableOf(5), Threshold).Times(1.01), claim.Supported},
		{"RC17", gone(tableOf(3), Threshold), claim.NotTested},
	})
}

// The map goes through what was measured, and on beyond as before.
func TestSurface(t *testing.T) {
	s := surface{sizes: []float64{1, 2}, lines: []line{{[]float64{0, 1, 3}, []float64{5, 6, 10}}, {[]float64{0}, []float64{7}}}}
	for _, c := range []struct{ n, d, want float64 }{{1, 0, 5}, {1, 1, 6}, {1, 2, 8}, {1, 4, 12}, {1, -1, 4}, {2, 9, 7}, {1.5, 1, 6.5}} {
		if got := s.at(c.n, c.d); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("at %v, %v: %v, want %v", c.n, c.d, got, c.want)
		}
	}
}
