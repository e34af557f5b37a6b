package experiment

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"hyphbench/internal/runfolder"
)

// planned is a bench that has a plan and nothing else.
type planned struct {
	tallying
	plan Plan
}

func (p *planned) Plan(int) Plan { return p.plan }

func cellsOf(round int, names ...string) (list []Step) {
	for _, name := range names {
		list = append(list, Step{Round: round, Cell: runfolder.Cell{Filter: name, Metric: "m"}})
	}
	return list
}

func plans() map[string]Plan {
	two := func(round int) []Step { return cellsOf(round, "a", "b") }
	return map[string]Plan{
		"interleaved": Interleaved(3, 10, 1, []string{"a", "b", "c"}, func(name string, round int) []Step { return cellsOf(round, name) }),
		"of rounds that differ": Rounds(0, func(round int) []Step {
			if round > 3 {
				return cellsOf(round, "a")
			}
			return two(round)
		}, 3, 3, 10),
		"cell by cell": {
			{Times: 10, Steps: func(i int) []Step { return cellsOf(i+1, "a") }},
			{Times: 10, Steps: func(i int) []Step { return cellsOf(i+1, "b") }},
		},
		"at once": {Once(slices.Concat(two(0), two(1), two(2), two(3)))},
	}
}

// The shards of a plan have every step of its rounds once between them, in their order,
// and its warm-up each; their length is known before.
func TestShardsDivideThePlan(t *testing.T) {
	for name, plan := range plans() {
		for of := 1; of <= 10; of++ {
			all := map[Step]int{}
			for index := range of {
				part, err := Sharded(&planned{plan: plan}, runfolder.Shard{Index: index, Of: of}, 10)
				if err != nil {
					t.Fatal(err)
				}
				steps := slices.Collect(part.Plan(0).All())
				want := slices.DeleteFunc(slices.Collect(plan.All()), func(s Step) bool { return s.Round > 0 && s.Round%of != index })
				if !slices.Equal(steps, want) {
					t.Errorf("%s, shard %d/%d: %v, want %v", name, index, of, steps, want)
				}
				if weight, err := part.Plan(0).Weight(); err != nil || weight != int64(len(steps)) {
					t.Errorf("%s, shard %d/%d: weight %d of %d steps, %v", name, index, of, weight, len(steps), err)
				}
				for _, s := range steps {
					all[s]++
				}
			}
			for s := range plan.All() {
				if want := 1; s.Round > 0 && all[s] != want || s.Round < 1 && all[s] != of {
					t.Errorf("%s in %d shards: %v is there %d times", name, of, s, all[s])
				}
			}
		}
	}
}

// A shard of a run that has fewer rounds than shards would be empty; sums are not
// divided.
func TestNotSharded(t *testing.T) {
	if _, err := Sharded(&planned{}, runfolder.Shard{Index: 0, Of: 11}, 10); err == nil || !strings.Contains(err.Error(), "the run has 10 rounds: want 10 shards or fewer") {
		t.Error(err)
	}
	if _, err := Sharded(summing{}, runfolder.Shard{Index: 0, Of: 2}, 10); err == nil || !strings.Contains(err.Error(), "want the whole run") {
		t.Error(err)
	}
}

type summing struct {
	planned
	Stateful
}

func (summing) Plan(int) Plan                                       { return nil }
func (summing) Describe(*runfolder.Meta)                            {}
func (summing) Measure(context.Context, Step) (*Measurement, error) { return nil, nil }

type predicted struct{ planned }

func (predicted) Predict(context.Context) (time.Duration, error) { return 100 * time.Second, nil }

// A shard takes its share of the time.
func TestShardPredicts(t *testing.T) {
	part, err := Sharded(&predicted{}, runfolder.Shard{Index: 1, Of: 3}, 10)
	if err != nil {
		t.Fatal(err)
	}
	if took, err := part.(Predictor).Predict(t.Context()); err != nil || took != 40*time.Second {
		t.Errorf("%v, %v", took, err)
	}
}
