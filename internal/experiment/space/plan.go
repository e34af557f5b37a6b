package space

import (
	"context"
	"math/rand/v2"
	"slices"
	"strconv"
	"time"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment"
	"hyphbench/internal/filter"
	"hyphbench/internal/metric"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/workload"
)

// axisN is the axis of the number of keys.
const axisN = "n"

// bench is the prepared experiment.
type bench struct {
	x       *Experiment
	work    *workload.Workload
	timer   experiment.Timer
	alike   bool            // every round has all sets of keys
	counter map[string]bool // structures whose set bits are counted
	sets    sets            // of the round and n being measured
	current instance
}

// SetRounds implements experiment.InRounds: every round has all sets of keys.
func (b *bench) SetRounds(n int) { b.x.reps.Value, b.alike = n, true }

// Describe implements experiment.Bench.
func (b *bench) Describe(m *runfolder.Meta) {
	m.Design, m.Seed, m.Reps = runfolder.Interleaved, b.x.seed, b.x.reps.Value
	for _, s := range b.x.filters.Structures {
		m.Filters = append(m.Filters, s.Name)
	}
	m.Axes = []axis.Axis{axis.Counts(axisN, b.work.Sizes()), axis.Rates(b.x.eps.Values)}
	m.Columns = runfolder.Columns(m.Axes, experiment.SectionColumns()...)
	b.work.Describe(m)
}

// group is a set of keys and a rate: the structures that are compared.
type group struct {
	n       int
	epsilon axis.Rate // 0 of the exact structures
}

// groups are the points of the run: every n at the middle ε, every ε at the
// middle n, or all of them.
func (b *bench) groups() (list []group) {
	n, epsilon := workload.Middle(b.work.Sizes(), middleN), workload.Middle(b.x.eps.Values, onePercent)
	for _, size := range b.work.Sizes() {
		list = append(list, group{n: size})
		for _, rate := range b.x.eps.Values {
			if b.x.full || size == n || rate == epsilon {
				list = append(list, group{size, rate})
			}
		}
	}
	return list
}

// rounds is how many hash functions a set of that many keys is tried with. Of more
// keys one tells more.
func (b *bench) rounds(n int) int {
	if b.alike {
		return b.x.reps.Value
	}
	return workload.Rounds(n, b.x.reps.Value, 10, 3)
}

// Plan implements experiment.Bench. Rounds with the same cells are a block.
func (b *bench) Plan(session int) experiment.Plan {
	return experiment.Rounds(session, b.round, min(1, b.x.reps.Value), b.rounds(workload.TenMillion), b.rounds(workload.Million), min(trialRounds, b.x.reps.Value), b.x.reps.Value)
}

// round has the groups in an order of its own.
func (b *bench) round(round int) (list []experiment.Step) {
	groups := b.groups()
	order := rand.New(rand.NewPCG(experiment.RoundSeed(b.x.seed, round), 0))
	order.Shuffle(len(groups), func(i, j int) { groups[i], groups[j] = groups[j], groups[i] })
	for _, g := range groups {
		list = append(list, b.steps(g, round)...)
	}
	return append(list, b.trialSteps(round)...)
}

// peakLeast is the least number of keys for which the heap can be looked at often
// enough while a structure is built.
const peakLeast = 100_000

// steps are those of a group in a round: the structures in an order of the round's
// own, each with all its metrics. Memory is measured once, of up to a million keys:
// it takes many builds, or one that is slowed by the collector.
func (b *bench) steps(g group, round int) (list []experiment.Step) {
	if round > b.rounds(g.n) {
		return nil
	}
	structures := slices.DeleteFunc(slices.Clone(b.x.filters.Structures), func(s filter.Structure) bool { return s.Exact != (g.epsilon == 0) })
	order := rand.New(rand.NewPCG(experiment.RoundSeed(b.x.seed, round), uint64(g.n)^uint64(g.epsilon)))
	order.Shuffle(len(structures), func(i, j int) { structures[i], structures[j] = structures[j], structures[i] })
	for _, s := range structures {
		var names []runfolder.Metric
		if round > 0 || g.n < workload.Million { // what lasts so long needs no warm-up
			names = append(names, metric.Build)
		}
		if round > 0 {
			names = append(names, BitsPerKey, metric.FalseNegatives)
			if s.Closed { // the strangers are its universe
				names = append(names, metric.FalsePositives)
			}
			if !s.Exact {
				names = append(names, Rate, metric.FPRTheory, Overhead)
			}
			if b.counter[s.Name] && g.n <= workload.Million { // a second set takes as long as the first
				names = append(names, bitCounts()...)
			}
		}
		if round == 1 && g.n <= workload.Million {
			names = append(names, HeldPerKey)
			if g.n >= peakLeast {
				names = append(names, PeakPerKey)
			}
		}
		for _, name := range names {
			at := runfolder.At(strconv.Itoa(g.n), g.epsilon.String())
			list = append(list, experiment.Step{Round: round, Cell: runfolder.Cell{Filter: s.Name, Metric: name, Point: at}})
		}
	}
	return list
}

// Predict implements experiment.Predictor. Sets of more than predicted keys take as
// much longer as they are larger, and half as much again past the caches.
func (b *bench) Predict(ctx context.Context) (time.Duration, error) {
	const predicted, uncached = 100_000, 1.5
	largest := b.work.Sizes()[0]
	for _, n := range b.work.Sizes() {
		if n <= predicted {
			largest = max(largest, n)
		}
	}
	epsilon := workload.Middle(b.x.eps.Values, onePercent).String()
	return experiment.Predict(ctx, b, b.Plan(0), func(s experiment.Step) (experiment.Step, float64) {
		n, err := axis.ParseCount(s.Cell.Point.Value(0))
		s.Round = min(s.Round, 1)
		if err != nil || n <= largest {
			return s, 1
		}
		rate := s.Cell.Point.Value(1)
		if rate != "" {
			rate = epsilon
		}
		s.Cell.Point = runfolder.At(strconv.Itoa(largest), rate)
		return s, uncached * float64(n) / float64(largest)
	})
}
