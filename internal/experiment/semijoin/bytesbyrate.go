package semijoin

import (
	"math"
	"slices"

	"hyphbench/internal/axis"
	"hyphbench/internal/report/claim"
)

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
