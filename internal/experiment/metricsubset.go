package experiment

import (
	"fmt"
	"slices"
	"strings"

	"hyphbench/internal/axis"
	"hyphbench/internal/nearest"
	"hyphbench/internal/runfolder"
)

// Only is the bench with some of its metrics alone. It fails for a name that is no metric of
// the plan, and where an experiment keeps a state, by which its metrics are one.
func Only(b Bench, names []string) (Bench, error) {
	return subset(b, names, func(*only) {})
}

// Between is Only for what compares its structures at one place: without baselines, and of an
// axis of names, such as that of orders, with the first one measured.
func Between(b Bench, names []string) (Bench, error) {
	return subset(b, names, func(part *only) {
		var m runfolder.Meta
		b.Describe(&m)
		part.without = m.Baselines
		part.narrow(&m)
		part.at = make([]string, len(m.Axes))
		for i, a := range m.Axes {
			if a.Kind == axis.NameKind && len(a.Values) > 0 {
				part.at[i] = a.Values[0]
			}
		}
	})
}

func subset(b Bench, names []string, narrow func(*only)) (Bench, error) {
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
	part := only{Bench: b, names: names}
	narrow(&part)
	if rounds, ok := b.(InRounds); ok {
		return onlyInRounds{part, rounds}, nil
	}
	return part, nil
}

type only struct {
	Bench
	names   []string
	without []string // structures that are left out
	at      []string // the one name that is left of each axis; empty for all
}

// Describe implements Bench.
func (b only) Describe(m *runfolder.Meta) {
	b.Bench.Describe(m)
	m.SetParameter("metrics", strings.Join(b.names, ","))
	m.Baselines = slices.DeleteFunc(m.Baselines, func(name string) bool { return slices.Contains(b.without, name) })
	b.narrow(m)
}

// narrow leaves the axes the values at which something is measured.
func (b only) narrow(m *runfolder.Meta) {
	measured := make([][]string, len(m.Axes))
	for step := range b.Plan(0).Kinds() {
		for i := range m.Axes {
			measured[i] = append(measured[i], step.Cell.Point.Value(i))
		}
	}
	for i := range m.Axes {
		m.Axes[i].Values = slices.DeleteFunc(slices.Clone(m.Axes[i].Values), func(v string) bool { return !slices.Contains(measured[i], v) })
	}
}

// has reports whether a step is measured.
func (b only) has(s Step) bool {
	for i, name := range b.at {
		if v := s.Cell.Point.Value(i); name != "" && v != "" && v != name {
			return false
		}
	}
	return slices.Contains(b.names, string(s.Cell.Metric)) && !slices.Contains(b.without, s.Cell.Filter)
}

// Plan implements Bench.
func (b only) Plan(session int) (plan Plan) {
	for _, block := range b.Bench.Plan(session) {
		plan = append(plan, Block{Times: block.Times, Steps: func(i int) []Step {
			return slices.DeleteFunc(slices.Clone(block.Steps(i)), func(s Step) bool { return !b.has(s) })
		}})
	}
	return plan
}

type onlyInRounds struct {
	only
	InRounds
}
