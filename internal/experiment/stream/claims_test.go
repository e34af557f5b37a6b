package stream

import (
	"testing"

	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/metric"
	"hyphbench/internal/racetest"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
)

// constructed is a run that supports every claim: what each reads, by structure and
// place.
func constructed(r *runfolder.Row) {
	eps := placeOf(r.Point).eps.Float()
	value := map[runfolder.Metric]float64{
		Recent: 0.8, Lifetime: 100, LifetimeTheory: 100, Empty: 0.8, EmptyTheory: 0.8, LeastBits: 5, RateBound: 0.1,
		Missed: 0.1, MissedTheory: 0.1, RateNew: 0.9 * eps, metric.FPRTheory: 0.9 * eps, Rate: 0.02,
		metric.Query: 50 * float64(r.Ops), RateAt: 0.01, MissedAt: 0.1, Bound: 0.9, Errors: 0.995, BitsPerElement: 20,
	}[r.Metric]
	switch {
	case r.Metric == metric.Bits:
		return
	case r.Filter == generalised && (r.Metric == RateNew || r.Metric == metric.FPRTheory):
		value = 0.09
	case r.Filter == bufferName && (r.Metric == Missed || r.Metric == metric.Query):
		value = 0.2
		if r.Metric == metric.Query {
			value = 80 * float64(r.Ops)
		}
	case r.Metric == BitsPerElement && r.Filter == double:
		value = 40
	case r.Filter == sliding && r.Metric == BitsPerElement:
		value = 15
	case r.Filter == sliding && r.Metric == Rate:
		value = 0.01
	}
	r.Value = value
	if r.Metric != Bound && r.Metric != BitsPerElement {
		r.Value *= 1 + 0.0005*float64(r.Round%3)
	}
	if r.Metric == metric.Query {
		r.CPU = int64(r.Value)
	}
}

// Each claim is supported by rows constructed for it, and contradicted by rows that are
// doctored against it.
func TestClaims(t *testing.T) {
	racetest.OneGoroutine(t)
	of := experimenttest.Run(t, New(), "--window=100", "--length=8192", "--eps=1%,10%,80%", "--room=1,2", "--reps=3")
	if list := figures(&of.Meta); len(list) != 10 {
		t.Errorf("%d figures", len(list))
	}
	experimenttest.Draw(t, New(), of)
	measured := experimenttest.Judged(t, New(), of)
	for _, id := range []string{"W3", "W4", "W5", "W12"} { // whatever the length of the streams
		if r := measured[id]; r.Verdict != claim.Contradicted {
			t.Errorf("%s as measured: %s (%s)", id, r.Verdict, r.Why)
		}
	}
	for i := range of.Rows {
		constructed(&of.Rows[i])
	}
	experimenttest.Supported(t, New(), of, nil)
	times, without := experimenttest.Scale, experimenttest.Gone
	in := func(stream string, doctor func(*runfolder.Row)) func(*runfolder.Row) {
		return func(r *runfolder.Row) {
			if placeOf(r.Point).stream == stream {
				doctor(r)
			}
		}
	}
	noisy := func(filter string, m runfolder.Metric) func(*runfolder.Row) {
		return func(r *runfolder.Row) {
			if r.Filter == filter && r.Metric == m {
				r.Value *= float64(r.Round*r.Round) - 0.5
			}
		}
	}
	experimenttest.Verdicts(t, New(), of, []experimenttest.Case{
		{"W1", times(stable, Recent, 0.5), claim.Contradicted},
		{"W1", times(stable, Recent, 0.7), claim.Supported},
		{"W1", noisy(stable, Recent), claim.Inconclusive},
		{"W1", without(stable), claim.NotTested},
		{"W2", times(stable, Lifetime, 0.6), claim.Contradicted},
		{"W2", times(stable, Lifetime, 1.6), claim.Contradicted},
		{"W2", times(stable, Lifetime, 1.4), claim.Supported},
		{"W3", times(rollCallName, Errors, 0.7), claim.Contradicted},
		{"W3", times(majorityName, Errors, 0.7), claim.Contradicted},
		{"W3", times(clearedName, Errors, 0.9), claim.Supported}, // it has a window
		{"W4", times(trackedName, Errors, 0.99), claim.Contradicted},
		{"W4", noisy(trackedName, Errors), claim.Inconclusive},
		{"W4", without(rollCallName), claim.NotTested},
		{"W5", times(clearedName, Errors, 0.9), claim.Contradicted},
		{"W5", times(stable, Errors, 0.1), claim.Supported}, // of 20 bits the bound says nothing
		{"W5", func(r *runfolder.Row) { times(stable, Errors, 0.1)(r); times(stable, BitsPerElement, 0.02)(r) }, claim.Contradicted},
		{"W6", in(streamUniform, times(stable, Empty, 1.03)), claim.Contradicted},
		{"W6", in(streamText, times(stable, Empty, 1.03)), claim.Supported},
		{"W7", in(streamText, times(stable, Empty, 0.97)), claim.Contradicted},
		{"W7", in(streamText, without(stable)), claim.NotTested},
		{"W8", in(streamZipf, times(stable, RateNew, 1.2)), claim.Contradicted},
		{"W8", times(stable, RateNew, 1.1), claim.Supported},
		{"W9", in(streamText, times(stable, Missed, 2.5)), claim.Contradicted},
		{"W9", without(bufferName), claim.NotTested},
		{"W10", times(stable, metric.Query, 2), claim.Contradicted},
		{"W11", times(aging, BitsPerElement, 2.1), claim.Contradicted},
		{"W11", times(aging, RateNew, 1.3), claim.Contradicted}, // bits without the rate
		{"W12", times(sliding, BitsPerElement, 1.5), claim.Contradicted},
		{"W12", without(sliding), claim.NotTested},
		{"W13", in(streamText, times(generalised, RateNew, 1.3)), claim.Contradicted},
		{"W13", noisy(generalised, RateNew), claim.Inconclusive},
		{"W14", times(decaying, RateNew, 1.2), claim.Contradicted},
		{"W14", times(stable, MissedTheory, 1.2), claim.Contradicted},
		{"W14", times(stable, MissedTheory, 1.05), claim.Supported},
		{"W15", times(sliding, LeastBits, 4), claim.Contradicted},
		{"W16", in(streamZipf, times(sliding, Rate, 3)), claim.Contradicted},
	})
}
