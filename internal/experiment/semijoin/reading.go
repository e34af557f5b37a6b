package semijoin

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"hyphbench/internal/axis"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/workload"
)

// spot is a place of a run on disk.
type spot struct {
	n       int
	share   float64
	epsilon axis.Rate // 0 of one without a filter
	at      runfolder.Point
}

// exact is the place of a way without a filter there.
func (s spot) exact() spot {
	return spot{s.n, s.share, 0, runfolder.At(N.At(s.n).Text, Selectivity.At(s.share).Text, "")}
}

func (s spot) cell(way string, m runfolder.Metric) runfolder.Cell {
	return runfolder.Cell{Filter: way, Metric: m, Point: s.at}
}

// spots are the places at which a way has two values of a metric, ascending.
func spots(d *claim.Data, m runfolder.Metric, way string) (list []spot) {
	for _, p := range d.Samples.Points(m, way) {
		n, err := strconv.Atoi(d.Meta.On(string(N), p))
		share, err2 := axis.ParseShare(d.Meta.On(string(Selectivity), p))
		if err == nil && err2 == nil {
			list = append(list, spot{n, share, d.Meta.Epsilon(p), p})
		}
	}
	slices.SortFunc(list, func(a, b spot) int {
		return cmp.Or(cmp.Compare(a.n, b.n), cmp.Compare(a.share, b.share), cmp.Compare(a.epsilon, b.epsilon))
	})
	return list
}

// mean is that of a way at a place, NaN where the run has none.
func mean(d *claim.Data, way string, m runfolder.Metric, s spot) float64 {
	return d.Mean(s.cell(way, m))
}

// middleOf is the ε at which the other axes are varied, 0 where the run has none.
func middleOf(d *claim.Data) axis.Rate {
	rates := d.Meta.Rates()
	if len(rates) == 0 {
		return 0
	}
	return workload.Middle(rates, middleRate)
}

// middleTables are the number of rows and the selectivity at which ε is varied; false
// where the run has none.
func middleTables(m *runfolder.Meta) (n int, share float64, ok bool) {
	counts := m.Counts(string(N))
	var shares []float64
	for _, v := range m.Values(string(Selectivity)) {
		if s, err := axis.ParseShare(v); err == nil {
			shares = append(shares, s)
		}
	}
	if len(counts) == 0 || len(shares) == 0 {
		return 0, 0, false
	}
	return workload.Middle(counts, middleN), workload.Middle(shares, middleShare), true
}

// rowBytes are those of a row of the run, NaN where it does not say.
func rowBytes(m *runfolder.Meta) float64 {
	v, err := strconv.ParseFloat(m.Parameters[parameterRow], 64)
	if err != nil {
		return math.NaN()
	}
	return v
}

// sweep are the mean bytes of a way over ε, ascending.
type sweep struct {
	theory  theory
	epsilon []float64
	bytes   []float64
}

// sweepOf is that of a way; false for fewer than three rates. c is the Bloom filter's by
// theory, and of any other filter the mean of the bytes that were told.
func sweepOf(d *claim.Data, way string) (s sweep, ok bool) {
	n, share, ok := middleTables(d.Meta)
	s.theory = theory{n: n, share: share, row: rowBytes(d.Meta), c: bloomFactor}
	for _, at := range spots(d, Bytes, way) {
		if at.n == n && at.share == share && at.epsilon > 0 {
			s.epsilon = append(s.epsilon, at.epsilon.Float())
			s.bytes = append(s.bytes, mean(d, way, Bytes, at))
		}
	}
	if way != bloom {
		s.theory.c = factorOf(d, way, n, share)
	}
	return s, ok && len(s.epsilon) >= 3 && !math.IsNaN(s.theory.row)
}

// factorOf is c of a filter, the mean over ε.
func factorOf(d *claim.Data, way string, n int, share float64) float64 {
	sum, count := 0.0, 0.0
	for _, s := range spots(d, Told, way) {
		if s.n == n && s.share == share && s.epsilon > 0 {
			sum += 8 * mean(d, way, Told, s) / (float64(n) * math.Log2(1/s.epsilon.Float()))
			count++
		}
	}
	return sum / count
}

// least is where the fewest bytes are shipped.
func (s sweep) least() int { return slices.Index(s.bytes, slices.Min(s.bytes)) }

// nearest is the rate that is nearest to another one, as a ratio.
func (s sweep) nearest(epsilon float64) int {
	best := 0
	for i, e := range s.epsilon {
		if math.Abs(math.Log(e/epsilon)) < math.Abs(math.Log(s.epsilon[best]/epsilon)) {
			best = i
		}
	}
	return best
}
