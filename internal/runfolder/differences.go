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

// both is the difference as a reader has it: "seed (1 and 2)".
func (d difference) both() string {
	return fmt.Sprintf("%s (%s and %s)", d.name, cmp.Or(d.a, "none"), cmp.Or(d.b, "none"))
}

// Differs is the first difference that makes two runs different measurements:
// in experiment, design, parameters, inputs by checksum or revision of the
// source. It is empty when one can be resumed with the parameters of the other.
func Differs(a, b *Meta) string {
	for _, d := range differs(a, b) {
		return fmt.Sprintf("it has %s %q, this one %q", d.name, d.a, d.b)
	}
	return ""
}

// OtherThanRounds is all that differs but for the build, and for how many rounds were measured by
// what rule, beside what other build: "seed (1 and 2); design (interleaved and thesis)".
func OtherThanRounds(a, b *Meta) string {
	var list []string
	for _, d := range differs(withoutPrecision(a), withoutPrecision(b)) {
		if d.name == "experiment" { // whose axes and parameters are other ones
			return d.both()
		}
		if d.name != "reps" {
			list = append(list, d.both())
		}
	}
	return strings.Join(list, "; ")
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

func differs(a, b *Meta) []difference {
	alike := conditions(a, b)
	return slices.DeleteFunc(slices.Concat([]difference{
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
	}), func(d difference) bool { return d.a == d.b })
}

// Unlike names what makes the numbers of two runs those of different measurements, whatever
// cells they have: design, parameters, inputs; "parameters:store,words" has their names.
func Unlike(a, b *Meta) (list []string) {
	a, b = withoutPrecision(a), withoutPrecision(b)
	for _, d := range conditions(a, b) {
		if d.a != d.b {
			list = append(list, d.name)
		}
		if d.a != d.b && d.name == "parameters" {
			list[len(list)-1] += ":" + strings.Join(unlikeParameters(a, b), ",")
		}
	}
	return list
}

// unlikeParameters are the names of the parameters in which two runs differ.
func unlikeParameters(a, b *Meta) []string {
	both := map[string]string{}
	maps.Copy(both, a.Parameters)
	maps.Copy(both, b.Parameters)
	return slices.DeleteFunc(slices.Sorted(maps.Keys(both)), func(name string) bool {
		one, has := a.Parameters[name]
		other, too := b.Parameters[name]
		return has == too && one == other
	})
}

// conditions are design, parameters and inputs.
func conditions(a, b *Meta) []difference {
	return []difference{
		{"design", a.Design, b.Design},
		{"parameters", parameters(a, b), parameters(b, a)},
		{"inputs", checksums(a, b), checksums(b, a)},
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

// checksums are those of the inputs of a run that another has not: "words 0123456789ab (a.txt)".
func checksums(m, other *Meta) string {
	var list []string
	for _, in := range m.Inputs {
		if slices.ContainsFunc(other.Inputs, func(o Input) bool { return o.Role == in.Role && o.SHA256 == in.SHA256 }) {
			continue
		}
		text := fmt.Sprintf("%s %.12s", in.Role, in.SHA256)
		if in.Name != "" {
			text += " (" + in.Name + ")"
		}
		list = append(list, text)
	}
	slices.Sort(list)
	return strings.Join(list, ", ")
}

// parameters are those of a run that another has not, or not with this value.
func parameters(m, other *Meta) string {
	var list []string
	for _, name := range unlikeParameters(m, other) {
		if value, has := m.Parameters[name]; has {
			list = append(list, name+"="+value)
		}
	}
	return strings.Join(list, ", ")
}
