package bloom1970

import (
	"math"
	"testing"

	"hyphbench/internal/axis"
	"hyphbench/internal/bilingual"
	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/store"
)

// paperKeys are those of the synthetic run.
const paperKeys = 50_000

// named are three stores by the names that claims are about, all of them maps.
func named() []store.Kind {
	left := -1
	kinds := stores(&left, dead)
	kinds[1].Name, kinds[1].Medium = "bbolt", store.Disk
	kinds[2] = store.Map()
	kinds[2].Name, kinds[2].Medium, kinds[2].Cold = "direct", store.Disk, true
	return kinds
}

// truth is what the synthetic run saves.
func truth(name string, rate axis.Rate) float64 {
	v := visit{rate: rate}
	switch name {
	case method1:
		_, p := codeWidth(paperKeys, areaBits(paperKeys, v.halvings()))
		return 0.9 * (1 - p)
	case method2:
		return 0.9 * (1 - bitRate(paperKeys, float64(areaBits(paperKeys, v.halvings())), v.halvings()))
	case rocksdb:
		return 0.9 * (1 - rate.Float())
	case noFilter:
		return 0
	}
	return 0.9
}

// synthetic has the rows of a run of the paper's size, whose areas are as theory says,
// and in which a filter pays on disks alone.
func synthetic(t *testing.T) *runfolder.Run {
	t.Helper()
	b := prepared(t, New(named()), small(t, "--store=direct,map,bbolt", "--reps=10")...)
	shares := map[runfolder.Cell]float64{}
	run := experimenttest.Planned(New(named()), b, func(r *runfolder.Row) {
		rate, _ := axis.ParseRate(r.Point.Value(0)) // 0 of none
		at := runfolder.Cell{Filter: r.Filter, Point: runfolder.At(rate.String(), "")}
		if _, known := shares[at]; !known {
			shares[at] = truth(r.Filter, rate)
		}
		noise := 1e-5 * math.Sin(float64(r.Seq)) // hardly any: edges are tested and not power
		switch r.Metric {
		case Saved:
			r.Value = shares[at] + noise
			if r.Filter == exact {
				r.Value = 0.9
			}
		case metric.Bits:
			r.Value = 236 * paperKeys
			if r.Filter == method1 || r.Filter == method2 {
				r.Value = float64(areaBits(paperKeys, visit{rate: rate}.halvings()))
			}
		case Total:
			lookup := map[string]float64{"direct": 80_000, "bbolt": 1500, "map": 10}[r.Point.Value(1)]
			r.Ops, r.Unit = 500_000, runfolder.Nanoseconds
			if r.Point.Value(1) == "direct" {
				r.Ops = 20_000
			}
			r.Value = (lookup*(1-shares[at]) + 20) * (1 + noise)
			if r.Filter == noFilter {
				r.Value = lookup * (1 + noise)
			}
			r.Value *= float64(r.Ops)
		case ColdTotal:
			r.Value, r.Unit = 600*(1-shares[at])*(1+noise), "µs"
		case ColdLookup, metric.Query:
			r.Unit = runfolder.Nanoseconds
		}
	})
	run.Meta.Parameters[parameterWords], run.Meta.Parameters[parameterExceptions] = "500000", "50000"
	return run
}

// Rows as theory has them support every claim but two: the table's last row as printed,
// and its 72,800 bits for just 0.9·(1 − P). Rows doctored against a claim contradict it,
// and for these two support it.
func TestClaims(t *testing.T) {
	run := synthetic(t)
	experimenttest.Supported(t, New(named()), run, map[string]claim.Verdict{"B2": claim.Contradicted, "B4": claim.Contradicted,
		"B8": claim.ByConstruction, "B11": claim.ByConstruction})
	of, gone := experimenttest.Of, experimenttest.Gone
	at := func(name string, m runfolder.Metric, k int) experimenttest.Rows {
		return of(name, m).At(0, halving(k).String())
	}
	nominal := of(method2, Saved).Are(func(r *runfolder.Row) float64 {
		rate, _ := axis.ParseRate(r.Point.Value(0))
		return 0.9 * (1 - rate.Float())
	})
	experimenttest.Verdicts(t, New(named()), run, []experimenttest.Case{
		{"B1", at(method2, Saved, 3).Plus(0.0027), claim.Supported}, // 0.21 points are there already
		{"B1", at(method2, Saved, 3).Plus(0.0031), claim.Contradicted},
		{"B1", gone(method2), claim.NotTested},
		{"B2", nominal, claim.Supported},
		{"B3", nominal, claim.Contradicted},
		{"B3", at(method2, Saved, 6).Plus(0.00009), claim.Supported}, // 2 of 3 standard errors
		{"B3", at(method2, Saved, 6).Plus(0.0002), claim.Contradicted},
		{"B4", at(method2, Saved, 7).Plus(-0.0083), claim.Supported},
		{"B5", at(method2, Saved, 6).Plus(0.004), claim.Contradicted},
		{"B6", at(method2, Saved, 7).Plus(-0.0083), claim.Contradicted},
		{"B7", at(method1, Saved, 4).Plus(0.06), claim.Contradicted},
		{"B7", gone(method1), claim.NotTested},
		{"B8", at(method1, metric.Bits, 7).Times(4), claim.Contradicted},
		{"B8", at(method1, metric.Bits, 7).Times(3.9), claim.ByConstruction},
		{"B8", gone(exact), claim.NotTested},
		{"B9", at(method2, Saved, 5).Plus(0.003), claim.Contradicted},
		{"B9", at(method2, metric.Bits, 5).Times(1.1), claim.Contradicted},
		{"B11", of(exact, Saved).Plus(-0.0001), claim.Contradicted},
		{"B12", at(rocksdb, Saved, 1).Times(0.95), claim.Contradicted},
		{"B12", at(rocksdb, Saved, 1).Times(0.97), claim.Supported},
		{"B13", at(rocksdb, Saved, 2).Times(0.96), claim.Contradicted},
		{"B14", of(rocksdb, Saved).Times(0.97), claim.Contradicted},
		{"B14", gone(rocksdb), claim.NotTested},
		{"B15", at(method2, Total, 1).At(1, "direct").Times(2), claim.Contradicted},
		{"B15", at(method2, Total, 1).At(1, "direct").Times(1.5), claim.Supported},
		{"B16", at(method2, ColdTotal, 7).Times(10), claim.Contradicted},
		{"B17", of(noFilter, Total).At(1, "bbolt").Times(0.1), claim.Contradicted},
		{"B18", of(noFilter, Total).At(1, "map").Times(3), claim.Contradicted},
		{"B18", of(noFilter, Total).At(1, "direct").Times(3), claim.Supported}, // another store's
	})
}

// The figures have the data of a run, and say what one without them lacks.
func TestFigures(t *testing.T) {
	of := synthetic(t)
	s := experimenttest.Summary(t, New(named()), of)
	times, err := pays(s, bilingual.English)
	if err != nil || len(times.Panels[0].Curves) != 8 { // three stores and one cold, with and without
		t.Errorf("%d curves, %v", len(times.Panels[0].Curves), err)
	}
	experimenttest.NoFigures(t, New(named()), of, func(r runfolder.Row) bool { return r.Metric == metric.Query })
}

// The deviation of the rate is that of the share of bits set, whose variance is worked out from
// the chance that two bits stay empty.
func TestBitRateError(t *testing.T) {
	for _, c := range []struct {
		n int
		m float64
		k int
	}{{1000, 1456, 1}, {1000, 4368, 3}, {1000, 10_196, 7}} {
		throws := float64(c.n * c.k)
		one, two := math.Pow(1-1/c.m, throws), math.Pow(1-2/c.m, throws)
		deviation := math.Sqrt(c.m*one+c.m*(c.m-1)*two-c.m*c.m*one*one) / c.m
		want := float64(c.k) * math.Pow(1-one, float64(c.k-1)) * deviation
		if got := bitRateError(c.n, c.m, c.k); math.Abs(got/want-1) > 0.01 {
			t.Errorf("%+v: a deviation of %v, want %v", c, got, want)
		}
	}
}

// The table's areas are its own.
func TestAreaBits(t *testing.T) {
	for k, want := range map[int]uint64{1: 72_800, 2: 145_600, 3: 218_400, 4: 291_200, 5: 364_000, 6: 436_800, 7: 509_800} {
		if got := areaBits(50_000, k); got != want {
			t.Errorf("P = 1/%d: %d bits, want %d", 1<<k, got, want)
		}
	}
}
