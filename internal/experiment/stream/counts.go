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

// report gives all that is counted of the steady state. A share of nothing is NaN.
func (p *pass) report(t *trial.T) {
	t.Report(BitsPerElement, float64(p.made.Bits())/float64(p.window))
	t.Report(Rate, p.half.fpr())
	t.Report(RateNew, p.half.fprNew())
	t.Report(Missed, p.half.fnr())
	t.Report(Errors, p.half.fpr()+p.half.fnr())
	w, is := p.made.(filter.Window)
	if !is {
		return
	}
	positive, _ := w.Theory(p.window)
	t.Report(metric.FPRTheory, positive)
	t.Report(MissedTheory, missedByTheory(w, p.window))
	least := math.NaN()
	if p.half.newPositives > 0 { // else too few to tell the rate
		least = leastBits(p.half.fprNew(), p.half.fnr())
	}
	t.Report(LeastBits, least)
	of := params(w)
	if p.emptying() {
		positive, _ := w.Theory(1)
		t.Report(EmptyTheory, 1-math.Pow(positive, 1/of["K"]))
		t.Report(Lifetime, p.halfLife())
		t.Report(LifetimeTheory, of["Max"]*of["m"]/of["P"]) // of a cell that nobody sets again
		t.Report(Recent, p.remembered(0, float64(p.window))/p.remembered(0, float64(longAgo*p.window)))
	}
	k0, k1 := of["k0"], of["k1"]
	t.Report(RateBound, math.Pow(k1/(k0+k1), k1)*math.Pow(k0/(k0+k1), k0))
}

// reportAt gives what is counted since half as many elements.
func (p *pass) reportAt(t *trial.T, elements int) {
	i := position(elements)
	t.Report(RateAt, p.at[i].fpr())
	t.Report(MissedAt, p.at[i].fnr())
	t.Report(Empty, p.empty[i])
}

// params are those of a window, by name.
func params(w filter.Window) map[string]float64 {
	of := map[string]float64{}
	for _, p := range w.Params() {
		of[p.Name] = p.Value
	}
	return of
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
