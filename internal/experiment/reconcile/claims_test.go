package reconcile

import (
	"math"
	"strconv"
	"testing"

	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/racetest"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
)

// number is a value of a row's point.
func number(r *runfolder.Row, i int) float64 {
	v, _ := strconv.ParseFloat(r.Point.Value(i), 64)
	return v
}

// Places of the axes in a point.
const (
	atTask = iota
	atD
	atN
	atEpsilon
)

// asClaimed makes a row what the claims say that it is, without noise.
func asClaimed(r *runfolder.Row) {
	d, n := number(r, atD), number(r, atN)
	onlyA := d - math.Floor(d/2)
	switch r.Metric {
	case Missing, Extra:
		if r.Filter == bloom {
			r.Value = number(r, atEpsilon) * onlyA
		}
		if r.Filter == tree {
			r.Value = 0.08 * onlyA
		}
	case Off:
		r.Value = 0.02
	case Cells:
		if r.Filter == riblt {
			r.Value = 1.36
		}
	case Symbols:
		r.Value = 1.6
	case Threshold:
		r.Value = map[string]float64{tableOf(3): 1.223, tableOf(4): 1.296, tableOf(5): 1.424}[r.Filter]
	case Tables:
		if r.Filter == ibltStrata {
			r.Value = 1
		}
	case Questions:
		r.Value = map[string]float64{bloom: n, tree: 30 * d * math.Log2(n)}[r.Filter]
	case Bytes:
		switch {
		case r.Filter == bloom && r.Point.Value(atTask) == taskIntersection:
			r.Value = 7 * n
		case r.Filter == iblt:
			r.Value = 100 * d
		case r.Filter == ibltStrata:
			r.Value = 80 * d
		case r.Filter == riblt:
			r.Value = 19 * d
		}
	}
}

// Each claim is supported by a run that is as claimed, contradicted by rows doctored
// against it, and not tested without them.
func TestClaims(t *testing.T) {
	racetest.OneGoroutine(t)
	run := experimenttest.Run(t, New(), "--n=1000,10000", "--d=1,3,10,300,1000,10000", "--eps=0.001,0.02", "--filter=bloom", "--reps=2")
	experimenttest.NoFigures(t, New(), run, func(r runfolder.Row) bool { return r.Metric == CPU })
	experimenttest.Repeat(run, 24)
	for i := range run.Rows {
		asClaimed(&run.Rows[i])
	}
	experimenttest.Supported(t, New(), run, nil)
	of := func(name string, m runfolder.Metric, by func(r *runfolder.Row) float64) func(*runfolder.Row) {
		return func(r *runfolder.Row) {
			if r.Filter == name && r.Metric == m {
				r.Value = by(r)
			}
		}
	}
	times := func(f float64) func(*runfolder.Row) float64 {
		return func(r *runfolder.Row) float64 { return f * r.Value }
	}
	at := func(i int, value string, f float64) func(*runfolder.Row) float64 {
		return func(r *runfolder.Row) float64 {
			if r.Point.Value(i) == value {
				return f * r.Value
			}
			return r.Value
		}
	}
	gone := experimenttest.Gone
	noisy := func(name string, m runfolder.Metric, by float64) func(*runfolder.Row) {
		return of(name, m, func(r *runfolder.Row) float64 { return r.Value * (1 + by*float64(r.Round%2*2-1)) })
	}
	experimenttest.Verdicts(t, New(), run, []experimenttest.Case{
		{"RC1", of(bloom, Bytes, times(8)), claim.Contradicted}, {"RC1", of(bloom, Bytes, at(atD, "10000", 99)), claim.Contradicted},
		{"RC1", gone(allKeys, Bytes), claim.NotTested},
		{"RC2", of(bloom, Missing, times(1.3)), claim.Contradicted}, {"RC2", of(bloom, Missing, times(0.7)), claim.Contradicted},
		{"RC2", of(bloom, Missing, times(1.05)), claim.Supported}, {"RC2", gone(bloom, Missing), claim.NotTested},
		{"RC3", of(bloom, Bytes, at(atD, "3", 2)), claim.Contradicted}, {"RC3", gone(bloom, Bytes), claim.NotTested},
		{"RC4", of(bloom, Extra, times(0)), claim.Contradicted},
		{"RC5", of(tree, Missing, times(2)), claim.Contradicted}, {"RC5", of(tree, Missing, times(1.2)), claim.Supported},
		{"RC5", func(r *runfolder.Row) { of(tree, Missing, times(1.25))(r); noisy(tree, Missing, 0.4)(r) }, claim.Inconclusive},
		{"RC6", of(counters, Off, at(atD, "3", 8)), claim.Contradicted}, {"RC6", noisy(counters, Off, 30), claim.Inconclusive}, {"RC6", gone(counters, Off), claim.NotTested},
		{"RC7", of(bloom, Missing, times(2)), claim.Contradicted}, {"RC7", of(bloom, Missing, times(0.1)), claim.Contradicted}, {"RC7", of(bloom, Missing, times(1.2)), claim.Supported},
		{"RC8", of(tree, Missing, times(1.5)), claim.Contradicted}, {"RC8", of(tree, Missing, times(0.5)), claim.Contradicted}, {"RC8", gone(tree, Missing), claim.NotTested},
		{"RC9", of(tree, Questions, at(atN, "10000", 3)), claim.Contradicted}, {"RC9", of(tree, Questions, times(40)), claim.Contradicted}, {"RC9", gone(tree, Questions), claim.NotTested},
		{"RC10", of(iblt, Bytes, at(atN, "10000", 1.2)), claim.Contradicted}, {"RC10", of(iblt, Bytes, at(atN, "10000", 1.03)), claim.Supported},
		{"RC10", func(r *runfolder.Row) {
			if r.Round%2 == 0 {
				of(iblt, Bytes, at(atN, "10000", 1.12))(r)
			}
		}, claim.Inconclusive},
		{"RC11", of(ibltStrata, Tables, func(r *runfolder.Row) float64 { return float64(1 + r.Round%4/3) }), claim.Contradicted}, {"RC11", gone(ibltStrata, Tables), claim.NotTested},
		{"RC12", of(riblt, Cells, at(atD, "10000", 1.1)), claim.Contradicted}, {"RC12", of(riblt, Cells, at(atD, "10", 1.1)), claim.Supported},
		{"RC13", of(riblt, Symbols, at(atD, "3", 1.1)), claim.Contradicted}, {"RC13", noisy(riblt, Symbols, 0.2), claim.Inconclusive},
		{"RC14", of(riblt, Bytes, at(atD, "10000", 5)), claim.Contradicted}, {"RC14", gone(ibltStrata, Bytes), claim.NotTested},
		{"RC15", of(riblt, Bytes, at(atD, "10000", 2)), claim.Contradicted}, {"RC15", of(riblt, Bytes, at(atD, "10000", 1.2)), claim.Supported},
		{"RC16", of(riblt, Bytes, at(atD, "300", 2)), claim.Contradicted}, {"RC16", of(riblt, Bytes, at(atD, "10000", 0.2)), claim.Contradicted}, {"RC16", gone(riblt, Bytes), claim.NotTested},
		{"RC17", of(tableOf(4), Threshold, times(1.04)), claim.Contradicted}, {"RC17", of(tableOf(5), Threshold, times(1.01)), claim.Supported}, {"RC17", gone(tableOf(3), Threshold), claim.NotTested},
	})
}

// The map goes through what was measured, and on beyond as before.
func TestSurface(t *testing.T) {
	s := surface{sizes: []float64{1, 2}, lines: []line{{[]float64{0, 1, 3}, []float64{5, 6, 10}}, {[]float64{0}, []float64{7}}}}
	for _, c := range []struct{ n, d, want float64 }{{1, 0, 5}, {1, 1, 6}, {1, 2, 8}, {1, 4, 12}, {1, -1, 4}, {2, 9, 7}, {1.5, 1, 6.5}} {
		if got := s.at(c.n, c.d); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("at %v, %v: %v, want %v", c.n, c.d, got, c.want)
		}
	}
	flat := func(y float64) surface { return surface{[]float64{0}, []line{{[]float64{0}, []float64{y}}}} }
	for _, c := range []struct {
		a, b float64
		who  int
		pale bool
	}{{1, 2, 1, false}, {2, 1, 2, false}, {1, 1.05, 1, true}, {1.05, 1, 2, true}} {
		if who, pale := least([]surface{flat(c.a), flat(c.b)}, 0, 0); who != c.who || pale != c.pale {
			t.Errorf("%v and %v: %d, %v", c.a, c.b, who, pale)
		}
	}
}
