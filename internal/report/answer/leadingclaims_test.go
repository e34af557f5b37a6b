package answer

import (
	"strings"
	"testing"

	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/synthetic"
	"hyphbench/internal/stats"
)

// The leading claims stand first, in the order that is asked for, each with its effect: decided,
// open and at the margin alike. The others are counted without them.
func TestLead(t *testing.T) {
	s := summarize(t, synthetic.Run(synthetic.Options{Epsilons: "0.01,0.1", Reps: 6}))
	list := verdicts(claim.Supported, claim.Contradicted, claim.Inconclusive, claim.Inconclusive, claim.NotTested, claim.Supported)
	for i := range list {
		list[i].Effect = claim.Effect{Unit: "%", Value: 2, CI: stats.Interval{Low: 1.5, High: 2.5}}
		list[i].Detail = "measured: bloom and cuckoo; pass word by word; other things"
	}
	list[2].Narrow = 0.01
	list[2].Effect.CI, list[2].Effect.Repeated = stats.Interval{Low: -5, High: -1}, 0.6
	list[3].Narrow = 0.0025 // its interval is ±0.5 %, twice that: four times the rounds
	list[4].Why = "the run has no such filter: want it"
	list[1].Remark = "depends on storage"
	a := New(s, list, nil)
	a.Lead(Leading{Title: "claims on time", IDs: []string{"B", "A", "C", "D", "E", "none"}})
	got := text(t, a.Page(14))
	last := -1
	for _, want := range []string{
		"claims on time, and whether they hold", "measured: bloom and cuckoo; pass word by word\n",
		"C stays open with more rounds: its structures scatter by more than ±1 %\n",
		"D is open after 6 rounds; --reps=24 would measure to about ±0.25 % what decides\n",
		" B  does not hold  statement B", "depends on storage", " A  holds          statement A  2.00 % [1.50, 2.50]",
		" C  at the margin", " D  not decided", " E  not tested", "the run has no such filter", "\n1 further claims: 1 supported\n",
	} {
		at := strings.Index(got, want)
		if at < last {
			t.Fatalf("%q is at %d, want it behind %d in\n%s", want, at, last, got)
		}
		last = at
	}
	for _, not := range []string{"other things", "none", "supported  A"} {
		if strings.Contains(got[:last], not) {
			t.Errorf("%q is in\n%s", not, got)
		}
	}
	// Without a verdict on one of them, all stay among the others.
	a = New(s, list, nil)
	a.Lead(Leading{Title: "claims on time", IDs: []string{"E"}})
	if got := text(t, a.Page(14)); strings.Contains(got, "claims on time") || !strings.Contains(got, "\n6 claims: ") {
		t.Errorf("claims that are not tested lead:\n%s", got)
	}
}
