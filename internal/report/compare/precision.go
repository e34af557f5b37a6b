package compare

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"hyphbench/internal/report"
	"hyphbench/internal/runfolder"
)

// Precision is how narrow the pooled ratios of a run are.
type Precision struct {
	Ratios int     // of structures to the first one, metric by metric
	Half   float64 // half-width of the widest 95 % interval, as a share of its ratio
	Widest string  // "init of cuckoo"
	Middle float64 // median of the half-widths
}

// ErrNoRatio is the error of a run without ratios whose precision is asked for.
var ErrNoRatio = errors.New("the run has no two structures to compare: want a second one in --filter")

// PrecisionOf looks at the widths of the pooled ratios of structures to the
// first structure of the run. Baselines are left out: they stand once in a round; and
// extremes, such as the longest pause, which hardly become precise.
func PrecisionOf(s *report.Summary) (Precision, error) {
	bare := *s
	bare.Resolves = nil // which asks for this
	c, err := Filters(&bare, "", nil)
	if err != nil {
		return Precision{}, fmt.Errorf("%w (%w)", ErrNoRatio, err)
	}
	p := c.precision(s)
	if p.Ratios == 0 {
		return p, ErrNoRatio
	}
	return p, nil
}

// Resolves says what a run resolves by its own intervals, as run --resolve has it: a
// difference as large as the widest interval of a ratio is wide. Empty where no ratio is
// judged.
func Resolves(s *report.Summary) string {
	if s.Meta.Design == runfolder.AsThesis || s.NotPooled() != "" {
		return ""
	}
	p, err := PrecisionOf(s)
	if err != nil {
		return ""
	}
	return p.String()
}

// String is what is resolved: "8 %: query of cuckoo is ±4 %, the widest of 5 intervals between
// structures; half of them are within ±2 %".
func (p Precision) String() string {
	widest := ", the interval between structures"
	if p.Ratios > 1 {
		widest = fmt.Sprintf(", the widest of %d intervals between structures", p.Ratios)
	}
	if p.Ratios > 2 && p.Middle < p.Half {
		widest += fmt.Sprintf("; half of them are within ±%.2g %%", 100*p.Middle)
	}
	switch {
	case math.IsInf(p.Half, 0):
		return fmt.Sprintf("no difference: %s has no bounds%s", p.Widest, widest)
	case 2*p.Half >= 1:
		return fmt.Sprintf("no difference below a factor of 2: %s spans a factor of %.2g%s", p.Widest, (1+p.Half)*(1+p.Half), widest)
	}
	return fmt.Sprintf("%.2g %%: %s is ±%.2g %%%s", 200*p.Half, p.Widest, 100*p.Half, widest)
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
	var halves []float64
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
			halves = append(halves, half)
			if half >= p.Half {
				p.Half, p.Widest = half, fmt.Sprintf("%s of %s", m.Name, f.Filter)
			}
		}
	}
	slices.Sort(halves)
	if len(halves) > 0 {
		p.Middle = halves[len(halves)/2]
	}
	return p
}
