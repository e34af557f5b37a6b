package sets

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment"
	"hyphbench/internal/filter"
	"hyphbench/internal/metric"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/wordlist"
)

// Axes of the experiment, in their order.
const (
	axisN      = "n"
	axisLoad   = "load"
	axisShared = "shared"
	axisSets   = "sets"
	axisSet    = "set"
	axisK      = "k"
	axisTimes  = "times"
	axisEdits  = "edits"
)

func axes() []string {
	return []string{axisN, axisLoad, axisShared, axisSets, axisSet, axisK, axisTimes, axisEdits}
}

// on is a point by the values on its axes.
type on map[string]string

func (o on) point() runfolder.Point {
	var values []string
	for _, name := range axes() {
		values = append(values, o[name])
	}
	return runfolder.At(values...)
}

// Rates and sizes that are the same for all.
const (
	epsilon   = 0.01
	strangers = 20_000 // asked of a structure
)

// trial is a structure at a place.
type trial struct {
	filter  string
	at      runfolder.Point
	metrics []runfolder.Metric // that are counted
	// count has a value for each of the metrics.
	count func(seed uint64) ([]float64, error)
	// timed makes the work of a section and says how many queries it has; nil where
	// nothing is timed.
	timed func(seed uint64) (work func() error, ops int, err error)
}

// bench is the prepared experiment.
type bench struct {
	x         *Experiment
	languages []language
	trials    []trial
	timer     experiment.Timer
	current   current
}

// current is a trial in a round with what was counted.
type current struct {
	filter string
	at     runfolder.Point
	round  int
	values []float64
}

// all are the trials, in the order of the tables.
func (b *bench) all() []trial {
	return slices.Concat(b.estimates(), b.many(), ordered(), counts(), thresholds(), memories(), zones(), b.likeness())
}

// SetRounds implements experiment.InRounds.
func (b *bench) SetRounds(n int) { b.x.reps.Value = n }

// Describe implements experiment.Bench.
func (b *bench) Describe(m *runfolder.Meta) {
	m.Design, m.Seed, m.Reps = runfolder.Interleaved, b.x.seed, b.x.reps.Value
	values := map[string][]int{}
	for _, t := range b.trials {
		if !slices.Contains(m.Filters, t.filter) {
			m.Filters = append(m.Filters, t.filter)
		}
		for i, name := range axes() {
			if v, err := strconv.Atoi(t.at.Value(i)); err == nil && name != axisShared && !slices.Contains(values[name], v) {
				values[name] = append(values[name], v)
			}
		}
	}
	for _, name := range axes() {
		if name == axisShared {
			m.Axes = append(m.Axes, axis.Shares(name, b.x.shared.Values))
			continue
		}
		slices.Sort(values[name])
		m.Axes = append(m.Axes, axis.Counts(name, values[name]))
	}
	m.Columns = runfolder.Columns(m.Axes, experiment.SectionColumns()...)
	n, load, shared := b.x.held()
	m.Parameters = map[string]string{
		"ε": strconv.FormatFloat(epsilon, 'g', -1, 64), "languages": languagesText(b.languages),
		held(axisN): strconv.Itoa(n), held(axisLoad): strconv.Itoa(load), held(axisShared): axis.ShareText(shared),
	}
	for _, l := range b.languages {
		m.Inputs = append(m.Inputs, l.inputs...)
	}
	if len(b.languages) == 1 {
		m.Notes = append(m.Notes, onlyEnglish)
	}
}

// held is the parameter with the value of an axis while another one is varied.
func held(name string) string { return name + " held" }

// onlyEnglish says that there are no exceptions of several languages.
const onlyEnglish = "No patterns of hyph-utf8 are installed: there is one language with exceptions, and the sets are generated."

// Plan implements experiment.Bench.
func (b *bench) Plan(session int) experiment.Plan {
	return experiment.Interleaved(session, b.x.reps.Value, b.x.seed, b.trials, func(t trial, round int) (list []experiment.Step) {
		step := func(m runfolder.Metric) {
			list = append(list, experiment.Step{Round: round, Cell: runfolder.Cell{Filter: t.filter, Metric: m, Point: t.at}})
		}
		if t.timed != nil {
			step(metric.Query)
		}
		if round > 0 { // what is counted needs no warm-up
			for _, m := range t.metrics {
				step(m)
			}
		}
		return list
	})
}

// Measure implements experiment.Bench. An estimate of a filter without an empty cell is
// no number, and no row.
func (b *bench) Measure(_ context.Context, s experiment.Step) (*experiment.Measurement, error) {
	i := slices.IndexFunc(b.trials, func(t trial) bool {
		return t.filter == s.Cell.Filter && t.at == s.Cell.Point && (slices.Contains(t.metrics, s.Cell.Metric) || t.timed != nil && s.Cell.Metric == metric.Query)
	})
	if i < 0 {
		return nil, fmt.Errorf("no trial has %+v", s.Cell)
	}
	t := b.trials[i]
	seed := experiment.RoundSeed(b.x.seed, s.Round)
	if s.Cell.Metric == metric.Query {
		work, ops, err := t.timed(seed)
		if err != nil {
			return nil, err
		}
		return b.timer.Measure(s.Cell, ops, work)
	}
	if c := &b.current; c.values == nil || c.filter != t.filter || c.at != t.at || c.round != s.Round || len(c.values) != len(t.metrics) {
		values, err := t.count(seed)
		if err != nil {
			return nil, err
		}
		b.current = current{t.filter, t.at, s.Round, values}
	}
	value := b.current.values[slices.Index(t.metrics, s.Cell.Metric)]
	if math.IsNaN(value) || math.IsInf(value, 0) {
		return nil, nil
	}
	return experiment.Counted(value, unitOf(s.Cell.Metric)), nil
}

// Predict implements experiment.Predictor: a round takes as long as the first.
func (b *bench) Predict(ctx context.Context) (time.Duration, error) {
	return experiment.Predict(ctx, b, b.Plan(0), func(s experiment.Step) (experiment.Step, float64) {
		s.Round = min(s.Round, 1)
		return s, 1
	})
}

// firstStranger is above the number of every key.
const firstStranger = 1 << 40

// generated are n words of the numbers from first on, of which no two are equal.
func generated(seed, first uint64, n int) *wordlist.List {
	return wordlist.Generate(n, func(b []byte, i int) []byte {
		return strconv.AppendUint(b, filter.Mix(seed+first+uint64(i)), 36)
	})
}

// others are words that are no keys.
func others(seed uint64, n int) *wordlist.List { return generated(seed, firstStranger, n) }

// admitted is the share of the words that a filter admits.
func admitted(f interface{ Contains(string) bool }, words *wordlist.List) float64 {
	n := 0
	for word := range words.Each() {
		if f.Contains(word) {
			n++
		}
	}
	return float64(n) / float64(words.Len())
}

// denied is the error for a key that a structure denies; nil if it admits them all.
func denied(name string, f interface{ Contains(string) bool }, keys *wordlist.List) error {
	for key := range keys.Each() {
		if !f.Contains(key) {
			return fmt.Errorf("%s denies the key %q", name, key)
		}
	}
	return nil
}
