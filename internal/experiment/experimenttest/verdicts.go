package experimenttest

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"hyphbench/internal/experiment"
	"hyphbench/internal/glossary"
	"hyphbench/internal/racetest"
	"hyphbench/internal/report"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
)

// Summary is the summary of a run of x.
func Summary(t testing.TB, x experiment.Experiment, run *runfolder.Run) *report.Summary {
	t.Helper()
	return Must(report.Summarize(run, glossary.Of(x)))(t)
}

// Judged are the results of the claims of x on a run, by their ID.
func Judged(t testing.TB, x experiment.Experiment, run *runfolder.Run) map[string]claim.Result {
	t.Helper()
	results := map[string]claim.Result{}
	for _, r := range claim.Evaluate(Summary(t, x, run), x.Reading().Claims) {
		results[r.ID] = r
	}
	return results
}

// Result is the result of one claim of x on a run, an empty one where x has no such claim.
// Of the others only those of its source are judged: they are the family that its p value
// is corrected for.
func Result(t testing.TB, x experiment.Experiment, run *runfolder.Run, id string) claim.Result {
	t.Helper()
	list := x.Reading().Claims
	at := slices.IndexFunc(list, func(c claim.Claim) bool { return c.ID == id })
	if at < 0 {
		return claim.Result{}
	}
	source := list[at].Source
	for _, r := range claim.Evaluate(Summary(t, x, run), slices.DeleteFunc(slices.Clone(list), func(c claim.Claim) bool { return c.Source != source })) {
		if r.ID == id {
			return r
		}
	}
	return claim.Result{}
}

// Doctored is a copy of a run with every row changed. The run stays as it is.
func Doctored(run *runfolder.Run, doctor func(*runfolder.Row)) *runfolder.Run {
	of := *run
	of.Rows = slices.Clone(run.Rows)
	for i := range of.Rows {
		doctor(&of.Rows[i])
	}
	return &of
}

// Repeat makes a run of so many rounds, each with the rows of the first: for tests that put
// other values there.
func Repeat(run *runfolder.Run, rounds int) {
	var rows []runfolder.Row
	for round := range rounds {
		for _, r := range run.Rows {
			if r.Round == 1 {
				r.Seq, r.Round = len(rows)+1, round+1
				rows = append(rows, r)
			}
		}
	}
	run.Rows, run.Meta.Reps = rows, rounds
}

// Case is a claim, what is done to the rows of a run, and the verdict wanted then. The
// struct has no name, so that lists of cases need no keys.
type Case = struct {
	ID     string
	Doctor func(*runfolder.Row)
	Want   claim.Verdict
}

// Verdicts holds the claims of x to the verdicts wanted, each on a doctored copy of the
// run.
func Verdicts(t testing.TB, x experiment.Experiment, run *runfolder.Run, cases []Case) {
	t.Helper()
	for i, c := range cases {
		if r := Result(t, x, Doctored(run, c.Doctor), c.ID); r.Verdict != c.Want {
			t.Errorf("case %d, %s: %s, want %s (%s)", i, c.ID, r.Verdict, c.Want, strings.Join(claim.NonEmpty(r.Why, r.Detail), "; "))
		}
	}
}

// Supported holds a run to it that it supports every claim of x but those of others,
// which have the verdict there, or any where it is empty.
func Supported(t testing.TB, x experiment.Experiment, run *runfolder.Run, others map[string]claim.Verdict) {
	t.Helper()
	racetest.OneGoroutine(t)
	results := Judged(t, x, run)
	for _, id := range slices.Sorted(maps.Keys(results)) {
		want, other := others[id]
		if !other {
			want = claim.Supported
		}
		if r := results[id]; r.Verdict != want && want != "" {
			t.Errorf("%s: %s, want %s (%s)", id, r.Verdict, want, r.Why)
		}
	}
	for id := range others {
		if _, is := results[id]; !is {
			t.Errorf("there is no claim %s", id)
		}
	}
	if len(results) == 0 {
		t.Error("there are no claims")
	}
}
