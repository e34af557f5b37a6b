package aggregation

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"time"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment"
	"hyphbench/internal/nodes"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/workload"
)

// Names in the rows of the experiment.
const (
	exactUnion  = "union"
	bloomFilter = "bloom"
	pushSum     = "push-sum"
	adding      = "adding"

	axisStep   = "step"
	axisNodes  = "nodes"
	axisCopies = "copies"
)

// The place around which one axis is varied at a time.
const (
	middleNodes  = 16
	middleCopies = 2
	middleRate   = axis.Per / 10
)

// bench is the prepared experiment.
type bench struct {
	x        *Experiment
	networks map[int]*nodes.Network // by the number of nodes
	current  struct {
		place place
		round int
		*gossip
	}
}

// SetRounds implements experiment.InRounds.
func (b *bench) SetRounds(n int) { b.x.reps.Value = n }

// Close closes the sockets.
func (b *bench) Close() error {
	var list []error
	for _, n := range b.networks {
		list = append(list, n.Close())
	}
	return errors.Join(list...)
}

// place is a way of counting; rate is 0 of one without a filter.
type place struct {
	way           string
	nodes, copies int
	rate          axis.Rate
}

func (p place) point(step int) runfolder.Point {
	rate := ""
	if p.rate > 0 {
		rate = p.rate.String()
	}
	return runfolder.At(strconv.Itoa(step), strconv.Itoa(p.nodes), strconv.Itoa(p.copies), rate)
}

// parameterItems is read by claims and figures.
const parameterItems = "items"

// Describe implements experiment.Bench.
func (b *bench) Describe(m *runfolder.Meta) {
	m.Design, m.Seed, m.Reps = runfolder.Interleaved, b.x.seed, b.x.reps.Value
	m.Filters = []string{bloomFilter, pushSum, adding}
	m.Baselines = []string{exactUnion}
	var steps []int
	for step := range b.x.steps.Value + 1 {
		steps = append(steps, step)
	}
	m.Axes = []axis.Axis{axis.Counts(axisStep, steps), axis.Counts(axisNodes, b.x.nodes.Values), axis.Counts(axisCopies, b.x.copies.Values), axis.Rates(b.x.eps.Values)}
	m.Columns = runfolder.Columns(m.Axes)
	m.Parameters = map[string]string{parameterItems: b.x.items.String()}
}

// places are those of the run, one axis varied at a time.
func (b *bench) places() (list []place) {
	add := func(p place) {
		for _, way := range []string{exactUnion, pushSum, adding} {
			if other := (place{way, p.nodes, p.copies, 0}); !slices.Contains(list, other) {
				list = append(list, other)
			}
		}
		if p.way = bloomFilter; !slices.Contains(list, p) {
			list = append(list, p)
		}
	}
	n := workload.Middle(b.x.nodes.Values, middleNodes)
	copies := workload.Middle(b.x.copies.Values, middleCopies)
	rate := workload.Middle(b.x.eps.Values, middleRate)
	for _, v := range b.x.nodes.Values {
		add(place{nodes: v, copies: copies, rate: rate})
	}
	for _, v := range b.x.copies.Values {
		add(place{nodes: n, copies: v, rate: rate})
	}
	for _, v := range b.x.eps.Values {
		add(place{nodes: n, copies: copies, rate: v})
	}
	return list
}

// Plan implements experiment.Bench. Nothing is timed: there is no warm-up.
func (b *bench) Plan(int) experiment.Plan {
	return experiment.Plan{{Times: b.x.reps.Value, Steps: func(i int) []experiment.Step { return b.round(i + 1) }}}
}

func (b *bench) round(round int) (list []experiment.Step) {
	places := b.places()
	random := rand.New(rand.NewPCG(experiment.RoundSeed(b.x.seed, round), 0))
	random.Shuffle(len(places), func(i, j int) { places[i], places[j] = places[j], places[i] })
	for _, p := range places {
		for step := range b.x.steps.Value + 1 {
			for _, name := range []runfolder.Metric{Estimate, Error, Worst, Bytes} {
				list = append(list, experiment.Step{Round: round, Cell: runfolder.Cell{Filter: p.way, Metric: name, Point: p.point(step)}})
			}
		}
	}
	return list
}

// place is that of a cell of the plan, with its step.
func (b *bench) place(c runfolder.Cell) (place, int, error) {
	step, err := strconv.Atoi(c.Point.Value(0))
	if err != nil || step > b.x.steps.Value {
		return place{}, 0, fmt.Errorf("no step %q in this run", c.Point.Value(0))
	}
	for _, p := range b.places() {
		if p.way == c.Filter && p.point(step) == c.Point {
			return p, step, nil
		}
	}
	return place{}, 0, fmt.Errorf("no cell %s %s in this run", c.Filter, c.Point)
}

// Predict implements experiment.Predictor. All of a place is measured with its first
// step; the others take no time.
func (b *bench) Predict(ctx context.Context) (time.Duration, error) {
	return experiment.Predict(ctx, b, b.Plan(0), func(s experiment.Step) (experiment.Step, float64) {
		if s.Cell.Metric == Estimate && s.Cell.Point.Value(0) == "0" {
			return s, 1
		}
		return s, 0
	})
}
