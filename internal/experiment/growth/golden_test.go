package growth

import (
	"errors"
	"math"
	"testing"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/all"
	"hyphbench/internal/metric"
	"hyphbench/internal/runfolder"
)

// The run of the golden rows: of 1,005 keys a quarter is told, 251 when rounded down, and
// 377 of them, rounded up, and 1,004 are 150 and 400 %.
const (
	goldenSeed = 13
	goldenN    = 1005
	goldenTold = 251
)

// grown is a structure that is made anew for a cell and takes one key after the other.
type grown struct {
	name    string
	epsilon float64 // 0 of exact structures
	filter  filter.Inserter
	taken   []string
	refused int
	resized int
	bloom   *experimenttest.Bloom // of the keys that came; nil of exact structures
}

// grow makes the structure of a cell and offers it the keys. A
// full one is enlarged where it can be; after a hundred refusals in a row nothing is tried.
func grow(t *testing.T, c runfolder.Cell, words experimenttest.Words) *grown {
	t.Helper()
	seed := experiment.RoundSeed(goldenSeed, 1)
	g := &grown{name: c.Filter}
	config := filter.Config{Capacity: goldenTold, Seed: seed}
	if text := c.Point.Value(2); text != "" {
		rate := experimenttest.Must(axis.ParseRate(text))(t)
		g.epsilon = rate.Float()
		config.Epsilon = g.epsilon
		g.bloom = experimenttest.NewBloom(goldenTold, g.epsilon, seed)
	}
	words.Keys = words.Keys[:map[string]int{"100": 251, "150": 377, "400": 1004}[c.Point.Value(0)]]
	if c.Filter == remadeName { // in the end a Bloom filter of 251, 502 or 1,004 keys
		g.bloom = experimenttest.NewBloom(map[int]int{251: 251, 377: 502, 1004: 1004}[len(words.Keys)], g.epsilon, seed)
		for _, key := range words.Keys {
			g.bloom.Add(key)
		}
		g.taken = words.Keys
		g.resized = map[int]int{251: 0, 377: 1, 1004: 2}[len(words.Keys)]
		return g
	}
	empty := experimenttest.Made(t, c.Filter, config)
	g.filter = empty.(filter.Inserter)
	resizer, resizes := empty.(filter.Resizer)
	row := 0
	for _, key := range words.Keys {
		if row == 100 {
			g.refused++
			continue
		}
		err := g.filter.Insert(key)
		for resizes && errors.Is(err, filter.ErrFull) && resizer.Resize() == nil {
			g.resized++
			err = g.filter.Insert(key)
		}
		if err != nil {
			row++
			g.refused++
			continue
		}
		row = 0
		g.taken = append(g.taken, key)
		if g.bloom != nil {
			g.bloom.Add(key)
		}
	}
	return g
}

// admits asks the structure, of a Bloom filter the bits of the keys.
func (g *grown) admits(word string) bool {
	if g.name == "bloom" || g.name == remadeName {
		return g.bloom.Admits(word)
	}
	return g.filter.Contains(word)
}

// theory is the rate by the formula of the structure. A quotient filter that doubles its
// slots takes a bit of each remainder: its fingerprints stay as many.
func (g *grown) theory(t *testing.T) float64 {
	t.Helper()
	n := len(g.taken)
	switch g.name {
	case "bloom", remadeName:
		return experimenttest.BloomRate(g.bloom.M, g.bloom.K, n)
	case "cuckoo":
		buckets, f := experimenttest.CuckooShape(goldenTold, g.epsilon)
		return experimenttest.CuckooRate(buckets, f, n)
	case "quotient":
		s := experimenttest.Must(all.ByName(g.name))(t)
		plan := experimenttest.Must(s.Plan(goldenTold, filter.Config{Epsilon: g.epsilon}))(t)
		fingerprints := plan.Params[0].Value * math.Exp2(plan.Params[1].Value)
		return -math.Expm1(float64(n) * math.Log1p(-1/fingerprints))
	}
	t.Errorf("the test has no formula for %s", g.name)
	return math.NaN()
}

// Every counted value of a tiny run is worked out by other means.
func TestGoldenRows(t *testing.T) {
	words := experimenttest.WordsOf(goldenSeed, 1, goldenN, 0, 500_000)
	exactly := experimenttest.Exactly
	cells := map[runfolder.Cell]*grown{}
	of := func(c runfolder.Cell) *grown {
		c.Metric = ""
		if cells[c] == nil {
			cells[c] = grow(t, c, words)
		}
		return cells[c]
	}
	refused, resized := 0, 0
	work := experimenttest.Metrics{
		Rate: func(c runfolder.Cell) experimenttest.Span {
			g, asked, admitted := of(c), 200_000, 0
			if g.epsilon < 0.01 { // few are admitted
				asked = 500_000
			}
			for _, word := range words.Negatives[:asked] {
				if g.admits(word) {
					admitted++
				}
			}
			return exactly(float64(admitted) / float64(asked))
		},
		metric.FPRTheory: func(c runfolder.Cell) experimenttest.Span { return experimenttest.About(of(c).theory(t), 1e-4) },
		metric.FalseNegatives: func(c runfolder.Cell) experimenttest.Span {
			g, lost := of(c), 0
			for _, key := range g.taken {
				if !g.admits(key) {
					lost++
				}
			}
			return exactly(float64(lost))
		},
		BitsPerKey: func(c runfolder.Cell) experimenttest.Span {
			g := of(c)
			bits := 0.0
			switch g.name {
			default:
				bits = float64(g.filter.Bits())
			case "bloom", remadeName:
				bits = float64(g.bloom.M)
			case "cuckoo":
				buckets, f := experimenttest.CuckooShape(goldenTold, g.epsilon)
				bits = 4 * buckets * f
			}
			return exactly(bits / float64(len(g.taken)))
		},
		Refused: func(c runfolder.Cell) experimenttest.Span {
			g := of(c)
			refused += g.refused
			return exactly(float64(g.refused))
		},
		Resized: func(c runfolder.Cell) experimenttest.Span {
			g := of(c)
			resized += g.resized
			return exactly(float64(g.resized))
		},
	}
	unit := func(c runfolder.Cell) int {
		if c.Metric == Insert { // of all keys that it took
			return len(of(c).taken)
		}
		return 1
	}
	run := func(flags ...string) experimenttest.Worked {
		return experimenttest.Worked{Bench: experimenttest.Trials(t, New(), append(flags, "--n=1005", "--reps=2", "--seed=13")...), Of: work.Of, Unit: unit}
	}
	experimenttest.Golden(t, New(), []runfolder.Metric{Insert, PauseMost, PauseLongest}, 108,
		run("--filter=map,bloom,cuckoo,quotient", "--eps=10%", "--inserted=100,150,400"),
		run("--filter=bloom-remade", "--eps=10%", "--inserted=100,150,400"),
		run("--filter=bloom,bloom-remade", "--eps=0.5%", "--inserted=100,400"),
	)
	if refused == 0 || resized == 0 {
		t.Errorf("%d keys are refused, %d enlargements asked for: nothing is said of both", refused, resized)
	}
}
