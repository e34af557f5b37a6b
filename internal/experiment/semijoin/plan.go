package semijoin

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment"
	"hyphbench/internal/metric"
	"hyphbench/internal/nodes"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/workload"
)

// Names in the rows of the experiment.
const (
	shipAll        = "ship-all"
	keyList        = "keys"
	smallestFilter = "smallest"
	bloom          = "bloom"
	ribbon         = "ribbon"

	axisN     = "n"
	axisShare = "selectivity"
)

// The place around which one axis is varied at a time.
const (
	middleN     = 100_000
	middleShare = 0.01
	middleRate  = axis.Per / 100
)

// roundsOfMillion is how many pairs of tables a million rows have at most.
const roundsOfMillion = 5

// bench is the prepared experiment.
type bench struct {
	x       *Experiment
	network *nodes.Network
	least   []named       // smallest filters
	section time.Duration // least length of one
	alike   bool          // every round has all pairs of tables

	tables struct {
		round, n int
		share    float64
		rows     *table
		*pair
	}
	current struct {
		place place
		round int
		*join
	}
	passes map[place]int // joins in a timed section
}

// SetRounds implements experiment.InRounds: every round has all pairs of tables.
func (b *bench) SetRounds(n int) { b.x.reps.Value, b.alike = n, true }

// Close closes the sockets.
func (b *bench) Close() error { return b.network.Close() }

// place is a way of joining at a point; rate is 0 of one without a filter.
type place struct {
	way   string
	n     int
	share float64
	rate  axis.Rate
}

func (p place) point() runfolder.Point {
	rate := ""
	if p.rate > 0 {
		rate = p.rate.String()
	}
	return runfolder.At(strconv.Itoa(p.n), axis.ShareText(p.share), rate)
}

// Parameters that claims and figures read.
const (
	parameterKey = "key_bytes"
	parameterRow = "row_bytes"
)

// Describe implements experiment.Bench.
func (b *bench) Describe(m *runfolder.Meta) {
	m.Design, m.Seed, m.Reps, m.Waits = runfolder.Interleaved, b.x.seed, b.x.reps.Value, true
	m.Filters = []string{bloom, ribbon, smallestFilter, keyList}
	m.Baselines = []string{shipAll}
	m.Axes = []axis.Axis{axis.Counts(axisN, b.x.n.Values), axis.Shares(axisShare, b.x.shares.Values), axis.Rates(b.x.eps.Values)}
	m.Columns = runfolder.Columns(m.Axes, append([]string{runfolder.ProcessCPUColumn, columnStructure}, experiment.SectionColumns()...)...)
	m.Parameters = map[string]string{parameterKey: b.x.key.String(), parameterRow: strconv.Itoa(b.x.rowBytes())}
	m.Notes = append(m.Notes, b.note())
}

// note names the smallest filters of the run.
func (b *bench) note() string {
	var titles []string
	for _, s := range b.least {
		if title := experiment.StructureTitle(s.name); !slices.Contains(titles, title) {
			titles = append(titles, title)
		}
	}
	return "The smallest of the program: " + strings.Join(titles, "; ") + "."
}

// places are those of the run: one axis is varied at a time, and that of ε is for
// filters.
func (b *bench) places() (list []place) {
	add := func(p place) {
		for _, way := range []string{shipAll, keyList} {
			if exact := (place{way, p.n, p.share, 0}); !slices.Contains(list, exact) {
				list = append(list, exact)
			}
		}
		for _, way := range []string{bloom, ribbon, smallestFilter} {
			if p.way = way; !slices.Contains(list, p) {
				list = append(list, p)
			}
		}
	}
	n := workload.Middle(b.x.n.Values, middleN)
	share := workload.Middle(b.x.shares.Values, middleShare)
	rate := workload.Middle(b.x.eps.Values, middleRate)
	for _, s := range b.x.shares.Values {
		add(place{n: n, share: s, rate: rate})
	}
	for _, rows := range b.x.n.Values {
		add(place{n: rows, share: share, rate: rate})
	}
	for _, e := range b.x.eps.Values {
		add(place{n: n, share: share, rate: e})
	}
	return list
}

// timed reports whether joins of the place are timed: all but those that stand for
// their ε.
func (b *bench) timed(p place) bool {
	return p.rate == 0 || p.rate == workload.Middle(b.x.eps.Values, middleRate)
}

// Plan implements experiment.Bench. A round has the tables in an order of its own, and
// for each the ways in one.
func (b *bench) Plan(session int) experiment.Plan {
	last := b.x.reps.Value
	return experiment.Rounds(session, b.round, min(roundsOfMillion, last), last)
}

func (b *bench) round(round int) (list []experiment.Step) {
	places := slices.DeleteFunc(b.places(), func(p place) bool {
		return !b.alike && round > workload.Rounds(p.n, b.x.reps.Value, roundsOfMillion, roundsOfMillion)
	})
	random := rand.New(rand.NewPCG(experiment.RoundSeed(b.x.seed, round), 0))
	random.Shuffle(len(places), func(i, j int) { places[i], places[j] = places[j], places[i] })
	type joined struct { // a pair of tables
		n     int
		share float64
	}
	var order []joined // by their first place, those of one n together
	for _, p := range places {
		if t := (joined{p.n, p.share}); !slices.Contains(order, t) {
			order = append(order, t)
		}
	}
	slices.SortStableFunc(order, func(s, t joined) int {
		first := func(n int) int { return slices.IndexFunc(order, func(t joined) bool { return t.n == n }) }
		return first(s.n) - first(t.n)
	})
	for _, t := range order {
		for _, p := range places {
			if p.n == t.n && p.share == t.share {
				list = append(list, b.steps(p, round)...)
			}
		}
	}
	return list
}

// steps are those of a place. What is counted needs no warm-up.
func (b *bench) steps(p place, round int) (list []experiment.Step) {
	var names []runfolder.Metric
	if round > 0 {
		names = []runfolder.Metric{Bytes}
		if p.way != shipAll {
			names = append(names, Told)
		}
		if p.rate > 0 {
			names = append(names, Removed, metric.FPRTheory)
		}
	}
	if b.timed(p) {
		names = append(names, Time)
	}
	for _, name := range names {
		list = append(list, experiment.Step{Round: round, Cell: runfolder.Cell{Filter: p.way, Metric: name, Point: p.point()}})
	}
	return list
}

// place is that of a cell of the plan.
func (b *bench) place(c runfolder.Cell) (place, error) {
	for _, p := range b.places() {
		if p.way == c.Filter && p.point() == c.Point {
			return p, nil
		}
	}
	return place{}, fmt.Errorf("no cell %s %s in this run", c.Filter, c.Point)
}

// Predict implements experiment.Predictor. A join of many rows takes as much longer as
// they are more.
func (b *bench) Predict(ctx context.Context) (time.Duration, error) {
	const predicted = 100_000
	largest := b.x.n.Values[0]
	for _, n := range b.x.n.Values {
		if n <= predicted {
			largest = n
		}
	}
	return experiment.Predict(ctx, b, b.Plan(0), func(s experiment.Step) (experiment.Step, float64) {
		s.Round = min(s.Round, 1)
		p, err := b.place(s.Cell)
		if err != nil || p.n <= largest {
			return s, 1
		}
		factor := float64(p.n) / float64(largest)
		p.n = largest
		s.Cell.Point = p.point()
		return s, factor
	})
}
