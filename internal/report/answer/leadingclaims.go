package answer

import (
	"fmt"
	"slices"
	"strings"

	"hyphbench/internal/axis"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/table"
)

// Leading are the claims that a run is about, each whatever its verdict. They stand last, where
// a terminal shows them.
type Leading struct {
	Title  string  // "the thesis's claims on time"
	Claims []Brief // in the order of display
}

// Brief is a claim in so few words that it has one line with its verdict and effect.
type Brief struct{ ID, Says string }

// Lead has the answer end with the leading claims; those of which the run can test none stay
// among the others.
func (a *Answer) Lead(l Leading) {
	var list []claim.Result
	led := map[string]bool{}
	for _, b := range l.Claims {
		if i := slices.IndexFunc(a.Verdicts, func(r claim.Result) bool { return r.ID == b.ID }); i >= 0 {
			r := a.Verdicts[i]
			r.Statement = b.Says
			list, led[r.ID] = append(list, r), true
		}
	}
	if !slices.ContainsFunc(list, func(r claim.Result) bool { return r.Verdict != claim.NotTested }) {
		return
	}
	a.leading, a.leadingTitle = list, l.Title
	a.Verdicts = slices.DeleteFunc(slices.Clone(a.Verdicts), func(r claim.Result) bool { return led[r.ID] })
}

// Leads reports whether the answer ends with claims that lead.
func (a *Answer) Leads() bool { return len(a.leading) > 0 }

// leads has a line for each leading claim, with its effect and interval, or why there is none.
func (a *Answer) leads() table.Table {
	t := table.Table{
		Title:   a.leadingTitle + a.leadingConditions() + ":",
		Columns: []string{"claim", "verdict", "it says", "effect and 95 % interval"}, Left: 4, Bare: true, Clip: 4, Tones: claim.Tones(),
		Notes: a.moreRounds(),
	}
	for _, r := range a.leading {
		effect := r.Effect.String()
		if r.Verdict == claim.NotTested {
			effect, _, _ = strings.Cut(r.Why, ": ")
		}
		t.Rows = append(t.Rows, []string{r.ID, string(r.Verdict), r.Statement, effect})
	}
	return t
}

// leadingConditions are the filters that were measured and how, which all leading claims share.
func (a *Answer) leadingConditions() string {
	var parts []string
	for _, r := range a.leading {
		for _, part := range strings.Split(r.Detail, "; ") {
			named, measured := strings.CutPrefix(part, "measured: ")
			if measured && strings.Contains(named, " and ") || strings.HasPrefix(part, "pass ") {
				if !slices.Contains(parts, named) {
					parts = append(parts, named)
				}
			}
		}
	}
	if parts == nil {
		return ""
	}
	return " (" + strings.Join(parts, ", ") + ")"
}

// fewRounds are so few that an interval says little.
const fewRounds = 10

// moreRounds says in a few lines what more rounds would do to the claims that stay open, and of
// which the verdict adds something.
func (a *Answer) moreRounds() (lines []string) {
	reps := a.Summary.Meta.Reps
	var wanted, counts []string
	remarks := map[string][]string{}
	var order []string
	remark := func(what, id string) {
		if remarks[what] == nil {
			order = append(order, what)
		}
		remarks[what] = append(remarks[what], id)
	}
	open, narrow := 0, 0.0
	for _, r := range a.leading {
		if r.Verdict == claim.Inconclusive {
			open++
		}
		n := r.RoundsWanted(reps)
		switch {
		case n > 0 && len(r.Parts) > 0:
			counts, narrow = append(counts, r.ID+" "+axis.Grouped(n)), r.Narrow
		case n > 0:
			wanted, narrow = append(wanted, r.ID+" "+axis.Grouped(n)), r.Narrow
		case r.Scattered():
			remark(fmt.Sprintf("open with any --reps (structures scatter by more than ±%.3g %%)", 100*r.Narrow), r.ID)
		case r.AtMargin():
			remark(fmt.Sprintf("%s (known to ±%.3g %%, and the claim turns within the interval)", claim.AtMargin, 100*r.Narrow), r.ID)
		}
		if r.Remark != "" {
			remark(r.Remark, r.ID)
		}
	}
	if 0 < reps && reps < fewRounds && 2*open > len(a.leading) {
		lines = append(lines, fmt.Sprintf("%d repetitions: most claims stay open; the default of 30 decides more", reps))
	}
	for _, open := range []struct {
		what string
		reps []string
	}{{"an open one", wanted}, {"each ratio that an open one counts", counts}} {
		if open.reps != nil {
			lines = append(lines, fmt.Sprintf("--reps that narrow %s to about ±%.3g %%: ", open.what, 100*narrow)+strings.Join(open.reps, ", "))
		}
	}
	for _, what := range order {
		lines = append(lines, what+": "+strings.Join(remarks[what], ", "))
	}
	return lines
}

// tallied is how many verdicts there are of each kind, beside those of the leading claims.
func (a *Answer) tallied() string {
	var parts []string
	for _, t := range a.Tally() {
		parts = append(parts, fmt.Sprintf("%d %s", t.Count, t.Verdict))
	}
	return strings.Join(parts, ", ")
}

// Further says how many claims there are beside the leading ones, those left out that could not
// fail, and their verdicts; empty where there are none.
func (a *Answer) Further() string {
	if !a.Leads() || len(a.Verdicts) == 0 {
		return ""
	}
	return fmt.Sprintf("%d further: %s", len(a.Verdicts)-a.constructed(), a.tallied())
}

// constructed is how many claims could not fail.
func (a *Answer) constructed() (n int) {
	for _, r := range a.Verdicts {
		if r.Verdict == claim.ByConstruction {
			n++
		}
	}
	return n
}
