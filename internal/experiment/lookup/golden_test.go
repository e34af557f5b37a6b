package lookup

import (
	"errors"
	"math"
	"slices"
	"strconv"
	"testing"

	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/filter"
	"hyphbench/internal/metric"
	"hyphbench/internal/runfolder"
)

// The runs of the golden rows.
const (
	goldenSeed    = 17
	goldenEpsilon = 0.1
)

// bloomOf is a Bloom filter of the keys.
func bloomOf(keys []string) *experimenttest.Bloom {
	b := experimenttest.NewBloom(len(keys), goldenEpsilon, experiment.RoundSeed(goldenSeed, 1))
	b.Add(keys...)
	return b
}

// made is a structure of the keys, with room for so many.
func made(t *testing.T, name string, keys []string, room int) filter.Filter {
	t.Helper()
	return experimenttest.Made(t, name, filter.Config{Epsilon: goldenEpsilon, Seed: experiment.RoundSeed(goldenSeed, 1), Capacity: room}, keys...)
}

// Every counted value of three tiny runs is worked out by other means: of running text, of
// the table of a paper, and of many small filters. Nothing is timed here.
func TestGoldenRows(t *testing.T) {
	keys, text := experimenttest.OwnWords()
	words := func(c runfolder.Cell) experimenttest.Words {
		n, err := strconv.Atoi(c.Point.Value(placeN))
		if err != nil {
			t.Fatal(err)
		}
		if n == len(keys) {
			return experimenttest.Words{Keys: keys}
		}
		return experimenttest.WordsOf(goldenSeed, 1, n, 2*n, 1<<16)
	}
	const fewer = 0.25 // of the queries are keys
	wasted := func(distinct bool) func(runfolder.Cell) experimenttest.Span {
		return func(runfolder.Cell) experimenttest.Span {
			b, seen := bloomOf(keys), map[string]bool{}
			asked, admitted := 0, 0
			for _, word := range text {
				if slices.Contains(keys, word) || distinct && seen[word] {
					continue
				}
				seen[word] = true
				asked++
				if b.Admits(word) {
					admitted++
				}
			}
			if admitted == 0 || admitted == asked {
				t.Errorf("%d of %d strangers are admitted: nothing is said of the others", admitted, asked)
			}
			return experimenttest.Exactly(float64(admitted) / float64(asked))
		}
	}
	work := experimenttest.Metrics{
		BitsPerKey: func(c runfolder.Cell) experimenttest.Span {
			w := words(c)
			bits := float64(bloomOf(w.Keys).M)
			if c.Filter == cuckoo {
				buckets, f := experimenttest.CuckooShape(len(w.Keys), goldenEpsilon)
				bits = 4 * buckets * f
			}
			return experimenttest.Exactly(bits / float64(len(w.Keys)))
		},
		WastedTokens: wasted(false),
		WastedWords:  wasted(true),
		Admitted: func(c runfolder.Cell) experimenttest.Span {
			w, admitted := words(c), 0
			passes := bloomOf(w.Keys).Admits
			if c.Filter == cuckoo {
				passes = made(t, cuckoo, w.Keys, 0).Contains
			}
			strangers := w.Strangers[int(fewer*(1<<16)):] // the first places are those of keys
			for _, word := range strangers {
				if passes(word) {
					admitted++
				}
			}
			return experimenttest.Exactly(float64(admitted) / float64(len(strangers)))
		},
		FullBits: func(c runfolder.Cell) experimenttest.Span {
			w := words(c)
			table, in := made(t, cuckoo, nil, len(w.Keys)).(filter.Inserter), 0
			for offered := slices.Concat(w.Keys, w.Further); !errors.Is(table.Insert(offered[in]), filter.ErrFull); {
				in++
			}
			buckets, f := experimenttest.CuckooShape(len(w.Keys), goldenEpsilon)
			return experimenttest.Exactly(4 * buckets * f / float64(in))
		},
		Filters: func(c runfolder.Cell) experimenttest.Span { // of as many bits as 20 MiB have
			return experimenttest.Exactly(math.Floor(8 * 20 * 1024 * 1024 / float64(bloomOf(words(c).Keys).M)))
		},
	}
	timed := []runfolder.Metric{metric.Query, Latency, Many, Parallel, Written, Among, Skewed, Loaded, metric.Build, Insert, Delete}
	run := func(flags ...string) experimenttest.Worked {
		flags = append(flags, "--eps=10%", "--reps=2", "--seed=17", "--goroutines=1")
		return experimenttest.Worked{Bench: experimenttest.Omit(prepared(t, flags...), experimenttest.Timed(timed...)), Of: work.Of}
	}
	experimenttest.Golden(t, New(), timed, 10,
		run("--filter=bloom", "--keys="+experimenttest.File(t, keys), "--text="+experimenttest.File(t, text), "--hits=0"),
		run("--filter=bloom,cuckoo", "--preset=fan2014", "--n=990", "--hits=0.25"),
		run("--filter=bloom", "--n=10000", "--quick", "--hits=0"),
	)
}
