package churn

import (
	"errors"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/all"
	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/workload"
)

func TestConforms(t *testing.T) {
	experimenttest.Conforms(t, experimenttest.Conformance{New: New,
		Small:  []string{"--n=300", "--filter=cuckoo,deletedset,infini", "--times=0,1,3", "--reps=2", "--seed=5"},
		Bad:    [][]string{{"--times=1,2"}, {"--n=100", "--filter=bloom,xor"}, {"--eps=1%,2%"}},
		Varies: experimenttest.Timed(Delete, Insert)})
}

// What cannot delete is left out, and the run says so.
func TestLeftOut(t *testing.T) {
	m := experimenttest.Meta(t, New(), "--n=100", "--filter=bloom,cuckoo")
	if len(m.Filters) != 1 || len(m.Notes) != 1 || !strings.Contains(m.Notes[0], "bloom") {
		t.Errorf("%v, %q", m.Filters, m.Notes)
	}
}

// A step takes as long as one of the first replacements, times how many more there are, and
// of more keys than are predicted as much longer.
func TestLike(t *testing.T) {
	experimenttest.Likes(t, experimenttest.Trials(t, New(), "--n=1000,1e6", "--times=0,2,8", "--filter=map,cuckoo"), []experimenttest.Alike{
		{BitsPerKey, "0,1000,0.01", "0,1000,0.01", 1},
		{BitsPerKey, "2,1000,0.01", "2,1000,0.01", 1},
		{BitsPerKey, "8,1000,0.01", "2,1000,0.01", 3},
		{Rate, "8,1000,0.01", "2,1000,0.01", 1},
		{BitsPerKey, "8,1000000,", "2,1000,", 3 * 1.5 * 1000},
	})
}

// begun is a history of a structure of n keys, in round 1.
func begun(t *testing.T, name string, n, replacements int) *history {
	t.Helper()
	s := experimenttest.Must(all.ByName(name))(t)
	var flags workload.Flags
	experimenttest.OK(t, flags.N.Set(strconv.Itoa(n)))
	work := experimenttest.Must(flags.Load())(t)
	set := newSets(work, n, experiment.RoundSeed(1, 1), replacements)
	h := experimenttest.Must(begin(set, s, filter.Config{Epsilon: 0.01, Seed: 1, Universe: set.negatives}))(t)
	return h
}

// forgetful loses a key now and then.
type forgetful struct {
	mutable
	calls, every int
	deletes      bool // at deletions, else at queries
}

func (f *forgetful) lie(now bool) bool { f.calls++; return now && f.calls%f.every == 0 }
func (f *forgetful) Contains(key string) bool {
	return f.mutable.Contains(key) && !f.lie(!f.deletes)
}
func (f *forgetful) Delete(key string) bool { return f.mutable.Delete(key) && !f.lie(f.deletes) }

// A structure that denies keys gets no number, unless it declares that it loses some.
func TestGate(t *testing.T) {
	for _, deletes := range []bool{false, true} {
		for _, declared := range []bool{false, true} {
			h := begun(t, counting, 400, 2)
			h.filter = &forgetful{h.filter, 0, 20, deletes}
			if declared {
				h.s.Faults |= filter.LosesKeys
			}
			err := errors.Join(h.play(), h.play())
			if err == nil {
				var lost float64
				if lost, err = h.denied(); err == nil && !deletes && lost != 20 {
					t.Errorf("%v keys denied, want 20 of 400", lost)
				}
			}
			if (err == nil) != declared {
				t.Errorf("deletes %v, declared %v: %v", deletes, declared, err)
			}
		}
	}
}

// Each claim is supported by the run as measured, with little noise, and contradicted
// by rows doctored against it.
func TestClaims(t *testing.T) {
	of := experimenttest.Run(t, New(), "--n=400,4000", "--filter=counting,vicbf,dleft,cuckoo,cuckoo-semisort,quotient,deletedset", "--times=0,2,9", "--reps=2")
	for i := range of.Rows { // as much noise as a hundred hash functions would leave
		if r := &of.Rows[i]; r.Metric == Rate {
			r.Value = 0.01 * (1 + 0.001*float64(r.Round%3))
		}
	}
	experimenttest.Supported(t, New(), of, map[string]claim.Verdict{"C6": claim.ByConstruction, "C7": claim.ByConstruction})
	after := func(name string, metrics ...runfolder.Metric) experimenttest.Rows {
		return experimenttest.Of(name, metrics...).At(0, "9")
	}
	experimenttest.Verdicts(t, New(), of, []experimenttest.Case{
		{"C1", after(counting, Rate).Times(1.15), claim.Contradicted},
		{"C1", after(counting, Rate).Times(1.05), claim.Supported},
		{"C1", after(counting, Rate).Times(0.85), claim.Contradicted},
		{"C1", after(counting, Rate).At(1, "400").Times(1.15), claim.Contradicted}, // at one n of two
		{"C1", after(counting, metric.FalseNegatives).Plus(1), claim.Contradicted},
		{"C1", after(counting).Gone(), claim.Supported}, // the last look is then the second
		{"C2", after(dleft, Refused).Plus(1), claim.Contradicted},
		{"C3", after(variable, Rate).Times(1.2), claim.Contradicted},
		{"C4", after(cuckoo, Rate).Times(1.2), claim.Contradicted},
		{"C5", after(quotient, Rate).Times(1.2), claim.Contradicted},
		{"C6", after(deletedSet, metric.FalseNegatives).Is(0), claim.Contradicted},
		{"C6", after(deletedSet, metric.FalseNegatives).Times(4), claim.Contradicted},
		{"C6", after(deletedSet, LostTheory).Is(0), claim.NotTested},
		{"C7", after(semisort, BitsPerKey).Plus(1), claim.Contradicted},
		{"C7", after(cuckoo, BitsPerKey).Plus(100), claim.Contradicted},
		{"C7", after(counting, BitsPerKey).Plus(1), claim.ByConstruction},
	})
}

// The run of the golden rows: a tenth of 207 keys is 20, rounded down.
const (
	goldenSeed    = 11
	goldenN       = 207
	goldenBatch   = 20
	goldenEpsilon = 0.2
)

// model is a history told by sets of bits: those of the keys that came, and of a second
// filter those of the keys that were deleted.
type model struct {
	name          string
	words         experimenttest.Words
	time, refused int
	live          []string
	since         map[string]float64 // the loss when a key came

	came, gone *experimenttest.Bloom
	inserted   int
	loss       float64 // share of the keys expected to be denied
	zeros      float64 // share of the second filter's bits expected to be 0
}

func newModel(name string) *model {
	seed := experiment.RoundSeed(goldenSeed, 1)
	m := &model{
		name: name, words: experimenttest.WordsOf(goldenSeed, 1, goldenN, 1000, 200_000), since: map[string]float64{}, zeros: 1,
		came: experimenttest.NewBloom(goldenN, goldenEpsilon, seed), gone: experimenttest.NewBloom(goldenN, goldenEpsilon, filter.Mix(^seed)),
	}
	m.came.Add(m.words.Keys...)
	m.inserted = goldenN
	m.live = append(m.live, m.words.Keys...)
	return m
}

// admits is the answer of a filter: of one that counts it is that of a filter of the keys
// that are in.
func (m *model) admits(word string) bool {
	return m.came.Admits(word) && (m.name == "counting" || !m.gone.Admits(word))
}

// play replaces a tenth of the keys: one after the other is drawn of those left and goes
// behind them.
func (m *model) play() {
	random := rand.New(rand.NewPCG(filter.Mix(experiment.RoundSeed(goldenSeed, 1)+goldenN), uint64(m.time)))
	for range goldenBatch {
		i, last := random.IntN(len(m.live)), len(m.live)-1
		key := m.live[i]
		m.live[i] = m.live[last]
		m.live = m.live[:last]
		if m.name == "deletedset" && !m.admits(key) {
			continue // is denied already
		}
		m.gone.Add(key)
		k := float64(m.gone.K)
		m.zeros *= 1 - k/float64(m.gone.M)/(1-math.Pow(1-m.zeros, k))
	}
	m.loss = math.Pow(1-m.zeros, float64(m.gone.K))
	for _, key := range m.words.Further[m.time*goldenBatch : (m.time+1)*goldenBatch] {
		if m.name == "deletedset" && m.gone.Admits(key) {
			m.refused++
			continue
		}
		m.live = append(m.live, key)
		m.since[key] = m.loss
		m.came.Add(key)
		m.inserted++
	}
	m.time++
	if m.name == "counting" {
		m.came = experimenttest.NewBloom(goldenN, goldenEpsilon, experiment.RoundSeed(goldenSeed, 1))
		m.came.Add(m.live...)
		m.inserted = len(m.live)
	}
}

// Every counted value of a tiny run is worked out by other means.
func TestGoldenRows(t *testing.T) {
	exactly := experimenttest.Exactly
	models := map[string]*model{}
	of := func(c runfolder.Cell) *model {
		time := experimenttest.Must(axis.ParseCount(c.Point.Value(0)))(t)
		if models[c.Filter] == nil {
			models[c.Filter] = newModel(c.Filter)
		}
		m := models[c.Filter]
		for m.time < time {
			m.play()
		}
		return m
	}
	lost, refused := 0, 0
	work := experimenttest.Metrics{
		Rate: func(c runfolder.Cell) experimenttest.Span {
			m, admitted := of(c), 0
			for _, word := range m.words.Negatives {
				if m.admits(word) {
					admitted++
				}
			}
			return exactly(float64(admitted) / 200_000)
		},
		metric.FPRTheory: func(c runfolder.Cell) experimenttest.Span {
			m := of(c)
			rate := experimenttest.BloomRate(m.came.M, m.came.K, m.inserted)
			if m.name == "deletedset" {
				rate *= 1 - math.Pow(m.gone.Share(), float64(m.gone.K))
			}
			return experimenttest.About(rate, 1e-6)
		},
		metric.FalseNegatives: func(c runfolder.Cell) experimenttest.Span {
			m, denied := of(c), 0
			for _, key := range m.live {
				if m.name != "map" && !m.admits(key) {
					denied++
				}
			}
			lost += denied
			return exactly(float64(denied))
		},
		LostTheory: func(c runfolder.Cell) experimenttest.Span {
			m, sum := of(c), 0.0
			for _, key := range m.live {
				sum += (m.loss - m.since[key]) / (1 - m.since[key])
			}
			return exactly(sum)
		},
		Refused: func(c runfolder.Cell) experimenttest.Span {
			m := of(c)
			refused += m.refused
			return exactly(float64(m.refused))
		},
		BitsPerKey: func(c runfolder.Cell) experimenttest.Span {
			m := of(c)
			switch first := float64(m.came.M); m.name {
			case "counting": // four bits a counter, in whole bytes
				return exactly(8 * math.Ceil(first/2) / goldenN)
			case "deletedset": // the second filter is in whole bytes
				return exactly((first + 8*math.Ceil(first/8)) / goldenN)
			}
			return exactly(float64(experimenttest.Made(t, m.name, filter.Config{}, m.live...).Bits()) / goldenN)
		},
	}
	b := experimenttest.Trials(t, New(), "--filter=map,counting,deletedset", "--n=207", "--eps=20%", "--times=0,1,2,5", "--reps=2", "--seed=11")
	experimenttest.Golden(t, New(), []runfolder.Metric{Delete, Insert}, 56, experimenttest.Worked{Bench: b, Of: work.Of,
		Unit: func(runfolder.Cell) int { return (stretchLeast + goldenBatch - 1) / goldenBatch * goldenBatch }}) // a tenth of each copy
	if lost == 0 || refused == 0 {
		t.Errorf("%d keys are lost and %d refused: nothing is said of both", lost, refused)
	}
}
