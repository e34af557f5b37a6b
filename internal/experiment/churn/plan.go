package churn

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

// Names of the axes beside that of ε.
const (
	axisChurn = "churn"
	axisN     = "n"
)

// bench is the prepared experiment.
type bench struct {
	x          *Experiment
	work       *workload.Workload
	structures []filter.Structure
	section    time.Duration // least length of one
	note       string
	sets       sets     // of the round and n being measured
	current    *history // nil before the first step
}

// SetRounds implements experiment.InRounds.
func (b *bench) SetRounds(n int) { b.x.reps.Value = n }

// Describe implements experiment.Bench.
func (b *bench) Describe(m *runfolder.Meta) {
	m.Design, m.Seed, m.Reps = runfolder.Interleaved, b.x.seed, b.x.reps.Value
	for _, s := range b.structures {
		m.Filters = append(m.Filters, s.Name)
	}
	m.Axes = []axis.Axis{axis.Counts(axisChurn, b.x.churns.Values), axis.Counts(axisN, b.work.Sizes()), axis.Rates([]axis.Rate{b.x.eps.Value})}
	m.Columns = runfolder.Columns(m.Axes, experiment.SectionColumns()...)
	b.work.Describe(m)
	if b.note != "" {
		m.Notes = append(m.Notes, b.note)
	}
}

// visit is one structure with n keys: a history in every round.
type visit struct {
	s filter.Structure
	n int
}

func (b *bench) visits() (list []visit) {
	for _, n := range b.work.Sizes() {
		for _, s := range b.structures {
			list = append(list, visit{s, n})
		}
	}
	return list
}

// Plan implements experiment.Bench. A round has the sets of keys in an order of its
// own, and for each the structures: a set is made once a round.
func (b *bench) Plan(session int) experiment.Plan {
	return experiment.Rounds(session, b.round, b.x.reps.Value)
}

func (b *bench) round(round int) (list []experiment.Step) {
	visits := b.visits()
	random := rand.New(rand.NewPCG(experiment.RoundSeed(b.x.seed, round), 0))
	random.Shuffle(len(visits), func(i, j int) { visits[i], visits[j] = visits[j], visits[i] })
	sizes := slices.Clone(b.work.Sizes())
	random.Shuffle(len(sizes), func(i, j int) { sizes[i], sizes[j] = sizes[j], sizes[i] })
	slices.SortStableFunc(visits, func(v, w visit) int { return slices.Index(sizes, v.n) - slices.Index(sizes, w.n) })
	for _, v := range visits {
		list = append(list, b.steps(v, round)...)
	}
	return list
}

// steps are those of a history, in its order. The warm-up has its operations alone,
// before the first replacement.
func (b *bench) steps(v visit, round int) (list []experiment.Step) {
	churns := b.x.churns.Values
	if round < 1 {
		churns = churns[:1]
	}
	for _, churn := range churns {
		for _, name := range b.names(v.s, round) {
			epsilon := b.x.eps.Value.String()
			if v.s.Exact { // and so off the axis of ε
				epsilon = ""
			}
			at := runfolder.At(strconv.Itoa(churn), strconv.Itoa(v.n), epsilon)
			list = append(list, experiment.Step{Round: round, Cell: runfolder.Cell{Filter: v.s.Name, Metric: name, Point: at}})
		}
	}
	return list
}

// names are the metrics at a point. The first one takes no time but that of playing
// up to it: Predict counts on that.
func (b *bench) names(s filter.Structure, round int) []runfolder.Metric {
	var timed []runfolder.Metric
	if s.Open != nil { // copies are made by way of files
		timed = []runfolder.Metric{Delete, Insert}
	}
	if round < 1 {
		return timed
	}
	list := []runfolder.Metric{BitsPerKey, Refused, metric.FalseNegatives}
	if s.Name == deletedSet {
		list = append(list, LostTheory)
	}
	if !s.Exact {
		list = append(list, Rate, metric.FPRTheory)
	}
	return append(list, timed...)
}

// Predict implements experiment.Predictor. A replacement takes as long as the first,
// and a look as long as one after it; of more keys than predicted, as much longer as
// they are more, and half as much again past the caches.
func (b *bench) Predict(ctx context.Context) (time.Duration, error) {
	const predicted, uncached = 100_000, 1.5
	largest := b.work.Sizes()[0]
	for _, n := range b.work.Sizes() {
		if n <= predicted {
			largest = max(largest, n)
		}
	}
	// The first replacement, even if the run does not look there.
	return experiment.Predict(ctx, b, b.Plan(0), func(s experiment.Step) (experiment.Step, float64) {
		factor := 1.0
		s.Round = min(s.Round, 1)
		churn, n := s.Cell.Point.Value(0), s.Cell.Point.Value(1)
		if i := slices.Index(texts(b.x.churns.Values), churn); i > 0 {
			churn = "1"
			if s.Cell.Metric == BitsPerKey {
				factor = float64(b.x.churns.Values[i] - b.x.churns.Values[i-1])
			}
		}
		if size, err := axis.ParseCount(n); err == nil && size > largest {
			n = strconv.Itoa(largest)
			factor *= uncached * float64(size) / float64(largest)
		}
		s.Cell.Point = runfolder.At(churn, n, s.Cell.Point.Value(2))
		return s, factor
	})
}

func texts(values []int) (list []string) {
	for _, v := range values {
		list = append(list, strconv.Itoa(v))
	}
	return list
}
