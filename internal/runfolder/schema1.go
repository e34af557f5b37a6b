package runfolder

import (
	"encoding/json"
	"slices"

	"hyphbench/internal/axis"
	"hyphbench/internal/machine"
)

// schema1 is the first format: ε was its only typed axis, rows named no
// session, and one machine stood for all sessions.
const schema1 = "hyphbench-run/1"

// meta1 is what run.json of the first schema holds otherwise than Meta.
type meta1 struct {
	Epsilons    []string           `json:"epsilons"`
	Points      []string           `json:"points"`
	Machine     *machine.Machine   `json:"machine"`
	Clock       map[string]float64 `json:"clock"`
	Warnings    []string           `json:"warnings"`
	Calibration string             `json:"calibration"`
}

// convert1 completes a Meta that was read from a run.json of the first schema.
// Kinds of axes are not known before the rows are.
func convert1(meta *Meta, src []byte) error {
	var old meta1
	if err := json.Unmarshal(src, &old); err != nil {
		return err
	}
	if len(old.Points) == 0 {
		meta.Axes = append(meta.Axes, axis.Axis{Name: axis.Epsilon, Kind: axis.RateKind, Values: old.Epsilons})
	}
	for _, name := range old.Points {
		meta.Axes = append(meta.Axes, axis.Axis{Name: name})
	}
	if old.Machine != nil && old.Machine.OS == "" {
		old.Machine = nil
	}
	for i := range meta.Sessions {
		s := &meta.Sessions[i]
		s.Machine, s.Clock, s.Warnings, s.Calibration = old.Machine, old.Clock, old.Warnings, old.Calibration
	}
	return nil
}

// complete1 adds to rows and axes of the first schema what later ones record:
// the session, by its warm-up round (0, −1, …), and the kinds of the axes.
func complete1(run *Run) {
	session := 1
	for i := range run.Rows {
		if r := &run.Rows[i]; r.Round < 1 && 1-r.Round > session && 1-r.Round <= len(run.Meta.Sessions) {
			session = 1 - r.Round
		}
		run.Rows[i].Session = session
	}
	for i, a := range run.Meta.Axes {
		if a.Kind != "" {
			continue
		}
		var values []string
		for _, r := range run.Rows {
			values = append(values, r.Point.Value(i))
		}
		a = axis.Infer(a.Name, values)
		for _, v := range values {
			if a.Kind == axis.NameKind && v != "" && !slices.Contains(a.Values, v) {
				a.Values = append(a.Values, v) // names are ordered as they first appear
			}
		}
		run.Meta.Axes[i] = a
	}
}
