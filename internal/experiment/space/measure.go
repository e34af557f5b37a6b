package space

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/filter"
	"hyphbench/internal/heapmemory"
	"hyphbench/internal/measuring"
	"hyphbench/internal/metric"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/wordlist"
	"hyphbench/internal/workload"
)

// sets are the keys of a round and the negatives asked beside them.
type sets struct{ keys, negatives *wordlist.List }

// leastNegatives and mostNegatives bound the number of negatives asked of a
// filter: as many as there are keys, between them.
const (
	leastNegatives = 200_000
	mostNegatives  = 1_000_000
)

// From rare to rarest more are asked: as many as the requested rate admits leastSeen of, a
// hundred over the default rounds, but rareNegatives at most. Of a lower rate none would be
// seen in so many.
const (
	rare          axis.Rate = axis.Per / 100_000
	rarest        axis.Rate = axis.Per / 1_000_000
	leastSeen               = 9
	rareNegatives           = 4_000_000
)

// asked is how many negatives are asked of a structure of n keys.
func asked(n int, epsilon axis.Rate) int {
	usual := min(max(n, leastNegatives), mostNegatives)
	if epsilon < rarest {
		return usual
	}
	return max(usual, min(leastSeen*int(axis.Per/epsilon), rareNegatives))
}

// byTheory reports whether a structure has its rate by theory alone at an ε: those that take
// more than 100 ns per query, where millions are asked.
func byTheory(name string, epsilon axis.Rate) bool {
	return epsilon > 0 && epsilon <= rare && (name == dleft || name == roaring)
}

// enough is how many negatives have to be admitted in a round for the bits over
// log2(1/ε measured): of few the logarithm is that of theory, not of their number.
const enough = 100

// instance is a structure in one round.
type instance struct {
	sets
	s      filter.Structure
	config filter.Config
	filter filter.Filter // nil until it is built
	fpr    float64       // share of the negatives admitted, NaN until they are asked

	held, peak float64 // bytes of the heap; 0 until they are measured
}

// measure measures a structure over n keys. Each number is taken when its row is due: the
// filter that is timed is the one that is asked.
func measure(t *trial.T, work *workload.Workload, s filter.Structure, n int, epsilon axis.Rate) error {
	type of struct{ n, negatives, round int }
	seed, negatives := filter.Mix(t.Seed()+uint64(n)), asked(n, epsilon) // of the generated words
	both, err := trial.Fixture(t, of{n, negatives, t.Round}, func() (sets, error) {
		return sets{work.Keys(n, seed), work.Negatives(n, seed, negatives)}, nil
	})
	if err != nil {
		return err
	}
	i := &instance{
		sets: both, s: s, fpr: math.NaN(),
		config: filter.Config{Epsilon: epsilon.Float(), Seed: t.Seed(), Universe: both.negatives},
	}
	perKey := func(v float64) float64 { return v / float64(n) }
	built := func(m runfolder.Metric, count func() (float64, error)) {
		t.Later(m, func() (float64, error) {
			if i.filter == nil {
				if err := i.build(); err != nil {
					return 0, err
				}
			}
			return count()
		})
	}
	admitted := func(m runfolder.Metric, number func(fpr float64) float64) {
		built(m, func() (float64, error) {
			err := i.ask(t.Context())
			return number(i.fpr), err
		})
	}
	t.Time(metric.Build, n, i.build)
	built(BitsPerKey, func() (float64, error) { return perKey(float64(i.filter.Bits())), nil })
	built(metric.FPRTheory, func() (float64, error) { return i.filter.Theory(), nil })
	built(metric.FalseNegatives, i.denied)
	number := func(fpr float64) float64 { return math.Round(fpr * float64(both.negatives.Len())) }
	admitted(metric.FalsePositives, number)
	admitted(Rate, func(fpr float64) float64 { return fpr })
	overhead := func(fpr float64) float64 { return perKey(float64(i.filter.Bits()))/math.Log2(1/fpr) - 1 }
	if byTheory(s.Name, epsilon) {
		built(Overhead, func() (float64, error) { return overhead(i.filter.Theory()), nil })
	} else {
		admitted(Overhead, func(fpr float64) float64 {
			if number(fpr) < enough {
				fpr = i.filter.Theory()
			}
			return overhead(fpr)
		})
	}
	built(BitsSet, func() (float64, error) { return onesOf(i.filter) })
	for m, first := range map[runfolder.Metric]int{SetSecond: n - n/2, SetUnion: 0} {
		built(m, func() (float64, error) {
			return i.second(work.Further(n, seed, n-n/2), first)
		})
	}
	t.Later(HeldPerKey, func() (float64, error) { err := i.memory(peakTime); return perKey(8 * i.held), err })
	t.Later(PeakPerKey, func() (float64, error) { err := i.memory(peakTime); return perKey(8 * i.peak), err })
	return nil
}

func (i *instance) build() (err error) {
	i.filter, err = i.s.Build(i.keys, i.config)
	return err
}

func (i *instance) ask(ctx context.Context) (err error) {
	if math.IsNaN(i.fpr) {
		i.fpr, err = measuring.Share(ctx, i.negatives, i.filter.Contains)
	}
	return err
}

// denied counts the keys that the filter denies. They end the run unless the structure
// declares that it loses keys.
func (i *instance) denied() (float64, error) {
	lost := i.keys.Count(func(key string) bool { return !i.filter.Contains(key) })
	if lost > 0 && i.s.Faults&filter.LosesKeys == 0 {
		return 0, fmt.Errorf("%d false negatives among %d keys", lost, i.keys.Len())
	}
	return float64(lost), nil
}

// peakTime is how long builds are repeated for their peak.
const peakTime = 200 * time.Millisecond

// memory measures the heap that a structure keeps and, of many keys, the most that is in
// use while it is built, repeatedly for a time.
func (i *instance) memory(repeated time.Duration) (err error) {
	build := func() any {
		f, failed := i.s.Build(i.keys, i.config)
		if failed != nil {
			err = failed
		}
		return f
	}
	if i.held > 0 {
		return nil
	}
	if i.keys.Len() < peakLeast {
		i.held = heapmemory.Held(build)
		return err
	}
	// One look may miss the peak of a short build, which the largest of many has.
	for start := time.Now(); i.peak == 0 || time.Since(start) < repeated && err == nil; {
		var peak float64
		peak, i.held = heapmemory.Peak(build)
		i.peak = max(i.peak, peak, 1)
	}
	return err
}

// bitCounter is a filter whose set bits can be counted, and that takes further keys.
type bitCounter interface {
	filter.Inserter
	Ones() uint64
}

func onesOf(f filter.Filter) (float64, error) {
	counted, ok := f.(bitCounter)
	if !ok {
		return 0, errors.New("the structure does not count its bits")
	}
	return float64(counted.Ones()) / float64(f.Bits()), nil
}

// second is the share of bits that are set by further keys and the keys from the first one
// on: by a second set of as many keys, of which half, rounded down, are in both sets, or by
// the union of both. These filters have the bits and hash functions of that of the keys, so
// that the last one is the disjunction of the others.
func (i *instance) second(further *wordlist.List, first int) (float64, error) {
	cfg := i.config
	cfg.Capacity = i.keys.Len()
	more, err := filter.As[bitCounter](i.s.Build(further, cfg))
	if err != nil {
		return 0, err
	}
	for at := first; at < i.keys.Len(); at++ {
		if err := more.Insert(i.keys.At(at)); err != nil {
			return 0, err
		}
	}
	return onesOf(more)
}
