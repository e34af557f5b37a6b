package thesis

import (
	"math/rand/v2"
	"slices"

	"hyphbench/internal/experiment"
	"hyphbench/internal/runfolder"
)

// Steps implements Bench. Every session of the interleaved design begins with
// a warm-up round of its own, numbered 0, −1, …, which also finds out how many
// operations fill a section.
func (b *bench) Steps(session int) []experiment.Step {
	if b.design == runfolder.AsThesis {
		return b.blocks()
	}
	var steps []experiment.Step
	for _, v := range b.visits() {
		steps = append(steps, v.steps(-session, timed()...)...)
	}
	for round := 1; round <= b.reps; round++ {
		visits := b.visits()
		order := rand.New(rand.NewPCG(b.seed, uint64(round)))
		order.Shuffle(len(visits), func(i, j int) { visits[i], visits[j] = visits[j], visits[i] })
		for _, v := range visits {
			steps = append(steps, v.steps(round, timed()...)...)
			steps = append(steps, v.steps(round, counted()...)...)
		}
	}
	return steps
}

// blocks is the thesis's own order. The baselines, which it does not have,
// come last so as not to warm anything up.
func (b *bench) blocks() []experiment.Step {
	var steps []experiment.Step
	for _, v := range b.visits() {
		for _, metric := range append(timed(), counted()...) {
			for rep := 1; rep <= b.reps; rep++ {
				steps = append(steps, v.steps(rep, metric)...)
			}
		}
	}
	return steps
}

// timed and counted are the metrics of a cell in the order in which they are
// taken: construction before pass, as in the thesis.
func timed() []string {
	return []string{MetricInit, MetricRun, MetricBuild, MetricQuery, MetricQueryFull}
}

func counted() []string {
	return []string{MetricFP, MetricFN, MetricOverKeys, MetricBits, MetricResident, MetricTheory}
}

// visit is a filter at an ε, or a baseline.
type visit struct {
	cell    runfolder.Cell
	metrics map[string]bool // nil: all
	valued  bool            // the filter heeds the threshold of the run
}

// has reports whether the metric is taken of the visited cell.
func (v visit) has(metric string) bool {
	switch metric {
	case MetricQueryFull:
		return slices.Contains(queryFullFilters(), v.cell.Filter)
	case MetricOverKeys:
		return v.valued
	}
	return v.metrics == nil || v.metrics[metric]
}

// visits lists the cells filter by filter, ε ascending, then the baselines.
func (b *bench) visits() []visit {
	var visits []visit
	for _, s := range b.structures {
		for _, e := range b.epsilons {
			visits = append(visits, visit{cell: runfolder.Cell{Filter: s.Name, Epsilon: e}, valued: b.valued(s)})
		}
	}
	return append(visits,
		visit{cell: runfolder.Cell{Filter: NoFilter}, metrics: map[string]bool{
			MetricInit: true, MetricRun: true, MetricBuild: true, MetricQuery: true,
			MetricFP: true, MetricFN: true, MetricBits: true, MetricResident: true,
		}},
		visit{cell: runfolder.Cell{Filter: NoExceptions}, metrics: map[string]bool{MetricInit: true, MetricRun: true}})
}

// steps are those of the given metrics that the visited cell has.
func (v visit) steps(round int, metrics ...string) []experiment.Step {
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
