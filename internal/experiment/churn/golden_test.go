package churn

import (
	"math"
	"math/rand/v2"
	"testing"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/filter"
	"hyphbench/internal/metric"
	"hyphbench/internal/runfolder"
)

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
