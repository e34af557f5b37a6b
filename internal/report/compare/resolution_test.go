package compare

import (
	"testing"

	"hyphbench/internal/report/synthetic"
	"hyphbench/internal/runfolder"
)

// Every cell, as every pooled ratio, says whether it is below the resolution of
// a calibrated machine.
func TestCellsBelowResolution(t *testing.T) {
	run := synthetic.Run(synthetic.Options{Epsilons: "0.01,0.1", Reps: 30}) // cuckoo is 5 % slower
	for resolution, want := range map[runfolder.Resolution]func(below *bool) bool{
		0:    func(below *bool) bool { return below == nil },
		0.02: func(below *bool) bool { return below != nil && !*below },
		0.08: func(below *bool) bool { return below != nil && *below },
	} {
		run.Meta.Sessions[0].Resolution = resolution
		c, err := filters(t, run, "")
		if err != nil {
			t.Fatal(err)
		}
		cells := 0
		for _, m := range c.Metrics {
			for _, cell := range m.Cells {
				if cell.Filter != "cuckoo" {
					continue
				}
				if cells++; !want(cell.Below) {
					t.Errorf("resolution %v: %+v", resolution, cell)
				}
			}
		}
		if cells == 0 {
			t.Error("no cells")
		}
	}
}
