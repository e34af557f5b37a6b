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
	_ "embed"
	"encoding/json"
	"fmt"
	"runtime"
	"strconv"
	"time"

	"hyphbench/internal/axis"
	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/trial"
	"hyphbench/internal/filter/linear"
	"hyphbench/internal/flagvalue"
	"hyphbench/internal/metric"
	"hyphbench/internal/runfolder"
)

//go:embed help.txt
var help string

// The axes. Quantisation is floor, round, ceiling, and none for c itself; Occupancy is what
// was to be reached, of Figure 4.
const (
	N            axis.CountAxis = "n"
	B            axis.CountAxis = "b"
	K            axis.CountAxis = "k"
	Quantisation axis.NameAxis  = "quantisation"
	Occupancy    axis.ShareAxis = "occupancy"
)

// columnSE is the standard error of value; empty where there are too few iterations for one.
const columnSE = "se"

// Metrics of the experiment, a row for each point (n, b, k, quantisation). Figures show their
// curves; none is a line. All but the elements are numbers without a unit.
var (
	metrics metric.List

	Mean          = metrics.Count("mean", "", "mean of the estimates", "média das estimativas")                              // ĉ, equation 5
	SD            = metrics.Count("sd", "", "standard deviation of the estimates", "desvio padrão das estimativas")          // equation 6
	MSE           = metrics.Count("mse", "", "mean squared error of the estimates", "erro quadrático médio das estimativas") // (ĉ − c)², equation 7
	BitOccupancy  = metrics.Count("bit_occupancy", "", "share of bits that are 1", "fração de bits a 1")                     // among m·b, as the paper defines it
	CellOccupancy = metrics.Count("cell_occupancy", "", "share of cells that are not 0", "fração de células diferentes de 0")
	Overestimated = metrics.Count("overestimated", "", "share of estimates with a larger code than the element's own",
		"fração de estimativas com código maior que o do próprio elemento")

	// QuantisationError is |quantised c − c| of all confidences, without a filter; one row for each b.
	QuantisationError = metrics.Count("quantisation_error", "", "largest error of quantisation alone", "maior erro da quantização apenas")

	// Of --codes: the mean squared error of quantisation alone, and what a uniform c gives.
	QuantisationMSE    = metrics.Count("quantisation_mse", "", "mean squared error of quantisation alone", "erro quadrático médio da quantização apenas")
	QuantisationTheory = metrics.Count("quantisation_mse_theory", "", "mean squared error of quantisation alone, theory", "erro quadrático médio da quantização apenas, teoria")

	// UnlikeBloom has one row for each shape.
	UnlikeBloom = metrics.Count("unlike_bloom", "", "cells and answers that differ from a Bloom filter's, all c being 1",
		"células e respostas que diferem das de um Bloom filter, com todo c igual a 1")

	// Elements added when an occupancy is first reached, of Figure 4.
	BitCapacity  = metrics.Count("elements_at_bit_occupancy", "", "elements at which an occupancy by bits is reached", "elementos com que se atinge uma ocupação por bits")
	CellCapacity = metrics.Count("elements_at_cell_occupancy", "", "elements at which an occupancy by cells is reached", "elementos com que se atinge uma ocupação por células")
)

// batch is the number of iterations between two states on disk, and in one of
// the batches whose spread gives the standard errors.
const batch = 1000

// maxIterations keeps every sum within its integer.
const maxIterations = 10_000_000

// New returns the evaluation of the linear Bloom filter as an estimator (Lima, Baquero,
// Miranda 2015, section 4, Table 1), with the paper's parameters: random confidences are
// given to elements of a filter of 4,096 bits and asked back. Nothing is timed.
//
// An iteration adds 70 elements, with confidences of their own, to filters of
// every b and k, and evaluates them at 30, 40, 50, 60 and 70 elements. All
// points share elements and hash values, which makes differences between points
// more exact than the points themselves. The paper says only that identifiers
// are sequential; here they continue from iteration to iteration (iteration i,
// from 0, has 70i … 70i+69). With the same ones every time, and fixed hash
// functions, all iterations would share one pattern of overlaps.
func New() experiment.Experiment {
	iterations := &flagvalue.AtLeast{Value: 100_000, Least: 1, Why: "a mean needs at least 1 iteration", Most: maxIterations}
	codes := new(trial.Switch)
	const sums = "adds its iterations up in one simulation, which --iterations decides on: "
	return trial.New(trial.Spec{
		Name: "fbl", Title: "the linear Bloom filter as an estimator of confidences (INForum 2015)", Help: help,
		Axes: []trial.Axis{
			{Of: N, Values: texts(elements()), About: "elements in the filter; empty where it does not apply, like the next four"},
			{Of: B, Values: texts(widths()), About: "bits in a cell"},
			{Of: K, Values: texts(hashes()), About: "hash functions"},
			{Of: Quantisation, Values: func() []string { return names(bool(*codes)) }, About: "how a confidence becomes a code"},
			{Of: Occupancy, Values: occupancyTexts, About: "share that was to be reached"},
		},
		Flags: []trial.Flag{
			{Name: "iterations", Value: iterations, Usage: "simulated filters of each kind"},
			{Name: "codes", Value: codes, Usage: "also measure codes of the logarithm and of the square root of a confidence, at k = 7"},
		},
		Seed:    "seed of the hash functions and the confidences",
		Methods: []trial.Method{{Name: structure}},
		Metrics: metrics,
		Words: map[string]string{
			"quantisation": "quantização", "occupancy": "ocupação",
			"floor": "truncado", "round": "arredondado", "ceiling": "para cima", "none": "nenhuma", logarithmic: "logarítmico", root: "raiz",
		},
		Claims: claims(), Figures: figures,
		Columns: []runfolder.Field{{Name: columnSE, Type: "number", Description: "standard error of value; empty where there is none"}},
		Refuses: map[string]string{
			"time":   sums + "it has no rounds to end after",
			"metric": sums + "its metrics are those of all of it",
		},
		Own: func(_ context.Context, r *trial.Run) (experiment.Bench, error) {
			b := newBench(r.Seed, iterations.Value)
			if b.run = r; *codes {
				b.codes, r.Parameters["codes"] = true, logarithmic+","+root
			}
			r.Parameters["bits"], r.Parameters["iterations"] = strconv.Itoa(totalBits), strconv.Itoa(b.iterations)
			r.Parameters["capacity_repetitions"] = strconv.Itoa(b.repetitions())
			return b, b.check() // of the simulation, against the structure itself
		},
	})
}

// names are those of the quantisations of a run.
func names(codes bool) []string {
	list := append(quantisationNames(), unquantised)
	if codes {
		list = append(list, logarithmic, root)
	}
	return list
}

func texts(list []int) func() []string {
	return func() []string { return axis.Counts("", list).Values }
}

// bench is the prepared experiment.
type bench struct {
	run        *trial.Run
	seed       uint64
	iterations int
	chunk      int // batch, but in tests
	workers    int
	points     []point
	state      experiment.State
	sums       *sums
	codes      bool  // --codes
	study      study // nil until a row of it is due
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
	b.run.Describe(m)
	m.Design, m.Reps = runfolder.Simulation, 1
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
	if name := s.Cell.Point.Value(3); name == logarithmic || name == root || s.Cell.Metric == QuantisationMSE || s.Cell.Metric == QuantisationTheory {
		return b.codeRow(ctx, s.Cell)
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

// Predict implements experiment.Predictor. It simulates one batch, and the capacities,
// of which there is one part only; what is left is rows, which take no time.
func (b *bench) Predict(ctx context.Context) (time.Duration, error) {
	start := time.Now()
	n := min(b.iterations, b.chunk)
	if _, err := b.simulate(ctx, 0, n); err != nil {
		return 0, err
	}
	batches := time.Since(start).Seconds() * float64(b.iterations) / float64(n)
	start = time.Now()
	if _, err := b.capacities(ctx); err != nil {
		return 0, err
	}
	return experiment.Seconds(batches + time.Since(start).Seconds()), nil
}

// repetitions of Figure 4: the paper's 1,000, or the iterations if fewer.
func (b *bench) repetitions() int { return min(1000, b.iterations) }

// quantisations share one simulation.
const quantisations = int(linear.Ceiling) + 1
