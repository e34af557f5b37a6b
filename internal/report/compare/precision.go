package compare

import (
	"fmt"
	"math"

	"hyphbench/internal/report"
)

// Precision is how narrow the pooled ratios of a run are.
type Precision struct {
	Ratios int     // of structures to the first one, metric by metric
	Half   float64 // half-width of the widest 95 % interval, as a share of its ratio
	Widest string  // "init of cuckoo"
}

// PrecisionOf looks at the widths of the pooled ratios of structures to the
// first structure of the run. Baselines are left out: they stand once in a round.
func PrecisionOf(s *report.Summary) (Precision, error) {
	c, err := Filters(s, "", nil)
	if err != nil {
		return Precision{}, err
	}
	var p Precision
	for _, m := range c.Metrics {
		for _, f := range m.Pooled {
			if s.Meta.IsBaseline(f.Filter) {
				continue
			}
			p.Ratios++
			half := math.Sqrt(f.CI.High/f.CI.Low) - 1
			if math.IsNaN(half) {
				half = math.Inf(1)
			}
			if half >= p.Half {
				p.Half, p.Widest = half, fmt.Sprintf("%s of %s", m.Name, f.Filter)
			}
		}
	}
	if p.Ratios == 0 {
		return Precision{}, fmt.Errorf("the run has no two structures to compare: want a second one in --filter")
	}
	return p, nil
}
