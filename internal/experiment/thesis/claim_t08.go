package thesis

import (
	"fmt"
	"math"
	"strings"

	"hyphbench/internal/axis"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/stats"
)

// Rates that the claims T8 and T10 name.
const (
	onePercent   axis.Rate = axis.Per / 100
	threePercent axis.Rate = 3 * onePercent
)

func t8() claim.Claim {
	return claim.Claim{
		ID: "T8", Section: "5.3", Metric: Hyphenate,
		Statement: "Bloom's advantage in the run shrinks for ε < 3 %; at 1 % cuckoo is faster",
		Test:      shrinks,
	}
}

// shrinks tests both halves of the claim: the ratio cuckoo/Bloom is smaller
// below 3 % than from there on, and it is below 1 at 1 %.
func shrinks(d *claim.Data) claim.Outcome {
	at := d.Points(Hyphenate, cuckoo, bloom)
	n, few := len(at), 0
	first := -1
	for i, p := range at {
		e := d.Meta.Epsilon(p)
		if e < threePercent {
			few++
		}
		if e == onePercent {
			first = i
		}
	}
	if first < 0 || few == n {
		return claim.Untested("the run lacks two repetitions of both filters at ε = 1 % or from 3 % on")
	}
	columns := d.Columns(append(claim.Cells(cuckoo, Hyphenate, at), claim.Cells(bloom, Hyphenate, at)...))
	plain, ok := claim.Means(columns)
	if !ok {
		return d.Missing(Hyphenate, cuckoo, bloom)
	}
	if columns, ok = claim.Logs(columns); !ok {
		return d.Missing(Hyphenate, cuckoo, bloom)
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
	shrink, how, err := d.Contrast(columns, weights)
	if err != nil {
		return d.Missing(Hyphenate, cuckoo, bloom)
	}
	lead, _, err := d.Contrast([][]float64{columns[first], columns[n+first]}, []float64{1, -1})
	if err != nil {
		return d.Missing(Hyphenate, cuckoo, bloom)
	}
	atOne := claim.Tested{Estimates: []stats.Estimate{lead}, Claimed: claim.Below(0)}
	o := claim.Outcome{
		Test:   "ratio below 3 % against the rest, and ratio at 1 %: t over " + how,
		Effect: atOne.Ratio("cuckoo / bloom at 1 %"),
		Holds:  plain[first] < plain[n+first] && small < large,
		Detail: fmt.Sprintf("the ratio below 3 %% is %.4f of that above", math.Exp(shrink.Value)),
	}
	o.Supports, o.Opposes = claim.All(atOne, claim.Tested{Estimates: []stats.Estimate{shrink}, Claimed: claim.Below(0)})
	o.Detail = strings.Join(claim.NonEmpty(o.Detail, d.Tables(cuckoo, Hyphenate)), "; ")
	return o
}
