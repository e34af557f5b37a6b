package duplicates

import (
	"strconv"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment"
	"hyphbench/internal/nodes"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/wordlist"
	"hyphbench/internal/workload"
)

// bench is the prepared experiment.
type bench struct {
	x      *Experiment
	own    *wordlist.List // the user's elements; nil: generated
	inputs []runfolder.Input

	network  *nodes.Network // of the number of processing elements being measured
	instance *instance      // of the round and of this number
	round    int
	done     map[visit]results // of this instance
}

// Describe implements experiment.Bench.
func (b *bench) Describe(m *runfolder.Meta) {
	m.Design, m.Seed, m.Reps = runfolder.Interleaved, b.x.seed, b.x.reps.Value
	for _, w := range ways() {
		if w.filter {
			m.Filters = append(m.Filters, w.name)
		} else {
			m.Baselines = append(m.Baselines, w.name)
		}
	}
	m.Axes = b.axes()
	m.Columns = runfolder.Columns(m.Axes)
	m.Inputs = append(m.Inputs, b.inputs...)
	m.Parameters = map[string]string{parameterN: strconv.Itoa(b.n())}
	if b.own == nil {
		m.Parameters["twice"] = b.x.twice.String()
	}
}

// parameterN is the number of elements.
const parameterN = "n"

func (b *bench) n() int {
	if b.own != nil {
		return b.own.Len()
	}
	return b.x.n.Value
}

// visit is a way with so many processing elements, at a rate: 0 of those without one.
type visit struct {
	way     string
	p       int
	epsilon axis.Rate
}

// visits are in the order of processing elements, which share a network. Ways are
// compared over p at the middle ε, filters over ε at the middle p.
func (b *bench) visits() (list []visit) {
	middleP, middle := workload.Middle(b.x.p.Values, 16), workload.Middle(b.x.eps.Values, axis.Per/100)
	for _, p := range b.x.p.Values {
		for _, w := range ways() {
			if !w.filter {
				list = append(list, visit{w.name, p, 0})
				continue
			}
			for _, epsilon := range b.x.eps.Values {
				if epsilon == middle || p == middleP {
					list = append(list, visit{w.name, p, epsilon})
				}
			}
		}
	}
	return list
}

// Plan implements experiment.Bench. Nothing is timed: there is no warm-up, and the order
// is that of the tables.
func (b *bench) Plan(int) experiment.Plan {
	return experiment.Plan{{Times: b.x.reps.Value, Steps: func(i int) (list []experiment.Step) {
		for _, v := range b.visits() {
			for _, m := range v.metrics() {
				list = append(list, experiment.Step{Round: i + 1, Cell: runfolder.Cell{Filter: v.way, Metric: m, Point: v.point()}})
			}
		}
		return list
	}}}
}

// point is the place of a visit.
func (v visit) point() runfolder.Point {
	if v.epsilon == 0 { // off the axis of ε
		return runfolder.At(strconv.Itoa(v.p), "")
	}
	return runfolder.At(strconv.Itoa(v.p), v.epsilon.String())
}

// metrics are those of a visit.
func (v visit) metrics() []runfolder.Metric {
	list := []runfolder.Metric{Bytes, BytesTheory, HashBytes, AnswerBytes, KeyBytes, Messages, Busiest}
	switch v.way {
	case distributed:
		list = append(list, Flagged, FlaggedTheory, BuildBytes, QueryBytes)
	case twoRounds, threeRounds:
		list = append(list, FlaggedFirst, Flagged, FlaggedTheory)
	case replicating, coded:
		list = append(list, Flagged, FlaggedTheory, BuildBytes, BreakEven, BreakEvenTheory)
	}
	return list
}

// SetRounds implements experiment.InRounds.
func (b *bench) SetRounds(n int) { b.x.reps.Value = n }

// Close closes the network.
func (b *bench) Close() error {
	if b.network == nil {
		return nil
	}
	err := b.network.Close()
	b.network = nil
	return err
}
