package trial_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/all"
	"hyphbench/internal/flagvalue"
	"hyphbench/internal/measuring"
	"hyphbench/internal/metric"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/timing"
	"hyphbench/internal/workload"
)

const age axis.CountAxis = "age"

// grown is a state that the looks of a history share.
type grown struct{ age, plays int }

// histories is an experiment of two structures that are looked at three times, with keys of
// a workload. fails is the metric in whose measurement an error is planted.
func histories(t *testing.T, fails runfolder.Metric) trial.Spec {
	t.Helper()
	structures := &flagvalue.StructureList{}
	experimenttest.OK(t, structures.Set("map,bloom"))
	planted := func(m runfolder.Metric) error {
		if m == fails {
			return errors.New("as planted")
		}
		return nil
	}
	ages := []int{0, 1, 5}
	s := trial.Spec{
		Name: "histories", Title: "looks", Work: &workload.Flags{},
		Axes: []trial.Axis{
			{Of: age, Values: func() []string { return []string{"0", "1", "5"} }},
			{Of: n, Default: "10,20,30", Quick: "10"},
		},
		Flags:   []trial.Flag{{Name: "filter", Value: structures, Usage: "structures"}},
		Reps:    trial.Reps{Default: 2, Least: 2, Usage: "rounds"},
		Quick:   "less",
		Methods: trial.Methods(structures.Structures...),
		Metrics: []metric.Definition{
			{Name: count, Rows: "1", Title: "count"}, {Name: chance, Rows: "1", Title: "chance"},
			{Name: time, Rows: runfolder.Nanoseconds, Title: "time", Op: "loop"},
		},
		Together: n,
		Like: func(r *trial.Run, s experiment.Step) (experiment.Step, float64) {
			s.Round = 1
			s, times := r.Fewer(s, n, 25)
			return r.Moved(r.Moved(s, age.At(1)), axis.Eps.At(axis.Per/100)), 10*times + float64(r.On(s, age))
		},
	}
	s.Trials = func(r *trial.Run) (list []trial.Trial) {
		for _, keys := range r.Counts(n) {
			for _, of := range structures.Structures {
				h := trial.Trial{Method: of.Name, At: []axis.Place{n.At(keys)}}
				for _, a := range ages {
					h.Looks = append(h.Looks, trial.Look{At: []axis.Place{age.At(a)}, Reports: []runfolder.Metric{count, chance, time}})
				}
				h.DoAt = func(t *trial.T, look int) error {
					g, err := trial.Fixture(t, fmt.Sprint(of.Name, keys, t.Round), func() (*grown, error) { return &grown{}, nil })
					if err != nil {
						return err
					}
					if g.age > ages[look] {
						*g = grown{}
					}
					for ; g.age < ages[look]; g.age++ {
						g.plays++
					}
					t.Report(count, float64(r.Work.Keys(keys, t.Seed()).Len()*g.plays))
					t.Later(chance, func() (float64, error) { return float64(t.Seed() % 1000), planted(chance) })
					t.Section(time, func() (timing.Section, int, error) {
						return timing.Section{Wall: t.Least()}, ages[look], planted(time)
					})
					return nil
				}
				list = append(list, h)
			}
		}
		return list
	}
	return s
}

// A history is carried out look by look, whichever comes first; a warm-up has the times of
// its first look. What shares an axis stands together, with keys as the flags say.
func TestHistories(t *testing.T) {
	b := prepared(t, histories(t, ""))
	warm := 0
	for s := range b.Plan(0).All() {
		if s.Round < 1 {
			warm++
			if s.Cell.Metric != time || s.Cell.Point.Value(0) != "0" {
				t.Errorf("%+v in the warm-up", s)
			}
		}
	}
	if warm != 6 {
		t.Errorf("%d steps to warm up, want one for each history", warm)
	}
	for _, backwards := range []bool{false, true} {
		steps := slices.Collect(b.Plan(0).All())
		if backwards {
			slices.Reverse(steps)
		}
		for _, s := range steps {
			m := experimenttest.Must(b.Measure(t.Context(), s))(t)
			at, keys := s.Cell.Point.Value(0), s.Cell.Point.Value(1)
			if (m == nil) != (s.Cell.Metric == time && at == "0") {
				t.Errorf("%+v: %+v, and a section of no operations has no row", s, m)
			}
			if s.Cell.Metric == count && fmt.Sprint(m.Value) != map[string]string{"0": "0", "1": keys, "5": map[string]string{"10": "50", "20": "100", "30": "150"}[keys]}[at] {
				t.Errorf("%+v: %v", s, m.Value)
			}
			if s.Cell.Metric == time && m != nil && (fmt.Sprint(m.Ops) != at || m.Value != float64(timing.Short)) {
				t.Errorf("%+v: %+v", s, m)
			}
		}
	}
	for round := range 5 {
		var keys, structures []string
		for _, s := range b.Plan(0)[1].Steps(round) {
			keys, structures = append(keys, s.Cell.Point.Value(1)), append(structures, s.Cell.Filter)
		}
		if keys, structures = slices.Compact(keys), slices.Compact(structures); len(keys) != 3 || len(structures) < 4 {
			t.Errorf("round %d has %v keys and %v", round+1, keys, structures)
		}
	}
	var m runfolder.Meta
	b = prepared(t, histories(t, ""), "--keys="+experimenttest.File(t, []string{"zebra", "apple", "zebra"}))
	if b.Describe(&m); fmt.Sprint(m.Filters, m.Axes[1].Values, len(m.Inputs), len(m.Notes)) != "[map bloom] [2] 1 2" {
		t.Error(m.Filters, m.Axes, m.Inputs, m.Notes)
	}
	if _, err := experimenttest.Prepare(t, trial.New(histories(t, "")), "--n=0"); err == nil {
		t.Error("no keys are a workload")
	}
}

// Of structures those are chosen that an experiment takes; a note names the others.
func TestChoose(t *testing.T) {
	var r trial.Run
	list := all.Structures()[:3]
	able := r.Choose(list, func(s filter.Structure) bool { return s.Name == list[1].Name }, "are others")
	want := "Left out, since they are others: " + list[0].Name + ", " + list[2].Name + "."
	if len(able) != 1 || able[0].Name != list[1].Name || len(r.Notes) != 1 || r.Notes[0] != want {
		t.Errorf("%v, %q", able, r.Notes)
	}
	if r.Choose(able, func(filter.Structure) bool { return true }, "are others"); len(r.Notes) != 1 {
		t.Errorf("nothing is left out, and %q", r.Notes)
	}
}

// A step may take as long as another one, times how many more its keys are.
func TestLike(t *testing.T) {
	b := prepared(t, histories(t, ""), "--n=10,20,50")
	experimenttest.Likes(t, b, []experimenttest.Alike{
		{count, "5,20", "1,20", 15}, {count, "0,50", "1,20", 25}, {count, ",10", ",10", 10},
	})
	if took, err := b.Predict(t.Context()); err != nil || took <= 0 {
		t.Errorf("%v, %v", took, err)
	}
}

// An error in what is measured when its row is due ends the run.
func TestFaultsWhenDue(t *testing.T) {
	for _, m := range []runfolder.Metric{chance, time} {
		b := prepared(t, histories(t, m))
		failed := 0
		for s := range b.Plan(0).All() {
			if _, err := b.Measure(t.Context(), s); err != nil {
				failed++
			}
		}
		if failed == 0 {
			t.Errorf("no error of %s", m)
		}
	}
}

// Looks have places and metrics of their own; rows may have the columns of sections though
// nothing is timed.
func TestLooks(t *testing.T) {
	s := (&counter{}).spec(false)
	s.Columned = true
	s.Axes = append(s.Axes, trial.Axis{Of: age, Values: func() []string { return []string{"3"} }})
	s.Trials = func(*trial.Run) []trial.Trial {
		looks := []trial.Look{{nil, []runfolder.Metric{count}}, {[]axis.Place{n.At(2), age.At(3)}, []runfolder.Metric{count, chance}}}
		return []trial.Trial{{Method: "one", Looks: looks, Do: func(t *trial.T) error {
			t.Report(count, 7)
			t.At(n.At(2), age.At(3)).Report(count, 8)
			t.At(looks[1].At...).Report(chance, 9)
			return nil
		}}}
	}
	var got []string
	for _, r := range experimenttest.Run(t, trial.New(s), "--reps=2").Rows {
		got = append(got, fmt.Sprint(r.Round, r.Metric, "@", r.Point, "=", r.Value))
		if len(r.Extra) != len(measuring.SectionColumns()) {
			t.Errorf("%+v", r)
		}
	}
	if fmt.Sprint(got) != "[1count@=7 1count@2,,3=8 1chance@2,,3=9 2count@=7 2count@2,,3=8 2chance@2,,3=9]" {
		t.Error(got)
	}
}
