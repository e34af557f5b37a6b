package semijoin

import (
	"math"

	"hyphbench/internal/report/claim"
)

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
