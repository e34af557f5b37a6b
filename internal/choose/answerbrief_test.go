package choose

import (
	"math"
	"slices"
	"strings"
	"testing"

	"hyphbench/internal/racetest"
	"hyphbench/internal/report/table"
)

// firstScreen are the lines of an answer in brief, at 80 columns.
func firstScreen(t *testing.T, a *Answer, module bool) []string {
	t.Helper()
	var text strings.Builder
	if err := table.Write(&text, a.Brief(module), table.Text); err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(text.String(), "\n"), "\n")
}

// The first screen has few lines whatever the answer, and in them the rows that matter and where
// the rest is.
func TestBrief(t *testing.T) {
	racetest.OneGoroutine(t)
	record, err := OwnRecord()
	if err != nil {
		t.Fatal(err)
	}
	libraries := 0
	for _, p := range Presets() {
		a, err := p.Answer(append(considered(t), Measured()...), record)
		if err != nil {
			t.Fatal(err)
		}
		assumed := a.Assumed
		for _, warnings := range [][]string{nil, {strings.Repeat("Something is wrong. ", 9), strings.Repeat("And more so. ", 9)}} {
			a.Warnings = warnings
			a.Assumed = append([]string{"Found of the keys."}, assumed...)
			lines := firstScreen(t, a, true)
			text := strings.Join(lines, "\n")
			if len(lines) > briefLines {
				t.Errorf("%s: %d lines, want at most %d:\n%s", p.Name, len(lines), briefLines, text)
			}
			has := func(start string) {
				if !slices.ContainsFunc(lines, func(line string) bool { return strings.HasPrefix(strings.TrimSpace(line), start) }) {
					t.Errorf("%s: no line begins with %q:\n%s", p.Name, start, text)
				}
			}
			has("answer")
			has("Found of the keys.") // also beside the longest warnings
			has("-v ")
			for i, r := range a.Ranked {
				switch {
				case r.Name == None:
					has("no filter ")
				case i == 0 || r.Exact && !slices.ContainsFunc(a.Ranked[:i], func(r Ranked) bool { return r.Exact && r.Name != None }):
					has(r.Name + " ")
				}
			}
			for range warnings {
				has("warning")
			}
			for _, c := range a.changes()[:min(leastChanges, len(a.changes()))] {
				has(strings.Join(strings.Fields(c)[:5], " "))
			}
			if o := a.Obtainable; o != nil {
				libraries++
				has(o.Structure + " ")
				if of := o.Structure != a.Recommended && a.Recommended != None; strings.Contains(text, "For a Go program: hyphbench choose … --importable --go=DIR") != of {
					t.Errorf("%s: of %s and %s:\n%s", p.Name, a.Recommended, o.Structure, text)
				} else if !of {
					has("--go=DIR")
				}
				if is := o.Structure == a.Recommended || a.Recommended == None; strings.Contains(strings.Join(a.brief.do, " "), "(--importable)") == is {
					t.Errorf("%s: of %s and %s: %q", p.Name, a.Recommended, o.Structure, a.brief.do)
				}
				if strings.Contains(text, "package main") || !strings.Contains(text, "the program") {
					t.Errorf("%s: the program is for -v:\n%s", p.Name, text)
				}
				if slices.ContainsFunc(firstScreen(t, a, false), func(line string) bool { return strings.Contains(line, "--go") }) {
					t.Errorf("%s: --go is named where it was given", p.Name)
				}
			}
		}
	}
	if libraries < 2 {
		t.Error("no answer has a library")
	}
}

// Of a lookup whose cost is not known the table has from where on a filter pays, and no time of
// a query.
func TestBriefWithoutCost(t *testing.T) {
	record, err := OwnRecord()
	if err != nil {
		t.Fatal(err)
	}
	p := Presets()[slices.IndexFunc(Presets(), func(p Preset) bool { return p.Name == "lsm-table" })]
	p.Question.Miss, p.Question.Hit = math.NaN(), math.NaN()
	a, err := p.Answer(considered(t), record)
	if err != nil {
		t.Fatal(err)
	}
	lines := firstScreen(t, a, true)
	text := strings.Join(lines, "\n")
	if !strings.Contains(text, notePays[:20]) || strings.Contains(text, noteQuery) || len(lines) > briefLines {
		t.Errorf("%d lines:\n%s", len(lines), text)
	}
}
