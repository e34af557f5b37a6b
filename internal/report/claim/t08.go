package claim

import (
	"fmt"
	"math"
	"strings"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment/thesis"
	"hyphbench/internal/stats"
)

// Rates that the claims T8 and T10 name.
const (
	onePercent   axis.Rate = 10_000_000
	threePercent axis.Rate = 3 * onePercent
)

func t8() Claim {
	return Claim{
		ID: "T8", Experiment: thesisName, Source: "5.3", Metric: thesis.MetricRun,
		Statement: "Bloom's advantage in the run shrinks for ε < 3 %; at 1 % cuckoo is faster",
		Test:      shrinks,
	}
}

// shrinks tests both halves of the claim: the ratio cuckoo/Bloom is smaller
// below 3 % than from there on, and it is below 1 at 1 %.
func shrinks(d *Data) Outcome {
	at := d.Epsilons(thesis.MetricRun, cuckoo, bloom)
	n, few := len(at), 0
	first := -1
	for i, e := range at {
		if e < threePercent {
			few++
		}
		if e == onePercent {
			first = i
		}
	}
	if first < 0 || few == n {
		return Untested("the run lacks two repetitions of both filters at ε = 1 % or from 3 % on")
	}
	columns := d.columns(append(series(cuckoo, thesis.MetricRun, at), series(bloom, thesis.MetricRun, at)...))
	plain, ok := means(columns)
	if !ok {
		return missing(thesis.MetricRun, cuckoo, bloom)
	}
	if columns, ok = logs(columns); !ok {
		return missing(thesis.MetricRun, cuckoo, bloom)
	}
	weights := make([]float64, 2*n)
	small, large := 0.0, 0.0 // mean logarithm of the ratio, below 3 % and above
	for i := range n {
		w, log := 1/float64(few), math.Log(plain[i]/plain[n+i])
		if i < few {
			small += w * log
		} else {
			w = -1 / float64(n-few)
			large -= w * log
		}
		weights[i], weights[n+i] = w, -w
	}
	shrink, how, err := d.contrast(columns, weights)
	if err != nil {
		return missing(thesis.MetricRun, cuckoo, bloom)
	}
	lead, _, err := d.contrast([][]float64{columns[first], columns[n+first]}, []float64{1, -1})
	if err != nil {
		return missing(thesis.MetricRun, cuckoo, bloom)
	}
	atOne := tested{[]stats.Estimate{lead}, below(0)}
	o := Outcome{
		Test:   "ratio below 3 % against the rest, and ratio at 1 %: t over " + how,
		Effect: atOne.ratio("cuckoo / bloom at 1 %"),
		Holds:  plain[first] < plain[n+first] && small < large,
		Detail: fmt.Sprintf("the ratio below 3 %% is %.4f of that above", math.Exp(shrink.Value)),
	}
	o.Supports, o.Opposes = all(atOne, tested{[]stats.Estimate{shrink}, below(0)})
	o.Detail = strings.Join(nonEmpty(o.Detail, d.tables(cuckoo, thesis.MetricRun)), "; ")
	return o
}
