package growth

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"runtime/debug"
	"slices"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/filter"
	"hyphbench/internal/measuring"
	"hyphbench/internal/metric"
	"hyphbench/internal/wordlist"
)

// history is a structure that grows to n keys at a rate, 0 of an exact one.
type history struct {
	filter.Structure
	n    int
	rate axis.Rate
}

func (s history) same(o history) bool { return s.Name == o.Name && s.n == o.n && s.rate == o.rate }

// words are the keys and negatives of a round, with the structure that grows by them.
type words struct {
	keys, negatives *wordlist.List
	growth          *growth
}

// growth is a structure in one round while keys come.
type growth struct {
	of     history
	cfg    filter.Config
	told   int
	keys   *wordlist.List
	grower *grower
	at     int      // keys that came
	times  []uint32 // of single insertions; nil until they are measured
}

// manyNegatives are asked where few are admitted, fewNegatives of a structure of ε = 1 %
// or more.
const (
	fewNegatives  = 200_000
	manyNegatives = 500_000
)

// look lets a structure grow until so many per cent of the keys told have come, and
// reports what became of it.
func (x *growing) look(t *trial.T, r *trial.Run, s history, percent int) error {
	w, err := trial.Fixture(t, [2]int{s.n, t.Round}, func() (*words, error) {
		seed := filter.Mix(t.Seed() + uint64(s.n))
		return &words{keys: r.Work.Keys(s.n, seed), negatives: r.Work.Negatives(s.n, seed, manyNegatives)}, nil
	})
	if err != nil {
		return err
	}
	last := x.looks[len(x.looks)-1]
	if w.growth == nil || !w.growth.of.same(s) {
		cfg := filter.Config{Seed: t.Seed(), Epsilon: s.rate.Float()}
		w.growth = &growth{of: s, cfg: cfg, told: max(1, w.keys.Len()*100/last), keys: w.keys}
	}
	g := w.growth
	if err := g.play(g.came(percent)); err != nil {
		return err
	}
	t.Report(BitsPerKey, float64(g.grower.filter.Bits())/float64(max(1, g.grower.in)))
	t.Report(Refused, float64(len(g.grower.refused)))
	t.Report(Resized, float64(g.grower.resized))
	t.Report(metric.FPRTheory, g.grower.filter.Theory())
	t.Later(metric.FalseNegatives, g.denied)
	asked := w.negatives
	if r.Quick || s.rate >= onePercent {
		asked = asked.First(min(fewNegatives, asked.Len()))
	}
	t.Later(Rate, func() (float64, error) { return g.admitted(t.Context(), asked) })
	t.TimeFilling(Insert, max(1, g.grower.in), func() error {
		fresh, err := newGrower(g.of.Structure, g.told, g.cfg)
		if err != nil {
			return err
		}
		return fresh.fill(g.keys, 0, g.at)
	})
	t.Later(PauseMost, func() (float64, error) { return g.pause(most, g.came(last)) })
	t.Later(PauseLongest, func() (float64, error) { return g.pause(1, g.came(last)) })
	return nil
}

// came is how many keys came when so many per cent of those told came.
func (g *growth) came(percent int) int { return min(g.keys.Len(), (g.told*percent+50)/100) }

// play lets keys come until there are so many: to a structure that had fewer, or to a new
// one.
func (g *growth) play(to int) (err error) {
	if g.grower == nil || to < g.at {
		if g.grower, err = newGrower(g.of.Structure, g.told, g.cfg); err != nil {
			return err
		}
		g.at = 0
	}
	from := g.at
	g.at = to
	return g.grower.fill(g.keys, from, to)
}

func (g *growth) admitted(ctx context.Context, negatives *wordlist.List) (float64, error) {
	return measuring.Share(ctx, negatives, g.grower.filter.Contains)
}

// denied counts the keys that were taken and are denied. They end the run unless the
// structure declares that it loses keys.
func (g *growth) denied() (float64, error) {
	lost := 0
	for i := range g.at {
		if !g.grower.filter.Contains(g.keys.At(i)) && g.grower.took(i) {
			lost++
		}
	}
	if lost > 0 && g.of.Faults&filter.LosesKeys == 0 {
		return 0, fmt.Errorf("%d false negatives among the %d keys that were taken", lost, g.grower.in)
	}
	return float64(lost), nil
}

// most is the share of the insertions that are no longer than the pause told beside
// the longest.
const most = 0.99

// pause is what a share of the insertions so far are within, in ns. All up to the last look
// are measured at once.
func (g *growth) pause(share float64, last int) (float64, error) {
	if g.times == nil {
		fresh, err := newGrower(g.of.Structure, g.told, g.cfg)
		if err != nil {
			return 0, err
		}
		runtime.GC()
		defer debug.SetGCPercent(debug.SetGCPercent(-1))
		if g.times, err = fresh.pauses(g.keys, last); err != nil {
			return 0, err
		}
	}
	sorted := slices.Clone(g.times[:g.at])
	slices.Sort(sorted)
	return float64(sorted[max(0, int(math.Ceil(share*float64(len(sorted))))-1)]), nil
}
