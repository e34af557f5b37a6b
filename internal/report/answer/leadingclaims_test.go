package answer

import (
	"strings"
	"testing"

	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/synthetic"
	"hyphbench/internal/stats"
)

// leading are claims of these IDs.
func leading(ids ...string) Leading {
	l := Leading{Title: "claims on time"}
	for _, id := range ids {
		l.Claims = append(l.Claims, Brief{id, "short " + id})
	}
	return l
}

// The leading claims stand last, in the order that is asked for, each with its effect: decided,
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
	a.Lead(leading("B", "A", "C", "D", "E", "none"))
	got := text(t, a.Page(14))
	last := -1
	for _, want := range []string{
		"times: 20 % trimmed means of ", "claims on time (bloom and cuckoo, pass word by word):\n",
		" B  contradicted  short B", " A  supported     short A  2.00 % [1.50, 2.50]", " C  inconclusive", " D  inconclusive", " E  not tested    short E  the run has no such filter\n",
		"  --reps that narrow an open one to about ±0.25 %: D 24\n", "depends on storage: B\n",
		"open with any --reps (structures scatter by more than ±1 %): C\n",
	} {
		at := strings.Index(got, want)
		if at < last {
			t.Fatalf("%q is at %d, want it behind %d in\n%s", want, at, last, got)
		}
		last = at
	}
	for _, not := range []string{"other things", "none\n", "how they compare", "decides more", "short F"} {
		if strings.Contains(got, not) {
			t.Errorf("%q is in\n%s", not, got)
		}
	}
	if got, want := a.Further(), "1 further: 1 supported"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	// A count is not narrowed itself, but the ratios that it counts.
	list[3].Parts = []claim.Tested{{Estimates: []stats.Estimate{{Value: 0.01, SE: 0.01, DF: 5}}}}
	a = New(s, list, nil)
	a.Lead(leading("D"))
	if got, want := text(t, a.Page(14)), "--reps that narrow each ratio that an open one counts to about ±0.25 %: D"; !strings.Contains(got, want) {
		t.Errorf("want %q:\n%s", want, got)
	}
	list[3].Parts = nil
	s.Meta.Reps = 3
	for i := range list[:5] {
		list[i].Verdict = claim.Inconclusive
	}
	a = New(s, list, nil)
	a.Lead(leading("A", "B", "C", "D", "E"))
	if got, want := text(t, a.Page(14)), "3 repetitions: most claims stay open; the default of 30 decides more\n"; !strings.Contains(got, want) {
		t.Errorf("want %q:\n%s", want, got)
	}
	// Of ten repetitions nothing is said, nor where half of the claims are open.
	for reps, open := range map[int]int{10: 4, 9: 2} {
		s.Meta.Reps = reps
		for i := range list[:4] {
			list[i].Verdict = map[bool]claim.Verdict{true: claim.Inconclusive, false: claim.Supported}[i < open]
		}
		a = New(s, list, nil)
		a.Lead(leading("A", "B", "C", "D"))
		if got := text(t, a.Page(14)); strings.Contains(got, "claims stay open") {
			t.Errorf("%d repetitions, %d of 4 open:\n%s", reps, open, got)
		}
	}
	list = verdicts(claim.Supported, claim.Contradicted, claim.Inconclusive, claim.Inconclusive, claim.NotTested, claim.Supported)
	// Without a verdict on one of them, all stay among the others.
	a = New(s, list, nil)
	a.Lead(leading("E"))
	if got := text(t, a.Page(14)); strings.Contains(got, "claims on time") || !strings.Contains(got, "\n6 claims: ") {
		t.Errorf("claims that are not tested lead:\n%s", got)
	}
}
