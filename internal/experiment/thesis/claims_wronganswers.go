package thesis

import (
	"fmt"
	"math"
	"slices"

	bloomfilter "hyphbench/internal/filter/bloom"
	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// followsMargin is the margin of "approximately": of the rate by the formula, on the mean
// over ε.
const followsMargin = 0.01

// minSeeds is how many filters a rate must be averaged over.
const minSeeds = 30

// followsFormula compares the rates measured with those of the thesis's formula, for the m of
// the filters and its k. Every filter of a run has a hash function of its own, so that all of
// them are independent whatever the design. What the exact theory gives stands beside.
func followsFormula(d *claim.Data) claim.Outcome {
	negatives, keys := float64(d.Run.Meta.Expect["negatives"]), float64(d.Run.Meta.Expect["keys"])
	filter := byLetter(d, metric.FalsePositives, literalBloom, bloom)
	at := d.Points(metric.FalsePositives, filter)
	if negatives == 0 || keys == 0 || len(at) == 0 {
		return d.Missing(metric.FalsePositives, bloom)
	}
	bits, ok := means(d, filter, metric.Bits, at)
	if !ok {
		return d.Missing(metric.Bits, bloom)
	}
	relative := make([][]float64, len(at)) // rate over formula − 1, for each filter
	weights, each := make([]float64, len(at)), make([]float64, len(at))
	seeds, inside, asked, exact := 0, 0, 0.0, 0.0
	n := float64(len(at))
	for i, cell := range claim.Cells(filter, metric.FalsePositives, at) {
		formula := thesisFormula(bits[i], keys)
		for _, fp := range d.Sample(cell) {
			relative[i] = append(relative[i], fp/negatives/formula-1)
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
		asked += formula * (1 + m.Value) / d.Meta.Epsilon(at[i]).Float() / n
		k := hashesOf(bits[i], keys)
		exact += bloomfilter.OccupancyMoment(uint64(bits[i]), k*int(keys), k) / formula / n
	}
	if seeds < minSeeds {
		return claim.Untested(fmt.Sprintf("%d filters with a hash function each, of %d that a mean rate needs", seeds, minSeeds))
	}
	pooled, err := stats.Contrast(weights, relative)
	if err != nil {
		return d.Missing(metric.FalsePositives, bloom)
	}
	test := claim.Within(followsMargin).Of(pooled)
	if len(at) > 1 {
		if spread, err := stats.MeanEstimate(each); err == nil {
			test.Estimates = append(test.Estimates, spread)
		}
	}
	o := claim.Outcome{
		Test:   fmt.Sprintf("rate over the formula: t over %d hash functions and over the %d ε; equivalence", seeds, len(at)),
		Effect: test.Percent("measured against the formula"),
		Holds:  math.Abs(pooled.Value) <= followsMargin,
		Detail: fmt.Sprintf("measured: %s; the interval of the mean holds the formula at %d of %d ε; the exact theory is on average %.4f of the formula, the measured rate %.3f of the requested ε",
			filter, inside, len(at), exact, asked),
		Vary: claim.WithinMargin(followsMargin, test.Estimates...),
	}
	o.Supports, o.Opposes = test.P()
	return o
}

// hashesOf is k as the thesis rounds it.
func hashesOf(m, n float64) int { return max(1, int(math.Floor(m/n*math.Ln2))) }

// thesisFormula is (1 − e^(−kn/m))^k with that k.
func thesisFormula(m, n float64) float64 {
	k := float64(hashesOf(m, n))
	return math.Pow(-math.Expm1(-k*n/m), k)
}

// losesNoKeys adds up the false negatives of every filter that was built. Those
// of the filters as they were built ("fn") end the run that finds one; those
// after deletions are recorded, so that the claim can fail.
func losesNoKeys(d *claim.Data) claim.Outcome {
	lost, built := total(d, metric.FalseNegatives, cuckoos()...)
	more, deleted := total(d, AfterDeletions, cuckoos()...)
	lost += more
	switch {
	case built+deleted == 0:
		return claim.Untested("the run asked no cuckoo filter for its keys")
	case deleted == 0 && lost == 0:
		return claim.Untested(fmt.Sprintf("the run has no %s: the count of 0 in %d filters as they were built is no test, since a run that loses a key ends; want a new run",
			AfterDeletions, built))
	}
	asked := "every key"
	if keys := d.Run.Meta.Expect["keys"]; keys > 0 {
		asked = fmt.Sprintf("each of %d keys", keys)
	}
	return claim.Counted(lost == 0, "exact count", "false negatives", "keys", lost,
		fmt.Sprintf("%s was asked of %d filters, each with a hash function of its own; of %d a half of the keys was deleted and the other half asked", asked, built, deleted))
}

// codesDoNotCollide judges by the formula, at the fewest bits of the claim and
// the number of keys of the run: hash compaction is not a structure of the run.
func codesDoNotCollide(d *claim.Data) claim.Outcome {
	n, bits, ok := codesOfKeys(d)
	if !ok {
		return claim.Untested("the run does not say how many keys it has")
	}
	p := allDistinct(n, bits)
	return claim.Argued(p >= 1-leastEffect, fmt.Sprintf("of %.0f random codes of %d bits %.4g pairs are equal on average", n, bits, n*(n-1)/2/math.Exp2(float64(bits))),
		fmt.Sprintf("for the keys of the run; that no two are equal has the probability %.2g", p))
}

// codesOfKeys are the number n of the keys of the run and ⌈log2 n⌉.
func codesOfKeys(d *claim.Data) (n float64, bits int, ok bool) {
	n = float64(d.Meta.Expect["keys"])
	if n < 1 {
		return 0, 0, false
	}
	return n, int(math.Ceil(math.Log2(n))), true
}

// allDistinct is the probability that n random codes are all different.
func allDistinct(n float64, bits int) float64 {
	log := 0.0
	for i := 1.0; i < n; i++ {
		log += math.Log1p(-i / math.Exp2(float64(bits)))
	}
	return math.Exp(log)
}

// compactionRate judges by the formula, for the keys of the run at k = ⌈log2 n⌉.
func compactionRate(d *claim.Data) claim.Outcome {
	n, bits, ok := codesOfKeys(d)
	if !ok {
		return claim.Untested("the run does not say how many keys it has")
	}
	bound := math.Exp2(-float64(bits))
	rate := negativeMeets(n, bits)
	return claim.Argued(rate <= bound*(1+leastEffect), fmt.Sprintf("a random code of %d bits is that of one of %.0f keys with the probability %.4g; 2^−k is %.4g", bits, n, rate, bound),
		"for the keys of the run: 2^−k is the probability of the code of one key, and a negative meets them all")
}

// negativeMeets is the probability that a random code is one of n random ones.
func negativeMeets(n float64, bits int) float64 {
	if bits == 0 {
		return 1
	}
	return -math.Expm1(n * math.Log1p(-math.Exp2(-float64(bits))))
}

// zeroIffNegative adds up the wrong answers of either kind.
func zeroIffNegative(d *claim.Data) claim.Outcome {
	if !plainKeys(d) {
		return claim.Untested("the filters of the run hold other strings than are asked")
	}
	admitted, filters := total(d, metric.FalsePositives, blooms()...)
	denied, asked := total(d, metric.FalseNegatives, blooms()...)
	if filters == 0 || asked == 0 {
		return claim.Untested("the run does not hold the false positives and negatives of a Bloom filter")
	}
	return claim.Counted(admitted == 0 && denied == 0, "exact count", "wrong answers", "words", admitted+denied,
		fmt.Sprintf("%.0f words that are not keys have no 0, %.0f keys have one, of %d filters; that every negative has a 0 is what a filter gives up", admitted, denied, filters))
}

// total adds up a count over all filters of some structures that were built.
func total(d *claim.Data, name runfolder.Metric, structures ...string) (sum float64, filters int) {
	for _, c := range d.Samples.Cells(name) {
		if !slices.Contains(structures, c.Filter) {
			continue
		}
		for _, v := range c.Values() {
			sum += v
			filters++
		}
	}
	return sum, filters
}

// plainKeys reports whether the filters of the run hold the words that are
// asked of them.
func plainKeys(d *claim.Data) bool { return d.Meta.Parameters["filter_keys"] != keysHyphenated }

// atMostEpsilon tests the rate at each ε over the hash functions there.
func atMostEpsilon(d *claim.Data) claim.Outcome {
	negatives := float64(d.Meta.Expect["negatives"])
	filter := byLetter(d, metric.FalsePositives, literalBloom, bloom)
	excess, ok := findOverHashes(d, metric.FalsePositives, filter, claim.Below(leastEffect), func(fp, epsilon float64) float64 { return fp/negatives/epsilon - 1 })
	if !ok || negatives == 0 {
		return d.Missing(metric.FalsePositives, bloom)
	}
	above, clearly := 0, 0
	for i, t := range excess.parts {
		if t.Estimates[0].Value > 0 {
			above++
		}
		if t.CI().Low > 0 && !excess.unknown[i] {
			clearly++
		}
	}
	return excess.outcome(d, "rate over ε", "largest excess",
		fmt.Sprintf("measured: %s; the mean rate is above ε at %d of %d ε, at %d of them with its whole interval; k is rounded down", filter, above, len(excess.at), clearly))
}

// bloomDeniesNoKey adds up the keys denied by every Bloom filter that was built.
func bloomDeniesNoKey(d *claim.Data) claim.Outcome {
	if !plainKeys(d) {
		return claim.Untested("the filters of the run hold other strings than are asked")
	}
	denied, filters := total(d, metric.FalseNegatives, blooms()...)
	if filters == 0 {
		return claim.Untested("the run asked no Bloom filter for its keys")
	}
	return claim.Counted(denied == 0, "exact count", "false negatives", "keys", denied,
		fmt.Sprintf("of %d filters, each with a hash function of its own", filters))
}
