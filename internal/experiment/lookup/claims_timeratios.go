package lookup

import (
	"fmt"
	"strings"

	"hyphbench/internal/axis"
	"hyphbench/internal/metric"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
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

// slower is the claim that queries of a are slower than those of b at most points of an axis,
// which is that b is faster.
func slower(over axis.Named, a, b string, least int) claim.Claim {
	return claim.By(metric.Query, func(d *claim.Data) claim.Outcome {
		return claim.SlowerForMost(on(d, over, least), a, b, metric.Query, leastEffect)
	})
}

// contenders are structures that are compared with others, each with each.
type contenders []string

func versus(names ...string) contenders { return names }

func (c contenders) against(others ...string) (pairs [][2]string) {
	for _, a := range c {
		for _, b := range others {
			pairs = append(pairs, [2]string{a, b})
		}
	}
	return pairs
}

// inPlaces is the claim that the ratio a/b of pairs is in the region at so many of the points
// of an axis, of n from least keys on: of each group of pairs for itself, whose places are
// those of all its pairs. What is claimed of all points is not tested at one alone.
func inPlaces(over axis.Named, m runfolder.Metric, least int, of func(places int) int, claimed claim.Region, said string, groups ...[][2]string) claim.Claim {
	return claim.By(m, func(d *claim.Data) claim.Outcome {
		part := on(d, over, least)
		o := claim.Outcome{Holds: true, PerCell: true, Opposes: 1}
		var details []string
		places, inside := 0, 0
		symbol, how := "", ""
		for _, pairs := range groups {
			var logs []stats.Estimate
			held := 0
			for _, p := range pairs {
				r, ok := claim.EachRatio(part, p[0], p[1], m)
				if !ok {
					return part.Missing(m, p[0], p[1])
				}
				if ofAll := of(3) == 3; ofAll && len(r.At) < 2 {
					return claim.Untested("the run has one value of " + over.AxisName() + " alone, and the claim is about all of them")
				}
				_, symbol = part.Sweep(r.At)
				how = r.How
				logs, held = append(logs, r.Log...), held+r.Count(claimed)
				o.Pairs = append(o.Pairs, claim.Pair{A: p[0], B: p[1], Metric: m, At: r.At})
				details = append(details, fmt.Sprintf("%s / %s %s", p[0], p[1], ratios(part.Meta, r)))
			}
			wanted := of(len(logs))
			supports, opposes, number := claim.AtLeast(wanted, logs, claimed)
			o.Supports, o.Opposes = max(o.Supports, supports), min(o.Opposes, float64(len(groups))*opposes)
			o.Holds = o.Holds && held >= wanted
			o.Effect.CI.Low, o.Effect.CI.High = o.Effect.CI.Low+number.Low, o.Effect.CI.High+number.High
			places, inside = places+len(logs), inside+held
		}
		o.Test = fmt.Sprintf("ratio at each of %d places: t over %s; at how many it is %s, by partial conjunction", places, how, said)
		o.Effect.Name, o.Effect.Unit, o.Effect.Value = fmt.Sprintf("%s and pairs at which the ratio is %s", symbol, said), fmt.Sprintf("of %d", places), float64(inside)
		o.Detail = "the ratios are " + strings.Join(details, "; ")
		return o
	})
}

// ratios lists those of the means: "1.12 at 1000, 0.97 at 10000".
func ratios(m *runfolder.Meta, r claim.Each) string {
	var list []string
	for i, v := range r.Plain {
		list = append(list, fmt.Sprintf("%.2f at %s", v, m.Named(r.At[i])))
	}
	return strings.Join(list, ", ")
}

// level is the claim that the steps of an operation are as many at every n. How the time of
// the operation changes stands beside.
func level(filter string, steps, time runfolder.Metric) claim.Claim {
	return claim.By(steps, func(d *claim.Data) claim.Outcome {
		part := on(d, N, 0)
		list := part.Cells(steps, filter)
		if len(list) < 2 {
			return claim.Untested(fmt.Sprintf("the run does not hold two repetitions of %s of %s at two n", steps, filter))
		}
		first, last := list[0], list[len(list)-1]
		var p claim.Pairs
		for _, c := range list[1:] {
			p.Add(c, first)
		}
		o := p.SameEverywhere(part, levelMargin, "ratio of the mean steps to those at the smallest n", "steps / those at the smallest n")
		o.Detail = fmt.Sprintf("%.4g steps at %s, %.4g at %s", first.Mean(), first.Place(), last.Mean(), last.Place())
		if slower := last.Of(time).Mean() / first.Of(time).Mean(); slower > 0 {
			o.Detail += fmt.Sprintf(", where the time is %.3g times as long", slower)
		}
		return o
	})
}

// steps is the claim that a query of a negative takes as many steps as a function of n says.
func steps(name string, of func(n float64) float64, is claim.Tolerance, filters ...string) claim.Claim {
	return claim.By(QuerySteps, claim.Everywhere{
		Metric: QuerySteps, Methods: filters, Name: name, Is: is,
		At: claim.Only(func(c claim.Cell) bool { return c.On(Hits) == "0" }),
		Of: func(c claim.Cell) float64 { return c.Mean() / of(float64(c.Int(N))) },
	}.Test)
}
