package semijoin

import (
	"math"
	"slices"

	"hyphbench/internal/axis"
	"hyphbench/internal/report/claim"
)

// middle is where the other axes are varied in a run.
type middle struct {
	n     int
	share float64
	rate  string // ε, in per cent
}

// middleOf is where most joins by a filter are; false for a run without any.
func middleOf(d *claim.Data) (at middle, ok bool) {
	list := claim.AtUsual(N, Selectivity, axis.Eps)(d.Cells(Bytes, bloom))
	if len(list) == 0 {
		return at, false
	}
	return middle{list[0].Int(N), list[0].Float(Selectivity), list[0].Label(axis.Eps)}, true
}

// rated reports whether a cell is at the middle ε, or has none.
func (m middle) rated(c claim.Cell) bool {
	return c.On(axis.Eps) == "" || c.Label(axis.Eps) == m.rate
}

// tables reports whether a cell is of the middle tables.
func (m middle) tables(c claim.Cell) bool { return c.Int(N) == m.n && c.Float(Selectivity) == m.share }

// theoryAt is theory for the tables of a cell, by a Bloom filter.
func theoryAt(c claim.Cell) theory {
	return theory{n: c.Int(N), share: c.Float(Selectivity), row: rowBytes(c), c: bloomFactor}
}

// rowBytes are those of a row of the run, NaN where it does not say.
func rowBytes(c claim.Cell) float64 {
	if n := c.Parameter(parameterRow); n > 0 {
		return float64(n)
	}
	return math.NaN()
}

// sweep are the mean bytes of a filter over ε, ascending.
type sweep struct {
	theory  theory
	epsilon []float64
	bytes   []float64
}

// sweepOf is that of a filter at the middle tables; false for fewer than three rates. Its c
// is the Bloom filter's by theory, and of any other filter the mean of the bytes that were
// told.
func sweepOf(d *claim.Data, filter string) (s sweep, ok bool) {
	at, ok := middleOf(d)
	c := 0.0
	for _, cell := range claim.Only(at.tables).Find(d, Bytes, filter) {
		epsilon := cell.Float(axis.Eps)
		s.theory = theoryAt(cell)
		s.epsilon, s.bytes = append(s.epsilon, epsilon), append(s.bytes, cell.Mean())
		c += 8 * cell.Of(Told).Mean() / (float64(at.n) * math.Log2(1/epsilon))
	}
	if filter != bloom {
		s.theory.c = c / float64(len(s.epsilon))
	}
	return s, ok && len(s.epsilon) >= 3 && !math.IsNaN(s.theory.row)
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

// theory is what a semi-join by filter should ship: a filter of c·log2(1/ε) bits for
// each of n keys, and of A's n rows those with a partner and ε of the others.
type theory struct {
	n     int
	share float64 // of the rows, with a partner
	row   float64 // bytes
	c     float64 // bits of the filter over n·log2(1/ε); 1.44 of a Bloom filter
}

// bloomFactor is c of a Bloom filter.
const bloomFactor = 1 / math.Ln2

// negatives is how many rows have no partner.
func (t theory) negatives() float64 { return float64(t.n - partners(t.n, t.share)) }

// filter is the bytes of the filter.
func (t theory) filter(epsilon float64) float64 {
	return t.c * float64(t.n) * math.Log2(1/epsilon) / 8
}

// bytes are those of a join, without the frames of messages and the list of the rows
// that have no partner.
func (t theory) bytes(epsilon float64) float64 {
	return t.filter(epsilon) + t.row*(float64(partners(t.n, t.share))+epsilon*t.negatives())
}

// best is the ε that makes bytes least: where a further bit a key saves as many bytes of
// rows as it costs. From 1 on no filter is worth its bytes.
func (t theory) best() float64 {
	return t.c * float64(t.n) / (8 * math.Ln2 * t.row * t.negatives())
}

// worthwhile is the share of rows with a partner below which a join by a filter of ε
// ships fewer bytes than one that ships all rows.
func (t theory) worthwhile(epsilon float64) float64 {
	return 1 - t.filter(epsilon)/(float64(t.n)*t.row*(1-epsilon))
}
