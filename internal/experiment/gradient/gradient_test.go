package gradient

import (
	"math"
	"slices"
	"testing"

	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
)

func TestConforms(t *testing.T) {
	experimenttest.Conforms(t, experimenttest.Conformance{
		New: New, Turned: map[string]string{"TestClaims": "GR1 GR2 GR3 GR4 GR5 GR6 GR7"},
		Small: []string{"--nodes=12,24", "--bits=512", "--lookups=10", "--failing=0,20%", "--moving=0,5%", "--reps=2", "--seed=5"},
		Bad:   [][]string{{"--nodes=7"}, {"--nodes=4096"}, {"--failing=1"}, {"--moving=1"}, {"--bits=600"}, {"--bits=131072"}, {"--lookups=9"}},
	})
}

// Random networks have four links a node at most and geometric ones some eight, whatever their
// size; links that fail at a share fail at a larger one.
func TestNetworks(t *testing.T) {
	for _, n := range []int{8, 200, 1000} {
		for kind, most := range map[string]float64{regular: 4, geometric: 20} {
			w := experimenttest.Must(newNetwork(kind, n, 3))(t)
			ends, failed := 0, [2]int{}
			for a, links := range w.links {
				for _, b := range links {
					if ends++; a == b || !slices.Contains(w.links[b], a) {
						t.Errorf("%s: a link from %d to %d", kind, a, b)
					}
					small, large := w.failed(a, b, 0.05), w.failed(a, b, 0.3)
					if small != w.failed(b, a, 0.05) || small && !large {
						t.Errorf("%s: the link from %d to %d fails in one direction or seldom", kind, a, b)
					}
					if large {
						failed[0]++
					}
				}
			}
			if degree := float64(ends) / float64(n); degree < 2 || degree > most || kind == regular && n > 100 && degree < 3.9 {
				t.Errorf("%s: %.2f links a node of %d", kind, degree, n)
			}
			if share := float64(failed[0]) / float64(ends); n == 1000 && math.Abs(share-0.3) > 0.05 {
				t.Errorf("%s: %.3f of the links fail, want 0.3", kind, share)
			}
		}
	}
}

// Claims are supported by rows made for them, and contradicted or left open by others.
func TestClaims(t *testing.T) {
	run := experimenttest.Run(t, New(), "--nodes=12,40", "--bits=512", "--lookups=10", "--failing=0,20%", "--moving=0,1%", "--reps=3")
	for i := range run.Rows {
		r := &run.Rows[i]
		switch {
		case r.Metric == Found:
			r.Value = 1
		case r.Metric == Hops || r.Metric == Told:
			r.Value = 10
			switch {
			case r.Filter == decaying && (r.Point.Value(2) == "0.2" || r.Point.Value(3) == "0.01"):
				r.Value = 40
			case r.Filter == decaying:
				r.Value = 20
			case r.Filter == broadcast:
				r.Value = 100
			}
			r.Value *= 1 + 1e-4*math.Sin(float64(r.Seq))
		}
	}
	experimenttest.Supported(t, New(), run, map[string]claim.Verdict{"GR2": claim.ByConstruction})
	of := experimenttest.Of
	noisy := func(old *runfolder.Row) float64 { return old.Value * (1 + 0.9*float64(old.Round-2)) }
	experimenttest.Verdicts(t, New(), run, []experimenttest.Case{
		{"GR1", of(confident, Found).At(1, "40").Times(0.9), claim.Contradicted},
		{"GR1", of(confident, Found).At(2, "0.2").Times(0.5), claim.Supported},
		{"GR1", of(confident, Message).At(1, "40").Times(2), claim.Contradicted},
		{"GR2", of(attenuated, Message).At(1, "40").Times(0.1), claim.Contradicted},
		{"GR3", of(decaying, Told).At(0, geometric).Times(0.4), claim.Contradicted},
		{"GR3", of(decaying, Told).Are(noisy), claim.Inconclusive},
		{"GR3", of(confident, Told).Gone(), claim.NotTested},
		{"GR4", of(decaying, Hops).At(2, "0.2").Times(0.4), claim.Contradicted},
		{"GR4", of(confident, Hops).At(3, "0.01").Times(2.5), claim.Contradicted},
		{"GR4", of(confident, Found).At(3, "0.01").Times(0.4), claim.Contradicted}, // messages without a result
		{"GR4", of(decaying, Hops).Times(0.1), claim.Supported},                    // fewer at rest too
		{"GR4", of(decaying, Hops).Gone(), claim.NotTested},
		{"GR4", of(confident, Hops).At(2, "0").Gone(), claim.Supported}, // where nodes move it can be tested
		{"GR5", of(logarithms, Found).At(1, "12").Times(0.9), claim.Contradicted},
		{"GR6", of(confident, Found).At(3, "0.01").Times(0.5), claim.Contradicted},
		{"GR6", of(confident, Found).At(2, "0.2").Times(0.5), claim.Supported},
		{"GR7", of(broadcast, Hops).At(3, "0.01").Is(30), claim.Contradicted},
		{"GR7", experimenttest.Gone(broadcast), claim.NotTested},
	})
}
