package thesis

import (
	"slices"

	"hyphbench/internal/experiment"
	"hyphbench/internal/filter"
	"hyphbench/internal/metric"
	"hyphbench/internal/runfolder"
)

// Plan implements experiment.Bench.
func (b *bench) Plan(session int) experiment.Plan {
	visits := b.visits()
	if b.design == runfolder.AsThesis {
		return b.blocks(visits)
	}
	return experiment.Interleaved(session, b.reps, b.seed, visits, func(v visit, round int) []experiment.Step {
		metrics := timed()
		if round > 0 {
			metrics = append(metrics, counted()...)
		}
		return v.steps(round, metrics...)
	})
}

// blocks is the thesis's own order. The baselines, which it does not have,
// come last so as to warm nothing up.
func (b *bench) blocks(visits []visit) experiment.Plan {
	var plan experiment.Plan
	for _, v := range visits {
		for _, metric := range slices.Concat(timed(), counted()) {
			plan = append(plan, experiment.Block{Times: b.reps, Steps: func(i int) []experiment.Step { return v.steps(i+1, metric) }})
		}
	}
	return plan
}

// timed and counted are the metrics of a cell in the order in which they are
// taken: construction before pass, as in the thesis.
func timed() []runfolder.Metric {
	return []runfolder.Metric{Init, Hyphenate, metric.Build, metric.Query, QueryFull}
}

func counted() []runfolder.Metric {
	return []runfolder.Metric{metric.FalsePositives, metric.FalseNegatives, AfterDeletions, OverestimatedKeys, metric.Bits, metric.ResidentBits, metric.FPRTheory}
}

// visit is a filter at an ε, or a baseline.
type visit struct {
	cell    runfolder.Cell
	metrics map[runfolder.Metric]bool // nil: all
	valued  bool                      // the threshold of the run applies to the filter
	deletes bool                      // the filter can delete keys
}

// has reports whether the metric is taken of the visited cell.
func (v visit) has(metric runfolder.Metric) bool {
	switch metric {
	case QueryFull:
		return slices.Contains(queryFullFilters(), v.cell.Filter)
	case OverestimatedKeys:
		return v.valued
	case AfterDeletions:
		return v.deletes
	}
	return v.metrics == nil || v.metrics[metric]
}

// visits lists the cells filter by filter, ε ascending, then the baselines.
func (b *bench) visits() []visit {
	var visits []visit
	for _, s := range b.structures {
		deletes := filter.Can[filter.Deleter](s)
		if s.Exact { // for which ε means nothing
			visits = append(visits, visit{cell: runfolder.Cell{Filter: s.Name}, deletes: deletes})
			continue
		}
		for _, e := range b.epsilons {
			visits = append(visits, visit{cell: runfolder.Cell{Filter: s.Name, Point: runfolder.At(e.String())}, valued: b.valued(s), deletes: deletes})
		}
	}
	return append(visits,
		visit{cell: runfolder.Cell{Filter: NoFilter}, metrics: map[runfolder.Metric]bool{
			Init: true, Hyphenate: true, metric.Build: true, metric.Query: true,
			metric.FalsePositives: true, metric.FalseNegatives: true, metric.Bits: true, metric.ResidentBits: true,
		}},
		visit{cell: runfolder.Cell{Filter: NoExceptions}, metrics: map[runfolder.Metric]bool{Init: true, Hyphenate: true}})
}

// steps are those of the given metrics that the visited cell has.
func (v visit) steps(round int, metrics ...runfolder.Metric) []experiment.Step {
	var steps []experiment.Step
	for _, m := range metrics {
		if v.has(m) {
			cell := v.cell
			cell.Metric = m
			steps = append(steps, experiment.Step{Round: round, Cell: cell})
		}
	}
	return steps
}
