package fbl

import (
	"fmt"
	"math"
	"math/big"
	"math/bits"

	"gonum.org/v1/gonum/stat"

	"hyphbench/internal/filter/linear"
	"hyphbench/internal/runfolder"
)

// sums are the state of the simulation. They are whole numbers, so that they
// depend neither on the order in which iterations end nor on the number of
// processors nor on interruptions. A confidence c counts as the
// whole number c·unit.
type sums struct {
	Iterations int                                          `json:"iterations"` // completed, from the first
	Exact      []exactSum                                   `json:"exact"`      // of c itself, by n
	Tallies    [][quantisations]tally                       `json:"tallies"`    // by point
	Batches    [][quantisations][len(pointValues{})]moments `json:"batches"`
	Worst      [largestB][quantisations]uint64              `json:"worst"` // |code·unit − c·(2^b − 1)|, by b
	Capacity   []capacity                                   `json:"capacity"`
}

// unit is the whole number that stands for confidence 1.
const unit = 1<<32 - 1

// exactSum is over the confidences of all elements.
type exactSum struct {
	Sum     wide `json:"sum"`
	Squares wide `json:"squares"`
}

// tally is the sums of one point under one quantisation.
type tally struct {
	Codes   uint64 `json:"codes"`   // Σ code of ĉ
	Squares uint64 `json:"squares"` // Σ of its square
	Errors  wide   `json:"errors"`  // Σ (code·unit − c·(2^b − 1))², c as a whole number
	Bits    uint64 `json:"bits"`    // 1-bits
	Cells   uint64 `json:"cells"`   // cells that are not 0
	Over    uint64 `json:"over"`    // estimates above the element's own code
}

// wide is a whole number of 128 bits: high, low.
type wide [2]uint64

func (w *wide) add(x wide) {
	var carry uint64
	w[1], carry = bits.Add64(w[1], x[1], 0)
	w[0], _ = bits.Add64(w[0], x[0], carry)
}

// square is x².
func square(x uint64) wide {
	hi, lo := bits.Mul64(x, x)
	return wide{hi, lo}
}

func (w wide) float() float64 { return float64(w[0])*0x1p64 + float64(w[1]) }

func (w wide) big() *big.Int {
	x := new(big.Int).SetUint64(w[0])
	return x.Lsh(x, 64).Add(x, new(big.Int).SetUint64(w[1]))
}

func newSums(points int) *sums {
	return &sums{
		Exact:   make([]exactSum, len(elements())),
		Tallies: make([][quantisations]tally, points),
		Batches: make([][quantisations][len(pointValues{})]moments, points),
	}
}

// fits is the error of sums from a file that are not those of the bench.
func (s *sums) fits(b *bench) error {
	switch points := len(b.points); {
	case len(s.Tallies) != points || len(s.Batches) != points || len(s.Exact) != len(elements()):
		return fmt.Errorf("sums of %d points: want %d", len(s.Tallies), points)
	case s.Iterations < 0 || s.Iterations > b.iterations || s.Iterations%b.chunk != 0 && s.Iterations != b.iterations:
		return fmt.Errorf("sums of %d iterations: want at most %d, in chunks of %d", s.Iterations, b.iterations, b.chunk)
	case s.Capacity != nil && len(s.Capacity) != capacityIndex(largestB+1, 0, false, 0):
		return fmt.Errorf("%d capacities: want %d", len(s.Capacity), capacityIndex(largestB+1, 0, false, 0))
	}
	for _, c := range s.Capacity {
		if c.Reached > uint64(b.repetitions()) {
			return fmt.Errorf("a capacity of %d repetitions: want at most %d", c.Reached, b.repetitions())
		}
	}
	return nil
}

// merge adds the sums of other iterations, in any order.
func (s *sums) merge(x *sums) {
	s.Iterations += x.Iterations
	for i := range s.Exact {
		s.Exact[i].Sum.add(x.Exact[i].Sum)
		s.Exact[i].Squares.add(x.Exact[i].Squares)
	}
	for b := range s.Worst {
		for q := range s.Worst[b] {
			s.Worst[b][q] = max(s.Worst[b][q], x.Worst[b][q])
		}
	}
	for i := range s.Tallies {
		for q := range s.Tallies[i] {
			t, u := &s.Tallies[i][q], &x.Tallies[i][q]
			t.Codes += u.Codes
			t.Squares += u.Squares
			t.Errors.add(u.Errors)
			t.Bits += u.Bits
			t.Cells += u.Cells
			t.Over += u.Over
		}
	}
}

// add adds the next chunk. Whole chunks are the batches whose spread gives the
// standard errors.
func (s *sums) add(x *sums, points []point, chunk int) {
	s.merge(x)
	if x.Iterations != chunk {
		return
	}
	for i, p := range points {
		for q := range x.Tallies[i] {
			for m, v := range x.Tallies[i][q].values(p, chunk) {
				s.Batches[i][q][m].add(v)
			}
		}
	}
}

// pointValues are the numbers of a point in the order of pointMetrics.
type pointValues [6]float64

// values turns sums over iterations into the numbers of their point.
func (t *tally) values(p point, iterations int) pointValues {
	top := float64(linear.TopCode(p.b))
	estimates := float64(iterations) * float64(p.n)
	cells := float64(iterations) * float64(p.cells())
	mean, sd := meanSD(new(big.Int).SetUint64(t.Codes), new(big.Int).SetUint64(t.Squares), int64(iterations)*int64(p.n))
	return pointValues{
		mean / top,
		sd / top,
		t.Errors.float() / estimates / (top * top) / (float64(unit) * float64(unit)),
		float64(t.Bits) / (cells * float64(p.b)),
		float64(t.Cells) / cells,
		float64(t.Over) / estimates,
	}
}

// meanSD of n whole numbers, divided by n as in the paper. The difference that
// makes the variance is taken exactly.
func meanSD(sum, squares *big.Int, n int64) (mean, sd float64) {
	count := big.NewInt(n)
	m, _ := new(big.Rat).SetFrac(sum, count).Float64()
	v := new(big.Int).Mul(squares, count)
	v.Sub(v, new(big.Int).Mul(sum, sum))
	variance, _ := new(big.Rat).SetFrac(v, new(big.Int).Mul(count, count)).Float64()
	return m, math.Sqrt(variance)
}

// exact is the mean or standard deviation of c over the elements of all
// iterations, which are independent.
func (s *sums) exact(metric runfolder.Metric, at, n int) estimated {
	count := int64(s.Iterations) * int64(n)
	mean, sd := meanSD(s.Exact[at].Sum.big(), s.Exact[at].Squares.big(), count)
	mean, sd = mean/unit, sd/unit
	if metric == SD {
		// Var s² = (μ4 − σ⁴)/n, which for a uniform distribution makes the
		// error of s σ·√(0.2/n).
		return estimated{sd, sd * math.Sqrt(0.2/float64(count))}
	}
	return estimated{mean, stat.StdErr(sd, float64(count))}
}

// moments follow the mean and spread of batches (Welford 1962). They are
// floating-point, but always taken in the order of the batches.
type moments struct {
	N    int     `json:"n"`
	Mean float64 `json:"mean"`
	M2   float64 `json:"m2"` // Σ (x − mean)²
}

func (m *moments) add(x float64) {
	m.N++
	d := x - m.Mean
	m.Mean += d / float64(m.N)
	m.M2 += d * (x - m.Mean)
}

func (m *moments) estimate() estimated {
	if m.N < 2 {
		return estimated{m.Mean, math.NaN()}
	}
	return estimated{m.Mean, math.Sqrt(m.M2 / float64(m.N-1) / float64(m.N))}
}
