package growth

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
	axisInserted = "inserted"
	axisN        = "n"
)

// bench is the prepared experiment.
type bench struct {
	x          *Experiment
	work       *workload.Workload
	structures []filter.Structure
	note       string
	timer      experiment.Timer
	alike      bool    // every round has all sets of keys
	sets       sets    // of the round and n being measured
	current    *growth // nil before the first step
}

// SetRounds implements experiment.InRounds: every round has all sets of keys.
func (b *bench) SetRounds(n int) { b.x.reps.Value, b.alike = n, true }

// Describe implements experiment.Bench.
func (b *bench) Describe(m *runfolder.Meta) {
	m.Design, m.Seed, m.Reps = runfolder.Interleaved, b.x.seed, b.x.reps.Value
	for _, s := range b.structures {
		m.Filters = append(m.Filters, s.Name)
	}
	m.Axes = []axis.Axis{axis.Counts(axisInserted, b.x.inserted.Values), axis.Counts(axisN, b.work.Sizes()), axis.Rates(b.x.eps.Values)}
	m.Columns = runfolder.Columns(m.Axes, experiment.SectionColumns()...)
	b.work.Describe(m)
	if b.note != "" {
		m.Notes = append(m.Notes, b.note)
	}
}

// visit is one structure that grows to n keys at a rate, 0 of the exact ones.
type visit struct {
	s       filter.Structure
	n       int
	epsilon axis.Rate
}

// visits are every n at the middle ε and every ε at the middle n, or all of them.
func (b *bench) visits() (list []visit) {
	n, epsilon := b.middle()
	for _, size := range b.work.Sizes() {
		for _, s := range b.structures {
			if s.Exact {
				list = append(list, visit{s: s, n: size})
				continue
			}
			for _, rate := range b.x.eps.Values {
				if b.x.full || size == n || rate == epsilon {
					list = append(list, visit{s, size, rate})
				}
			}
		}
	}
	return list
}

// middle is the middle of the axes. Without the usual one it is the most keys.
func (b *bench) middle() (n int, epsilon axis.Rate) {
	return middle(b.work.Sizes(), middleN), middle(b.x.eps.Values, onePercent)
}

// Of so many keys a few hash functions tell as much as many do of fewer.
const (
	millionN   = 1_000_000
	ofAMillion = 3

	fewStrangers  = 200_000 // asked of a structure of ε = 1 % or more
	manyStrangers = 500_000 // of less
)

func (b *bench) rounds(n int) int {
	if n >= millionN && !b.alike {
		return min(ofAMillion, b.x.reps.Value)
	}
	return b.x.reps.Value
}

// Plan implements experiment.Bench. Rounds with the same cells are a block.
func (b *bench) Plan(session int) experiment.Plan {
	return experiment.Rounds(session, b.round, b.rounds(millionN), b.x.reps.Value)
}

// round has the sets of keys in an order of its own, and for each the visits: a set is
// made once a round.
func (b *bench) round(round int) (list []experiment.Step) {
	visits := b.visits()
	random := rand.New(rand.NewPCG(experiment.RoundSeed(b.x.seed, round), 0))
	random.Shuffle(len(visits), func(i, j int) { visits[i], visits[j] = visits[j], visits[i] })
	sizes := slices.Clone(b.work.Sizes())
	random.Shuffle(len(sizes), func(i, j int) { sizes[i], sizes[j] = sizes[j], sizes[i] })
	slices.SortStableFunc(visits, func(v, w visit) int { return slices.Index(sizes, v.n) - slices.Index(sizes, w.n) })
	for _, v := range visits {
		if round <= b.rounds(v.n) {
			list = append(list, b.steps(v, round)...)
		}
	}
	return list
}

// steps are those of a structure while it grows. The warm-up is its first insertions
// alone, of few keys.
func (b *bench) steps(v visit, round int) (list []experiment.Step) {
	looks := b.x.inserted.Values
	if round < 1 {
		looks = looks[:1]
		if v.n >= millionN {
			return nil
		}
	}
	for _, inserted := range looks {
		for _, name := range names(v.s, round, inserted) {
			at := runfolder.At(strconv.Itoa(inserted), strconv.Itoa(v.n), v.epsilon.String())
			list = append(list, experiment.Step{Round: round, Cell: runfolder.Cell{Filter: v.s.Name, Metric: name, Point: at}})
		}
	}
	return list
}

// names are the metrics at a look. Times are measured at whole multiples of what was
// told, or nowhere if there are none: a few keys more change none.
func names(s filter.Structure, round, inserted int) []runfolder.Metric {
	if round < 1 {
		return []runfolder.Metric{Insert}
	}
	list := []runfolder.Metric{BitsPerKey, Refused, Resized, metric.FalseNegatives}
	if !s.Exact {
		list = append(list, Rate, metric.FPRTheory)
	}
	if inserted%100 == 0 {
		list = append(list, Insert, PauseMost, PauseLongest)
	}
	return list
}

// Predict implements experiment.Predictor. What goes through the keys takes as much
// longer as there are more, and a tenth more past the caches, where insertions do not
// wait for each other; what asks strangers half as much again.
func (b *bench) Predict(ctx context.Context) (time.Duration, error) {
	const predicted, uncached, asked = 100_000, 1.1, 1.5
	largest := b.work.Sizes()[0]
	for _, n := range b.work.Sizes() {
		if n <= predicted {
			largest = max(largest, n)
		}
	}
	return experiment.Predict(ctx, b, b.Plan(0), func(s experiment.Step) (experiment.Step, float64) {
		s.Round = min(s.Round, 2) // the first round finds out how long sections are
		n, err := axis.ParseCount(s.Cell.Point.Value(1))
		if err != nil || n <= largest {
			return s, 1
		}
		epsilon := s.Cell.Point.Value(2)
		if _, rate := b.middle(); epsilon != "" {
			epsilon = rate.String()
		}
		s.Cell.Point = runfolder.At(s.Cell.Point.Value(0), strconv.Itoa(largest), epsilon)
		if s.Cell.Metric == Rate {
			return s, asked
		}
		return s, uncached * float64(n) / float64(largest)
	})
}
