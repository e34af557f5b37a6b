package all

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"hyphbench/internal/experiment/thesis"
	"hyphbench/internal/metric"
	"hyphbench/internal/report"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/sample"
)

// A claim says what it is and who makes it where: the claims of one source are
// one family of tests. No two claims of the program share an ID.
func TestClaims(t *testing.T) {
	seen := map[string]bool{}
	for _, e := range Experiments() {
		for _, c := range e.Reading().Claims {
			if c.ID == "" || c.Source == "" || c.Section == "" || c.Statement == "" || c.Metric == "" || c.Test == nil {
				t.Errorf("%s: %q lacks a field: %+v", e.Name(), c.ID, c)
			}
			if seen[c.ID] {
				t.Errorf("%s: two claims %s", e.Name(), c.ID)
			}
			seen[c.ID] = true
		}
	}
}

// A claim that another experiment judges names claims that are there: "needs …: see
// TS3 and TS4 of space".
func TestReferredClaims(t *testing.T) {
	of := map[string]string{} // ID → experiment
	for _, e := range Experiments() {
		for _, c := range e.Reading().Claims {
			of[c.ID] = e.Name()
		}
	}
	reference, id := regexp.MustCompile(`((?:[A-Z]+[0-9]+(?:, | and )?)+) of ([a-z]+)`), regexp.MustCompile(`[A-Z]+[0-9]+`)
	meta := &runfolder.Meta{}
	nothing := &report.Summary{Run: &runfolder.Run{}, Meta: meta, Samples: &sample.Set{Meta: meta}}
	referred := map[string]bool{}
	for _, r := range claim.Evaluate(nothing, thesis.New().Reading().Claims) {
		_, where, ok := strings.Cut(r.Why, ": see ")
		if !ok {
			continue
		}
		referred[r.ID] = true
		matches := reference.FindAllStringSubmatch(where, -1)
		if len(matches) == 0 {
			t.Errorf("%s names no claim: %s", r.ID, r.Why)
		}
		for _, m := range matches {
			for _, name := range id.FindAllString(m[1], -1) {
				if of[name] != m[2] {
					t.Errorf("%s refers to %s of %s, which is a claim about %q", r.ID, name, m[2], of[name])
				}
			}
		}
	}
	for _, name := range []string{"T15", "T16", "T27", "T29", "T30", "T31", "T32"} {
		if !referred[name] {
			t.Errorf("%s does not say which claim judges its sentence", name)
		}
	}
}

// A metric with a unit of its own has the factor to it, without which it reads 0.
func TestUnits(t *testing.T) {
	for _, e := range Experiments() {
		for _, m := range e.Reading().Metrics {
			if (m.Unit == "" && m.Share == "") != (m.Factor == 0) {
				t.Errorf("%s, %s: unit %q, share %q, factor %v", e.Name(), m.Name, m.Unit, m.Share, m.Factor)
			}
		}
	}
}

// The headlines of an experiment are among its metrics, and compare with one of its
// baselines or with the first structure.
func TestHeadlines(t *testing.T) {
	for _, e := range Experiments() {
		r := e.Reading()
		for _, h := range r.Headlines {
			if !slices.ContainsFunc(r.Metrics, func(d metric.Definition) bool { return d.Name == h.Metric }) {
				t.Errorf("%s: a headline by %q, which is no metric of it", e.Name(), h.Metric)
			}
			if _, ok := r.Baselines[h.To]; h.To != "" && !ok {
				t.Errorf("%s: a headline to %q, which is no baseline of it", e.Name(), h.To)
			}
		}
	}
}
