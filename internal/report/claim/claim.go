package claim

import (
	"math"

	"hyphbench/internal/report"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// Claim is a statement about an experiment that a run of it can test.
type Claim struct {
	ID        string           // "T1"
	Source    string           // who claims it: "thesis"; the claims of one source are one family of tests
	Section   string           // where: "5.1"
	Statement string           // in one line, without a full stop
	Brief     string           // the same in a few words, of a claim that a run leads with (answer.Leading)
	Metric    runfolder.Metric // of the rows tested
	Margin    string           // of a claim of equality
	Variant   Variant          // where the sentence leaves something open; empty: nothing
	Narrow    float64          // half of an interval, a share, within which what is not decided is at the margin (AtMargin); 0: never
	Quote     Quote            // the sentence judged

	// CannotFail is why no run can contradict the claim: where it is tested its verdict is
	// "by construction", in no family of tests and in no tally. Empty: a run can.
	CannotFail string

	Test func(*Data) Outcome
}

// Outcome is the result of a test, before the correction for the other tests.
type Outcome struct {
	// NotTested is the reason why the run cannot test the claim; all else is
	// then empty.
	NotTested string

	Test   string // the test applied
	Effect Effect

	// Supports is the one-sided p value of the hypothesis that the claim is
	// false, Opposes of the hypothesis that it is true. Exact outcomes, which
	// were counted and not estimated, have neither: Holds decides.
	Supports, Opposes float64
	Exact             bool

	// Parts are the effects that decide, of a claim that is true where a number of them are in
	// their regions: Wanted. None: the effect alone decides.
	Parts  []Tested
	Wanted int

	Pairs   []Pair // of the pooled ratios tested; nil for any other test
	PerCell bool   // the pairs were tested cell by cell and counted, not pooled

	Vary Margin // the margin that the claim depends on; without At it has none

	Holds  bool   // whether the plain means agree with the claim
	Detail string // added to the reasons
}

// Effect is the estimate tested.
type Effect struct {
	Name  string // "change over the sweep"
	Unit  string // "%", "×", "keys"
	Value float64
	CI    stats.Interval // at 95 %, before any correction; NaN where counted

	// Range is from the least to the largest of the values at several places, of which Value is
	// the furthest off: a mean over unlike places would be the value of none. Zero: one place.
	Range stats.Interval

	// Repeated is half of the interval that repetitions alone give, in the unit, where CI also
	// has the scatter of unlike structures, which no repetition narrows; 0: CI has nothing else.
	Repeated float64

	Argument string // what decides in place of a number: "1,753 codes of 11 bits have 749.8 equal pairs"
}

// Verdict is the decision on a claim.
type Verdict string

// The verdicts.
const (
	Supported    Verdict = "supported"
	Contradicted Verdict = "contradicted"
	Inconclusive Verdict = "inconclusive"
	NotTested    Verdict = "not tested"

	// ByConstruction is that of a claim that could not fail.
	ByConstruction Verdict = "by construction"
)

// Alpha is the family-wise error rate of the verdicts of a run.
const Alpha = 1 - stats.Level

// Result is a claim with its verdict.
type Result struct {
	Claim
	Outcome
	P       float64 // two-sided, after Holm over the claims of its source; NaN when exact or not tested
	Family  int     // how many tests that are
	Verdict Verdict
	Why     string    // one sentence
	Read    []Subject // what the test read, in this order; empty where it asked the rows themselves
	Flip    *Flip     // the margin at which the verdict ends; nil for a claim without one

	// On has the verdicts of each machine of a run on several, and of each family of
	// machines that is pooled for itself.
	On []On
	// each is what the test said on each machine, by its number, where it was asked there.
	each map[int]Outcome
	// Machines is the effect over machines, as a logarithm, where it is the ratio of
	// one estimate; nil elsewhere.
	Machines *stats.Pooled

	// Below says whether the effect is below what the machine resolves; nil
	// where the machine is not calibrated or the effect is not one of times.
	Below *bool

	Remark string // "depends on storage"; empty: none
}

// BelowResolution is what a verdict on an effect below the resolution adds.
const BelowResolution = "(below resolution)"

// Word is the verdict with what it adds.
func (r Result) Word() string {
	word := string(r.Verdict)
	switch {
	case r.Scattered():
		word += " (" + Scatter + ")"
	case r.AtMargin():
		word += " (" + AtMargin + ")"
	}
	if r.Below != nil && *r.Below {
		word += " " + BelowResolution
	}
	if r.Remark != "" {
		word += " (" + r.Remark + ")"
	}
	return word
}

// below compares the effect with the resolution.
func (r Result) below(s *report.Summary) *bool {
	resolution, difference := s.Meta.Resolution(), r.Effect.Value
	if m := s.Metric(r.Metric); resolution == 0 || m == nil || !m.Timed() || r.Exact || r.NotTested != "" {
		return nil
	}
	if r.Verdict == ByConstruction {
		return nil
	}
	switch r.Effect.Unit {
	case "%":
		difference /= 100
	case "×":
		difference--
	default:
		return nil
	}
	is := resolution.Below(difference)
	return &is
}

// Untested is the outcome of a claim that the run cannot test.
func Untested(why string) Outcome {
	return Outcome{NotTested: why, Supports: math.NaN(), Opposes: math.NaN(),
		Effect: Effect{Value: math.NaN(), CI: stats.Interval{Low: math.NaN(), High: math.NaN()}}}
}

// Counted is the outcome of a claim about counts, which have no error.
func Counted(holds bool, test, name, unit string, value float64, detail string) Outcome {
	return Outcome{
		Test: test, Exact: true, Holds: holds, Detail: detail,
		Supports: math.NaN(), Opposes: math.NaN(),
		Effect: Effect{Name: name, Unit: unit, Value: value, CI: stats.Interval{Low: math.NaN(), High: math.NaN()}},
	}
}

// Argued is the outcome of a claim that arithmetic decides, without a row: the argument
// stands where others have their effect.
func Argued(holds bool, argument, detail string) Outcome {
	o := Counted(holds, "arithmetic", "the argument", "", math.NaN(), detail)
	o.Effect.Argument = argument
	return o
}

// p is the two-sided p value of the outcome: the smallest level at which one of
// the two sides is rejected.
func (o Outcome) p() float64 {
	if o.NotTested != "" || o.Exact {
		return math.NaN()
	}
	return min(1, 2*min(o.Supports, o.Opposes))
}
