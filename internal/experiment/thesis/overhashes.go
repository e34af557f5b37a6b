package thesis

import (
	"math"
	"slices"

	"hyphbench/internal/report/claim"
	"hyphbench/internal/stats"
)

// overHashes is a claim about a mean over hash functions at each of several ε.
type overHashes struct {
	parts   []claim.Tested
	unknown []bool // which of them are of few equal values
}

// add adds the values at an ε. Equal values have the error 0; of fewer than ten, two
// rounds without a false positive for example, that says nothing of the next one.
func (o *overHashes) add(values []float64, claimed claim.Region) error {
	e, err := stats.MeanEstimate(values)
	if err != nil {
		return err
	}
	o.parts = append(o.parts, claim.Tested{Estimates: []stats.Estimate{e}, Claimed: claimed})
	o.unknown = append(o.unknown, e.SE == 0 && len(values) < stats.LeastRounds)
	return nil
}

// test is claim.All of the parts. One of few equal values neither supports nor opposes,
// and without it a claim about every ε is not supported. NaN where nothing else is left.
func (o *overHashes) test() (supports, opposes float64) {
	var known []claim.Tested
	for i, t := range o.parts {
		if !o.unknown[i] {
			known = append(known, t)
		}
	}
	if known == nil {
		return math.NaN(), math.NaN()
	}
	supports, opposes = claim.All(known...)
	if slices.Contains(o.unknown, true) {
		supports = 1
	}
	return supports, opposes
}

// percent is part i as an effect, without an interval where it has none.
func (o *overHashes) percent(i int, name string) claim.Effect {
	e := o.parts[i].Percent(name)
	if o.unknown[i] {
		e.CI = stats.Interval{Low: math.NaN(), High: math.NaN()}
	}
	return e
}
