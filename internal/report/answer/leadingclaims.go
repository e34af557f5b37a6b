package answer

import (
	"fmt"
	"slices"
	"strings"

	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/table"
)

// Leading are the claims that a run answers first, each whatever its verdict.
type Leading struct {
	Title string   // "the thesis's claims on time"
	IDs   []string // of the claims, in the order of display
}

// Lead makes the leading claims the first of the answer; those of which the run can test none
// stay among the others.
func (a *Answer) Lead(l Leading) {
	var list []claim.Result
	for _, id := range l.IDs {
		if i := slices.IndexFunc(a.Verdicts, func(r claim.Result) bool { return r.ID == id }); i >= 0 {
			list = append(list, a.Verdicts[i])
		}
	}
	if !slices.ContainsFunc(list, func(r claim.Result) bool { return r.Verdict != claim.NotTested }) {
		return
	}
	a.leading, a.leadingTitle = list, l.Title
	a.Verdicts = slices.DeleteFunc(slices.Clone(a.Verdicts), func(r claim.Result) bool { return slices.Contains(l.IDs, r.ID) })
}

// holds is a verdict as an answer to "does it hold?".
func holds(r claim.Result) string {
	switch {
	case r.Verdict == claim.Supported:
		return "holds"
	case r.Verdict == claim.Contradicted:
		return "does not hold"
	case r.Verdict == claim.Inconclusive && r.AtMargin():
		return claim.AtMargin
	case r.Verdict == claim.Inconclusive:
		return "not decided"
	}
	return string(r.Verdict)
}

// leads has a line for each leading claim, with its effect and interval, or why there is none.
func (a *Answer) leads() table.Table {
	t := table.Table{
		Title:   a.leadingTitle + ", and whether they hold; with the effect and its 95 % interval",
		Columns: []string{"claim", "verdict", "it says", "effect"}, Left: 4, Bare: true, Widths: []int{0, 13, 32, 26},
		Tones: map[string]table.Tone{"holds": table.Good, "does not hold": table.Bad, claim.AtMargin: table.Unsure, "not decided": table.Unsure},
	}
	for _, r := range a.leading {
		effect := r.Effect.String()
		if r.Verdict == claim.NotTested {
			effect, _, _ = strings.Cut(r.Why, ": ")
		}
		if r.Remark != "" {
			effect += "; " + r.Remark
		}
		t.Rows = append(t.Rows, []string{r.ID, holds(r), r.Statement, effect})
	}
	t.Lines = a.leadingNotes()
	return t
}

// leadingNotes are the filters that were measured and how, which all leading claims share, and
// what would decide those that are open.
func (a *Answer) leadingNotes() (lines []string) {
	for _, r := range a.leading {
		for _, part := range strings.Split(r.Detail, "; ") {
			if strings.HasPrefix(part, "measured: ") && strings.Contains(part, " and ") || strings.HasPrefix(part, "pass ") {
				if !slices.Contains(lines, part) {
					lines = append(lines, part)
				}
			}
		}
	}
	if len(lines) > 0 {
		lines = []string{strings.Join(lines, "; ")}
	}
	return append(lines, a.moreRounds()...)
}

// moreRounds says how many rounds tell whether what is open holds or is at the margin, or
// that none does.
func (a *Answer) moreRounds() (lines []string) {
	reps := a.Summary.Meta.Reps
	for _, r := range a.leading {
		switch wanted := r.RoundsWanted(reps); {
		case wanted > 0:
			lines = append(lines, fmt.Sprintf("%s is open after %d rounds; --reps=%d would measure to about ±%.3g %% what decides it", r.ID, reps, wanted, 100*r.Narrow))
		case r.Scattered():
			lines = append(lines, fmt.Sprintf("%s stays open with more rounds: its structures scatter by more than ±%.3g %%", r.ID, 100*r.Narrow))
		}
	}
	return lines
}

// tallied is how many claims there are beside the leading ones, those left out that could
// not fail.
func (a *Answer) tallied() string {
	n := len(a.Verdicts) - a.constructed()
	if len(a.leading) == 0 {
		return fmt.Sprintf("%d claims", n)
	}
	return fmt.Sprintf("%d further claims", n)
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
