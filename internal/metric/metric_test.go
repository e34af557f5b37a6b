package metric

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"hyphbench/internal/runfolder"
)

func words(m *runfolder.Meta) int64 { return int64(m.Input("words").Count) }
func keys(m *runfolder.Meta) int64  { return m.Expect["keys"] }

// The definitions come first, in the order of the glossary and not of the run;
// then those without a definition, in that of the run.
func TestOf(t *testing.T) {
	g := Glossary{Metrics: []Definition{{Name: Build, Title: "one construction"}, {Name: Query, Title: "one question"}, {Name: Bits, Title: "size"}}}
	var got []string
	for _, d := range g.Of([]runfolder.Metric{"zeta", Bits, "alpha", Build}) {
		got = append(got, string(d.Name)+": "+d.Title)
	}
	if want := []string{"build: one construction", "bits: size", "zeta: zeta", "alpha: alpha"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if list := g.Of(nil); len(list) != 0 {
		t.Errorf("a run without rows has %v", list)
	}
}

// A metric without a definition reads under its own name, in the unit of its
// rows; so does one of an unknown experiment.
func TestUnknown(t *testing.T) {
	var g Glossary
	list := g.Of([]runfolder.Metric{"mse"})
	if len(list) != 1 || list[0].Name != "mse" || list[0].Title != "mse" || list[0].Flat {
		t.Fatalf("%+v", list)
	}
	for unit, want := range map[string]Scale{"1": {"1", 1}, "keys": {"keys", 1}, "ns": {"ns", 1}} {
		if got := list[0].Scales(unit, 500, &runfolder.Meta{}); len(got) != 1 || got[0] != want {
			t.Errorf("in %s: %v, want %v", unit, got, want)
		}
	}
	if g.Baseline("none") != "none" || g.Structure("cuckoo") != "cuckoo" {
		t.Errorf("%q, %q", g.Baseline("none"), g.Structure("cuckoo"))
	}
	g.Baselines, g.Structures = map[string]string{"none": "no filter"}, map[string]string{"cuckoo": "cuckoo filter"}
	if g.Baseline("none") != "no filter" || g.Structure("cuckoo") != "cuckoo filter" {
		t.Errorf("%q, %q", g.Baseline("none"), g.Structure("cuckoo"))
	}
}

func TestScales(t *testing.T) {
	known := &runfolder.Meta{Inputs: []runfolder.Input{{Role: "words", Count: 466_550}}, Expect: map[string]int64{"keys": 1753}}
	pass := Definition{Name: "hyphenate", Op: "word", Whole: "pass", Size: words}
	share := Definition{Name: "fp", Share: "%", Factor: 100, Size: keys}
	for _, c := range []struct {
		name    string
		def     Definition
		unit    string
		typical float64
		meta    *runfolder.Meta
		want    []Scale
	}{
		{"many in a whole", pass, "ns", 150, known, []Scale{{"ms/pass", 0.46655}, {"ns/word", 1}}},
		{"a whole in µs", pass, "ns", 2, &runfolder.Meta{Inputs: []runfolder.Input{{Role: "words", Count: 1000}}}, []Scale{{"µs/pass", 1}, {"ns/word", 1}}},
		{"a whole in ns", pass, "ns", 2, &runfolder.Meta{Inputs: []runfolder.Input{{Role: "words", Count: 10}}}, []Scale{{"ns/pass", 10}, {"ns/word", 1}}},
		{"of how many the run does not tell", pass, "ns", 150, &runfolder.Meta{}, []Scale{{"ns/word", 1}}},
		{"one of many", Definition{Op: "word"}, "ns", 5e6, known, []Scale{{"ns/word", 1}}},
		{"milliseconds", Definition{}, "ns", 1e6, known, []Scale{{"ms", 1e-6}}},
		{"microseconds", Definition{}, "ns", 999_999, known, []Scale{{"µs", 1e-3}}},
		{"nanoseconds", Definition{}, "ns", 999, known, []Scale{{"ns", 1}}},
		{"another unit", Definition{Unit: "%", Factor: 100}, "1", 0.01, known, []Scale{{"%", 100}}},
		{"a share", share, "words", 4, known, []Scale{{"words", 1}, {"%", 100.0 / 1753}}},
		{"a share of nobody knows what", share, "words", 4, &runfolder.Meta{}, []Scale{{"words", 1}}},
		{"per key", Definition{Share: "bits/key", Factor: 1, Size: keys}, "bits", 4, known, []Scale{{"bits", 1}, {"bits/key", 1.0 / 1753}}},
		{"as it is", Definition{Title: "false negatives"}, "keys", 0, known, []Scale{{"keys", 1}}},
	} {
		got := c.def.Scales(c.unit, c.typical, c.meta)
		same := slices.EqualFunc(got, c.want, func(a, b Scale) bool { return a.Unit == b.Unit && math.Abs(a.Factor-b.Factor) <= 1e-12*b.Factor })
		if !same {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// A pass over 466,550 words is read in ms a pass and in ns per word.
func ExampleDefinition_Scales() {
	hyphenate := Definition{
		Name: "hyphenate", Title: "one pass of hyphenation over the word list", Op: "word", Whole: "pass",
		Size: func(m *runfolder.Meta) int64 { return int64(m.Input("words").Count) },
	}
	run := &runfolder.Meta{Inputs: []runfolder.Input{{Role: "words", Count: 466_550}}}
	const perWord = 150.0
	var texts []string
	for _, s := range hyphenate.Scales(runfolder.Nanoseconds, perWord, run) {
		texts = append(texts, fmt.Sprintf("%.1f %s", perWord*s.Factor, s.Unit))
	}
	fmt.Println(strings.Join(texts, " = "))
	// Output: 70.0 ms/pass = 150.0 ns/word
}
