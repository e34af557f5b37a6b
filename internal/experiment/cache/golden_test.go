package cache

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"hyphbench/internal/corpus"
	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/all"
	"hyphbench/internal/flagvalue"
	"hyphbench/internal/runfolder"
)

// Every counted value of a small run is what a slow cache finds, whose objects and rules are
// lists that are searched. The library's cache varies; one with room for nothing and one with
// room for everything do not.
func TestGoldenRows(t *testing.T) {
	var words []string
	for i := range uint64(2500) {
		words = append(words, strings.Repeat("ab", int(filter.Mix(i)%(1+filter.Mix(^i)%600))/2)+"c")
	}
	file := experimenttest.File(t, words)
	b := experimenttest.Trials(t, New(), "--requests=2000", "--capacity="+nothing+",0.1,"+allThereIs, "--window=0.02,0.25", "--eps=5%", "--seed=7", "--text="+file)
	x := &caching{requests: flagvalue.AtLeast{Value: 2000}}
	g := &golden{t: t, done: map[place]map[runfolder.Metric]float64{}}
	g.check(x.once.Set("0.75"))
	var err error
	x.text, err = corpus.LoadText(file)
	g.check(err)
	g.round = x.round(experiment.RoundSeed(7, 1))
	varies := func(c runfolder.Cell) bool {
		capacity := c.Point.Value(1)
		return experimenttest.Timed(Request, DiskTime)(c) || c.Filter == tinyLFU && capacity != nothing && capacity != allThereIs
	}
	experimenttest.Golden(t, New(), []runfolder.Metric{Request, DiskTime}, 711, experimenttest.Worked{Bench: experimenttest.Omit(b, varies), Of: g.value})
	for _, c := range []struct {
		rule   string
		metric runfolder.Metric
	}{{bloom, OnceWritten}, {bloom, Late}, {recent, Late}, {counting, Late}, {everything, Hits}, {aging, OnceWritten}} {
		if v := g.done[place{web, c.rule, 0.1, 0.25}][c.metric]; v == 0 {
			t.Errorf("%s has no %s: it says nothing", c.rule, c.metric)
		}
	}
}

// Capacities of a byte and of all objects.
const (
	nothing    = "0.000000001"
	allThereIs = "1"
)

// golden works the values of a round out again.
type golden struct {
	t     *testing.T
	round *round
	done  map[place]map[runfolder.Metric]float64
}

func (g *golden) value(c runfolder.Cell) (want experimenttest.Span, known bool) {
	at := place{c.Point.Value(0), c.Filter, 0.1, 0.25}
	for i, share := range map[int]*float64{1: &at.capacity, 2: &at.window} {
		if text := c.Point.Value(i); text != "" {
			var err error
			*share, err = strconv.ParseFloat(text, 64)
			g.check(err)
		}
	}
	if g.done[at] == nil {
		g.done[at] = g.play(at)
	}
	v, known := g.done[at][c.Metric]
	return experimenttest.Exactly(v), known
}

// play sends the requests of a stream, each as a key, to a cache that is a list of keys, the last
// requested last.
func (g *golden) play(at place) map[runfolder.Metric]float64 {
	s := g.round.streams[at.stream]
	var requests []string
	size, times := map[string]float64{}, map[string]int{}
	total, requested, once, seldom := 0.0, 0.0, 0.0, 0.0
	for _, object := range s.requests {
		key := s.keys[object]
		requests = append(requests, key)
		size[key] = float64(s.sizes[object])
		times[key]++
		requested += size[key]
	}
	for key, n := range times {
		total += size[key]
		if n == 1 {
			once++
		}
		if n <= 3 {
			seldom++
		}
	}
	room := math.Ceil(at.capacity * total)
	rule, bits := g.rule(at, int(max(1, math.Round(at.window*float64(len(times))))))

	var cache []string
	came := map[string]bool{}
	var hits, hitBytes, writes, writeBytes, onceWritten, late float64
	for _, key := range requests {
		before := came[key]
		came[key] = true
		if i := slices.Index(cache, key); i >= 0 {
			cache = append(slices.Delete(cache, i, i+1), key)
			hits++
			hitBytes += size[key]
			continue
		}
		admitted := rule(key)
		if at.rule == tinyLFU { // it refuses what is larger than the cache, and nothing while there is room
			admitted = size[key] <= room
		}
		switch {
		case admitted && size[key] <= room:
			cache = append(cache, key)
			for held := sum(cache, size); held > room; held = sum(cache, size) {
				cache = cache[1:]
			}
			writes++
			writeBytes += size[key]
			if times[key] == 1 {
				onceWritten++
			}
		case !admitted && before:
			late++
		}
	}
	n := float64(len(requests))
	values := map[runfolder.Metric]float64{
		Writes: writes / n, BytesWritten: writeBytes / requested, Hits: hits / n, ByteHits: hitBytes / requested,
		OnceWritten: onceWritten / once, Late: late / n, Once: once / float64(len(times)), Few: seldom / float64(len(times)),
	}
	if bits != nil {
		values[Memory] = bits()
	}
	return values
}

func sum(list []string, of map[string]float64) (sum float64) {
	for _, key := range list {
		sum += of[key]
	}
	return sum
}

// rule admits keys as the rule of a place does, which is asked for those that the cache lacks;
// bits is its nominal size after that.
func (g *golden) rule(at place, remembered int) (rule func(key string) bool, bits func() float64) {
	const code = 64
	cfg := filter.Config{Epsilon: 0.05, Seed: experiment.RoundSeed(7, 1), Capacity: remembered}
	switch at.rule {
	case everything, tinyLFU:
		return func(string) bool { return true }, nil
	case seenSet:
		var seen []string
		return func(key string) bool {
			before := slices.Contains(seen, key)
			if !before {
				seen = append(seen, key)
			}
			return before
		}, func() float64 { return float64(code * len(seen)) }
	case recent:
		var last []string // first, the one asked for last
		return func(key string) bool {
			i := slices.Index(last, key)
			if i >= 0 {
				last = slices.Delete(last, i, i+1)
			}
			last = slices.Insert(last, 0, key)
			last = last[:min(len(last), remembered)]
			return i >= 0
		}, func() float64 { return float64(code * remembered) }
	case bloom, counting:
		f, keys := g.filter(at.rule, cfg), 0
		return func(key string) bool {
			if f.Contains(key) {
				if d, is := f.(filter.Deleter); is {
					d.Delete(key)
					keys = max(0, keys-1)
				}
				return true
			}
			if keys == remembered {
				f, keys = g.filter(at.rule, cfg), 0
			}
			g.check(f.Insert(key))
			keys++
			return false
		}, func() float64 { return float64(f.Bits()) }
	}
	list := all.Windows()
	cfg.Capacity = 0
	w, err := list[slices.IndexFunc(list, func(w filter.Windows) bool { return w.Name == at.rule })].Build(remembered, cfg)
	g.check(err)
	return w.Seen, func() float64 { return float64(w.Bits()) }
}

// filter is an empty one.
func (g *golden) filter(name string, cfg filter.Config) filter.Inserter {
	return experimenttest.Made(g.t, name, cfg).(filter.Inserter)
}

func (g *golden) check(err error) {
	g.t.Helper()
	if err != nil {
		g.t.Fatal(err)
	}
}
