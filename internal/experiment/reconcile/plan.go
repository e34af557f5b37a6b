package reconcile

import (
	"strconv"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment"
	"hyphbench/internal/nodes"
	"hyphbench/internal/runfolder"
)

// Names of the axes beside that of ε.
const (
	axisTask = "task"
	axisN    = "n"
	axisD    = "d"
)

// Tasks: what peer B wants to know.
const (
	taskDifference   = "difference"   // the keys of S_A − S_B
	taskIntersection = "intersection" // those of S_A ∩ S_B, from A
	taskSize         = "size"         // how many keys only one of the two has
)

// bench is the prepared experiment.
type bench struct {
	x       *Experiment
	methods []method
	note    string
	network *nodes.Network
	at      map[runfolder.Cell]visit // by their cells without a metric; nil before the first
	last    exchange                 // of the visit being measured
}

// SetRounds implements experiment.InRounds.
func (b *bench) SetRounds(n int) { b.x.reps.Value = n }

// Describe implements experiment.Bench.
func (b *bench) Describe(m *runfolder.Meta) {
	m.Design, m.Seed, m.Reps = runfolder.Interleaved, b.x.seed, b.x.reps.Value
	m.Baselines = []string{allKeys}
	for _, v := range b.methods[1:] {
		m.Filters = append(m.Filters, v.name)
	}
	m.Axes = []axis.Axis{axis.Names(axisTask, taskDifference, taskIntersection, taskSize), axis.Counts(axisD, b.x.d.Values), axis.Counts(axisN, b.x.n.Values), axis.Rates(b.x.eps.Values)}
	m.Columns = runfolder.Columns(m.Axes, experiment.SectionColumns()...)
	if b.note != "" {
		m.Notes = append(m.Notes, b.note)
	}
}

// visit is an exchange of a round: a method for a task, of sets of n keys that differ in
// d.
type visit struct {
	method method
	task   string
	d, n   int
	rate   axis.Rate // 0 of a method without one
}

func (v visit) cell(m runfolder.Metric) runfolder.Cell {
	var d, n, epsilon string
	if v.task != "" {
		d, n = strconv.Itoa(v.d), strconv.Itoa(v.n)
	} else if v.d > 0 { // of a trial
		d = strconv.Itoa(v.d)
	}
	if v.rate != 0 {
		epsilon = v.rate.String()
	}
	return runfolder.Cell{Filter: v.method.name, Metric: m, Point: runfolder.At(v.task, d, n, epsilon)}
}

// visits are in the order of the tables.
func (b *bench) visits() (list []visit) {
	for _, n := range b.x.n.Values {
		for _, d := range b.x.d.Values {
			if d > 2*n {
				continue
			}
			for _, m := range b.methods {
				rates := []axis.Rate{0}
				if m.sized {
					rates = b.x.eps.Values
				}
				for _, task := range m.tasks {
					for _, rate := range rates {
						list = append(list, visit{m, task, d, n, rate})
					}
				}
			}
		}
	}
	return append(list, b.trials()...)
}

// Plan implements experiment.Bench. Nothing needs a warm-up.
func (b *bench) Plan(session int) experiment.Plan {
	return experiment.Interleaved(session, b.x.reps.Value, b.x.seed, b.visits(), func(v visit, round int) (list []experiment.Step) {
		if round < 1 {
			return nil
		}
		for _, m := range v.metrics() {
			list = append(list, experiment.Step{Round: round, Cell: v.cell(m)})
		}
		return list
	})
}

// metrics are those of an exchange. A ratio to the number of differences needs one.
func (v visit) metrics() []runfolder.Metric {
	if v.task == "" {
		return []runfolder.Metric{v.trialMetric()}
	}
	list := []runfolder.Metric{Bytes, Messages, CPU}
	switch {
	case v.task == taskSize:
		if v.d > 0 {
			list = append(list, Off)
		}
	case v.method.exact:
		if v.method.tables {
			list = append(list, Tables)
		}
		if v.method.cells && v.d > 0 && v.task == taskDifference {
			list = append(list, Cells)
		}
	case v.task == taskDifference:
		list = append(list, Missing)
		if v.method.asks {
			list = append(list, Questions)
		}
	default:
		list = append(list, Extra)
	}
	return list
}

// visit is that of a step of Plan.
func (b *bench) visit(s experiment.Step) visit {
	if b.at == nil {
		b.at = map[runfolder.Cell]visit{}
		for _, v := range b.visits() {
			b.at[v.cell("")] = v
		}
	}
	cell := s.Cell
	cell.Metric = ""
	return b.at[cell]
}
