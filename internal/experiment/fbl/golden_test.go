package fbl

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"strconv"
	"testing"

	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/filter"
	"hyphbench/internal/racetest"
	"hyphbench/internal/runfolder"
)

// Every value of a small run, with its standard error, is what a slow computation finds: filters
// are lists of codes, one for each iteration, shape and quantisation, and their estimates are kept
// one by one.
func TestGoldenRows(t *testing.T) {
	racetest.OneGoroutine(t) // the slow computation; TestFBLWorkers and TestCodes have the workers
	b := newBench(5, 5)
	b.chunk = 2 // two batches, and an iteration in none
	experimenttest.OK(t, b.Attach(memory{}))
	g := newGolden(5, 5)
	of := func(c runfolder.Cell) (experimenttest.Span, bool) {
		e, known := g.number(c)
		return experimenttest.Exactly(e.value), known
	}
	with := newBench(5, 5)
	with.chunk, with.codes = 2, true
	experimenttest.OK(t, with.Attach(memory{}))
	codes := experimenttest.Omit(with, func(c runfolder.Cell) bool {
		return !ofCodes(c) || c.Metric == stepIterations || c.Metric == stepCapacity
	})
	experimenttest.Golden(t, New(), nil, 3253+1088, experimenttest.Worked{Bench: b, Of: of},
		experimenttest.Worked{Bench: codes, Of: newScaledGolden(5, 5).of})
	for _, s := range b.rows() {
		want, _ := g.number(s.Cell)
		m := experimenttest.Must(b.Measure(t.Context(), s))(t)
		if m == nil {
			if !s.Optional {
				t.Errorf("%+v has no value, and is not optional", s.Cell)
			}
			continue
		}
		se, err := strconv.ParseFloat(m.Extra[0], 64)
		if math.IsNaN(want.se) != (err != nil) || err == nil && math.Abs(se-want.se) > 0.001*want.se {
			t.Errorf("%+v: a standard error of %q, want %v", s.Cell, m.Extra[0], want.se)
		}
	}
}

// golden is what a run of a seed gives, by filter.
type golden struct {
	iterations int
	filters    map[shaped][]filled // by iteration
	c          [][]float64         // confidences, by iteration
	reached    map[full][]float64  // elements, of the repetitions that reach it
}

// shaped is a filter of n elements.
type shaped struct {
	b, k, n      int
	quantisation string
}

// filled is what it holds and says.
type filled struct {
	ones, cells int       // bits that are 1, cells that are not 0
	estimates   []float64 // of its elements
	c           []float64 // their own confidences
	over        int       // estimates above the quantised confidence
}

// codes are the cells of a filter.
type codes struct {
	cells       []int
	ones, above int // bits that are 1, cells above 0
}

func newCodes(b int) *codes { return &codes{cells: make([]int, 4096/b)} }

// of are the cells of an element's first k probes.
func (f *codes) of(hash *filter.Hasher, element, k int) (list []int) {
	for _, probe := range filter.Probes(nil, hash.Sum64(strconv.Itoa(element)), k) {
		list = append(list, f.place(probe))
	}
	return list
}

// place is the cell of a probe.
func (f *codes) place(probe uint64) int {
	i, _ := bits.Mul64(probe, uint64(len(f.cells)))
	return int(i)
}

func (f *codes) raise(cell, code int) {
	old := f.cells[cell]
	now := max(old, code)
	f.cells[cell] = now
	f.ones += bits.OnesCount(uint(now)) - bits.OnesCount(uint(old))
	f.above += min(now, 1) - min(old, 1)
}

// quantised is the code of b bits of a confidence.
func quantised(c float64, b int, quantisation string) int {
	c *= math.Pow(2, float64(b)) - 1
	switch quantisation {
	case "floor":
		return int(math.Floor(c))
	case "ceiling":
		return int(math.Ceil(c))
	}
	return int(math.Round(c))
}

func threeQuantisations() []string { return []string{"floor", "round", "ceiling"} }

// newGolden fills all filters. Iteration i has the elements 70i to 70i + 69.
func newGolden(seed uint64, iterations int) *golden {
	g := &golden{iterations: iterations, filters: map[shaped][]filled{}, reached: map[full][]float64{}}
	for repetition := range iterations {
		g.fill(seed, repetition)
	}
	hash := filter.NewHasher(filter.Config{Seed: seed})
	for i := range iterations {
		random := rand.New(rand.NewPCG(filter.Mix(seed), filter.Mix(uint64(i))))
		c := make([]float64, 70)
		for j := range c {
			c[j] = float64(random.Uint32()) / (1<<32 - 1)
		}
		g.c = append(g.c, c)
		for b := 1; b <= 16; b++ {
			for k := 2; k <= 16; k++ {
				if k != 7 && b != 8 {
					continue
				}
				for _, quantisation := range threeQuantisations() {
					f := newCodes(b)
					var cells [][]int
					for j := range c {
						cells = append(cells, f.of(&hash, 70*i+j, k))
						code := quantised(c[j], b, quantisation)
						for _, cell := range cells[j] {
							f.raise(cell, code)
						}
						if n := j + 1; n >= 30 && n%10 == 0 {
							at := shaped{b, k, n, quantisation}
							g.filters[at] = append(g.filters[at], f.ask(at, cells, c[:n]))
						}
					}
				}
			}
		}
	}
	return g
}

// ask asks a filter for its elements.
func (f *codes) ask(at shaped, cells [][]int, c []float64) filled {
	x := filled{ones: f.ones, cells: f.above, c: c}
	for j, of := range cells {
		least := math.MaxInt
		for _, cell := range of {
			least = min(least, f.cells[cell])
		}
		x.estimates = append(x.estimates, float64(least)/(math.Pow(2, float64(at.b))-1))
		if least > quantised(c[j], at.b, at.quantisation) {
			x.over++
		}
	}
	return x
}

// moment are mean and standard deviation.
func moment(list []float64) (mean, sd float64) {
	n := float64(len(list))
	for _, x := range list {
		mean += x
	}
	mean /= n
	for _, x := range list {
		sd += (x - mean) * (x - mean)
	}
	return mean, math.Sqrt(sd / n)
}

// standardError is that of a mean.
func standardError(list []float64) float64 {
	_, sd := moment(list)
	return sd / math.Sqrt(float64(len(list)-1))
}

// number is the value of a cell with its standard error; NaN where there is none.
func (g *golden) number(c runfolder.Cell) (e estimated, known bool) {
	number := func(axis int) int { n, _ := strconv.Atoi(c.Point.Value(axis)); return n }
	at := shaped{number(1), number(2), number(0), c.Point.Value(3)}
	switch c.Metric {
	case stepIterations, stepCapacity: // which have no row
		return estimated{math.NaN(), math.NaN()}, true
	case UnlikeBloom: // whose cells are all 0 or full is a Bloom filter
		return estimated{}, true
	case QuantisationError:
		return estimated{g.worst(at.b, at.quantisation), 0}, true
	case BitCapacity, CellCapacity:
		share, _ := strconv.ParseFloat(c.Point.Value(4), 64)
		return g.capacity(full{at.b, at.quantisation, c.Metric == CellCapacity, int(math.Round(100 * share))}), true
	}
	if at.quantisation == "none" {
		return g.exact(c.Metric, at.n)
	}
	all, known := numbersOf(at, g.filters[at])[c.Metric]
	var batches []float64
	for first := 0; first+2 <= g.iterations; first += 2 {
		batches = append(batches, numbersOf(at, g.filters[at][first:first+2])[c.Metric])
	}
	return estimated{all, standardError(batches)}, known
}

// numbersOf are those of filters of one shape together.
func numbersOf(at shaped, filters []filled) map[runfolder.Metric]float64 {
	var estimates, squares []float64
	ones, cells, over := 0, 0, 0
	for _, f := range filters {
		ones, cells, over = ones+f.ones, cells+f.cells, over+f.over
		estimates = append(estimates, f.estimates...)
		for j, estimate := range f.estimates {
			squares = append(squares, (estimate-f.c[j])*(estimate-f.c[j]))
		}
	}
	mean, sd := moment(estimates)
	mse, _ := moment(squares)
	m := float64(4096 / at.b * len(filters))
	return map[runfolder.Metric]float64{
		Mean: mean, SD: sd, MSE: mse, BitOccupancy: float64(ones) / (m * float64(at.b)), CellOccupancy: float64(cells) / m,
		Overestimated: float64(over) / float64(len(estimates)),
	}
}

// worst is the largest error of quantisation alone.
func (g *golden) worst(b int, quantisation string) (worst float64) {
	for _, list := range g.c {
		for _, c := range list {
			worst = max(worst, math.Abs(float64(quantised(c, b, quantisation))/(math.Pow(2, float64(b))-1)-c))
		}
	}
	return worst
}

// exact is of the confidences themselves, of the first n elements of each iteration. The variance
// of a uniform distribution's has the error σ²·√(0.8/count), twice that of σ in parts of it.
func (g *golden) exact(m runfolder.Metric, n int) (estimated, bool) {
	var all []float64
	for _, list := range g.c {
		all = append(all, list[:n]...)
	}
	mean, sd := moment(all)
	count := float64(len(all))
	switch m {
	case Mean:
		return estimated{mean, sd / math.Sqrt(count)}, true
	case SD:
		return estimated{sd, sd / 2 * math.Sqrt(0.8/count)}, true
	}
	return estimated{}, false
}

// full is a share of a filter's bits, or cells, that is to be reached.
type full struct {
	b            int
	quantisation string
	cells        bool
	percent      int
}

// fill adds elements to filters of 7 hash functions until there are 4,096, and notes with which one
// each share is first reached. Repetition r has those from 4,096r on, hash functions of its own.
func (g *golden) fill(seed uint64, repetition int) {
	seed = filter.Mix(seed + 1)
	hash, random := filter.NewHasher(filter.Config{Seed: seed}), rand.New(rand.NewPCG(seed, filter.Mix(uint64(repetition))))
	var c []float64
	var probes [][]uint64
	for j := range 4096 {
		c = append(c, float64(random.Uint32())/(1<<32-1))
		probes = append(probes, filter.Probes(nil, hash.Sum64(strconv.Itoa(4096*repetition+j)), 7))
	}
	for b := 1; b <= 16; b++ {
		for _, quantisation := range threeQuantisations() {
			f := newCodes(b)
			var reached [2][71]bool // bits or cells, per cent
			for j := range c {
				code := quantised(c[j], b, quantisation)
				for _, probe := range probes[j] {
					f.raise(f.place(probe), code)
				}
				for percent := 30; percent <= 70; percent += 10 {
					for i, share := range [2]float64{float64(f.ones) / float64(b*len(f.cells)), float64(f.above) / float64(len(f.cells))} {
						if share >= float64(percent)/100 && !reached[i][percent] {
							reached[i][percent] = true
							at := full{b, quantisation, i == 1, percent}
							g.reached[at] = append(g.reached[at], float64(j+1))
						}
					}
				}
			}
		}
	}
}

// capacity is with how many elements a share is first reached, on the mean of the repetitions; NaN
// where one of them does not reach it.
func (g *golden) capacity(at full) estimated {
	list := g.reached[at]
	if len(list) < g.iterations {
		return estimated{math.NaN(), math.NaN()}
	}
	mean, _ := moment(list)
	return estimated{mean, standardError(list)}
}
