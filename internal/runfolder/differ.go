package runfolder

import (
	"fmt"
	"slices"
	"strings"
)

// Differs says in what two runs are not the same measurement: experiment,
// design, parameters, inputs by checksum, build. It is empty when one can be
// continued with the parameters of the other.
func Differs(a, b *Meta) string {
	for _, p := range []struct{ name, a, b string }{
		{"experiment", a.Experiment, b.Experiment},
		{"design", a.Design, b.Design},
		{"filters", strings.Join(a.Filters, ","), strings.Join(b.Filters, ",")},
		{"baselines", strings.Join(a.Baselines, ","), strings.Join(b.Baselines, ",")},
		{"ε", strings.Join(a.Epsilons, ","), strings.Join(b.Epsilons, ",")},
		{"reps", fmt.Sprint(a.Reps), fmt.Sprint(b.Reps)},
		{"seed", fmt.Sprint(a.Seed), fmt.Sprint(b.Seed)},
		{"columns", strings.Join(a.Columns, ","), strings.Join(b.Columns, ",")},
		{"parameters", fmt.Sprint(a.Parameters), fmt.Sprint(b.Parameters)},
		{"inputs", checksums(a), checksums(b)},
		{"build", a.Build["sha256"], b.Build["sha256"]},
	} {
		if p.a != p.b {
			return fmt.Sprintf("it has %s %q, this one %q", p.name, p.a, p.b)
		}
	}
	return ""
}

func checksums(m *Meta) string {
	var list []string
	for _, in := range m.Inputs {
		list = append(list, fmt.Sprintf("%s %.12s", in.Role, in.SHA256))
	}
	slices.Sort(list)
	return strings.Join(list, ", ")
}
