package choose

import (
	"fmt"
	"math"
	"slices"

	"hyphbench/internal/filter"
	"hyphbench/internal/report/table"
)

// Answer answers a preset from a record of costs.
func (p Preset) Answer(structures []filter.Structure, record *Record) (*Answer, error) {
	costs := "Recorded, not measured here: " + record.Machine + ", " + record.Date + " (" + record.Command + ")."
	assumed := []string{p.Title + " (" + p.Source + ").", "There: " + p.Did}
	if p.Other != "" {
		return &Answer{Recommended: Nothing, Headline: "No answer: " + p.Other + ".", Why: []string{}, Do: []string{}, Details: []string{}, Excluded: []Excluded{}, Miss: table.JSONNumber(math.NaN()), Bare: table.JSONNumber(math.NaN()), Assumed: assumed, Costs: costs, Changes: []Change{}, Ranked: []Ranked{}, Libraries: []Ranked{}}, nil
	}
	if p.Assumed != "" {
		assumed = append(assumed, "Filled in: "+p.Assumed+".")
	}
	q := p.Question
	candidates, out, err := q.Candidates(structures, nil)
	if err != nil {
		return nil, err
	}
	offers, absent := record.Offers(candidates, q.N)
	for i := range offers {
		at := slices.IndexFunc(candidates, func(c Candidate) bool { return c.Name == offers[i].Name })
		offers[i].Fixed = !filter.Can[filter.Inserter](candidates[at].Structure)
	}
	a, err := NewAnswer(q, offers, slices.Concat(out, absent), assumed, costs)
	if err != nil {
		return nil, err
	}
	if p.Why != "" && !slices.Contains(p.Expect, a.Recommended) {
		a.Assumed = append(a.Assumed, "Another answer than there: "+p.Why)
	}
	return a, nil
}

// PresetAnswer is the answer of a preset.
type PresetAnswer struct {
	Preset string `json:"preset"`
	*Answer
}

// PresetAnswers are those of all presets.
func PresetAnswers(structures []filter.Structure, record *Record) (list []PresetAnswer, err error) {
	for _, p := range Presets() {
		a, err := p.Answer(structures, record)
		if err != nil {
			return nil, fmt.Errorf("preset %s: %w", p.Name, err)
		}
		list = append(list, PresetAnswer{p.Name, a})
	}
	return list, nil
}

// PresetsPage is the table of all presets with their answers.
func PresetsPage(structures []filter.Structure, record *Record) (table.Page, error) {
	page := table.Page{Title: "Documented decisions", Header: []table.Field{
		{Name: "costs", Value: "recorded: " + record.Machine + ", " + record.Date + " (" + record.Command + ")"},
	}}
	t := table.Table{Columns: []string{"preset", "what was decided", "there", "answer here"}, Left: 4, Widths: []int{14, 22, 26, 30}}
	answers, err := PresetAnswers(structures, record)
	if err != nil {
		return page, err
	}
	for i, p := range Presets() {
		a := answers[i]
		answer := a.Headline
		if p.Why != "" && !slices.Contains(p.Expect, a.Recommended) {
			answer += " " + p.Why
		}
		about := p.Title + " (" + p.Source + ")"
		if p.Assumed != "" {
			about += "; filled in: " + p.Assumed
		}
		t.Rows = append(t.Rows, []string{p.Name, about, p.Did, answer})
	}
	page.Tables = []table.Table{t}
	return page, nil
}
