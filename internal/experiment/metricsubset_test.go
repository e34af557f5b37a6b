package experiment

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"hyphbench/internal/axis"
	"hyphbench/internal/runfolder"
)

// sorts is a bench of two structures and a baseline, two metrics, two sizes and three orders, of
// which the first is in no plan.
type sorts struct{ rounds int }

func (sorts) Describe(m *runfolder.Meta) {
	m.Filters, m.Baselines = []string{"a", "b"}, []string{"none"}
	m.Axes = []axis.Axis{axis.Counts("n", []int{1, 2, 3}), axis.Names("order", "never", "shuffled", "text")}
}

func (s sorts) Plan(int) Plan {
	return Plan{{Times: s.rounds, Steps: func(i int) (list []Step) {
		for _, filter := range []string{"none", "b", "a"} {
			for _, m := range []runfolder.Metric{"query", "build"} {
				for _, at := range []runfolder.Point{runfolder.At("1", "text"), runfolder.At("1", "shuffled"), runfolder.At("2", "")} {
					list = append(list, Step{Round: i + 1, Cell: runfolder.Cell{Filter: filter, Metric: m, Point: at}})
				}
			}
		}
		return list
	}}}
}

func (sorts) Measure(context.Context, Step) (*Measurement, error) { return nil, errors.New("no") }
func (s *sorts) SetRounds(n int)                                  { s.rounds = n }

// A part of the metrics has their steps, and the axes what these are at; between structures also
// no baseline, and one order.
func TestSubsets(t *testing.T) {
	for name, c := range map[string]struct {
		subset          func(Bench, []string) (Bench, error)
		steps           int
		baselines, axes string
	}{
		"only":    {Only, 9, "none", "1,2;shuffled,text"},
		"between": {Between, 4, "", "1,2;shuffled"},
	} {
		b, err := c.subset(&sorts{2}, []string{"query"})
		if err != nil {
			t.Fatal(err)
		}
		var m runfolder.Meta
		b.Describe(&m)
		var values []string
		for _, a := range m.Axes {
			values = append(values, strings.Join(a.Values, ","))
		}
		if strings.Join(m.Baselines, ",") != c.baselines || strings.Join(values, ";") != c.axes || m.Parameters["metrics"] != "query" {
			t.Errorf("%s: baselines %v, axes %v, %v", name, m.Baselines, values, m.Parameters)
		}
		b.(InRounds).SetRounds(3)
		steps := slices.Collect(b.Plan(0).All())
		if len(steps) != 3*c.steps {
			t.Errorf("%s: %d steps, want %d in each of 3 rounds", name, len(steps), c.steps)
		}
		for _, s := range steps {
			if s.Cell.Metric != "query" || name == "between" && (s.Cell.Filter == "none" || s.Cell.Point.Value(1) == "text") {
				t.Errorf("%s: %+v", name, s)
			}
		}
		if _, err := c.subset(&sorts{2}, []string{"qery"}); err == nil || !strings.Contains(err.Error(), "want one of query") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
