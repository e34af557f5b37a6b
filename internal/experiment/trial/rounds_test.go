package trial_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/measuring"
	"hyphbench/internal/metric"
	"hyphbench/internal/runfolder"
)

// uneven has groups of two timed trials, of which those of 7 have two rounds and no warm-up,
// and one at last that counts in three.
func uneven(c *counter) trial.Spec {
	s := c.spec(true)
	s.Shuffled = true
	nothing := func(*trial.T) error { return nil }
	s.Trials = func(*trial.Run) (list []trial.Trial) {
		for _, v := range []int{5, 6, 7} {
			for _, rate := range []axis.Rate{axis.Per / 100, axis.Per / 10} {
				t := trial.Trial{Method: "one", At: []axis.Place{n.At(v), axis.Eps.At(rate)}, Group: uint64(v),
					Reports: []runfolder.Metric{time, count}, Once: []runfolder.Metric{count}, Do: nothing}
				if v == 7 {
					t.Rounds, t.Cold = 2, true
				}
				list = append(list, t)
			}
		}
		return append(list, trial.Trial{Method: "none", Reports: []runfolder.Metric{count}, Rounds: 3, Last: true, Do: nothing})
	}
	return s
}

// Rounds may have unlike trials: some have fewer, or are not warmed up, and a metric may be
// of the first round alone. Groups stay together, and their order and that within them are
// the round's own.
func TestUnlikeRounds(t *testing.T) {
	b := prepared(t, uneven(&counter{}), "--reps=5")
	times, orders, within := map[string]int{}, map[string]bool{}, map[string]bool{}
	for i, block := range b.Plan(0) {
		for round := range block.Times {
			var keys []string
			steps := block.Steps(round)
			for _, s := range steps {
				times[fmt.Sprintf("%s %s of %s, warm-up %v", s.Cell.Filter, s.Cell.Metric, s.Cell.Point.Value(0), s.Round < 1)]++
				if s.Cell.Metric == time {
					keys = append(keys, s.Cell.Point.Value(0))
					within[string(s.Cell.Point)+fmt.Sprint(len(keys)%2)] = true
				}
			}
			groups := slices.Compact(slices.Clone(keys))
			if len(groups)*2 != len(keys) {
				t.Errorf("block %d has %v", i, keys)
			}
			orders[strings.Join(groups, "")] = true
			if last := steps[len(steps)-1]; (last.Cell.Filter == "none") != (last.Round >= 1 && last.Round <= 3) {
				t.Errorf("%+v is last", last)
			}
		}
	}
	want := map[string]int{"none count of , warm-up false": 3, "one time of 7, warm-up false": 4, "one count of 7, warm-up false": 2}
	for _, v := range []string{"5", "6"} {
		want["one time of "+v+", warm-up true"], want["one time of "+v+", warm-up false"], want["one count of "+v+", warm-up false"] = 2, 10, 2
	}
	if fmt.Sprint(times) != fmt.Sprint(want) {
		t.Errorf("%v, want %v", times, want)
	}
	if len(orders) < 4 || len(within) < 9 {
		t.Errorf("orders %v, within %v", orders, within)
	}
	b.SetRounds(4) // all have what is timed; what is counted alone has its own
	steps := map[string]int{}
	for s := range b.Plan(0).All() {
		if s.Round > 0 {
			steps[s.Cell.Filter+string(s.Cell.Metric)]++
		}
	}
	if fmt.Sprint(steps) != "map[nonecount:3 onecount:6 onetime:24]" {
		t.Error(steps)
	}
}

// A switch is off until its flag is given, with or without a value.
func TestSwitch(t *testing.T) {
	for flag, want := range map[string]bool{"--reps=3": false, "--loud": true, "--loud=false": false} {
		s := (&counter{}).spec(false)
		var loud trial.Switch
		s.Flags = []trial.Flag{{Name: "loud", Value: &loud, Usage: "says more"}}
		if prepared(t, s, flag); bool(loud) != want {
			t.Errorf("%s: %v", flag, loud)
		}
	}
}

// A section of what fills up is of whole repetitions, of which the first tells how many. An
// extreme has no warm-up. Looks of few rounds have all of them once their number is set.
func TestFilling(t *testing.T) {
	s := (&counter{}).spec(true)
	const longest runfolder.Metric = "longest"
	s.Metrics = append(s.Metrics, metric.Definition{Name: longest, Rows: runfolder.Nanoseconds, Title: "longest", Extreme: true})
	done := 0
	var fails error
	var unwarmed []runfolder.Metric
	s.Trials = func(*trial.Run) []trial.Trial {
		looks := []trial.Look{{[]axis.Place{n.At(1)}, []runfolder.Metric{time, longest}}}
		return []trial.Trial{{Method: "one", Looks: looks, Rounds: 1, Unwarmed: unwarmed, DoAt: func(t *trial.T, _ int) error {
			t.Report(longest, 9)
			t.TimeFilling(time, 100, func() error { done++; return fails })
			return nil
		}}}
	}
	b := prepared(t, s, "--reps=3")
	steps := slices.Collect(b.Plan(0).All())
	if len(steps) != 3 || steps[0].Cell.Metric != time {
		t.Fatalf("%+v", steps)
	}
	m, err := b.Measure(t.Context(), steps[0])
	if err != nil || m.Ops%100 != 0 || done <= int(m.Ops/100) {
		t.Errorf("%+v after %d times, %v", m, done, err)
	}
	b.SetRounds(2)
	if rounds := len(slices.Collect(b.Plan(0).All())); rounds != 1+2*2 {
		t.Errorf("%d steps of two rounds", rounds)
	}
	unwarmed = []runfolder.Metric{time}
	b = prepared(t, s, "--reps=3")
	if cold := slices.Collect(b.Plan(0).All()); len(cold) != 2 || cold[0].Round != 1 {
		t.Errorf("%+v", cold)
	}
	fails = errors.New("as planted")
	if _, err := b.Measure(t.Context(), steps[1]); err == nil {
		t.Error("a failure is lost")
	}
}

// Rows have the columns of the table, which trials fill in for all metrics or for one. An
// order is that of the trials of its round alone.
func TestColumns(t *testing.T) {
	s := (&counter{}).spec(true)
	s.Waits = true
	s.Columns = append([]runfolder.Field{{Name: "cpu"}, {Name: "of"}}, measuring.SectionFields()...)
	s.Axes[0].Default = "1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27"
	s.Trials = func(r *trial.Run) (list []trial.Trial) {
		for _, rounds := range []int{2, 0} {
			list = append(list, trial.Trial{Method: "one", At: []axis.Place{n.At(rounds)}, Rounds: rounds, Reports: []runfolder.Metric{time, count}, Do: func(t *trial.T) error {
				t.Fill("of", "all")
				t.Time(time, 1, func() error { t.Fill("cpu", "9", time); return t.Context().Err() })
				t.Report(count, 7)
				return r.Context.Err()
			}})
		}
		return list
	}
	sizes := map[int]bool{}
	s.Order = func(_ *rand.Rand, list []trial.Trial) []int {
		sizes[len(list)] = true
		return []int{1, 0}[2-len(list):]
	}
	run := experimenttest.Run(t, trial.New(s), "--reps=3")
	cpu, of, gcs := run.Column("cpu"), run.Column("of"), run.Column("gc")
	for _, r := range run.Rows {
		if timed := r.Metric == time; of(r) != "all" || (cpu(r) == "9") != timed || (gcs(r) != "") != timed {
			t.Errorf("%+v", r)
		}
	}
	if len(run.Rows) != 2+2*(2+2+1) || fmt.Sprint(sizes) != "map[1:true 2:true]" || !run.Meta.Waits {
		t.Errorf("%d rows, of %v trials", len(run.Rows), sizes)
	}
	flags := pflag.NewFlagSet("", pflag.ContinueOnError)
	if trial.New(s).Flags(flags); !strings.HasPrefix(flags.Lookup("n").DefValue, "1, 2, 3") {
		t.Error(flags.Lookup("n").DefValue)
	}
}
