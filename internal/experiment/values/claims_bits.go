package values

import (
	"fmt"
	"math"

	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
)

const lacksWays = "the run does not hold the bits of both sides"

// bitsAgainst compares the bits of every function with those of others at the same f.
func bitsAgainst(d *claim.Data, others func(p place) []runfolder.Cell) (list []comparison) {
	for _, f := range d.Meta.Counts(axisF) {
		for _, name := range functionNames() {
			for _, c := range codeNames() {
				p := place{f: f, code: c}
				for _, other := range others(p) {
					list = append(list, comparison{d.Mean(p.at(name, BitsPerKey)), d.Mean(other)})
				}
			}
		}
	}
	return list
}

func fewerThanStore(d *claim.Data) claim.Outcome {
	return below(bitsAgainst(d, func(p place) (list []runfolder.Cell) {
		for _, name := range filterNames() {
			list = append(list, place{f: p.f}.at(name, BitsPerKey))
		}
		return list
	}), "function / filter and store, at most", lacksWays)
}

func fewerThanSorted(d *claim.Data) claim.Outcome {
	return below(bitsAgainst(d, func(place) []runfolder.Cell {
		return []runfolder.Cell{place{}.at(sortedName, BitsPerKey)}
	}), "function / sorted list, at most", lacksWays)
}

func fewerAsNumbers(d *claim.Data) claim.Outcome {
	var list []comparison
	for _, f := range d.Meta.Counts(axisF) {
		for _, name := range functionNames() {
			list = append(list, comparison{d.Mean(place{f: f, code: codeTable}.at(name, BitsPerKey)), d.Mean(place{f: f, code: codeMask}.at(name, BitsPerKey))})
		}
	}
	return below(list, "table / mask, at most", lacksWays)
}

func ribbonFewer(d *claim.Data) claim.Outcome {
	var list []comparison
	for _, f := range d.Meta.Counts(axisF) {
		for _, c := range codeNames() {
			p := place{f: f, code: c}
			list = append(list, comparison{d.Mean(p.at(ribbon, BitsPerKey)), d.Mean(p.at(bloomier, BitsPerKey))})
		}
	}
	return below(list, "ribbon / xor, at most", lacksWays)
}

// passes tests the ratio of the times of a pass, a function's over another way's, pooled
// over f.
func passes(name, code, other string, claimed claim.Region) func(*claim.Data) claim.Outcome {
	return func(d *claim.Data) claim.Outcome {
		var a, b []runfolder.Cell
		for _, f := range d.Meta.Counts(axisF) {
			p := place{f: f, code: code}
			with, beside := p.at(name, Hyphenate), place{f: f}.at(other, Hyphenate)
			switch other {
			case bareStore:
				beside = place{}.at(other, Hyphenate)
			case bloomier:
				beside = p.at(other, Hyphenate)
			}
			if len(d.Sample(with)) > 1 && len(d.Sample(beside)) > 1 {
				a, b = append(a, with), append(b, beside)
			}
		}
		if len(a) == 0 {
			return claim.Untested(fmt.Sprintf("the run does not hold two rounds of a pass with %s and with %s", name, other))
		}
		pooled, err := d.Pool(a, b)
		if err != nil {
			return claim.Untested(err.Error())
		}
		t := claim.Tested{Estimates: pooled.Estimates, Claimed: claimed}
		o := claim.Outcome{
			Test: "ratio of the times: t over " + pooled.How, Effect: t.Ratio(fmt.Sprintf("time with %s / with %s", name, other)),
			Holds: claimed.Contains(logMean(pooled.Each)), Detail: fmt.Sprintf("%d values of f", len(a)),
		}
		if !math.IsInf(claimed.Low, 0) && !math.IsInf(claimed.High, 0) {
			o.Vary = claim.WithinMargin(math.Expm1(claimed.High), pooled.Estimates...)
		}
		o.Supports, o.Opposes = t.P()
		return o
	}
}

// logMean is the mean logarithm of ratios.
func logMean(ratios []float64) float64 {
	sum := 0.0
	for _, r := range ratios {
		sum += math.Log(r)
	}
	return sum / float64(len(ratios))
}
