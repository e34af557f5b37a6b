// Package experiment is the contract of experiments, and runs them.
//
// Guarantee: a measurement is recorded only if it gave the expected answers;
// every recorded one survives the end of the process; nothing else of this
// program runs inside a timed section. The steps of
// round r depend on the seed and on r alone, never on the session, so that
// rounds can be measured in any number of sessions and on any machine.
// Cost: the inputs in memory (about 20 MB for half a million words), and a
// slow reference pass over them before the first measurement.
// Source: the protocol of the thesis (chapter 5) for the design "thesis".
//
// The path of the data:
//
//  1. Prepare reads the inputs of an Experiment, computes the answers expected
//     of every cell by a plain algorithm, and returns a Bench.
//  2. The Bench makes a Plan: blocks of steps, one for each cell and
//     repetition, in the order of execution that the design and the seed
//     decide.
//  3. Run skips the steps whose measurement is on disk, measures the others with
//     the Bench and appends each to the run's folder (package runfolder)
//     before the next. A simulation keeps sums in a state of its own there
//     (Stateful), in steps without a row, and makes rows of the sums.
//  4. Packages sample and report read the folder; the experiment's Reading
//     says how its rows read, what is claimed of them and what is drawn.
//
// An experiment is a folder below this one and a line in package all. Where a round
// carries out trials it is a table (package trial), which implements this contract;
// docs/adding-an-experiment.md shows one.
package experiment

import (
	"context"

	"github.com/spf13/pflag"

	"hyphbench/internal/metric"
	"hyphbench/internal/report/answer"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
)

// Experiment is a kind of measurement.
type Experiment interface {
	Name() string
	Title() string // one line for the help
	// Flags adds the flags of the experiment to those of hyphbench run. Their
	// values are checked when they are set.
	Flags(*pflag.FlagSet)
	// Prepare reads the inputs that the flags name. Errors name file and line;
	// ctx's error is returned soon after ctx is cancelled.
	Prepare(ctx context.Context) (Bench, error)
	// Reading says how the rows of the experiment are read.
	Reading() Reading
}

// Reading says how the rows of an experiment are read. The zero Reading serves
// a run of an unknown experiment.
type Reading struct {
	Metrics    []metric.Definition // in the order of display
	Columns    []runfolder.Field   // of its own, axes included, described for datapackage.json
	Structures map[string]string   // name → title within a sentence, of those that it brings itself
	Baselines  map[string]string   // name → title
	Claims     []claim.Claim       // in the order of display
	Figures    func(*runfolder.Meta) []figure.Figure
	Headlines  []answer.Headline // what a run answers first; none: how its times compare
	Leading    answer.Leading    // the claims that the experiment is about, at the end of the last screen of a run; none

	// PlainMeans lets figures of times show plain means of wall time, as the thesis does. Those of
	// other experiments show times as the answer of a run does.
	PlainMeans bool

	// Portuguese has what figures draw of its runs, by its English: titles of metrics
	// and of what it brings itself, axes, notes. A * in both stands for any text.
	Portuguese map[string]string
}

// ByRun is an Experiment of which some runs read otherwise than Reading says, by
// their parameters.
type ByRun interface {
	ReadingOf(*runfolder.Meta) Reading
}

// ReadingOf is an experiment's reading of a run.
func ReadingOf(e Experiment, m *runfolder.Meta) Reading {
	if by, ok := e.(ByRun); ok {
		return by.ReadingOf(m)
	}
	return e.Reading()
}

// Documented is an Experiment with a longer help than its Title.
type Documented interface {
	Long() string    // what is measured, in lines of at most 80 columns
	Example() string // commands, two spaces in front of each
}

// Bench is a prepared experiment. One that holds stores or servers is an io.Closer,
// which is closed whatever ends the run.
type Bench interface {
	// Describe fills in the experiment's part of run.json: design, filters,
	// axes, inputs, expectations, columns of its own.
	Describe(*runfolder.Meta)
	// Plan lists the steps of a run in order of execution. session counts the
	// stretches of measuring from 0; each may bring its own warm-up.
	Plan(session int) Plan
	// Measure carries out one step. It returns nil for a step without a row: one of a state's, or one
	// that has no value in this round, which is then no part of the run's measurements.
	Measure(context.Context, Step) (*Measurement, error)
}

// InRounds is a Bench whose plan is a number of rounds that may change while it
// is measured. Rounds are the same whatever their number, and once it is set each has
// all timed cells: a ratio is known as well as the cell with the fewest rounds.
type InRounds interface{ SetRounds(int) }

// Refusing is an Experiment of which no run takes some of the flags that all share: the
// help is without them. Refuses says why, by flag, after the experiment's name.
type Refusing interface{ Refuses() map[string]string }

// RefusesAsUntimed are the flags that an experiment refuses which times nothing.
func RefusesAsUntimed() map[string]string {
	const nothing = "times nothing"
	return map[string]string{
		"resolve": nothing + ": no interval of a time can become narrow",
		"layouts": nothing + ": what it counts is the same in every layout",
		"against": nothing + ": compare what two builds count by a run of each",
	}
}

// Measurement is the experiment's part of a row; Run adds the rest.
type Measurement struct {
	Value float64
	Unit  string
	Ops   int64    // operations in the timed section; 1 where nothing is timed
	CPU   int64    // ns, or runfolder.NoCPU
	Extra []string // the values of the experiment's own columns
}

// Stateful is a Bench with a state of its own between sessions. Attach is
// called before Plan; Done reports whether a step without a row was carried out,
// by the state.
type Stateful interface {
	Attach(State) error
	Done(Step) bool
}

// State reads and atomically replaces files in the run's folder; a missing file
// is read as nil.
type State interface {
	State(name string) ([]byte, error)
	SetState(name string, text []byte) error
}
