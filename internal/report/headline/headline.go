// Package headline says in a few lines what a run says: how many claims it
// supports, and how much faster one structure is than another.
//
// Guarantee: verdicts are those of package claim and ratios those of package
// compare; nothing is estimated here, and a ratio that is not separated from 1
// has no word of order.
// Cost: that of the comparisons, a tenth of a second for a run of the thesis's
// experiment.
//
// The page of a run begins with it.
package headline

import (
	"fmt"
	"math"
	"strings"

	"hyphbench/internal/report"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/compare"
	"hyphbench/internal/report/table"
	"hyphbench/internal/runfolder"
)

// Tally is how many claims have a verdict.
type Tally struct {
	Verdict claim.Verdict
	N       int
}

// Count tallies verdicts, those that there are.
func Count(results []claim.Result) []Tally {
	var list []Tally
	for _, v := range []claim.Verdict{claim.Supported, claim.Contradicted, claim.Inconclusive, claim.NotTested} {
		t := Tally{Verdict: v}
		for _, r := range results {
			if r.Verdict == v {
				t.N++
			}
		}
		if t.N > 0 {
			list = append(list, t)
		}
	}
	return list
}

// Ratios are the times of the structures of a run as ratios to one of them.
type Ratios struct {
	To   string // a baseline, or the first structure
	How  string // the tests, in words
	List []Ratio
}

// Ratio is the time of a structure as a ratio to that of another one, pooled
// over the places at which both were measured.
type Ratio struct {
	compare.Pooled
	To       string
	Metric   runfolder.Metric
	Withheld bool // the design confounds structures with time: no word of order

	a, b string // structure and reference in a sentence
}

// Of are the ratios to the first baseline of the run and to its first structure,
// those that there are. results are the verdicts on the run.
func Of(s *report.Summary, results []claim.Result) []Ratios {
	var list []Ratios
	references := []string{""}
	if len(s.Meta.Baselines) > 0 {
		references = []string{s.Meta.Baselines[0], ""}
	}
	for _, reference := range references {
		c, err := compare.Filters(s, reference, results)
		if err != nil { // it has no times, or none to compare
			continue
		}
		r := Ratios{To: c.A, How: c.How}
		for _, m := range c.Metrics {
			for _, p := range m.Pooled {
				r.List = append(r.List, Ratio{Pooled: p, To: c.A, Metric: m.Name, Withheld: c.Withheld, a: Named(s, p.Filter), b: Named(s, c.A)})
			}
		}
		if len(r.List) > 0 {
			list = append(list, r)
		}
	}
	return list
}

// Named is a structure or a baseline in a sentence: "no filter" of the title "no
// filter (exact map alone)".
func Named(s *report.Summary, name string) string {
	title, _, _ := strings.Cut(s.Glossary.Baseline(name), " (")
	return title
}

// String is the ratio in words: "cuckoo 1.025 ± 0.003 times faster than bloom".
func (r Ratio) String() string {
	switch {
	case r.Withheld:
		return fmt.Sprintf("%s and %s: withheld", r.a, r.b)
	case !r.Separated():
		return fmt.Sprintf("%s and %s: not separated", r.a, r.b)
	}
	word, value, low, high := "slower", r.Value, r.CI.Low, r.CI.High
	if r.Value < 1 {
		word, value, low, high = "faster", 1/r.Value, 1/r.CI.High, 1/r.CI.Low
	}
	text := fmt.Sprintf("%s %s times %s than %s", r.a, within(value, low, high), word, r.b)
	if r.Below != nil && *r.Below {
		text += " " + claim.BelowResolution
	}
	return text
}

// within writes a value with its interval, by the half-width where it is the
// same on both sides.
func within(value, low, high float64) string {
	text, interval := table.Interval(value, low, high)
	half := (high - low) / 2
	if interval == "" || math.Abs(high+low-2*value) > 0.1*half {
		return strings.TrimSpace(text + " " + interval)
	}
	_, after, _ := strings.Cut(text, ".")
	return text + " ± " + table.Number(half, len(after))
}
