package fbl

import (
	"context"
	"encoding/json"
	"fmt"
	"runtime"
	"strconv"

	"github.com/spf13/pflag"

	"hyphbench/internal/experiment"
	"hyphbench/internal/filter/linear"
	"hyphbench/internal/runfolder"
)

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

// maxIterations keeps every sum within its integer.
const maxIterations = 10_000_000

// Experiment is the evaluation of the linear Bloom filter as an estimator (Lima,
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
type Experiment struct {
	iterations experiment.AtLeast
	seed       uint64
}

// New returns the experiment with the paper's parameters.
func New() *Experiment {
	return &Experiment{
		iterations: experiment.AtLeast{Value: 100_000, Least: 1, Why: "there must be something to average over"},
		seed:       1,
	}
}

func (x *Experiment) Name() string { return "fbl" }
func (x *Experiment) Title() string {
	return "the linear Bloom filter as an estimator of confidences (INForum 2015)"
}

func (x *Experiment) Flags(fs *pflag.FlagSet) {
	fs.Var(&x.iterations, "iterations", "simulated filters of every kind")
	fs.Uint64Var(&x.seed, "seed", x.seed, "decides the hash functions and the confidences")
}

// Prepare checks the simulation against the structure itself.
func (x *Experiment) Prepare() (experiment.Bench, error) {
	if x.iterations.Value > maxIterations {
		return nil, fmt.Errorf("--iterations=%d: at most %d keep the sums exact", x.iterations.Value, maxIterations)
	}
	b := newBench(x.seed, x.iterations.Value)
	if err := b.check(); err != nil {
		return nil, err
	}
	return b, nil
}

// bench is the prepared experiment.
type bench struct {
	seed       uint64
	iterations int
	chunk      int // iterations between two states on disk; also the size of a batch
	workers    int
	points     []point
	state      experiment.State
	sums       *sums
}

func newBench(seed uint64, iterations int) *bench {
	points := points()
	return &bench{
		seed: seed, iterations: iterations, chunk: 1000, workers: runtime.GOMAXPROCS(0),
		points: points, sums: newSums(len(points)),
	}
}

// Describe implements Bench.
func (b *bench) Describe(m *runfolder.Meta) {
	m.Design, m.Seed, m.Reps = runfolder.Simulation, b.seed, 1
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
func (b *bench) Attach(state experiment.State) error {
	b.state = state
	text, err := state.State(stateFile)
	if err != nil || text == nil {
		return err
	}
	sums := newSums(0)
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
func (b *bench) Done(s experiment.Step) bool {
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
func (b *bench) Measure(ctx context.Context, s experiment.Step) (*experiment.Measurement, error) {
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

func (b *bench) save() error {
	text, err := json.Marshal(b.sums)
	if err != nil {
		return err
	}
	return b.state.SetState(stateFile, append(text, '\n'))
}

// repetitions of Figure 4: the paper's 1,000, fewer only where fewer
// iterations are asked for.
func (b *bench) repetitions() int { return min(1000, b.iterations) }

// quantisations are looked at together: one simulation serves all.
const quantisations = int(linear.Ceiling) + 1
