package stream

import (
	"math"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/filter"
	"hyphbench/internal/metric"
	"hyphbench/internal/runfolder"
)

// Structures with metrics of their own.
const (
	stable      = "stable"
	generalised = "generalised"
)

// metrics are what is counted of the steady state.
func (v visit) metrics() []runfolder.Metric {
	list := []runfolder.Metric{BitsPerElement, Rate, Missed, Errors}
	if v.kind.rated {
		list = append(list, RateNew)
	}
	if !v.theoretical() {
		return list
	}
	if v.stream == streamUniform {
		list = append(list, metric.FPRTheory, LeastBits)
		if v.kind.forgets {
			list = append(list, MissedTheory)
		}
	}
	if v.emptying() {
		list = append(list, EmptyTheory)
		if v.stream == streamUniform && v.eps <= axis.Per/10 { // above, chance finds too much
			list = append(list, Lifetime, LifetimeTheory, Recent)
		}
	}
	if v.kind.name == generalised {
		list = append(list, RateBound)
	}
	return list
}

// emptying reports whether the share of empty cells has a limit by theory.
func (v visit) emptying() bool { return v.kind.name == stable }

// theoretical reports whether the structure is one of the program's windows.
func (v visit) theoretical() bool {
	return v.kind.name != exactName && v.kind.name != bufferName && v.kind.name != bloomName
}

// value is what is counted of the steady state. A share of nothing is NaN.
func (p *pass) value(m runfolder.Metric) float64 {
	switch m {
	case BitsPerElement:
		return float64(p.made.Bits()) / float64(p.window)
	case Rate:
		return p.half.fpr()
	case RateNew:
		return p.half.fprNew()
	case Missed:
		return p.half.fnr()
	case Errors:
		return p.half.fpr() + p.half.fnr()
	case Lifetime:
		return p.halfLife()
	case Recent:
		return p.remembered(0, float64(p.window)) / p.remembered(0, float64(longAgo*p.window))
	case LeastBits:
		if p.half.newPositives == 0 { // too few to tell the rate
			return math.NaN()
		}
		return leastBits(p.half.fprNew(), p.half.fnr())
	}
	return p.byTheory(m, p.made.(filter.Window))
}

// byTheory is what a window should come to.
func (p *pass) byTheory(m runfolder.Metric, w filter.Window) float64 {
	of := filter.ParamsOf(w)
	switch m {
	case metric.FPRTheory:
		positive, _ := w.Theory(p.window)
		return positive
	case MissedTheory:
		return missedByTheory(w, p.window)
	case EmptyTheory:
		positive, _ := w.Theory(1)
		return 1 - math.Pow(positive, 1/of["K"])
	case LifetimeTheory: // of a cell that nobody sets again
		return of["Max"] * of["m"] / of["P"]
	case RateBound:
		k0, k1 := of["k0"], of["k1"]
		return math.Pow(k1/(k0+k1), k1) * math.Pow(k0/(k0+k1), k0)
	}
	return math.NaN()
}

// reportAt gives what is counted since half as many elements.
func (p *pass) reportAt(t *trial.T, elements int) {
	i := position(elements)
	t.Report(RateAt, p.at[i].fpr())
	t.Report(MissedAt, p.at[i].fnr())
	t.Report(Empty, p.empty[i])
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
