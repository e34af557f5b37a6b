package routing

import (
	"strconv"
	"testing"

	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/racetest"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
)

// ideal gives a cell a value with which every claim holds.
func ideal(r runfolder.Row) float64 {
	number := func(i int) float64 { v, _ := strconv.ParseFloat(r.Point.Value(i), 64); return v }
	scene, bits, depth, times := r.Point.Value(0), number(1), number(2), number(3)
	switch r.Metric {
	case Hops:
		switch r.Filter {
		case exact, ored, confident:
			return 5
		case kept:
			return 5 + times
		case attenuated:
			return 5.1
		case flat, walk:
			return 80
		}
	case Wrong:
		return 100 / max(100, bits)
	case Found:
		return depth / 10
	case Distance:
		return 0.99
	case Advert:
		if r.Filter == exact {
			return 50_000
		}
		return 40_000
	case Fill:
		if scene == graph && r.Filter == flat {
			return 0.97
		}
		return 0.5
	}
	return r.Value
}

// Each claim is supported by ideal rows, contradicted by rows doctored against it, and
// not tested where rows lack.
func TestClaims(t *testing.T) {
	racetest.OneGoroutine(t) // the verdicts; other tests have the network
	of := experimenttest.Run(t, New(), "--nodes=16", "--resources=2", "--bits=512,1024,2048,4096", "--depth=1,2,4,8", "--times=0,2", "--lookups=10", "--reps=2")
	experimenttest.Repeat(of, 3)
	for i, r := range of.Rows {
		of.Rows[i].Value = ideal(r) * (1 + 1e-4*float64(r.Round%3))
	}
	if n := len(claims()); n != 15 {
		t.Errorf("%d claims", n)
	}
	experimenttest.Supported(t, New(), of, nil)
	raise := func(m runfolder.Metric, way string, by float64) func(*runfolder.Row) {
		return experimenttest.Scale(way, m, by)
	}
	lack := func(m runfolder.Metric, way string) func(*runfolder.Row) { return experimenttest.Gone(way, m) }
	experimenttest.Verdicts(t, New(), of, []experimenttest.Case{
		{"RT1", raise(Wrong, ored, 0), claim.Contradicted},
		{"RT1", lack(Wrong, ored), claim.NotTested},
		{"RT2", raise(Hops, ored, 1.06), claim.Contradicted},
		{"RT2", raise(Hops, ored, 1.04), claim.Supported},
		{"RT2", raise(Hops, ored, 0.9), claim.Contradicted},
		{"RT3", raise(Advert, ored, 1.3), claim.Contradicted},
		{"RT3", raise(Hops, ored, 1.06), claim.Contradicted}, // none leads as lists do
		{"RT3", lack(Hops, exact), claim.NotTested},
		{"RT4", raise(Hops, ored, 1.06), claim.Contradicted},
		{"RT5", raise(Hops, kept, 0.5), claim.Contradicted},
		{"RT6", raise(Found, attenuated, 0), claim.Contradicted},
		{"RT6", lack(Found, attenuated), claim.NotTested},
		{"RT7", raise(Fill, flat, 0.5), claim.Contradicted},
		{"RT7", lack(Fill, flat), claim.NotTested},
		{"RT8", raise(Fill, attenuated, 2), claim.Contradicted},
		{"RT8", lack(Fill, attenuated), claim.NotTested},
		{"RT9", raise(Hops, flat, 0.05), claim.Contradicted},
		{"RT10", raise(Hops, confident, 1.5), claim.Contradicted},
		{"RT10", raise(Hops, confident, 1.05), claim.Supported},
		{"RT11", raise(Hops, confident, 1.5), claim.Contradicted},
		{"RT12", raise(Distance, confident, 0.9), claim.Contradicted},
		{"RT12", lack(Distance, confident), claim.NotTested},
		{"RT13", raise(Hops, confident, 1.06), claim.Contradicted},
		{"RT13", raise(Hops, confident, 1.04), claim.Supported},
		{"RT14", raise(Hops, attenuated, 0.8), claim.Contradicted},
		{"RT15", raise(Hops, flat, 0.8), claim.Contradicted},
		{"RT15", raise(Fill, flat, 0.9), claim.NotTested}, // none is full
		{"RT15", lack(Hops, walk), claim.NotTested},
	})
}

// Between support and contradiction there is noise.
func TestUndecided(t *testing.T) {
	racetest.OneGoroutine(t) // the verdicts; other tests have the network
	of := experimenttest.Run(t, New(), "--nodes=16", "--resources=2", "--bits=512,1024", "--depth=2,8", "--times=0,2", "--lookups=10", "--reps=2")
	experimenttest.Repeat(of, 3)
	for i, r := range of.Rows {
		if r.Metric == Hops || r.Metric == Distance {
			of.Rows[i].Value = 0.95 * []float64{0.5, 1, 1.5}[(r.Round+int(r.Filter[0]))%3]
		}
	}
	results := experimenttest.Judged(t, New(), of)
	for _, id := range []string{"RT2", "RT4", "RT9", "RT11", "RT12", "RT13"} {
		if r := results[id]; r.Verdict != claim.Inconclusive {
			t.Errorf("%s: %s (%s)", id, r.Verdict, r.Why)
		}
	}
}
