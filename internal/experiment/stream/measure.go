package stream

import (
	"context"
	"fmt"
	"math"

	"hyphbench/internal/experiment"
	"hyphbench/internal/filter"
	"hyphbench/internal/metric"
	"hyphbench/internal/runfolder"
)

// Measure implements experiment.Bench. A share of nothing is no row.
func (b *bench) Measure(_ context.Context, s experiment.Step) (*experiment.Measurement, error) {
	if l, is := limitNamed(s.Cell.Filter); is {
		return b.judge(l, s)
	}
	v, inserted, err := b.visit(s.Cell)
	if err != nil {
		return nil, err
	}
	if p := &b.current; p.made == nil || p.round != s.Round || p.visit.point(0) != v.point(0) || p.visit.kind.name != v.kind.name {
		if err := b.pass(v, s.Round); err != nil {
			return nil, err
		}
	}
	if s.Cell.Metric == metric.Query {
		b.prepareTimed()
		return b.timer.Measure(s.Cell, b.timedElements(), b.timed)
	}
	value, unit, err := b.current.counted(s.Cell.Metric, inserted)
	if err != nil || math.IsNaN(value) {
		return nil, err
	}
	return experiment.Counted(value, unit), nil
}

// Units of what is counted.
const (
	unitShare    = "1"
	unitBits     = "bits"
	unitElements = "elements"
)

// counted is a metric of the pass; NaN for a share of nothing.
func (p *visited) counted(m runfolder.Metric, inserted int) (value float64, unit string, err error) {
	switch m {
	case BitsPerElement:
		return float64(p.made.Bits()) / float64(p.w), unitBits, nil
	case Rate:
		return p.half.fpr(), unitShare, nil
	case RateNew:
		return p.half.fprNew(), unitShare, nil
	case Missed:
		return p.half.fnr(), unitShare, nil
	case Errors:
		return p.half.fpr() + p.half.fnr(), unitShare, nil
	case RateAt:
		return p.at[position(inserted)].fpr(), unitShare, nil
	case MissedAt:
		return p.at[position(inserted)].fnr(), unitShare, nil
	case Empty:
		return p.empty[position(inserted)], unitShare, nil
	}
	w, is := p.made.(filter.Window)
	if !is {
		return 0, "", fmt.Errorf("unknown metric %q", m)
	}
	return p.windowed(m, w)
}

// windowed is a metric that the program's own windows have.
func (p *visited) windowed(m runfolder.Metric, w filter.Window) (value float64, unit string, err error) {
	of := params(w)
	switch m {
	case metric.FPRTheory:
		positive, _ := w.Theory(p.w)
		return positive, unitShare, nil
	case MissedTheory:
		return missedByTheory(w, p.w), unitShare, nil
	case LeastBits:
		if p.half.newPositives == 0 { // too few to tell the rate
			return math.NaN(), "", nil
		}
		return leastBits(p.half.fprNew(), p.half.fnr()), unitBits, nil
	case EmptyTheory:
		positive, _ := w.Theory(1)
		return 1 - math.Pow(positive, 1/of["K"]), unitShare, nil
	case Lifetime:
		return p.halfLife(), unitElements, nil
	case LifetimeTheory: // of a cell that nobody sets again
		return of["Max"] * of["m"] / of["P"], unitElements, nil
	case Recent:
		return p.remembered(0, float64(p.w)) / p.remembered(0, float64(longAgo*p.w)), unitShare, nil
	case RateBound:
		k0, k1 := of["k0"], of["k1"]
		return math.Pow(k1/(k0+k1), k1) * math.Pow(k0/(k0+k1), k0), unitShare, nil
	}
	return 0, "", fmt.Errorf("unknown metric %q", m)
}

// missedByTheory is the mean over the ages of a window, which are equally frequent in a
// uniform stream of many elements.
func missedByTheory(w filter.Window, window int) (mean float64) {
	steps := min(window, 24)
	for i := range steps {
		_, negative := w.Theory((2*i+1)*window/(2*steps) + 1)
		mean += negative / float64(steps)
	}
	return mean
}
