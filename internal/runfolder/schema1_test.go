package runfolder

import (
	"slices"
	"strings"
	"testing"

	"hyphbench/internal/axis"
)

// The committed runs are of the first schema, and are read as those of today.
func TestFirstSchema(t *testing.T) {
	thesis, err := Open("../../results/thesis")
	if err != nil {
		t.Fatal(err)
	}
	if thesis.Meta.Schema != schema1 {
		t.Skip("the committed run is of a later schema")
	}
	if len(thesis.Meta.Axes) != 1 || thesis.Meta.Axes[0].Kind != axis.RateKind || len(thesis.Meta.Axes[0].Values) != 20 {
		t.Errorf("axes %+v", thesis.Meta.Axes)
	}
	if m := thesis.Meta.Machine(); m == nil || m.OS != "linux" || thesis.Meta.Clock()["wall_resolution_ns"] <= 0 {
		t.Errorf("machine %+v", m)
	}
	if !slices.Equal(thesis.Columns, []string{"gc", "preempted", "attempts"}) || thesis.Rows[0].Session != 1 {
		t.Errorf("columns %v, first row %+v", thesis.Columns, thesis.Rows[0])
	}
	fbl, err := Open("../../results/fbl")
	if err != nil {
		t.Fatal(err)
	}
	var kinds []string
	for _, a := range fbl.Meta.Axes {
		kinds = append(kinds, a.Name+" "+string(a.Kind))
	}
	if got := strings.Join(kinds, ", "); got != "n count, b count, k count, quantisation name, occupancy share" {
		t.Errorf("axes %s", got)
	}
}

// A session of the first schema is identified by its warm-up round: one that was
// interrupted before it had one leaves no rows, and none begins by what is no warm-up.
func TestSessionsOfFirstSchema(t *testing.T) {
	for _, c := range []struct {
		sessions     int
		rounds, want []int
	}{
		{2, []int{0, 0, 1, 2, -1, 2, 3}, []int{1, 1, 1, 1, 2, 2, 2}},
		{3, []int{0, 1, -2, -2, 2, 3}, []int{1, 1, 3, 3, 3, 3}},
		{3, []int{0, 1, -1, -1, 0, 2}, []int{1, 1, 2, 2, 2, 2}},
		{2, []int{0, 1, -2, 2}, []int{1, 1, 1, 1}}, // there is no third
	} {
		run := &Run{Meta: Meta{Sessions: make([]Session, c.sessions)}}
		for _, round := range c.rounds {
			run.Rows = append(run.Rows, Row{Round: round})
		}
		complete1(run)
		var got []int
		for _, r := range run.Rows {
			got = append(got, r.Session)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("rounds %v: sessions %v, want %v", c.rounds, got, c.want)
		}
	}
}
