package example

import (
	"slices"
	"strconv"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment"
	"hyphbench/internal/metric"
	"hyphbench/internal/runfolder"
)

// Names in the rows of the experiment.
const (
	goMap = "map"
	bloom = "bloom"

	axisN    = "n"
	axisHits = "hits"
)

// bench is the prepared experiment.
type bench struct {
	x          *Experiment
	structures []structure
	timer      experiment.Timer
	current    instance // of the visit being made
}

// SetRounds implements experiment.InRounds.
func (b *bench) SetRounds(n int) { b.x.reps.Value = n }

// Describe implements experiment.Bench. The first of the filters is the one that
// hyphbench compare compares with.
func (b *bench) Describe(m *runfolder.Meta) {
	m.Design, m.Seed, m.Reps = runfolder.Interleaved, b.x.seed, b.x.reps.Value
	for _, s := range b.structures {
		m.Filters = append(m.Filters, s.name)
	}
	m.Axes = []axis.Axis{axis.Counts(axisN, b.x.n.Values), axis.Shares(axisHits, b.x.hits.Values), axis.Rates([]axis.Rate{b.x.eps.Value})}
	m.Columns = runfolder.Columns(m.Axes, experiment.SectionColumns()...)
	m.Parameters = map[string]string{"questions": strconv.Itoa(questions)}
}

// visit is a structure of n keys with a share of members among the questions.
type visit struct {
	cell      runfolder.Cell // without a metric
	structure structure
	n         int
	hits      float64
}

// visits are in the order of the tables.
func (b *bench) visits() (list []visit) {
	for _, s := range b.structures {
		epsilon := b.x.eps.Value.String()
		if s.exact { // and so off the axis of ε
			epsilon = ""
		}
		for _, n := range b.x.n.Values {
			for _, hits := range b.x.hits.Values {
				at := runfolder.At(strconv.Itoa(n), axis.ShareText(hits), epsilon)
				list = append(list, visit{runfolder.Cell{Filter: s.name, Point: at}, s, n, hits})
			}
		}
	}
	return list
}

// Plan implements experiment.Bench.
func (b *bench) Plan(session int) experiment.Plan {
	return experiment.Interleaved(session, b.x.reps.Value, b.x.seed, b.visits(), func(v visit, round int) []experiment.Step {
		steps := []experiment.Step{v.step(metric.Query, round)}
		if round > 0 && !v.structure.exact && v.hits < 1 { // what is counted needs no warm-up
			steps = append(steps, v.step(Admitted, round))
		}
		return steps
	})
}

func (v visit) step(m runfolder.Metric, round int) experiment.Step {
	cell := v.cell
	cell.Metric = m
	return experiment.Step{Round: round, Cell: cell}
}

// visit is that of a step of Plan.
func (b *bench) visit(s experiment.Step) visit {
	list := b.visits()
	return list[slices.IndexFunc(list, func(v visit) bool { return v.step(s.Cell.Metric, s.Round) == s })]
}
