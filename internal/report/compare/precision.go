package compare

import (
	"errors"
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

// ErrNoRatio is the error of a run without ratios whose precision is asked for.
var ErrNoRatio = errors.New("the run has no two structures to compare: want a second one in --filter")

// PrecisionOf looks at the widths of the pooled ratios of structures to the
// first structure of the run. Baselines are left out: they stand once in a round; and
// extremes, such as the longest pause, which hardly become precise.
func PrecisionOf(s *report.Summary) (Precision, error) {
	c, err := Filters(s, "", nil)
	if err != nil {
		return Precision{}, fmt.Errorf("%w (%w)", ErrNoRatio, err)
	}
	p := c.precision(s)
	if p.Ratios == 0 {
		return p, ErrNoRatio
	}
	return p, nil
}

// PrecisionOfRuns looks at the pooled ratios of two runs.
func PrecisionOfRuns(a, b *report.Summary) (Precision, error) {
	c, err := Runs(a, b, false)
	if err != nil {
		return Precision{}, err
	}
	return c.precision(b), nil
}

// precision is that of the ratios, of metrics that the run says of whether they are extremes.
func (c *Comparison) precision(run *report.Summary) (p Precision) {
	for _, m := range c.Metrics {
		if run.Metric(m.Name).Extreme {
			continue
		}
		for _, f := range m.Pooled {
			if c.Meta.IsBaseline(f.Filter) {
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
	return p
}
