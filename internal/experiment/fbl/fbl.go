// Package fbl evaluates the linear Bloom filter as an estimator of confidences:
// Figures 4 to 6 of Lima, Baquero, Miranda 2015.
//
// Guarantee: the simulation gives the sums that the structure itself gives,
// which is checked before each run; the same seed gives the same numbers on
// any number of processors and after any interruption.
// Cost: about ten seconds for the paper's 100,000 iterations.
// Source: FBL – Filtro de Bloom Linear, INForum 2015, section 4.
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
	"hyphbench/internal/flagvalue"
	"hyphbench/internal/runfolder"
)

// batch is the number of iterations between two states on disk, and in one of
// the batches whose spread gives the standard errors.
const batch = 1000

// maxIterations keeps every sum within its integer.
const maxIterations = 10_000_000

// Experiment is the evaluation of the linear Bloom filter as an estimator (Lima,
// Baquero, Miranda 2015, section 4, Table 1): random confidences are given to
// elements of a filter of 4,096 bits and asked back. Nothing is timed.
//
// An iteration adds 70 elements, with confidences of their own, to filters of
// every b and k, and evaluates them at 30, 40, 50, 60 and 70 elements. All
// points share elements and hash values, which makes differences between points
// more exact than the points themselves. The paper says only that identifiers
// are sequential; here they continue from iteration to iteration (iteration i,
// from 0, has 70i … 70i+69). With the same ones every time, and fixed hash
// functions, all iterations would share one pattern of overlaps.
type Experiment struct {
	iterations flagvalue.AtLeast
	seed       uint64
}

// New returns the experiment with the paper's parameters.
func New() *Experiment {
	return &Experiment{
		iterations: flagvalue.AtLeast{Value: 100_000, Least: 1, Why: "a mean needs at least 1 iteration"},
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

// Reading implements experiment.Experiment.
func (x *Experiment) Reading() experiment.Reading {
	return experiment.Reading{Metrics: metrics(), Columns: columns(), Claims: claims(), Figures: figures, Portuguese: portuguese()}
}

// Refuses implements experiment.Refusing.
func (x *Experiment) Refuses() map[string]string {
	const sums = "adds its iterations up in one simulation, which --iterations decides on: "
	list := experiment.RefusesAsUntimed()
	list["time"] = sums + "it has no rounds to end after"
	list["metric"] = sums + "its metrics are those of all of it"
	return list
}

// Prepare checks the simulation against the structure itself.
func (x *Experiment) Prepare(context.Context) (experiment.Bench, error) {
	if x.iterations.Value > maxIterations {
		return nil, fmt.Errorf("--iterations=%d is out of range: want at most %d, which keep the sums exact", x.iterations.Value, maxIterations)
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
	chunk      int // batch, but in tests
	workers    int
	points     []point
	state      experiment.State
	sums       *sums
}

func newBench(seed uint64, iterations int) *bench {
	points := points()
	return &bench{
		seed: seed, iterations: iterations, chunk: batch, workers: runtime.GOMAXPROCS(0),
		points: points, sums: newSums(len(points)),
	}
}

// Describe implements Bench.
func (b *bench) Describe(m *runfolder.Meta) {
	m.Design, m.Seed, m.Reps = runfolder.Simulation, b.seed, 1
	m.Filters = []string{structure}
	m.Axes = axes()
	m.Columns = runfolder.Columns(m.Axes, columnSE)
	m.Parameters = map[string]string{
		"bits":                 strconv.Itoa(totalBits),
		"iterations":           strconv.Itoa(b.iterations),
		"capacity_repetitions": strconv.Itoa(b.repetitions()),
	}
}

// stateFile holds the sums over the iterations completed.
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
		return fmt.Errorf("%s: %w: want the file as the run left it", stateFile, err)
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
		return s.To <= b.sums.Iterations
	case stepCapacity:
		return b.sums.Capacity != nil
	}
	return false
}

// Measure implements Bench.
func (b *bench) Measure(ctx context.Context, s experiment.Step) (*experiment.Measurement, error) {
	switch s.Cell.Metric {
	case stepIterations:
		if s.From != b.sums.Iterations {
			return nil, fmt.Errorf("a step from iteration %d: want one from %d, the next", s.From, b.sums.Iterations)
		}
		sums, err := b.simulate(ctx, s.From, s.To)
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

// repetitions of Figure 4: the paper's 1,000, or the iterations if fewer.
func (b *bench) repetitions() int { return min(1000, b.iterations) }

// quantisations share one simulation.
const quantisations = int(linear.Ceiling) + 1
