package runfolder

import (
	"strings"
	"testing"

	"hyphbench/internal/axis"
)

// Two runs are the same measurement when nothing but their time, machine and
// command differs.
func TestDiffers(t *testing.T) {
	run := func() *Meta {
		return &Meta{
			Experiment: "thesis", Design: Interleaved, Seed: 1, Filters: []string{"bloom", "cuckoo"}, Baselines: []string{"none"},
			Axes: []axis.Axis{axis.Names("order", "x"), axis.Counts("n", []int{10})}, Reps: 30,
			Parameters: map[string]string{"word_rule": "hypher"},
			Inputs:     []Input{{Role: "words", SHA256: "0123"}, {Role: "patterns", SHA256: "4567"}},
			Build:      map[string]string{"vcs.revision": "abc", "sha256": "def"},
		}
	}
	for what, change := range map[string]func(m *Meta){
		"experiment":             func(m *Meta) { m.Experiment = "fbl" },
		"design":                 func(m *Meta) { m.Design = AsThesis },
		"filters":                func(m *Meta) { m.Filters = m.Filters[:1] },
		"baselines":              func(m *Meta) { m.Baselines = nil },
		"n":                      func(m *Meta) { m.Axes[1].Values = []string{"10", "20"} },
		"order":                  func(m *Meta) { m.Axes = m.Axes[1:] },
		"ε":                      func(m *Meta) { m.Axes = append(m.Axes, axis.Rates([]axis.Rate{axis.Per / 100})) },
		"reps":                   func(m *Meta) { m.Reps++ },
		"seed":                   func(m *Meta) { m.Seed++ },
		"parameters":             func(m *Meta) { m.Parameters["word_rule"] = "tex" },
		"inputs \"patterns 4568": func(m *Meta) { m.Inputs[1].SHA256 = "4568" },
		"build":                  func(m *Meta) { m.Build["vcs.revision"] = "abd" },
		"build \"abc modified\"": func(m *Meta) { m.Build["vcs.modified"] = "true" },
		"build \"sha256:def\"":   func(m *Meta) { delete(m.Build, "vcs.revision") },
	} {
		a, b := run(), run()
		change(b)
		for _, got := range []string{Differs(b, a), Differs(a, b)} {
			if name, _, _ := strings.Cut(what, " "); !strings.Contains(got, name+" ") {
				t.Errorf("%s differs: %q", what, got)
			}
		}
		if got := Differs(b, a); !strings.Contains(got, "it has "+what) {
			t.Errorf("%s differs: %q", what, got)
		}
	}
	a, b := run(), run()
	b.Seed, b.Reps, b.Axes[1].Values, b.Inputs[0].SHA256, b.Inputs[0].Name, b.Parameters["word_rule"] = 2, 7, []string{"20"}, "89ab", "few.txt", "tex"
	all := `n (10 and 20); seed (1 and 2); parameters (word_rule=hypher and word_rule=tex); inputs (words 0123 and words 89ab (few.txt))`
	if got := OtherThanRounds(a, b); got != all {
		t.Errorf("%s, want all that differs: %s", got, all)
	}
	a, b = run(), run()
	b.Argv, b.Notes, b.Rows, b.State, b.Sessions = []string{"x"}, []string{"x"}, 7, Failed, make([]Session, 2)
	b.Inputs[0], b.Inputs[1] = b.Inputs[1], b.Inputs[0]
	if got := Differs(a, b); got != "" {
		t.Errorf("the same measurement: %q", got)
	}
}

// Of runs that go on until a precision or a time is reached, either alone, the number of
// rounds is what they found and not what was planned.
func TestOpenRoundsAreNoDifference(t *testing.T) {
	for _, parameters := range []map[string]string{{Resolve: "1%"}, {Time: "10m0s"}, {Resolve: "1%", Time: "10m0s"}} {
		a, b := &Meta{Reps: 30, Parameters: parameters}, &Meta{Reps: 90, Parameters: parameters}
		if got := Differs(a, b); got != "" {
			t.Errorf("%v: %s", parameters, got)
		}
		b.Parameters = nil
		if got := Differs(a, b); !strings.Contains(got, "reps ") {
			t.Errorf("%v and a planned number: %q", parameters, got)
		}
	}
}
