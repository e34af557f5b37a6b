package trial

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment"
	"hyphbench/internal/filter"
	"hyphbench/internal/flagvalue"
	"hyphbench/internal/measuring"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/workload"
)

// Run is a run with its flags.
type Run struct {
	Reps       int
	Quick      bool            // with --quick
	Context    context.Context // ends with the run
	Seed       uint64
	Methods    []Method          // those of the Spec, unless Prepare names others
	Parameters map[string]string // what two runs must share to be compared, beside flags of axes
	Inputs     []runfolder.Input
	Expect     map[string]int64 // what a right answer has (runfolder.Meta)
	Notes      []string
	Work       *workload.Workload // of Spec.Work

	spec  *Spec
	order []string               // of the axes
	axes  map[string]pflag.Value // values of their flags
	given *pflag.FlagSet         // what was set, by flag, environment or file
}

// Counts are the values of an axis of counts.
func (r *Run) Counts(a axis.CountAxis) []int { return r.axes[string(a)].(*flagvalue.CountList).Values }

// Shares are those of an axis of shares.
func (r *Run) Shares(a axis.ShareAxis) []float64 {
	return r.axes[string(a)].(*flagvalue.ShareList).Values
}

// Rates are those of an axis of rates.
func (r *Run) Rates(a axis.RateAxis) []axis.Rate {
	if one, is := r.axes[string(a)].(*flagvalue.Rate); is {
		return []axis.Rate{one.Value}
	}
	return r.axes[string(a)].(*flagvalue.RateList).Values
}

// Around are places that vary one axis at a time, axis after axis, around the middle of the
// others: that which is wanted of them or, where it is not there, the one of their values.
// All axes stand at their middle once for each of them.
func (r *Run) Around(wanted ...axis.Place) (list []axis.Places) {
	values := make([][]string, len(wanted))
	middle := make(axis.Places, len(wanted))
	for i, p := range wanted {
		values[i] = r.axis(r.spec.Axes[r.index(p.Axis)]).Values
		middle[i] = axis.Place{Axis: p.Axis, Text: workload.Middle(values[i], p.Text)}
	}
	for i := range middle {
		for _, v := range values[i] {
			at := slices.Clone(middle)
			at[i].Text = v
			list = append(list, at)
		}
	}
	return list
}

// Text is the flag of an axis as it was given, for errors.
func (r *Run) Text(a axis.Named) string { return r.axes[a.AxisName()].String() }

// Choose are those of the structures that an experiment takes. A note of the run says of the
// others that they, such as, "cannot delete".
func (r *Run) Choose(list []filter.Structure, takes func(filter.Structure) bool, cannot string) (able []filter.Structure) {
	var unable []string
	for _, s := range list {
		if takes(s) {
			able = append(able, s)
		} else {
			unable = append(unable, s.Name)
		}
	}
	if len(unable) > 0 {
		r.Notes = append(r.Notes, "Left out, since they "+cannot+": "+strings.Join(unable, ", ")+".")
	}
	return able
}

// index is the number of an axis in points.
func (r *Run) index(axisName string) int { return slices.Index(r.order, axisName) }

// On is the place of a step on an axis as a number, 0 off it: what Spec.Like goes by.
func (r *Run) On(s experiment.Step, a axis.CountAxis) int {
	n, _ := strconv.Atoi(s.Cell.Point.Value(r.index(string(a)))) // none is 0
	return n
}

// Moved is the step at another place on an axis, if it is on it.
func (r *Run) Moved(s experiment.Step, to axis.Place) experiment.Step {
	if i := r.index(to.Axis); s.Cell.Point.Value(i) != "" {
		s.Cell.Point = s.Cell.Point.With(i, len(r.order), to.Text)
	}
	return s
}

// Fewer is the step at the largest value of an axis up to a bound, such as a number of keys
// which does not take long, and how many times as much its own value is; 1 up to the bound.
func (r *Run) Fewer(s experiment.Step, a axis.CountAxis, most int) (like experiment.Step, times float64) {
	n, largest := r.On(s, a), workload.Largest(r.Counts(a), most)
	if n <= largest {
		return s, 1
	}
	return r.Moved(s, a.At(largest)), float64(n) / float64(largest)
}

// Uncached is the step of the first round at the largest number of keys, 100,000 at most, as
// what it takes to predict one of more: as much longer as they are more, and half as much
// again past the caches.
func (r *Run) Uncached(s experiment.Step, keys axis.CountAxis) (like experiment.Step, factor float64) {
	const predicted, uncached = 100_000, 1.5
	s.Round = min(s.Round, 1)
	if s, factor = r.Fewer(s, keys, predicted); factor > 1 {
		factor *= uncached
	}
	return s, factor
}

// Given reports whether a flag was set: by flag, environment or file.
func (r *Run) Given(flag string) bool { return r.given.Changed(flag) }

// Describe fills in what a run is of, as the table and the flags have it.
func (r *Run) Describe(m *runfolder.Meta) {
	m.Design, m.Seed, m.Reps, m.Waits = runfolder.Interleaved, r.Seed, r.Reps, r.spec.Waits
	for _, method := range r.Methods {
		if method.Baseline {
			m.Baselines = append(m.Baselines, method.Name)
		} else {
			m.Filters = append(m.Filters, method.Name)
		}
	}
	for _, a := range r.spec.Axes {
		m.Axes = append(m.Axes, r.axis(a))
	}
	var own []string
	if r.spec.columned() {
		own = measuring.SectionColumns()
	}
	if r.spec.Columns != nil {
		own = nil
		for _, f := range r.spec.Columns {
			own = append(own, f.Name)
		}
	}
	m.Columns = runfolder.Columns(m.Axes, own...)
	if len(r.Parameters) > 0 {
		m.Parameters = r.Parameters
	}
	m.Expect = r.Expect
	if r.Work != nil {
		r.Work.Describe(m)
	}
	m.Inputs = append(m.Inputs, r.Inputs...)
	m.Notes = append(m.Notes, r.Notes...)
}

// axis is that of run.json.
func (r *Run) axis(a Axis) axis.Axis {
	if a.Values != nil {
		return axis.Axis{Name: a.Of.AxisName(), Kind: a.Of.Kind(), Values: a.Values()}
	}
	switch of := a.Of.(type) {
	case axis.CountAxis:
		return axis.Counts(string(of), r.Counts(of))
	case axis.ShareAxis:
		return axis.Shares(string(of), r.Shares(of))
	case axis.RateAxis:
		x := axis.Rates(r.Rates(of))
		x.Name = string(of)
		return x
	}
	return axis.Names(a.Of.AxisName())
}
