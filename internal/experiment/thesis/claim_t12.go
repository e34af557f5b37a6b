package thesis

import (
	"fmt"
	"math"

	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/stats"
)

// followsMargin is the margin of "follows": of the rate by theory, on the mean
// over ε.
const followsMargin = 0.01

// minSeeds is how many filters a rate must be averaged over.
const minSeeds = 30

func t12() claim.Claim {
	return claim.Claim{
		ID: "T12", Section: "3.2", Metric: metric.FalsePositives,
		Statement: "the false-positive rate of the Bloom filter follows (1 − e^(−kn/m))^k",
		Margin:    "±1 % of the rate by theory, on the mean over ε",
		Test:      followsTheory,
	}
}

// followsTheory compares the rates measured with those of the parameters that
// the filters really have. Every filter of a run has a hash function of its
// own, so that all of them are independent whatever the design.
func followsTheory(d *claim.Data) claim.Outcome {
	negatives, keys := float64(d.Run.Meta.Expect["negatives"]), float64(d.Run.Meta.Expect["keys"])
	at := d.Points(metric.FalsePositives, bloom)
	if negatives == 0 || len(at) == 0 {
		return d.Missing(metric.FalsePositives, bloom)
	}
	theory, ok := claim.Means(d.Columns(claim.Cells(bloom, metric.FPRTheory, at)))
	bits, sized := claim.Means(d.Columns(claim.Cells(bloom, metric.Bits, at)))
	if !ok || !sized {
		return d.Missing(metric.FPRTheory, bloom)
	}
	relative := make([][]float64, len(at)) // rate over theory − 1, for each filter
	weights, each := make([]float64, len(at)), make([]float64, len(at))
	seeds, inside, asked, formula := 0, 0, 0.0, 0.0
	n := float64(len(at))
	for i, cell := range claim.Cells(bloom, metric.FalsePositives, at) {
		for _, fp := range d.Sample(cell) {
			relative[i] = append(relative[i], fp/negatives/theory[i]-1)
		}
		m, err := stats.MeanEstimate(relative[i])
		if err != nil {
			return d.Missing(metric.FalsePositives, bloom)
		}
		if m.CI().Contains(0) {
			inside++
		}
		seeds += len(relative[i])
		weights[i], each[i] = 1/n, m.Value
		asked += theory[i] * (1 + m.Value) / d.Meta.Epsilon(at[i]).Float() / n
		formula += thesisFormula(bits[i], keys) / theory[i] / n
	}
	if seeds < minSeeds {
		return claim.Untested(fmt.Sprintf("%d filters with a hash function each, of %d that a mean rate needs", seeds, minSeeds))
	}
	pooled, err := stats.Contrast(weights, relative)
	if err != nil {
		return d.Missing(metric.FalsePositives, bloom)
	}
	test := claim.Tested{Estimates: []stats.Estimate{pooled}, Claimed: claim.Within(followsMargin)}
	if len(at) > 1 {
		if spread, err := stats.MeanEstimate(each); err == nil {
			test.Estimates = append(test.Estimates, spread)
		}
	}
	o := claim.Outcome{
		Test:   fmt.Sprintf("rate over theory: t over %d hash functions and over the %d ε; equivalence", seeds, len(at)),
		Effect: test.Percent("measured against theory"),
		Holds:  math.Abs(pooled.Value) <= followsMargin,
		Detail: fmt.Sprintf("the interval of the mean holds the theory at %d of %d ε; the formula itself is on average %.4f of the exact theory, the measured rate %.3f of the ε asked for",
			inside, len(at), formula, asked),
		Vary: claim.WithinMargin(followsMargin, test.Estimates...),
	}
	o.Supports, o.Opposes = test.P()
	return o
}

// thesisFormula is (1 − e^(−kn/m))^k with k rounded down, as the thesis has it.
func thesisFormula(m, n float64) float64 {
	k := max(1, math.Floor(m/n*math.Ln2))
	return math.Pow(-math.Expm1(-k*n/m), k)
}
