package all

import (
	"slices"
	"testing"

	"hyphbench/internal/metric"
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
	if len(seen) < 100 {
		t.Errorf("only %d claims were found", len(seen))
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
