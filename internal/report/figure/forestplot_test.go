package figure

import (
	"strings"
	"testing"

	"hyphbench/internal/bilingual"
	"hyphbench/internal/report/synthetic"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// On several machines no figure shows times; one of counts does not mind.
func TestNoTimesOverMachines(t *testing.T) {
	s := summarize(t, synthetic.Machines(synthetic.Options{Reps: 6}, synthetic.On{}, synthetic.On{Speed: 2}))
	title := bilingual.Text{EN: "A figure", PT: "Uma figura"}
	_, err := Overlay("x", title, synthetic.Hyphenate).Drawn(s, bilingual.English)
	if !isNoData(err) || !strings.Contains(err.Error(), "2 machines are not averaged") {
		t.Errorf("times of two machines: %v", err)
	}
	for _, f := range Distributions(s) {
		_, err := f.Drawn(s, bilingual.English)
		skipped := err != nil && strings.Contains(err.Error(), "not averaged")
		if m := s.Metric(runfolder.Metric(strings.TrimPrefix(f.ID, "dist-"))); skipped != m.Timed() {
			t.Errorf("%s: %v", f.ID, err)
		}
	}
	if _, err := Overlay("x", title, "fp").Drawn(s, bilingual.English); err != nil {
		t.Errorf("counts: %v", err)
	}
}

// The axis of a forest holds 1 and the machines; a prediction that is far wider goes on
// beyond it.
func TestForestAxis(t *testing.T) {
	row := func(v float64) ForestRow {
		return ForestRow{Value: v, CI: stats.Interval{Low: v - 0.01, High: v + 0.01}}
	}
	over := ForestRow{Value: 1.05, CI: stats.Interval{Low: 0.9, High: 1.2}, Over: true, Next: stats.Interval{Low: 1e-9, High: 1e9}}
	f := &forest{of: ForestOf{Groups: []ForestGroup{{Rows: []ForestRow{row(1.04), row(1.06), row(1.05), over}}}}, lang: bilingual.English}
	f.fit()
	if !f.heavy || f.axis.log || !f.axis.has(1) || !f.axis.has(1.07) || f.axis.high > 1.5 || f.axis.low < 0.5 {
		t.Errorf("from %v to %v, beyond it %t", f.axis.low, f.axis.high, f.heavy)
	}
	over.CI, over.Next = stats.Interval{Low: 1.03, High: 1.07}, stats.Interval{Low: 1.03, High: 1e9} // beyond one end alone
	f = &forest{of: ForestOf{Groups: []ForestGroup{{Rows: []ForestRow{row(1.04), row(1.06), row(1.05), over}}}}, lang: bilingual.English}
	if f.fit(); !f.heavy || f.axis.high > 1.5 {
		t.Errorf("from %v to %v, beyond one end %t", f.axis.low, f.axis.high, f.heavy)
	}
	over.Next = stats.Interval{Low: 0.99, High: 1.08}
	over.CI = over.Next
	f = &forest{of: ForestOf{Groups: []ForestGroup{{Rows: []ForestRow{row(1.04), row(1.06), over}}}}, lang: bilingual.English}
	if f.fit(); f.heavy {
		t.Errorf("from %v to %v is too narrow", f.axis.low, f.axis.high)
	}
	f = &forest{of: ForestOf{Groups: []ForestGroup{{Rows: []ForestRow{row(0.2), row(8)}}}}, lang: bilingual.English}
	if f.fit(); !f.axis.log || !f.axis.has(8.01) || !f.axis.has(0.19) {
		t.Errorf("from %v to %v, logarithmic %t", f.axis.low, f.axis.high, f.axis.log)
	}
}
