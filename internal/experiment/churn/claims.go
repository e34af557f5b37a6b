package churn

import (
	"fmt"
	"math"
	"strconv"

	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// Structures that claims are about.
const (
	counting  = "counting"
	variable  = "vicbf"
	dleft     = "dleft"
	cuckoo    = "cuckoo"
	semisort  = "cuckoo-semisort"
	quotient  = "quotient"
	keptShare = 0.10 // by which a rate that is kept may differ
)

// claims are those of the texts about deletions, in the order of the texts.
func claims() []claim.Claim {
	const within = "no false negative and no refusal at any look, and the rate after the last within 10 % of that before the first"
	keep := func(id, section, statement, filter string) claim.Claim {
		return claim.Claim{ID: id, Section: section, Metric: Rate, Statement: statement, Margin: within, Test: keeps(filter)}
	}
	article := claim.Of("article",
		keep("C1", "counting filters", "a counting filter deletes keys without being built anew", counting),
		keep("C2", "counting filters", "a d-left counting filter does what a counting filter does: it deletes keys", dleft),
		keep("C3", "counting filters", "with variable increments keys can be deleted", variable),
		keep("C4", "alternatives", "a cuckoo filter supports deletions", cuckoo),
		keep("C5", "alternatives", "a quotient filter supports deletions", quotient),
		claim.Claim{
			ID: "C6", Section: "algorithm description", Metric: metric.FalseNegatives,
			Statement: "with a second filter for deletions, its false positives are the false negatives of the whole",
			Margin:    "where theory expects 20 lost keys or more in all repetitions, as many within 10 % or three standard errors", Test: losesByTheory,
		},
	)
	thesis := claim.Of("thesis churn", claim.Claim{
		ID: "C7", Section: "4, 4.3.3", Metric: BitsPerKey,
		Statement: "a cuckoo filter deletes keys without additional space, as a counting filter needs it",
		Margin:    "its size is the same at every look, and below that of a counting filter", Test: withoutSpace,
	})
	return append(article, thesis...)
}

// looks are the points of a metric of a filter with the first and the last time that
// each number of keys was looked at.
type looks struct {
	all         []runfolder.Point
	first, last []runfolder.Point // one for each number of keys
}

func looksAt(d *claim.Data, m runfolder.Metric, filter string) (l looks) {
	churn, n := d.Meta.Axis(axisChurn), d.Meta.Axis(axisN)
	if churn < 0 || n < 0 {
		return looks{}
	}
	l.all = d.Samples.Points(m, filter)
	for _, p := range l.all {
		if p.Value(churn) != "0" {
			continue
		}
		last, most := p, 0
		for _, q := range l.all {
			if times, err := strconv.Atoi(q.Value(churn)); err == nil && q.Value(n) == p.Value(n) && times > most {
				last, most = q, times
			}
		}
		if most > 0 {
			l.first, l.last = append(l.first, p), append(l.last, last)
		}
	}
	return l
}

// sum is that of a metric of a filter over all its looks.
func sum(d *claim.Data, m runfolder.Metric, filter string, at []runfolder.Point) (total float64) {
	for _, cell := range claim.Cells(filter, m, at) {
		for _, v := range d.Sample(cell) {
			total += v
		}
	}
	return total
}

// keeps is the test that a filter answers as before, however much is replaced.
func keeps(filter string) func(*claim.Data) claim.Outcome {
	return func(d *claim.Data) claim.Outcome {
		l := looksAt(d, Rate, filter)
		if len(l.first) == 0 {
			return claim.Untested(fmt.Sprintf("the run does not hold two repetitions of %s of %s before and after replacements", Rate, filter))
		}
		for _, m := range []runfolder.Metric{metric.FalseNegatives, Refused} {
			if keys := sum(d, m, filter, l.all); keys > 0 {
				return claim.Counted(false, "counted, at all looks", string(m), "keys", keys, "")
			}
		}
		pooled, err := d.Pool(claim.Cells(filter, Rate, l.last), claim.Cells(filter, Rate, l.first))
		if err != nil {
			return claim.Untested(err.Error())
		}
		tested := claim.Tested{Estimates: pooled.Estimates, Claimed: claim.Within(math.Log1p(keptShare))}
		o := claim.Outcome{
			Test:   "ratio of the rates after and before: t over " + pooled.How,
			Effect: tested.Ratio("rate after / before"),
			Holds:  tested.Claimed.Contains(pooled.Estimates[0].Value),
			Vary: claim.Margin{Name: "margin", Value: keptShare, At: func(v float64) (float64, float64) {
				return claim.Tested{Estimates: pooled.Estimates, Claimed: claim.Within(math.Log1p(v))}.P()
			}},
			Detail: "no false negative, no refusal",
		}
		o.Supports, o.Opposes = tested.P()
		return o
	}
}

// losesByTheory compares the keys that the filter with a second one denies with those
// that theory expects, over all repetitions.
func losesByTheory(d *claim.Data) claim.Outcome {
	const least = 20 // keys, for a tenth to be told from noise together
	looks, within := 0, 0
	lost, expected, worst := 0.0, 0.0, 0.0
	for _, p := range looksAt(d, metric.FalseNegatives, deletedSet).all {
		at := []runfolder.Point{p}
		theory := sum(d, LostTheory, deletedSet, at)
		if theory < least {
			continue
		}
		keys := sum(d, metric.FalseNegatives, deletedSet, at)
		looks++
		// A look with few lost keys may differ by noise: three standard errors.
		off := math.Abs(keys - theory)
		if off <= max(keptShare*theory, 3*math.Sqrt(theory)) {
			within++
		}
		worst = max(worst, off/theory)
		lost += keys
		expected += theory
	}
	if looks == 0 {
		return claim.Untested("the run has no look at which " + deletedSet + " is expected to lose keys")
	}
	return claim.Counted(within == looks && math.Abs(lost-expected) <= max(keptShare*expected, 3*math.Sqrt(expected)), fmt.Sprintf("counted, at %d looks", looks), "lost / expected", "×", lost/expected,
		fmt.Sprintf("%.0f keys lost, %.0f expected; within 10 %% or three standard errors at %d of %d looks, furthest off by %.0f %%", lost, expected, within, looks, 100*worst))
}

// withoutSpace looks for a size that replacements change.
func withoutSpace(d *claim.Data) claim.Outcome {
	compared, same, largest := 0, 0, 0.0
	for _, filter := range []string{cuckoo, semisort} {
		l := looksAt(d, BitsPerKey, filter)
		for i := range l.first {
			before, err := stats.Mean(d.Sample(runfolder.Cell{Filter: filter, Metric: BitsPerKey, Point: l.first[i]}))
			if err != nil {
				continue
			}
			counters, err := stats.Mean(d.Sample(runfolder.Cell{Filter: counting, Metric: BitsPerKey, Point: l.first[i]}))
			if err != nil {
				continue
			}
			n := d.Meta.Axis(axisN)
			for _, p := range l.all {
				if p.Value(n) != l.first[i].Value(n) {
					continue
				}
				for _, bits := range d.Sample(runfolder.Cell{Filter: filter, Metric: BitsPerKey, Point: p}) {
					compared++
					if bits == before && bits < counters {
						same++
					}
					largest = max(largest, bits/counters)
				}
			}
		}
	}
	if compared == 0 {
		return claim.Untested("the run does not hold the sizes of a cuckoo filter and of a counting filter before and after replacements")
	}
	return claim.Counted(same == compared, "counted, at all looks", "cuckoo / counting", "×", largest,
		fmt.Sprintf("the size is that of the beginning, and below the counting filter's, at %d of %d looks", same, compared))
}
