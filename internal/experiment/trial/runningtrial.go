package trial

import (
	"context"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"time"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment"
	"hyphbench/internal/filter"
	"hyphbench/internal/measuring"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/timing"
	"hyphbench/internal/wordlist"
)

// T is a trial under way in a round, as testing.B is a benchmark under way.
type T struct {
	Round  int // ≤ 0: warm-up
	number reported
	at     []axis.Place // where it reports, beside the places of the trial
	ctx    context.Context
	bench  *Bench
	values map[value]float64
	due    map[value]due
	filled map[column]string
}

// column is a column in the rows of a metric, of all where it is empty.
type column struct {
	name   string
	metric runfolder.Metric
}

// value is a metric at a point.
type value struct {
	metric runfolder.Metric
	at     runfolder.Point
}

// due measures what is measured when its row is due.
type due func() (*experiment.Measurement, error)

// of is a metric where the trial reports.
func (t *T) of(m runfolder.Metric) value {
	return value{m, t.bench.spec.point(t.bench.trials[t.number.trial].At, t.at)}
}

// At is the trial as it reports at more places: those of Trial.Along, or of a Look.
func (t *T) At(places ...axis.Place) *T {
	other := *t
	other.at = places
	return &other
}

// Context ends with the run.
func (t *T) Context() context.Context { return t.ctx }

// Seed decides all that is random in the round.
func (t *T) Seed() uint64 { return experiment.RoundSeed(t.bench.run.Seed, t.Round) }

// Report gives the value of a metric, in the unit of its rows.
func (t *T) Report(m runfolder.Metric, v float64) { t.values[t.of(m)] = v }

// ReportAt is Report at one of the places of Trial.Along.
func (t *T) ReportAt(p axis.Place, m runfolder.Metric, v float64) { t.At(p).Report(m, v) }

// Later is Report of what is counted when its row is due, after Do. An error in it ends the
// run.
func (t *T) Later(m runfolder.Metric, count func() (float64, error)) {
	t.due[t.of(m)] = func() (*experiment.Measurement, error) {
		v, err := count()
		if err != nil {
			return nil, err
		}
		return t.bench.counted(m, v), nil
	}
}

// Time gives the work of a section, of ops operations, which is measured when its row is
// due: after Do, and as often as makes a section long enough. An error in it ends the run.
func (t *T) Time(m runfolder.Metric, ops int, work func() error) {
	cell := t.cell(m)
	t.due[t.of(m)] = func() (*experiment.Measurement, error) { return t.bench.timer.Measure(cell, ops, work) }
}

// cell is that of a metric where the trial reports.
func (t *T) cell(m runfolder.Metric) runfolder.Cell {
	return runfolder.Cell{Filter: t.bench.trials[t.number.trial].Method, Metric: m, Point: t.of(m).at}
}

// TimeFilling is Time of work that takes the longer the more of it is done, as what fills a
// structure. What it takes once tells how often it is done in a section; to find that out
// with many short sections would take long.
func (t *T) TimeFilling(m runfolder.Metric, ops int, work func() error) {
	t.Time(m, ops, work)
	of, cell, timer := t.of(m), t.cell(m), t.bench.timer
	measure := t.due[of]
	t.due[of] = func() (*experiment.Measurement, error) {
		if _, known := timer.Repetitions[cell]; !known {
			start := time.Now()
			if err := work(); err != nil {
				return nil, err
			}
			timer.Repetitions[cell] = 1 + int(timer.Least/max(1, time.Since(start)))
		}
		return measure()
	}
}

// Section is Time of what a trial measures by itself, until Least is full: a section with
// its operations. Without any there is no row.
func (t *T) Section(m runfolder.Metric, measure func() (timing.Section, int, error)) {
	t.due[t.of(m)] = func() (*experiment.Measurement, error) {
		s, ops, err := measure()
		if err != nil || ops == 0 {
			return nil, err
		}
		return measuring.Timed(s, ops), nil
	}
}

// Fill gives the rows of some metrics, of all where none is named, their text in a column
// of Spec.Columns.
func (t *T) Fill(name, text string, metrics ...runfolder.Metric) {
	if len(metrics) == 0 {
		metrics = []runfolder.Metric{""}
	}
	for _, m := range metrics {
		t.filled[column{name, m}] = text
	}
}

// Least is the least length of a section.
func (t *T) Least() time.Duration { return t.bench.timer.Least }

// Value is what the trial reports of a metric; false if it does not.
func (t *T) Value(m runfolder.Metric) (float64, bool) {
	v, is := t.values[t.of(m)]
	return v, is
}

// fixture is what trials share.
type fixture struct {
	of   reflect.Type
	key  any
	made any
}

// Fixture is what make makes, of which the bench keeps one of each type: the last one
// serves as long as it is asked for under the same key. An io.Closer is closed when
// another one takes its place, or at the end of the run.
func Fixture[F any](t *T, key any, make func() (F, error)) (F, error) {
	b, of := t.bench, reflect.TypeFor[F]()
	var none F
	if i := slices.IndexFunc(b.fixtures, func(f fixture) bool { return f.of == of }); i >= 0 {
		if old := b.fixtures[i]; old.key == key {
			return old.made.(F), nil
		}
		old := b.fixtures[i]
		b.fixtures = slices.Delete(b.fixtures, i, i+1) // the collector may have it
		if err := old.close(); err != nil {
			return none, err
		}
	}
	made, err := make()
	if err != nil {
		return none, err
	}
	b.fixtures = append(b.fixtures, fixture{of, key, made})
	return made, nil
}

func (f fixture) close() error {
	if c, is := f.made.(io.Closer); is {
		return c.Close()
	}
	return nil
}

// Close closes the fixtures, the last one first.
func (b *Bench) Close() error {
	b.last = nil
	var errs []error
	for _, f := range slices.Backward(b.fixtures) {
		errs = append(errs, f.close())
	}
	b.fixtures = nil
	return errors.Join(errs...)
}

// Build builds a structure of keys, by the hash functions of the round, and asks all of them:
// a key that is denied is an error.
func (t *T) Build(s filter.Structure, keys *wordlist.List, epsilon float64) (filter.Filter, error) {
	f, err := s.Build(keys, filter.Config{Epsilon: epsilon, Seed: t.Seed()})
	if err != nil {
		return nil, err
	}
	if yes := Admitted(f, keys); yes != keys.Len() {
		return nil, fmt.Errorf("wrong answers of %s: %d of %d keys are denied", s.Name, keys.Len()-yes, keys.Len())
	}
	return f, nil
}

// Admitted counts the words that a filter admits.
func Admitted(f filter.Filter, words *wordlist.List) (yes int) {
	for word := range words.Each() {
		if f.Contains(word) {
			yes++
		}
	}
	return yes
}

// TimeQueries is Time of one query for each word, and counts the words that the filter
// admits. Another count under the clock ends the run.
func (t *T) TimeQueries(m runfolder.Metric, f filter.Filter, words *wordlist.List) (yes int) {
	yes = Admitted(f, words)
	t.Time(m, words.Len(), func() error {
		if got := Admitted(f, words); got != yes {
			return fmt.Errorf("wrong answers: %d queries answered with yes, not %d", got, yes)
		}
		return nil
	})
	return yes
}
