package choose

import (
	"testing"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/all"
	"hyphbench/internal/racetest"
	"hyphbench/internal/timing"
)

// A record has the costs of each structure at each size, and is read as it is written.
func TestMakeRecord(t *testing.T) {
	racetest.OneGoroutine(t)
	bloom, err := all.ByName("bloom")
	if err != nil {
		t.Fatal(err)
	}
	table, err := all.ByName("hashtable")
	if err != nil {
		t.Fatal(err)
	}
	sizes := []int{20, 50}
	var last Progress
	made, err := MakeRecord(timing.WithLeast(t.Context(), timing.Short), []filter.Structure{bloom, table}, sizes, 1, "command", func(p Progress) {
		if p.Done <= last.Done || p.Done > p.Total {
			t.Errorf("%+v after %+v", p, last)
		}
		last = p
	})
	if err != nil {
		t.Fatal(err)
	}
	if last.Done != last.Total || last.Total == 0 {
		t.Errorf("the progress ends at %+v", last)
	}
	r, err := ReadRecord(made.Text())
	if err != nil {
		t.Fatal(err)
	}
	if r.Command != "command" || r.Machine == "" || r.Date == "" {
		t.Errorf("%+v", r)
	}
	for i, n := range sizes {
		candidates := recordCandidates([]filter.Structure{bloom, table}, n, i == len(sizes)-1)
		if offers, out := r.Offers(candidates, n); len(out) > 0 || len(offers) != len(candidates) || len(offers) < 2 {
			t.Errorf("%d keys: %d offers, without %v", n, len(offers), out)
		}
	}
}
