package experiment

import (
	"context"
	"encoding/json"
	"fmt"
	"runtime"
	"strconv"

	"github.com/spf13/pflag"

	"hyphbench/internal/filter"
	"hyphbench/internal/runfolder"
)

// FBLName is the name of the experiment.
const FBLName = "fbl"

// Metrics of the experiment beside MetricMean and those below, which are one
// row per point (n, b, k, quantisation). All but the elements are numbers
// without a unit.
const (
	MetricMean          = "mean"           // mean of the estimates ĉ (equation 5)
	MetricSD            = "sd"             // their standard deviation (equation 6)
	MetricMSE           = "mse"            // mean of (ĉ − c)² (equation 7)
	MetricBitOccupancy  = "bit_occupancy"  // share of 1-bits among m·b, as the paper defines it
	MetricCellOccupancy = "cell_occupancy" // share of cells that are not 0
	MetricOver          = "overestimated"  // share of elements whose estimate has a larger code than their own c

	// MetricQuantisation is the largest |quantised c − c| of all confidences,
	// whatever the filter does with it; one row for each b.
	MetricQuantisation = "quantisation_error"

	// Elements added when an occupancy is first reached, of Figure 4.
	MetricBitCapacity  = "elements_at_bit_occupancy"
	MetricCellCapacity = "elements_at_cell_occupancy"
)

// Columns of the experiment's own, in their order.
const (
	ColumnN            = "n"
	ColumnB            = "b"
	ColumnK            = "k"
	ColumnQuantisation = "quantisation" // floor, round, ceiling; "none" for c itself
	ColumnOccupancy    = "occupancy"    // to be reached, of Figure 4
	ColumnSE           = "se"           // standard error of value; empty where there are too few iterations for one
)

// Unquantised is the quantisation of the rows about c itself.
const Unquantised = "none"

// fblDesign is the column design of all rows.
const fblDesign = "simulation"

// maxIterations keeps every sum within its integer.
const maxIterations = 10_000_000

// FBL is the evaluation of the linear Bloom filter as an estimator (Lima,
// Baquero, Miranda 2015, section 4, Table 1): random confidences are given to
// elements of a filter of 4,096 bits and asked back. Nothing is timed.
//
// An iteration adds 70 elements, with confidences of their own, to filters of
// every b and k, and looks at them when 30, 40, 50, 60 and 70 are in. So all
// points share their elements and hash values, which makes differences between
// points more exact than the points themselves. The paper says of the
// identifiers only that they are sequential; here they run on through the
// iterations (iteration i, from 0, has 70i … 70i+69). With the same ones every
// time, and fixed hash functions, all iterations would share one pattern of
// overlaps.
type FBL struct {
	iterations atLeast
	seed       uint64
}

// NewFBL returns the experiment with the paper's parameters.
func NewFBL() *FBL {
	return &FBL{
		iterations: atLeast{value: 100_000, least: 1, why: "there must be something to average over"},
		seed:       1,
	}
}

func (x *FBL) Name() string { return FBLName }
func (x *FBL) Title() string {
	return "the linear Bloom filter as an estimator of confidences (INForum 2015)"
}

func (x *FBL) Flags(fs *pflag.FlagSet) {
	fs.Var(&x.iterations, "iterations", "simulated filters of every kind")
	fs.Uint64Var(&x.seed, "seed", x.seed, "decides the hash functions and the confidences")
}

// Prepare checks the simulation against the structure itself.
func (x *FBL) Prepare() (Bench, error) {
	if x.iterations.value > maxIterations {
		return nil, fmt.Errorf("--iterations=%d: at most %d keep the sums exact", x.iterations.value, maxIterations)
	}
	b := newFBLBench(x.seed, x.iterations.value)
	if err := b.check(); err != nil {
		return nil, err
	}
	return b, nil
}

// fblBench is the prepared experiment.
type fblBench struct {
	seed       uint64
	iterations int
	chunk      int // iterations between two states on disk; also the size of a batch
	workers    int
	points     []point
	state      State
	sums       *fblSums
}

func newFBLBench(seed uint64, iterations int) *fblBench {
	points := points()
	return &fblBench{
		seed: seed, iterations: iterations, chunk: 1000, workers: runtime.GOMAXPROCS(0),
		points: points, sums: newFBLSums(len(points)),
	}
}

// Describe implements Bench.
func (b *fblBench) Describe(m *runfolder.Meta) {
	m.Design, m.Seed, m.Reps = fblDesign, b.seed, 1
	m.Filters = []string{"linear"}
	m.Columns = runfolder.Columns(ColumnN, ColumnB, ColumnK, ColumnQuantisation, ColumnOccupancy, ColumnSE)
	m.Points = []string{ColumnN, ColumnB, ColumnK, ColumnQuantisation, ColumnOccupancy}
	m.Parameters = map[string]string{
		"bits":                 strconv.Itoa(totalBits),
		"iterations":           strconv.Itoa(b.iterations),
		"capacity_repetitions": strconv.Itoa(b.repetitions()),
	}
}

// stateFile holds the sums over the iterations that are done.
const stateFile = "sums.json"

// Attach implements Stateful.
func (b *fblBench) Attach(state State) error {
	b.state = state
	text, err := state.State(stateFile)
	if err != nil || text == nil {
		return err
	}
	sums := newFBLSums(0)
	if err := json.Unmarshal(text, sums); err != nil {
		return fmt.Errorf("%s: %w: it should be as the run left it", stateFile, err)
	}
	if err := sums.fits(b); err != nil {
		return fmt.Errorf("%s: %w", stateFile, err)
	}
	b.sums = sums
	return nil
}

// Done implements Stateful.
func (b *fblBench) Done(s Step) bool {
	switch s.Cell.Metric {
	case stepIterations:
		_, end := chunkOf(s)
		return end <= b.sums.Iterations
	case stepCapacity:
		return b.sums.Capacity != nil
	}
	return false
}

// Measure implements Bench.
func (b *fblBench) Measure(ctx context.Context, s Step) (*Measurement, error) {
	switch s.Cell.Metric {
	case stepIterations:
		start, end := chunkOf(s)
		if start != b.sums.Iterations {
			return nil, fmt.Errorf("%d iterations are summed up; %d cannot be next", b.sums.Iterations, start)
		}
		sums, err := b.simulate(ctx, start, end)
		if err != nil {
			return nil, err
		}
		b.sums.add(sums, b.points, b.chunk)
		return nil, b.save()
	case stepCapacity:
		capacity, err := b.capacities(ctx)
		if err != nil {
			return nil, err
		}
		b.sums.Capacity = capacity
		return nil, b.save()
	}
	return b.row(s)
}

func (b *fblBench) save() error {
	text, err := json.Marshal(b.sums)
	if err != nil {
		return err
	}
	return b.state.SetState(stateFile, append(text, '\n'))
}

// repetitions of Figure 4: the paper's 1,000, fewer only where fewer
// iterations are asked for.
func (b *fblBench) repetitions() int { return min(1000, b.iterations) }

// quantisations are looked at together: one simulation serves all.
const quantisations = int(filter.Ceiling) + 1
