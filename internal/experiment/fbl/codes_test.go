package fbl

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"strconv"
	"testing"

	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/filter"
	"hyphbench/internal/filter/linear"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/runfolder"
)

// scaledGolden are filters of the structure itself, which has linear codes: each confidence is put
// in as that whose linear code is the code that it has under a scale.
type scaledGolden struct {
	c       [][]float64 // by iteration
	filters map[studied][]filled
}

func stands(name string, code, b int) float64 {
	top := math.Exp2(float64(b)) - 1
	switch share := float64(code) / top; {
	case name == "root":
		return share * share
	case name == "logarithmic" && code > 0 && b > 1:
		return math.Exp(math.Log(top)*float64(code-1)/(top-1)) / top
	default:
		return share
	}
}

func codeOf(name string, c float64, b int) int {
	low, high := 0, 1<<b // the code is low or more, and below high
	for high-low > 1 {
		if middle := (low + high) / 2; stands(name, middle, b) <= c {
			low = middle
		} else {
			high = middle
		}
	}
	return low
}

func newScaledGolden(seed uint64, iterations int) *scaledGolden {
	g := &scaledGolden{filters: map[studied][]filled{}}
	for i := range iterations {
		random := rand.New(rand.NewPCG(filter.Mix(seed), filter.Mix(uint64(i))))
		c := make([]float64, 70)
		for j := range c {
			c[j] = float64(random.Uint32()) / (1<<32 - 1)
		}
		g.c = append(g.c, c)
		for b := 1; b <= 16; b++ {
			for q, name := range []string{"floor", "logarithmic", "root"} {
				cells := uint64(4096 / b)
				l, _ := linear.New(linear.Config{Cells: cells, CellBits: b, Hashes: 7, Quantisation: linear.Round, Seed: seed})
				for j := range c {
					own := float64(codeOf(name, c[j], b)) / (math.Exp2(float64(b)) - 1)
					if err := l.Add(strconv.Itoa(70*i+j), own); err != nil {
						panic(err)
					}
					n := j + 1
					if n < 30 || n%10 != 0 {
						continue
					}
					f := filled{c: c[:n]}
					for cell := range cells {
						f.ones += bits.OnesCount16(l.Code(cell))
						f.cells += int(min(1, l.Code(cell)))
					}
					for j := range n {
						code := int(l.Estimate(strconv.Itoa(70*i + j)))
						f.estimates = append(f.estimates, stands(name, code, b))
						if code > codeOf(name, c[j], b) {
							f.over++
						}
					}
					at := studied{b, n, q}
					g.filters[at] = append(g.filters[at], f)
				}
			}
		}
	}
	return g
}

func (g *scaledGolden) of(c runfolder.Cell) (experimenttest.Span, bool) {
	n, _ := strconv.Atoi(c.Point.Value(0))
	b, _ := strconv.Atoi(c.Point.Value(1))
	name := c.Point.Value(3)
	q := map[string]int{"floor": 0, "logarithmic": 1, "root": 2}[name]
	const rounding = 1e-6 // of the values of codes, which are whole numbers
	if n > 0 {
		v, known := numbersOf(shaped{b, 7, n, name}, g.filters[studied{b, n, q}])[c.Metric]
		return experimenttest.About(v, rounding), known
	}
	if c.Metric == QuantisationTheory { // the mean over many confidences
		points := max(16<<b, 1<<17) // in a step of linear codes
		sum, code := 0.0, 0
		for i := range points {
			x := (float64(i) + 0.5) / float64(points)
			for code+1 < 1<<b && stands(name, code+1, b) <= x { // codeOf, of confidences that rise
				code++
			}
			off := x - stands(name, code, b)
			sum += off * off
		}
		return experimenttest.About(sum/float64(points), 0.01), true
	}
	worst, sum, count := 0.0, 0.0, 0.0
	for _, list := range g.c {
		for _, x := range list {
			off := x - stands(name, codeOf(name, x, b), b)
			worst, sum, count = max(worst, off), sum+off*off, count+1
		}
	}
	return experimenttest.About(map[runfolder.Metric]float64{QuantisationError: worst, QuantisationMSE: sum / count}[c.Metric], 1e-4), true
}

func ofCodes(c runfolder.Cell) bool {
	name := c.Point.Value(3)
	return name == "logarithmic" || name == "root" || c.Metric == QuantisationMSE || c.Metric == QuantisationTheory
}

// LC1 is judged by the errors of all codes.
func TestCodes(t *testing.T) {
	run := experimenttest.Run(t, New(), "--iterations=3", "--codes")
	for i := range run.Rows {
		if r := &run.Rows[i]; r.Metric == MSE {
			r.Value = map[string]float64{"logarithmic": 0.02, "root": 0.00991}[r.Point.Value(3)]
			if r.Point.Value(3) == "floor" {
				r.Value = 0.01
			}
		}
	}
	of := experimenttest.Of
	experimenttest.Verdicts(t, New(), run, []experimenttest.Case{
		{"LC1", of(structure, MSE).At(3, "root").At(1, "5").Times(1), claim.ByConstruction},
		{"LC1", of(structure, MSE).At(3, "root").At(1, "5").Times(0.998), claim.Contradicted},
		{"LC1", of(structure, MSE).At(3, "logarithmic").At(1, "1").Times(0.1), claim.ByConstruction},
		{"LC1", of(structure, MSE).At(3, "root").Gone(), claim.NotTested},
	})
}
