package cache

import (
	"context"
	"math/rand/v2"
	"strconv"
	"time"

	"hyphbench/internal/axis"
	"hyphbench/internal/corpus"
	"hyphbench/internal/experiment"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/workload"
)

// Names of the axes, and the streams on the first.
const (
	axisStream   = "stream"
	axisCapacity = "capacity"
	axisWindow   = "window"

	web    = "web"
	inText = "text"

	middles = "middle" // the parameter: what the axes stand at that are not varied
)

// Places of the axes in a point.
const (
	placeStream = iota
	placeCapacity
	placeWindow
)

// bench is the prepared experiment.
type bench struct {
	x     *Experiment
	text  *corpus.Text
	timer experiment.Timer
	disk  *disk // nil before the first writes to it

	// Of the round being measured.
	round   int
	streams map[string]*stream
	played  map[place]*played
}

// SetRounds implements experiment.InRounds.
func (b *bench) SetRounds(n int) { b.x.reps.Value = n }

// Describe implements experiment.Bench.
func (b *bench) Describe(m *runfolder.Meta) {
	m.Design, m.Seed, m.Reps = runfolder.Interleaved, b.x.seed, b.x.reps.Value
	m.Filters = rules()
	m.Axes = []axis.Axis{
		axis.Names(axisStream, web, inText),
		axis.Shares(axisCapacity, b.x.capacities.Values), axis.Shares(axisWindow, b.x.windows.Values),
	}
	m.Columns = runfolder.Columns(m.Axes, experiment.SectionColumns()...)
	m.Inputs = append(m.Inputs, b.text.Input)
	m.Parameters = map[string]string{
		"requests": strconv.Itoa(b.x.requests.Value), "once": b.x.once.String(), "eps": b.x.eps.String(),
		middles: axis.ShareText(b.capacity()) + "," + axis.ShareText(b.window()),
	}
	m.Notes = append(m.Notes, "The counts of tinylfu vary: its library counts requests in lossy buffers and goroutines of its own.")
}

// capacity and window are the middle of the axes.
func (b *bench) capacity() float64 { return workload.Middle(b.x.capacities.Values, middleCapacity) }
func (b *bench) window() float64   { return workload.Middle(b.x.windows.Values, middleWindow) }

// place is a cache behind a rule, to which a stream goes.
type place struct {
	stream, rule     string
	capacity, window float64
}

// visit is a place with its point in the rows. A point has a value on the axis that is
// varied, so that all rules have points in common; the other one stands at its middle.
type visit struct {
	place
	at runfolder.Point
}

// visits are those of a stream: every capacity, then everything that is remembered,
// beside which the rules that are made for no number of objects stand off the axis.
func (b *bench) visits(stream string) (list []visit) {
	for _, rule := range rules() {
		for _, capacity := range b.x.capacities.Values {
			list = append(list, visit{place{stream, rule, capacity, b.window()}, runfolder.At(stream, axis.ShareText(capacity), "")})
		}
		if !forgets(rule) {
			list = append(list, visit{place{stream, rule, b.capacity(), b.window()}, runfolder.At(stream, "", "")})
			continue
		}
		for _, window := range b.x.windows.Values {
			list = append(list, visit{place{stream, rule, b.capacity(), window}, runfolder.At(stream, "", axis.ShareText(window))})
		}
	}
	return list
}

// metrics are those of a visit. The clock runs at the middle of the capacities alone;
// the warm-up is what it measures there. A library that is waited for has no time, nor
// has a list that knows objects by their numbers.
func (b *bench) metrics(v visit, round int) []runfolder.Metric {
	middle := v.at.Value(placeCapacity) == axis.ShareText(b.capacity())
	timed := middle && v.rule != tinyLFU && v.rule != recent
	if round < 1 {
		if timed {
			return []runfolder.Metric{Request}
		}
		return nil
	}
	list := []runfolder.Metric{Writes, BytesWritten, Hits, ByteHits, OnceWritten}
	if v.rule != everything {
		list = append(list, Late)
		if v.rule != tinyLFU {
			list = append(list, Memory)
		}
	} else if v.at.Value(placeCapacity) == "" {
		list = append(list, Once)
	}
	if timed {
		list = append(list, Request)
	}
	if middle && v.stream == web {
		list = append(list, DiskTime)
	}
	return list
}

// Plan implements experiment.Bench.
func (b *bench) Plan(session int) experiment.Plan {
	return experiment.Rounds(session, b.steps, b.x.reps.Value)
}

// steps are those of a round, in an order of its own.
func (b *bench) steps(round int) (list []experiment.Step) {
	var visits []visit
	for _, stream := range []string{web, inText} {
		visits = append(visits, b.visits(stream)...)
	}
	random := rand.New(rand.NewPCG(experiment.RoundSeed(b.x.seed, round), 0))
	random.Shuffle(len(visits), func(i, j int) { visits[i], visits[j] = visits[j], visits[i] })
	for _, v := range visits {
		for _, name := range b.metrics(v, round) {
			list = append(list, experiment.Step{Round: round, Cell: runfolder.Cell{Filter: v.rule, Metric: name, Point: v.at}})
		}
	}
	return list
}

// Predict implements experiment.Predictor: a round takes as long as the first.
func (b *bench) Predict(ctx context.Context) (time.Duration, error) {
	return experiment.Predict(ctx, b, b.Plan(0), func(s experiment.Step) (experiment.Step, float64) {
		s.Round = min(s.Round, 1)
		return s, 1
	})
}
