package payoff

import (
	"hash/fnv"
	"math"
	"slices"
	"strconv"
	"testing"

	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/filter"
	"hyphbench/internal/flagvalue"
	"hyphbench/internal/metric"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/store"
)

const goldenSeed = 19

// goldenParts are times made up for the parts of a round, so that what is computed of them
// can be worked out. The CPU time of each is another than its wall time.
type goldenParts struct {
	t         *testing.T
	b         *bench
	keys      []string
	text      []string
	negatives []string
	waiting   string // the store that threads wait for: wall time counts
}

// ops are those of a made-up section.
const ops = 10

// measurement is the made-up one of a part.
func measurement(c runfolder.Cell) *experiment.Measurement {
	h := fnv.New64a()
	_, _ = h.Write([]byte(c.Filter + " " + string(c.Metric) + " " + string(c.Point)))
	least := map[runfolder.Metric]float64{metric.Build: 90, Filter: 30, Hit: 400, Miss: 300, LoneHit: 800, LoneMiss: 700}[c.Metric]
	if c.Filter == none && c.Metric == Filter {
		least = 5
	}
	if c.Filter == "cuckoo" { // the first structure is the largest, and quick
		least -= 20
	}
	cpu := int64(ops * (least + float64(h.Sum64()%20)))
	return &experiment.Measurement{Value: float64(cpu + 17), Unit: runfolder.Nanoseconds, Ops: ops, CPU: cpu}
}

// of is the time of a part, of the thread unless it waits.
func (g goldenParts) of(name string, m runfolder.Metric, store, queries, members, batch, epsilon string) float64 {
	part := measurement(runfolder.Cell{Filter: name, Metric: m, Point: runfolder.At(store, queries, members, batch, strconv.Itoa(len(g.keys)), epsilon)})
	if store == g.waiting {
		return part.Value / ops
	}
	return float64(part.CPU) / ops
}

// made is a structure of the keys.
func (g goldenParts) made(name, epsilon string) filter.Filter {
	g.t.Helper()
	config := filter.Config{Seed: experiment.RoundSeed(goldenSeed, 1)}
	if epsilon != "" {
		var err error
		if config.Epsilon, err = strconv.ParseFloat(epsilon, 64); err != nil {
			g.t.Fatal(err)
		}
	}
	return experimenttest.Made(g.t, name, config, g.keys...)
}

// admits is the answer of a structure; of a Bloom filter by the bits of the keys.
func (g goldenParts) admits(name, epsilon string) func(string) bool {
	switch name {
	case none:
		return func(string) bool { return true }
	case "bloom":
		b := g.bloom(epsilon)
		return b.Admits
	}
	return g.made(name, epsilon).Contains
}

func (g goldenParts) bloom(epsilon string) *experimenttest.Bloom {
	g.t.Helper()
	rate, err := strconv.ParseFloat(epsilon, 64)
	if err != nil {
		g.t.Fatal(err)
	}
	b := experimenttest.NewBloom(len(g.keys), rate, experiment.RoundSeed(goldenSeed, 1))
	b.Add(g.keys...)
	return b
}

// bits are those of a key.
func (g goldenParts) bits(name, epsilon string) float64 {
	if name == "bloom" {
		return float64(g.bloom(epsilon).M) / float64(len(g.keys))
	}
	return float64(g.made(name, epsilon).Bits()) / float64(len(g.keys))
}

// shares are those of keys and of admitted negatives among queries.
func (g goldenParts) shares(words []string, admits func(string) bool) (members, admitted float64) {
	known := map[string]bool{}
	for _, key := range g.keys {
		known[key] = true
	}
	for _, word := range words {
		switch {
		case known[word]:
			members++
		case admits(word):
			admitted++
		}
	}
	return members / float64(len(words)), admitted / float64(len(words))
}

// cell is a cell with what is worked out for it.
type cell struct {
	name, store, queries, members, batch, epsilon string

	loop, filter         float64 // of reading a query; of the filter beside that
	shareKeys, shareOver float64 // of keys, and of negatives that come to the store
	hit, miss            float64 // without reading the query
}

// parts works out the parts of a cell, of lone lookups where those are wanted.
func (g goldenParts) parts(c runfolder.Cell, lone bool) cell {
	g.t.Helper()
	at := cell{name: c.Filter, store: c.Point.Value(0), queries: c.Point.Value(1), members: c.Point.Value(2), batch: c.Point.Value(3), epsilon: c.Point.Value(5)}
	loop := func(queries, members string) float64 { return g.of(none, Filter, "", queries, members, at.batch, "") }
	hit, miss := Hit, Miss
	if lone {
		hit, miss = LoneHit, LoneMiss
	}
	switch at.queries {
	case attack: // negatives, all of which are admitted
		at.loop, at.shareOver = loop(mixed, "0"), 1
		at.miss = g.of(at.name, Miss, at.store, attack, "", at.batch, at.epsilon) - loop(mixed, "0")
	case inText:
		at.loop = loop(inText, "")
		at.hit = g.of(none, hit, at.store, inText, "", at.batch, "") - at.loop
		at.miss = g.of(none, miss, at.store, inText, "", at.batch, "") - at.loop
	default:
		at.loop = loop(mixed, at.members)
		at.hit = g.of(none, hit, at.store, "", "", at.batch, "") - loop(mixed, "1")
		at.miss = g.of(none, miss, at.store, "", "", at.batch, "") - loop(mixed, "0")
	}
	if at.queries != attack {
		words := g.text
		if at.queries == mixed {
			q, err := g.b.queries(asked{mixed, at.members}, nil)
			if err != nil {
				g.t.Fatal(err)
			}
			words = q.words.All()
		}
		if c.Metric == Predicted || c.Metric == PredictedLone { // of the queries of the section
			total := c
			total.Metric = Total
			if size, known := g.b.sets.lengths[total]; known {
				words = words[:size.queries]
			}
		}
		at.shareKeys, at.shareOver = g.shares(words, g.admits(at.name, at.epsilon))
	}
	if at.name != none {
		at.filter = g.of(at.name, Filter, "", at.queries, at.members, at.batch, at.epsilon) - at.loop
	}
	return at
}

// Every counted value of a tiny run is worked out by other means, and every computed one
// from parts that are made up.
func TestGoldenRows(t *testing.T) {
	g := goldenParts{t: t, waiting: "slow"}
	g.keys, g.text = experimenttest.OwnWords()
	g.negatives = experimenttest.Negatives(filter.Mix(filter.Mix(goldenSeed)+97), 1<<16)
	stores := kinds(slow{}, nil)
	g.b = prepared(t, stores, "--keys="+experimenttest.File(t, g.keys), "--text="+experimenttest.File(t, g.text), "--store=map,slow", "--filter=cuckoo,bloom,map", "--predict=xor",
		"--eps=5%,20%", "--members=0,0.5,1", "--batch=1,10", "--levels=0", "--memory-price=3/50", "--reps=2", "--seed=19")
	g.b.stores[slices.IndexFunc(g.b.stores, func(s flagvalue.StoreNamed) bool { return s.Name == g.waiting })].Medium = store.Network
	g.b.load(len(g.keys), 1)
	timed := []runfolder.Metric{metric.Build, Filter, Hit, Miss, LoneHit, LoneMiss, Total}
	for step := range g.b.Plan(0).All() {
		if m := step.Cell.Metric; step.Round == 1 && m != Total && slices.Contains(timed, m) {
			g.b.sets.parts[step.Cell] = measurement(step.Cell)
		}
	}

	exactly := experimenttest.Exactly
	computed := func(of func(runfolder.Cell) float64) func(runfolder.Cell) experimenttest.Span {
		return func(c runfolder.Cell) experimenttest.Span {
			if c.Point.Value(0) == "map" && c.Point.Value(3) == "10" { // it takes no messages
				return exactly(math.NaN())
			}
			return exactly(of(c))
		}
	}
	predicted := func(lone bool) func(runfolder.Cell) float64 {
		return func(c runfolder.Cell) float64 {
			at := g.parts(c, lone)
			return at.loop + at.filter + at.shareKeys*at.hit + at.shareOver*at.miss
		}
	}
	positive := func(v float64) float64 { // a number that is not above 0 says nothing
		if v <= 0 || math.IsInf(v, 0) {
			return math.NaN()
		}
		return v
	}
	shareOf := func(words []string, c runfolder.Cell) experimenttest.Span {
		members, admitted := g.shares(words, g.admits(c.Filter, c.Point.Value(5)))
		return exactly(admitted / (1 - members))
	}
	work := experimenttest.Metrics{
		BitsPerKey: func(c runfolder.Cell) experimenttest.Span { return exactly(g.bits(c.Filter, c.Point.Value(5))) },
		Admitted: func(c runfolder.Cell) experimenttest.Span {
			if c.Point.Value(1) == inText {
				return shareOf(g.text, c)
			}
			return shareOf(g.negatives, c)
		},
		AdmittedWords: func(c runfolder.Cell) experimenttest.Span {
			distinct := slices.Clone(g.text)
			slices.Sort(distinct)
			return shareOf(slices.Compact(distinct), c)
		},
		Predicted:     computed(predicted(false)),
		PredictedLone: computed(predicted(true)),
		BreakEvenMiss: computed(func(c runfolder.Cell) float64 {
			at := g.parts(c, false)
			return at.filter / (1 - at.shareKeys - at.shareOver)
		}),
		BreakEvenQueries: computed(func(c runfolder.Cell) float64 {
			at := g.parts(c, false)
			build := g.of(c.Filter, metric.Build, "", "", "", "", at.epsilon) * float64(len(g.keys))
			return positive(build / ((1-at.shareKeys-at.shareOver)*at.miss - at.filter))
		}),
		LeastRate: computed(func(c runfolder.Cell) float64 {
			low, high := c, c
			low.Point, high.Point = c.Point.With(5, 6, "0.05"), c.Point.With(5, 6, "0.2")
			a, b := g.parts(low, false), g.parts(high, false)
			bit := (a.filter - b.filter) / (g.bits(c.Filter, "0.05") - g.bits(c.Filter, "0.2"))
			return positive(min(1, bit/(math.Ln2*math.Ln2*(1-a.shareKeys)*a.miss)))
		}),
		MemoryLife: computed(func(c runfolder.Cell) float64 {
			epsilon := c.Point.Value(5)
			if epsilon == "" { // the first structure has none at this rate
				return math.NaN()
			}
			cost := func(name string) float64 {
				return g.of(name, metric.Build, "", "", "", "", epsilon) + g.of(name, Filter, "", mixed, "0", "1", epsilon)
			}
			longer, saved := cost(c.Filter)-cost("cuckoo"), g.bits("cuckoo", epsilon)-g.bits(c.Filter, epsilon)
			if saved <= 0 {
				return math.NaN()
			}
			const aBitSecond = 3.0 / 50 / (8 * 1024 * 1024 * 1024) * 1e9 // ns of a thread
			return positive(longer / (saved * aBitSecond))
		}),
	}
	experimenttest.Golden(t, New(stores), timed, 204, experimenttest.Worked{Bench: experimenttest.Omit(g.b, experimenttest.Timed(Total)), Of: work.Of})
}
