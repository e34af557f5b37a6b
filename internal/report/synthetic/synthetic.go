// Package synthetic makes runs whose truth is known, for the tests of reports
// and figures.
//
// Guarantee: the same Options give the same run, on every machine; times are
// a straight line in ε with normal noise; warm-up rows are ten times too slow,
// so that a statistic that includes them is visibly wrong.
package synthetic

import (
	"math"
	"math/rand/v2"
	"time"

	"hyphbench/internal/axis"
	"hyphbench/internal/metric"
	"hyphbench/internal/runfolder"
)

// Options of a run. The zero value gives bloom and cuckoo at 1 … 20 %, 30
// repetitions of 466,550 words.
type Options struct {
	Filters  []string
	Epsilons string
	Reps     int
}

// Words, Negatives and Keys are those of the thesis.
const (
	Words     = 466_550
	Negatives = 465_168
	Keys      = 1_753
)

// Metrics of the run beside those that experiments share.
const (
	Init      runfolder.Metric = "init"
	Hyphenate runfolder.Metric = "hyphenate"
)

// Glossary says how the metrics read, as that of an experiment does.
func Glossary() metric.Glossary {
	size := func(name string) func(*runfolder.Meta) int64 {
		return func(m *runfolder.Meta) int64 { return m.Expect[name] }
	}
	return metric.Glossary{
		Title: "a filter in front of the exceptions of a Knuth-Liang hyphenator (USP 2022)",
		Metrics: []metric.Definition{
			{Name: Init, Title: "one initialisation: patterns, exceptions and filter"},
			{Name: metric.Build, Title: "one construction of the filter alone"},
			{Name: Hyphenate, Title: "one pass of hyphenation over the word list", Op: "word", Whole: "pass",
				Size: func(m *runfolder.Meta) int64 { return int64(m.Input("words").Count) }},
			{Name: metric.Query, Title: "one query to the filter alone", Op: "word"},
			{Name: metric.FalsePositives, Title: "false positives", Share: "%", Factor: 100, Size: size("negatives")},
			{Name: metric.FPRTheory, Title: "false-positive rate by theory", Unit: "%", Factor: 100},
			{Name: metric.FalseNegatives, Title: "false negatives"},
			{Name: metric.Bits, Title: "size of the filter", Share: "bits/key", Factor: 1, Size: size("keys")},
			{Name: metric.ResidentBits, Title: "memory really held"},
		},
		Baselines:  map[string]string{"none": "no filter (exact map alone)", "no-exceptions": "no exceptions (patterns alone)"},
		Structures: map[string]string{"bloom": "Bloom filter", "cuckoo": "cuckoo filter"},
	}
}

// Line is the truth of a time: Start + Slope·(ε in per cent), in ns per
// operation, with the relative deviation Noise.
type Line struct{ Start, Slope, Noise float64 }

// Truth is the line of a filter's metric; every filter is 5 % slower than the
// one before.
func Truth(name runfolder.Metric, nth int) Line {
	l := map[runfolder.Metric]Line{
		Init:         {2.6e6, -4000, 0.02},
		metric.Build: {60e3, -600, 0.03},
		Hyphenate:    {150, -0.6, 0.01},
		metric.Query: {22, -0.3, 0.02},
	}[name]
	l.Start *= 1 + 0.05*float64(nth)
	return l
}

// Run makes a finished run of the thesis's experiment.
func Run(o Options) *runfolder.Run {
	if o.Filters == nil {
		o.Filters = []string{"bloom", "cuckoo"}
	}
	if o.Epsilons == "" {
		o.Epsilons = "0.01..0.20"
	}
	if o.Reps == 0 {
		o.Reps = 30
	}
	list, err := axis.ParseRates(o.Epsilons)
	if err != nil {
		panic(err) // a test's own constant
	}
	start := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	run := &runfolder.Run{Meta: runfolder.Meta{
		Schema: runfolder.Schema, Experiment: "thesis", Design: "interleaved", Seed: 1,
		Argv:    []string{"hyphbench", "run", "--filter=bloom,cuckoo"},
		Filters: o.Filters, Baselines: []string{"none", "no-exceptions"}, Reps: o.Reps,
		Inputs: []runfolder.Input{
			{Role: "words", Name: "words.txt", SHA256: "3797c8dd6adf523e6c1ac8fb", Count: Words, Pinned: true},
			{Role: "exceptions", Name: "hyphenex.tex", SHA256: "9392bd6e14b2f34ebc31d2ba", Count: Keys, Pinned: true},
		},
		Expect:   map[string]int64{"negatives": Negatives, "keys": Keys},
		State:    runfolder.Finished,
		Sessions: []runfolder.Session{{Start: start, End: start.Add(time.Minute)}},
	}}
	run.Meta.Axes = []axis.Axis{axis.Rates(list)}
	g := &generator{run: run, rand: rand.New(rand.NewPCG(1, 2))}
	for round := 0; round <= o.Reps; round++ {
		g.round = round
		for nth, filter := range o.Filters {
			for _, e := range list {
				g.cell(filter, nth, e)
			}
		}
		g.times("none", -1, 0)
		g.row("no-exceptions", 0, Init, 2.3e6, "ns", 1)
		g.row("no-exceptions", 0, Hyphenate, 128*Words, "ns", Words)
	}
	run.Meta.Rows = len(run.Rows)
	return run
}

type generator struct {
	run   *runfolder.Run
	rand  *rand.Rand
	round int
}

// cell adds one repetition of every metric; the cuckoo filter's sizes are
// whole fingerprint bits, so that few tables exist.
func (g *generator) cell(filter string, nth int, e axis.Rate) {
	g.times(filter, nth, e)
	theory := e.Float() * (1 + 0.01*float64(nth))
	bits := math.Ceil(Keys * math.Log2(1/e.Float()) / math.Ln2)
	if filter == "cuckoo" {
		f := math.Ceil(math.Log2(8 / e.Float()))
		bits, theory = 2048*f, 8*Keys/2048.0/math.Exp2(f)
	}
	fp := Negatives*theory + g.rand.NormFloat64()*math.Sqrt(Negatives*theory)*3
	g.row(filter, e, metric.FalsePositives, math.Round(max(fp, 0)), "words", 1)
	g.row(filter, e, metric.FalseNegatives, 0, "keys", 1)
	g.row(filter, e, metric.Bits, bits, "bits", 1)
	g.row(filter, e, metric.ResidentBits, 64*math.Ceil(bits/64), "bits", 1)
	g.row(filter, e, metric.FPRTheory, theory, "1", 1)
}

func (g *generator) times(filter string, nth int, e axis.Rate) {
	for _, m := range []struct {
		name runfolder.Metric
		ops  int64
	}{{Init, 2}, {metric.Build, 100}, {Hyphenate, Words}, {metric.Query, 3 * Words}} {
		l := Truth(m.name, nth)
		perOp := (l.Start + l.Slope*100*e.Float()) * (1 + l.Noise*g.rand.NormFloat64())
		g.row(filter, e, m.name, math.Round(perOp*float64(m.ops)), "ns", m.ops)
	}
}

func (g *generator) row(filter string, e axis.Rate, name runfolder.Metric, value float64, unit string, ops int64) {
	if g.round < 1 {
		value *= 10
	}
	g.run.Rows = append(g.run.Rows, runfolder.Row{
		Seq: len(g.run.Rows) + 1, Round: g.round, Design: "interleaved", Filter: filter, Point: runfolder.At(e.String()), Session: 1,
		Metric: name, Value: value, Unit: unit, Ops: ops, CPU: runfolder.NoCPU,
	})
}
