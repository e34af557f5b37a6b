package aggregation

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"hyphbench/internal/filter/bloom"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/workload"
)

// point is a place of a run on disk.
type point struct {
	place
	last int // step
}

// point is that of a place after a step.
func (p place) point(step int) runfolder.Point {
	return runfolder.At(strconv.Itoa(step), strconv.Itoa(p.nodes), strconv.Itoa(p.copies), p.rate.String())
}

func (s point) cell(m runfolder.Metric, step int) runfolder.Cell {
	return runfolder.Cell{Filter: s.method, Metric: m, Point: s.point(step)}
}

// points are the places at which a method has two values of a metric, with the last step.
func points(d *claim.Data, m runfolder.Metric, method string) (list []point) {
	for _, c := range d.Cells(m, method) {
		at := place{method, c.Int(axisNodes), c.Int(axisCopies), d.Meta.Epsilon(c.Point)}
		if i := slices.IndexFunc(list, func(s point) bool { return s.place == at }); i >= 0 {
			list[i].last = max(list[i].last, c.Int(axisStep))
		} else if at.nodes > 0 && at.copies > 0 {
			list = append(list, point{at, c.Int(axisStep)})
		}
	}
	slices.SortFunc(list, func(a, b point) int {
		return cmp.Or(cmp.Compare(a.nodes, b.nodes), cmp.Compare(a.copies, b.copies), cmp.Compare(a.rate, b.rate))
	})
	return list
}

// items are the different items of a run, 0 where it does not say.
func items(m *runfolder.Meta) int {
	n, err := strconv.Atoi(m.Parameters[parameterItems])
	if err != nil {
		return 0
	}
	return n
}

// middle is the place around which a run varies its axes; false where it has none.
func middle(m *runfolder.Meta) (p place, ok bool) {
	nodes, copies, rates := m.Counts(string(axisNodes)), m.Counts(string(axisCopies)), m.Rates()
	if len(nodes) == 0 || len(copies) == 0 || len(rates) == 0 {
		return p, false
	}
	return place{
		nodes: workload.Middle(nodes, middleNodes), copies: workload.Middle(copies, middleCopies), rate: workload.Middle(rates, middleRate),
	}, true
}

// deviation is the standard deviation, over hash functions, of the number of items that
// the bits of a Bloom filter tell, as a share of the true number: kn throws into m bits
// leave a number of zeros whose variance is m·e^(−t)·(1 − (1 + t)·e^(−t)), t = kn/m, and
// n* = −(m/k)·ln(zeros/m) changes by m/(k·zeros) with each.
func deviation(items int, epsilon float64) float64 {
	m, k := bloom.StandardSize(items, epsilon)
	throws := float64(k) * float64(items)
	t := throws / float64(m)
	return math.Sqrt(float64(m)*(math.Exp(t)-1-t)) / throws
}

// spreading is after how many steps all of n nodes know what one told, if each that knows
// it tells a random one in every step: log2 n + ln n and a constant.
// Source: Pittel 1987, On spreading a rumor.
func spreading(nodes int) float64 { return math.Log2(float64(nodes)) + math.Log(float64(nodes)) }
