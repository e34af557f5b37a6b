package compare

import (
	"errors"
	"fmt"
	"math"

	"hyphbench/internal/report"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// Versus is how the two structures of a run compare that was to decide whether they differ:
// the time of B as a ratio to that of A, with the interval and the p of a look. Such an
// interval misses the truth once in 120 looks, so that of three looks all hold it in 39 of 40
// runs.
type Versus struct {
	Metric *report.Metric
	A, B   string
	Points []runfolder.Point // over which the ratio is pooled
	Rounds int
	Ratio
}

// errVersus is the error of a run in which there is nothing to decide.
var errVersus = errors.New("want two structures and one metric that is timed")

// Decides reports whether a run was to decide whether two structures differ.
func Decides(m *runfolder.Meta) bool { return m.Parameters[runfolder.Decide] != "" }

// VersusOf compares the two structures of a run, as far as it is measured.
func VersusOf(s *report.Summary) (*Versus, error) {
	t := newTimes(s)
	metrics := byMetric(t.order)
	if len(metrics) != 1 {
		return nil, errVersus
	}
	filters := t.filtersOf(metrics[0])
	if len(filters) != 2 || s.ByMachine() != nil {
		return nil, errVersus
	}
	v := &Versus{Metric: s.Metric(metrics[0][0].Metric), A: filters[0], B: filters[1]}
	var own, refs []runfolder.Cell
	for range 2 {
		for _, k := range metrics[0] {
			if ref, ok := t.opposite(k, v.A); ok && k.Filter == v.B {
				own, refs, v.Points = append(own, k), append(refs, ref), append(v.Points, k.Point)
			}
		}
		if len(own) > 0 {
			break
		}
		v.A, v.B = v.B, v.A // an exact structure lies on no ε: it can only be the one compared with
	}
	if len(own) == 0 {
		return nil, fmt.Errorf("%s and %s have no point in common: %w", v.A, v.B, errVersus)
	}
	pooled, err := t.Pool(own, refs)
	if err != nil {
		return nil, err
	}
	v.Rounds, v.Ratio = pooled.Rounds, inLook(widest(pooled.Estimates))
	return v, nil
}

// inLook is a ratio with the interval and the p of a look: corrected for as many as there may
// be.
func inLook(e stats.Estimate) Ratio {
	ci := e.Interval(stats.WrongInLook)
	return Ratio{
		Value: math.Exp(e.Value), CI: stats.Interval{Low: math.Exp(ci.Low), High: math.Exp(ci.High)},
		P: min(1, stats.Looks*e.P()), raw: e.P(), level: stats.WrongInAll,
	}
}

// Least is the smallest difference that is excluded: the structures differ by less.
func (v *Versus) Least() float64 { return max(v.CI.High, 1/v.CI.Low) - 1 }
