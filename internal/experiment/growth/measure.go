package growth

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"runtime/debug"
	"slices"
	"time"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment"
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/all"
	"hyphbench/internal/metric"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/wordlist"
)

// sets are the words of a round.
type sets struct {
	n, round  int
	keys      *wordlist.List
	strangers *wordlist.List
}

// growth is a structure in one round while keys come.
type growth struct {
	cell   runfolder.Cell // without a metric, and of the place without the look
	round  int
	s      filter.Structure
	cfg    filter.Config
	told   int
	keys   *wordlist.List
	grower *grower
	at     int      // keys that came
	times  []uint32 // of single insertions; nil until they are measured
	rate   float64  // share of the strangers admitted, NaN until they are asked
}

// look is how many keys came when so many per cent of those told came.
func (g *growth) look(percent int) int { return min(g.keys.Len(), (g.told*percent+50)/100) }

// Measure implements experiment.Bench. The current structure is played on to the look
// of the step; one that is past it, or another one, begins anew.
func (b *bench) Measure(ctx context.Context, s experiment.Step) (*experiment.Measurement, error) {
	percent, err := axis.ParseCount(s.Cell.Point.Value(0))
	if err != nil {
		return nil, err
	}
	cell := s.Cell
	cell.Metric, cell.Point = "", runfolder.At("", s.Cell.Point.Value(1), s.Cell.Point.Value(2))
	if b.current == nil || b.current.cell != cell || b.current.round != s.Round {
		if err := b.begin(cell, s.Round); err != nil {
			return nil, err
		}
	}
	g := b.current
	if err := g.play(g.look(percent)); err != nil {
		return nil, err
	}
	switch s.Cell.Metric {
	case BitsPerKey:
		return experiment.Counted(float64(g.grower.filter.Bits())/float64(max(1, g.grower.in)), "bits"), nil
	case Refused:
		return experiment.Counted(float64(len(g.grower.refused)), "keys"), nil
	case Resized:
		return experiment.Counted(float64(g.grower.resized), "times"), nil
	case metric.FalseNegatives:
		return g.denied()
	case metric.FPRTheory:
		return experiment.Counted(g.grower.filter.Theory(), "1"), nil
	case Rate:
		rate, err := g.admitted(ctx, b.sets.strangers.First(b.asked(g)))
		return experiment.Counted(rate, "1"), err
	case Insert:
		return b.insertions(s.Cell, g)
	case PauseMost, PauseLongest:
		return g.pause(s.Cell.Metric == PauseLongest, g.look(slices.Max(b.x.inserted.Values)))
	}
	return nil, fmt.Errorf("unknown metric %q", s.Cell.Metric)
}

// insertions times how a structure is made and takes all keys that came so far. How
// often that fills a section is told by once: a full structure takes a hundred times
// as long as an empty one, and the timer would look for it in many sections.
func (b *bench) insertions(cell runfolder.Cell, g *growth) (*experiment.Measurement, error) {
	once := func() error {
		fresh, err := newGrower(g.s, g.told, g.cfg)
		if err != nil {
			return err
		}
		return fresh.fill(g.keys, 0, g.at)
	}
	if _, known := b.timer.Repetitions[cell]; !known {
		start := time.Now()
		if err := once(); err != nil {
			return nil, err
		}
		b.timer.Repetitions[cell] = 1 + int(b.timer.Least/max(1, time.Since(start)))
	}
	return b.timer.Measure(cell, max(1, g.grower.in), once)
}

// begin makes the structure of a cell, with the words of its round, current.
func (b *bench) begin(cell runfolder.Cell, round int) error {
	s, err := all.ByName(cell.Filter)
	if err != nil {
		return err
	}
	n, err := axis.ParseCount(cell.Point.Value(1))
	if err != nil {
		return err
	}
	if b.sets.keys == nil || b.sets.n != n || b.sets.round != round {
		b.sets, b.current = sets{}, nil // the collector may have the former keys
		seed := filter.Mix(experiment.RoundSeed(b.x.seed, round) + uint64(n))
		b.sets = sets{n, round, b.work.Keys(n, seed), b.work.Strangers(n, seed, manyStrangers)}
	}
	g := &growth{cell: cell, round: round, s: s, keys: b.sets.keys}
	g.cfg = filter.Config{Seed: experiment.RoundSeed(b.x.seed, round)}
	if text := cell.Point.Value(2); text != "" {
		rate, err := axis.ParseRate(text)
		if err != nil {
			return err
		}
		g.cfg.Epsilon = rate.Float()
	}
	g.told = max(1, g.keys.Len()*100/slices.Max(b.x.inserted.Values))
	g.rate = math.NaN()
	if g.grower, err = newGrower(s, g.told, g.cfg); err != nil {
		return err
	}
	b.current = g
	return nil
}

// asked is how many of the strangers are: more where few are admitted.
func (b *bench) asked(g *growth) int {
	if b.x.quick || g.cfg.Epsilon >= axis.Rate(onePercent).Float() {
		return min(fewStrangers, b.sets.strangers.Len())
	}
	return b.sets.strangers.Len()
}

// play lets keys come until there are so many.
func (g *growth) play(to int) (err error) {
	if to == g.at {
		return nil
	}
	if to < g.at {
		if g.grower, err = newGrower(g.s, g.told, g.cfg); err != nil {
			return err
		}
		g.at = 0
	}
	if err := g.grower.fill(g.keys, g.at, to); err != nil {
		return err
	}
	g.at, g.rate = to, math.NaN()
	return nil
}

// admitted is the share of the strangers that the structure admits.
func (g *growth) admitted(ctx context.Context, strangers *wordlist.List) (_ float64, err error) {
	if math.IsNaN(g.rate) {
		g.rate, err = experiment.Share(ctx, strangers, g.grower.filter.Contains)
	}
	return g.rate, err
}

// denied counts the keys that were taken and are denied. They end the run unless the
// structure declares that it loses keys.
func (g *growth) denied() (*experiment.Measurement, error) {
	lost := 0
	for i := range g.at {
		if !g.grower.filter.Contains(g.keys.At(i)) && g.grower.took(i) {
			lost++
		}
	}
	if lost > 0 && g.s.Faults&filter.LosesKeys == 0 {
		return nil, fmt.Errorf("%d false negatives among the %d keys that were taken", lost, g.grower.in)
	}
	return experiment.Counted(float64(lost), "keys"), nil
}

// most is the share of the insertions that are no longer than the pause told beside
// the longest.
const most = 0.99

// pause is the longest of the insertions so far, or what 99 % of them are within. All
// are measured at once, up to the last look.
func (g *growth) pause(longest bool, last int) (*experiment.Measurement, error) {
	if g.times == nil {
		fresh, err := newGrower(g.s, g.told, g.cfg)
		if err != nil {
			return nil, err
		}
		runtime.GC()
		defer debug.SetGCPercent(debug.SetGCPercent(-1))
		if g.times, err = fresh.pauses(g.keys, last); err != nil {
			return nil, err
		}
	}
	sorted := slices.Clone(g.times[:g.at])
	slices.Sort(sorted)
	at := int(math.Ceil(most*float64(len(sorted)))) - 1
	if longest {
		at = len(sorted) - 1
	}
	return experiment.Counted(float64(sorted[max(0, at)]), runfolder.Nanoseconds), nil
}
