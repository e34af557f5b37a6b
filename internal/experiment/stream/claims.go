package stream

import (
	"fmt"
	"slices"

	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// Further structures that claims are about.
const (
	double   = "double"
	aging    = "aging"
	sliding  = "sliding"
	decaying = "decaying"
)

// claims are those of the texts about streams, each source a family of its own.
func claims() []claim.Claim {
	return slices.Concat(articleClaims(), paperClaims(), formulaClaims())
}

// articleClaims are those of the article's section on streams.
func articleClaims() []claim.Claim {
	const section = "Bloom filters for streaming data"
	return claim.Of("article stream",
		claim.Claim{ID: "W1", Section: section, Metric: Recent,
			Statement: "a stable Bloom filter holds mostly what came lately",
			Margin:    "with the memory of one window, more than half of what it remembers came in the window", Test: mostlyRecent},
		claim.Claim{ID: "W2", Section: section, Metric: Lifetime,
			Statement: "in a stable Bloom filter of N cells, set to c, of which s are lowered, an element lives for around c·N/s elements",
			Margin:    "the age after which half are forgotten is within a factor of 1.5", Test: lives},
		claim.Claim{ID: "W3", Section: section, Metric: Errors,
			Statement: "whatever the filter, after n insertions FP + FN ≥ 1 − (1 − (1 − 1/L)^m)/(1 − (1 − 1/L)^n)",
			Margin:    "no filter of m < n bits is below", Test: aboveBound(rollCallName, trackedName, majorityName)},
		claim.Claim{ID: "W4", Section: section, Metric: Errors,
			Statement: "after enough insertions no filter does better than chance, if it cannot hold the alphabet",
			Margin:    "at the last look FP + FN is above 0.99", Test: nearChance},
		claim.Claim{ID: "W5", Section: section, Metric: Errors,
			Statement: "in a window of w the same bound holds with w in the place of n",
			Margin:    "no filter of m < w bits is below", Test: aboveInWindow},
	)
}

// paperClaims are those of the structures' papers.
func paperClaims() []claim.Claim {
	buffered := "a stable Bloom filter is superior to a buffer of the same size in "
	return claim.Of("papers stream",
		claim.Claim{ID: "W6", Section: "Deng, Rafiei 2006, 3.2", Metric: Empty,
			Statement: "the share of empty cells of a stable Bloom filter comes to (1/(1 + 1/(P(1/K − 1/m))))^Max",
			Margin:    "after the uniform stream within 2 %", Test: emptiesAsTheory(streamUniform)},
		claim.Claim{ID: "W7", Section: "Deng, Rafiei 2006, 3.2", Metric: Empty,
			Statement: "it comes to the same share whatever the stream: running text",
			Margin:    "after the text within 2 %", Test: emptiesAsTheory(streamText)},
		claim.Claim{ID: "W8", Section: "Deng, Rafiei 2006, 4.1", Metric: RateNew,
			Statement: "the false positives of a stable Bloom filter are bounded, however long the stream",
			Margin:    "in every stream at most 1.02 times the asked rate", Test: withinAsked(stable)},
		claim.Claim{ID: "W9", Section: "Deng, Rafiei 2006, abstract", Metric: Missed,
			Statement: buffered + "accuracy, at an acceptable rate of false positives",
			Margin:    "fewer duplicates called new at ε = 1 and 10 %, in every stream", Test: fewer(Missed, stable, bufferName)},
		claim.Claim{ID: "W10", Section: "Deng, Rafiei 2006, abstract", Metric: metric.Query,
			Statement: buffered + "time", Test: fasterThanBuffer},
		claim.Claim{ID: "W11", Section: "Yoon 2010, abstract", Metric: BitsPerElement,
			Statement: "an aging Bloom filter needs less memory than double buffering for the same window and rate",
			Margin:    "fewer bits at every ε and window, and at most 1.05 times the asked rate", Test: smaller(aging, double)},
		claim.Claim{ID: "W12", Section: "Shtul, Baquero, Almeida 2020, 2", Metric: BitsPerElement,
			Statement: "an age-partitioned Bloom filter improves on those before it: less memory than an aging one for the same window and rate",
			Margin:    "fewer bits at every ε and window, and at most 1.05 times the asked rate", Test: smaller(sliding, aging)},
		claim.Claim{ID: "W16", Section: "Shtul, Baquero, Almeida 2020, 2", Metric: Rate,
			Statement: "an age-partitioned Bloom filter forgets soon after the window: fewer false positives, what came before it included, than an aging one",
			Margin:    "at ε = 1 and 10 %, in every stream", Test: fewer(Rate, sliding, aging)},
		claim.Claim{ID: "W13", Section: "Laufer, Velloso, Duarte 2011, 4.1", Metric: RateNew,
			Statement: "the false positives of a generalised Bloom filter are bounded, whatever came, by (k₁/(k₀ + k₁))^k₁·(k₀/(k₀ + k₁))^k₀",
			Margin:    "in every stream at most 1.05 times as many", Test: bounded},
	)
}

// formulaClaims hold the program's own formulas against the measurement.
func formulaClaims() []claim.Claim {
	return claim.Of("formulas stream",
		claim.Claim{ID: "W14", Section: "Theory of stable, decaying, generalised", Metric: Rate,
			Statement: "strangers and duplicates are mistaken as often as the structures' formulas say",
			Margin:    "in the uniform stream with the memory of one window both rates within 10 %, by structure; the formulas take all elements as different", Test: asTheory},
		claim.Claim{ID: "W15", Section: "data processing: m ≥ w·D(1 − FN ‖ FP)", Metric: LeastBits,
			Statement: "no structure gives its two rates in fewer bits than the divergence of them",
			Margin:    "in every uniform cell", Test: aboveLeast},
	)
}

// cells are those of a filter and metric at the places that are wanted, with two
// repetitions or more.
func cells(d *claim.Data, m runfolder.Metric, filter string, want func(place) bool) (list []runfolder.Cell) {
	if d.Meta.Axis(axisRoom) != 3 {
		return nil
	}
	for _, p := range d.Samples.Points(m, filter) {
		if want(placeOf(p)) {
			list = append(list, runfolder.Cell{Filter: filter, Metric: m, Point: p})
		}
	}
	return list
}

// as are the cells of another filter or metric at the same places, with those to which
// they belong: pairs without both are left out.
func as(d *claim.Data, list []runfolder.Cell, filter string, m runfolder.Metric) (own, other []runfolder.Cell) {
	for _, c := range list {
		same := runfolder.Cell{Filter: filter, Metric: m, Point: c.Point}
		if len(d.Sample(same)) > 1 {
			own, other = append(own, c), append(other, same)
		}
	}
	return own, other
}

// everywhere wants every place; oneRoom those with the memory of one window.
func everywhere(place) bool { return true }
func oneRoom(at place) bool { return at.room <= 1 }

// differences are those of pairs of cells, in the mean over the pairs, of every round.
func differences(d *claim.Data, a, b []runfolder.Cell) (stats.Estimate, string, error) {
	if len(a) == 0 {
		return stats.Estimate{}, "", fmt.Errorf("the run does not hold two repetitions of both sides")
	}
	columns := d.Columns(slices.Concat(a, b))
	values := make([]float64, len(columns[0]))
	for i := range a {
		for round := range values {
			values[round] += (columns[i][round] - columns[len(a)+i][round]) / float64(len(a))
		}
	}
	e, err := stats.MeanEstimate(values)
	return e, fmt.Sprintf("%d rounds (paired)", len(values)), err
}

// tested makes an outcome of one estimate.
func tested(t claim.Tested, how string, effect claim.Effect, detail string) claim.Outcome {
	o := claim.Outcome{Test: how, Effect: effect, Holds: t.Claimed.Contains(t.Estimates[0].Value), Detail: detail}
	o.Supports, o.Opposes = t.P()
	return o
}

// plainEffect is an effect without a logarithm.
func plainEffect(name, unit string, factor float64, e stats.Estimate) claim.Effect {
	ci := e.CI()
	return claim.Effect{Name: name, Unit: unit, Value: factor * e.Value, CI: stats.Interval{Low: factor * ci.Low, High: factor * ci.High}}
}

// pooledRatio tests the mean logarithm of the ratios of cells.
func pooledRatio(d *claim.Data, a, b []runfolder.Cell, claimed claim.Region, name string) claim.Outcome {
	pooled, err := d.Pool(a, b)
	if err != nil {
		return claim.Untested(err.Error())
	}
	t := claim.Tested{Estimates: pooled.Estimates, Claimed: claimed}
	return tested(t, fmt.Sprintf("ratios at %d places: t over %s", len(a), pooled.How), t.Ratio(name), "")
}
