package space

import (
	"context"
	"fmt"
	"math"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment"
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/all"
	"hyphbench/internal/metric"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/section"
	"hyphbench/internal/wordlist"
)

// sets are the keys of a round and the strangers asked beside them.
type sets struct {
	n, round  int
	keys      *wordlist.List
	strangers *wordlist.List
}

// strangersLeast and strangersMost bound the number of strangers asked of a
// filter: as many as there are keys, between them.
const (
	strangersLeast = 200_000
	strangersMost  = 1_000_000
)

// instance is a structure in one round.
type instance struct {
	cell   runfolder.Cell // without a metric
	round  int
	s      filter.Structure
	config filter.Config
	filter filter.Filter
	fpr    float64 // share of the strangers admitted, NaN until they are asked

	held, peak float64 // bytes of the heap; 0 until they are measured
}

// Measure implements experiment.Bench.
func (b *bench) Measure(ctx context.Context, s experiment.Step) (*experiment.Measurement, error) {
	if m, tried, err := b.try(s); tried {
		return m, err
	}
	if err := b.visit(s); err != nil {
		return nil, err
	}
	c, keys := &b.current, b.sets.keys
	n := float64(keys.Len())
	switch s.Cell.Metric {
	case metric.Build:
		return b.timer.Measure(s.Cell, keys.Len(), func() (err error) { c.filter, err = c.s.Build(keys, c.config); return err })
	case HeldPerKey:
		held, _, err := b.memory()
		return experiment.Counted(8*held/n, "bits"), err
	case PeakPerKey:
		_, peak, err := b.memory()
		return experiment.Counted(8*peak/n, "bits"), err
	}
	if err := b.build(); err != nil {
		return nil, err
	}
	switch s.Cell.Metric {
	case BitsSet, SetSecond, SetUnion:
		return b.bitsSet(s.Cell.Metric)
	case BitsPerKey:
		return experiment.Counted(float64(c.filter.Bits())/n, "bits"), nil
	case metric.FPRTheory:
		return experiment.Counted(c.filter.Theory(), "1"), nil
	case metric.FalseNegatives:
		return b.denied()
	}
	if err := b.ask(ctx); err != nil {
		return nil, err
	}
	switch s.Cell.Metric {
	case metric.FalsePositives:
		return experiment.Counted(math.Round(c.fpr*float64(b.sets.strangers.Len())), "words"), nil
	case Rate:
		return experiment.Counted(c.fpr, "1"), nil
	case Overhead:
		bound := math.Log2(1 / c.fpr)
		if c.fpr == 0 { // too rare to be seen
			bound = math.Log2(1 / c.filter.Theory())
		}
		return experiment.Counted(float64(c.filter.Bits())/n/bound-1, "1"), nil
	}
	return nil, fmt.Errorf("unknown metric %q", s.Cell.Metric)
}

// visit makes the step's cell and round current.
func (b *bench) visit(s experiment.Step) error {
	cell := s.Cell
	cell.Metric = ""
	if b.current.cell == cell && b.current.round == s.Round {
		return nil
	}
	structure, err := all.ByName(cell.Filter)
	if err != nil {
		return err
	}
	n, err := axis.ParseCount(cell.Point.Value(0))
	if err != nil {
		return err
	}
	if b.sets.keys == nil || b.sets.n != n || b.sets.round != s.Round {
		b.sets = sets{} // the collector may have the former keys
		seed := b.setSeed(n, s.Round)
		b.sets = sets{n, s.Round, b.work.Keys(n, seed), b.work.Strangers(n, seed, min(max(n, strangersLeast), strangersMost))}
	}
	cfg := filter.Config{Seed: experiment.RoundSeed(b.x.seed, s.Round), Universe: b.sets.strangers}
	if text := cell.Point.Value(1); text != "" {
		rate, err := axis.ParseRate(text)
		if err != nil {
			return err
		}
		cfg.Epsilon = rate.Float()
	}
	b.current = instance{cell: cell, round: s.Round, s: structure, config: cfg, fpr: math.NaN()}
	return nil
}

// setSeed decides the generated words of a round.
func (b *bench) setSeed(n, round int) uint64 {
	return filter.Mix(experiment.RoundSeed(b.x.seed, round) + uint64(n))
}

// build builds the current filter, unless it was when that was timed.
func (b *bench) build() error {
	if b.current.filter != nil {
		return nil
	}
	var err error
	b.current.filter, err = b.current.s.Build(b.sets.keys, b.current.config)
	return err
}

// ask finds the share of the strangers that the current filter admits.
func (b *bench) ask(ctx context.Context) (err error) {
	if c := &b.current; math.IsNaN(c.fpr) {
		c.fpr, err = experiment.Share(ctx, b.sets.strangers, c.filter.Contains)
	}
	return err
}

// denied counts the keys that the current filter denies. They end the run unless
// the structure declares that it loses keys.
func (b *bench) denied() (*experiment.Measurement, error) {
	c, lost := &b.current, 0
	for key := range b.sets.keys.Each() {
		if !c.filter.Contains(key) {
			lost++
		}
	}
	if lost > 0 && c.s.Faults&filter.LosesKeys == 0 {
		return nil, fmt.Errorf("%d false negatives among %d keys", lost, b.sets.keys.Len())
	}
	return experiment.Counted(float64(lost), "keys"), nil
}

// memory is the heap that a structure keeps and, of many keys, the most that is in
// use while it is built, in bytes.
func (b *bench) memory() (held, peak float64, err error) {
	c := &b.current
	build := func() any {
		f, failed := c.s.Build(b.sets.keys, c.config)
		if failed != nil {
			err = failed
		}
		return f
	}
	if b.sets.keys.Len() < peakLeast {
		return section.Held(build), 0, err
	}
	if c.peak == 0 {
		c.peak, c.held = section.Peak(build)
	}
	return c.held, c.peak, err
}
