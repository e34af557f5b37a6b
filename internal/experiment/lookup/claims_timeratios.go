package lookup

import (
	"fmt"
	"math"
	"strings"

	"hyphbench/internal/axis"
	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
)

// on is the run along an axis; of n, from least keys on.
func on(d *claim.Data, a axis.Named, least int) *claim.Data {
	s := along(d.Summary, a)
	if least == 0 {
		return d.Part(s)
	}
	i := s.Meta.Axis(string(N))
	return d.Part(only(s, func(row runfolder.Row) bool {
		n, err := axis.ParseCount(row.Point.Value(i))
		return err == nil && n >= least
	}))
}

// slower is the claim that a is slower than b at most points of an axis, which is
// that b is faster.
func slower(over axis.Named, a, b string, m runfolder.Metric, least int) func(*claim.Data) claim.Outcome {
	return func(d *claim.Data) claim.Outcome {
		return claim.SlowerForMost(on(d, over, least), a, b, m, leastEffect)
	}
}

// ratioAtMost is the claim that a/b is in the region at most points of an axis.
func ratioAtMost(over axis.Named, a, b string, m runfolder.Metric, claimed claim.Region, said string) func(*claim.Data) claim.Outcome {
	return func(d *claim.Data) claim.Outcome {
		part := on(d, over, 0)
		r, ok := claim.EachRatio(part, a, b, m)
		if !ok {
			return part.Missing(m, a, b)
		}
		_, symbol := part.Sweep(r.At)
		n, inside := len(r.At), r.Count(claimed)
		o := claim.Outcome{
			Test:    fmt.Sprintf("ratio at each of %d %s: t over %s; at how many it is %s, by partial conjunction", n, symbol, r.How, said),
			Effect:  claim.Effect{Name: fmt.Sprintf("%s at which %s / %s is %s", symbol, a, b, said), Unit: fmt.Sprintf("of %d", n), Value: float64(inside)},
			Holds:   2*inside > n,
			Pairs:   []claim.Pair{{A: a, B: b, Metric: m, At: r.At}},
			PerCell: true,
			Detail:  "the ratios are " + ratios(part.Meta, r),
		}
		o.Supports, o.Opposes, o.Effect.CI = claim.Most(r.Log, claimed)
		return o
	}
}

// ratios lists those of the means: "1.12 at 1000, 0.97 at 10000".
func ratios(m *runfolder.Meta, r claim.Each) string {
	var list []string
	for i, v := range r.Plain {
		list = append(list, fmt.Sprintf("%.2f at %s", v, m.Named(r.At[i])))
	}
	return strings.Join(list, ", ")
}

// level is the claim that a time is the same for the smallest and the largest set.
func level(filter string, m runfolder.Metric) func(*claim.Data) claim.Outcome {
	return func(d *claim.Data) claim.Outcome {
		part := on(d, N, 0)
		at := part.Points(m, filter)
		if len(at) < 2 {
			return claim.Untested(fmt.Sprintf("the run does not hold two repetitions of %s of %s at two n", m, filter))
		}
		cells := claim.Cells(filter, m, []runfolder.Point{at[len(at)-1], at[0]})
		o, ok := compared(part, cells, claim.Within(math.Log1p(levelMargin)), fmt.Sprintf("largest n / smallest n, %s", filter))
		if !ok {
			return part.Missing(m, filter)
		}
		o.Detail = fmt.Sprintf("from %s to %s", part.Meta.Named(at[0]), part.Meta.Named(at[len(at)-1]))
		return o
	}
}

// sooner is the claim that negatives alone are answered faster than members alone.
func sooner(filter string) func(*claim.Data) claim.Outcome {
	return func(d *claim.Data) claim.Outcome {
		part := on(d, Hits, 0)
		i := part.Meta.Axis(string(Hits))
		at := map[string]runfolder.Point{}
		for _, p := range part.Points(metric.Query, filter) {
			at[p.Value(i)] = p
		}
		none, all := at["0"], at["1"]
		if none == "" || all == "" {
			return claim.Untested("the run does not hold two repetitions of queries without members and with members alone (--hits=0,1)")
		}
		o, ok := compared(part, claim.Cells(filter, metric.Query, []runfolder.Point{none, all}), claim.FasterBy(leastEffect), "no members / members alone, "+filter)
		if !ok {
			return part.Missing(metric.Query, filter)
		}
		return o
	}
}

// compared is the ratio of two cells against a region of its logarithm.
func compared(d *claim.Data, cells []runfolder.Cell, claimed claim.Region, name string) (claim.Outcome, bool) {
	e, plain, how, ok := d.LogContrast(cells, []float64{1, -1})
	if !ok {
		return claim.Outcome{}, false
	}
	t := claimed.Of(e)
	o := claim.Outcome{Test: "ratio: t over " + how, Effect: t.Ratio(name), Holds: claimed.Contains(math.Log(plain[0] / plain[1]))}
	o.Supports, o.Opposes = t.P()
	return o, true
}
