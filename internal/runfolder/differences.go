package runfolder

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// difference is a property of both runs, which should be the same.
type difference struct{ name, a, b string }

// Differs is the first difference that makes two runs different measurements:
// in experiment, design, parameters, inputs by checksum or revision of the
// source. It is empty when one can be resumed with the parameters of the other.
func Differs(a, b *Meta) string {
	d := differs(a, b, true)
	if d == nil {
		return ""
	}
	return fmt.Sprintf("it has %s %q, this one %q", d.name, d.a, d.b)
}

// OtherThanRounds is what differs but for the build, and for how many rounds were measured by
// what rule, beside what other build: "experiment, "thesis" and "lookup"".
func OtherThanRounds(a, b *Meta) string {
	d := differs(withoutPrecision(a), withoutPrecision(b), false)
	if d == nil {
		return ""
	}
	return fmt.Sprintf("%s, %q and %q", d.name, d.a, d.b)
}

// withoutPrecision is a run without its build and the parameters that decide on its rounds.
func withoutPrecision(m *Meta) *Meta {
	of := *m
	of.Build = nil
	of.Parameters = maps.Clone(m.Parameters)
	for _, name := range []string{Resolve, Time, Decide, Against} {
		delete(of.Parameters, name)
	}
	if len(of.Parameters) == 0 {
		of.Parameters = nil
	}
	return &of
}

func differs(a, b *Meta, rounds bool) *difference {
	alike := conditions(a, b)
	for _, d := range slices.Concat([]difference{
		{"experiment", a.Experiment, b.Experiment},
		alike[0],
		{"filters", strings.Join(a.Filters, ","), strings.Join(b.Filters, ",")},
		{"baselines", strings.Join(a.Baselines, ","), strings.Join(b.Baselines, ",")},
	}, axes(a, b), []difference{
		{"reps", reps(a), reps(b)},
		{"shard", shard(a), shard(b)},
		{"seed", fmt.Sprint(a.Seed), fmt.Sprint(b.Seed)},
	}, alike[1:], []difference{
		{"build", a.Revision(), b.Revision()},
	}) {
		if d.a != d.b && (rounds || d.name != "reps") {
			return &d
		}
	}
	return nil
}

// Unlike names what makes the numbers of two runs those of different measurements, whatever
// cells they have: design, parameters, inputs; "parameters:store,words" has their names.
func Unlike(a, b *Meta) (list []string) {
	for _, d := range conditions(withoutPrecision(a), withoutPrecision(b)) {
		if d.a != d.b {
			list = append(list, d.name)
		}
		if d.a != d.b && d.name == parameters {
			list[len(list)-1] += ":" + strings.Join(unlikeParameters(a, b), ",")
		}
	}
	return list
}

// unlikeParameters are the names of the parameters in which two runs differ, but for those that
// decide on their rounds.
func unlikeParameters(a, b *Meta) []string {
	of, other := withoutPrecision(a).Parameters, withoutPrecision(b).Parameters
	names := slices.AppendSeq(slices.Collect(maps.Keys(of)), maps.Keys(other))
	slices.Sort(names)
	return slices.DeleteFunc(slices.Compact(names), func(name string) bool { return of[name] == other[name] })
}

// UnlikeParameters are these parameters with both values: "pass (A not given, B literal)".
func UnlikeParameters(a, b *Meta) (list []string) {
	for _, name := range unlikeParameters(a, b) {
		list = append(list, fmt.Sprintf("%s (A %s, B %s)", name, cmp.Or(a.Parameters[name], "not given"), cmp.Or(b.Parameters[name], "not given")))
	}
	return list
}

const parameters = "parameters"

// conditions are design, parameters and inputs.
func conditions(a, b *Meta) []difference {
	return []difference{
		{"design", a.Design, b.Design},
		{parameters, fmt.Sprint(a.Parameters), fmt.Sprint(b.Parameters)},
		{"inputs", checksums(a), checksums(b)},
	}
}

// Parameters that every experiment can have: the first three of runs that decide on their
// number of rounds while they are measured.
const (
	Resolve    = "resolve"        // the half-width of intervals that ends the run
	Time       = "time"           // the time that ends it
	Decide     = "decide"         // whether two structures differ ends it
	MinSection = "min_section_ns" // the least length of a timed section
	Against    = "against"        // the other build that was measured in turns, by its revision or checksum; also the folder of its run, in that of this one
)

// SetParameter sets one of the run's parameters.
func (m *Meta) SetParameter(name, value string) {
	if m.Parameters == nil {
		m.Parameters = map[string]string{}
	}
	m.Parameters[name] = value
}

// reps are the repetitions as planned.
func reps(m *Meta) string {
	if m.Parameters[Resolve] != "" || m.Parameters[Time] != "" {
		return "as many as it takes"
	}
	return fmt.Sprint(m.Reps)
}

func shard(m *Meta) string {
	if m.Shard == nil {
		return "none"
	}
	return m.Shard.String()
}

// axes compares the planned values of each axis that either run has.
func axes(a, b *Meta) []difference {
	var list []difference
	for _, x := range a.Axes {
		list = append(list, difference{x.Symbol(), strings.Join(x.Values, ","), planned(b, x.Name)})
	}
	for _, x := range b.Axes {
		if a.Axis(x.Name) < 0 {
			list = append(list, difference{x.Symbol(), planned(a, x.Name), strings.Join(x.Values, ",")})
		}
	}
	return list
}

func planned(m *Meta, name string) string {
	i := m.Axis(name)
	if i < 0 {
		return "no such axis"
	}
	return strings.Join(m.Axes[i].Values, ",")
}

func checksums(m *Meta) string {
	var list []string
	for _, in := range m.Inputs {
		list = append(list, fmt.Sprintf("%s %.12s", in.Role, in.SHA256))
	}
	slices.Sort(list)
	return strings.Join(list, ", ")
}
