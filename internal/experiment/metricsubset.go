package experiment

import (
	"fmt"
	"slices"
	"strings"

	"hyphbench/internal/nearest"
	"hyphbench/internal/runfolder"
)

// Only is the bench with some of its metrics alone. It fails for a name that is no metric of
// the plan, and where an experiment keeps a state, by which its metrics are one.
func Only(b Bench, names []string) (Bench, error) {
	if _, ok := b.(Stateful); ok {
		return nil, fmt.Errorf("metric=%s: the metrics of this experiment are those of one simulation: want all", strings.Join(names, ","))
	}
	var all []string
	for step := range b.Plan(0).Kinds() {
		if name := string(step.Cell.Metric); !slices.Contains(all, name) {
			all = append(all, name)
		}
	}
	for _, name := range names {
		if !slices.Contains(all, name) {
			return nil, fmt.Errorf("metric=%s: the run has no such metric: want one of %s", name, strings.Join(nearest.Sorted(name, all), ", "))
		}
	}
	part := only{b, names}
	if rounds, ok := b.(InRounds); ok {
		return onlyInRounds{part, rounds}, nil
	}
	return part, nil
}

type only struct {
	Bench
	names []string
}

// Describe implements Bench.
func (b only) Describe(m *runfolder.Meta) {
	b.Bench.Describe(m)
	m.SetParameter("metrics", strings.Join(b.names, ","))
}

// Plan implements Bench.
func (b only) Plan(session int) (plan Plan) {
	for _, block := range b.Bench.Plan(session) {
		plan = append(plan, Block{Times: block.Times, Steps: func(i int) []Step {
			return slices.DeleteFunc(slices.Clone(block.Steps(i)), func(s Step) bool { return !slices.Contains(b.names, string(s.Cell.Metric)) })
		}})
	}
	return plan
}

type onlyInRounds struct {
	only
	InRounds
}
