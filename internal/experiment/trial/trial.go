// Package trial makes an experiment from a table. The table has the axes with their flags, the
// methods that are compared, the metrics that are reported, and the trials. A round carries out
// each trial once, for all its numbers.
//
// Guarantee: flags, help, plan, rows, resumption, shards and prediction follow from the table.
// What a trial counts depends on the seed and on the round, never on what was measured before.
// A trial that fails ends the run. NaN has no row.
// Cost: the values of one trial, and the fixtures that trials share, as long as their keys
// stay.
// Source: testing.B of Go, whose benchmarks report several metrics; package experiment has the
// contract underneath, which an experiment can implement by itself where the order of its steps
// is what it is about.
//
// The path of the data:
//
//  1. New makes an experiment of a Spec. Its flags are those of the axes, those of the
//     Spec, and --reps, --seed and --quick.
//  2. Prepare checks them and makes the list of all trials: a Method at places on axes,
//     with the metrics that it reports.
//  3. The plan of a round has the trials in an order of the round's own, each with a step
//     for each metric. What is timed has a warm-up round.
//  4. The first step of a trial calls its Do, which reports all of its numbers (T.Report)
//     and says how to measure its times (T.Time). The other steps take theirs. A history
//     has a DoAt, which the first step of each look calls.
package trial

import (
	"context"
	"math/rand/v2"
	"slices"
	"strconv"

	"github.com/spf13/pflag"

	"hyphbench/internal/axis"
	"hyphbench/internal/bilingual"
	"hyphbench/internal/experiment"
	"hyphbench/internal/filter"
	"hyphbench/internal/metric"
	"hyphbench/internal/report/answer"
	"hyphbench/internal/report/claim"
	"hyphbench/internal/report/figure"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/workload"
)

// Spec is an experiment as a table.
type Spec struct {
	Name, Title string
	Help        string // in lines of at most 80 columns; from the first line "  hyphbench " on, examples

	Axes  []Axis          // in the order of their columns
	Flags []Flag          // beside those of the axes
	Work  *workload.Flags // keys and negatives (Run.Work), with their flags; that of the axis n is among these
	Reps  Reps            // without a usage there is no such flag
	Seed  string          // what --seed decides
	Quick string          // what --quick does; empty: there is no such flag

	// Preset are values of flags that were not given, before those under --quick; nil
	// where no flag asks for any.
	Preset func(quick bool) (map[string]string, error)

	Methods   []Method // in the order of display; the first structure is the one that others are compared with
	Metrics   []metric.Definition
	Words     map[string]string // what figures draw beside these titles: Portuguese by English (metric.Glossary)
	Headlines []answer.Headline
	Claims    []claim.Claim
	Figures   func(*runfolder.Meta) []figure.Figure

	// Prepare checks flags and reads files; nil: there is nothing to do. It may fill in
	// the run.
	Prepare func(*Run) error
	// Trials are all of a run, in the order of the tables.
	Trials func(*Run) []Trial
	// Listed carries out the trials of every round in the order of Trials, for fixtures
	// that are expensive to make. Without it each round has an order of its own.
	Listed bool
	// Together is an axis at each place of which trials share what is expensive to make:
	// they follow each other, and a round has these places in an order of its own too. A
	// warm-up then has an order as a round has it.
	Together axis.Named
	// Order has the numbers of the trials of a round in its order, or that of a warm-up, where
	// neither of these is it: fixtures within fixtures. random is the round's own.
	Order func(random *rand.Rand, list []Trial) []int
	// Shuffled has a warm-up in an order as a round has it, in place of that of Trials.
	Shuffled bool
	// Like says how long a step takes: so many times as long as another one, which is
	// measured. Without it every round takes as long as the first.
	Like func(*Run, experiment.Step) (like experiment.Step, factor float64)
	// Own makes the bench of an experiment of which the order of the steps, or what a step
	// measures itself on, is no table. It has the flags and what is read of its rows from here
	// (Run.Describe), and no Trials.
	Own func(context.Context, *Run) (experiment.Bench, error)
	// Columns are those of its rows, in place of those of timed sections, which can be among
	// them. Trials fill in the others (T.Fill).
	Columns []runfolder.Field
	// Waits says that what is timed waits for something else than its thread.
	Waits bool
	// Refuses are flags of run that it has no use for, with the reason; beside those of clocks
	// where nothing is timed.
	Refuses map[string]string
	// Columned gives the rows the columns of timed sections, empty, where nothing is timed.
	Columned bool
}

// Axis is an axis of the run with its flag and its column.
type Axis struct {
	Of      axis.Named
	Flag    string // its name; empty: that of the axis, --eps of axis.Eps
	Default string
	Quick   string // under --quick; empty: the default
	One     bool   // the flag takes one value, of a rate
	Usage   string // of the flag
	About   string // what the column holds; empty where it is described elsewhere

	// Values are those of an axis without a flag, such as the steps of a simulation.
	Values func() []string
}

// Flag is a flag beside those of the axes.
type Flag struct {
	Name  string
	Value pflag.Value // at its default
	Quick string      // under --quick; empty: the default
	Usage string
	File  bool // names a file
}

// Path is the value of a Flag that names a file; empty by default.
type Path string

func (p *Path) String() string     { return string(*p) }
func (p *Path) Type() string       { return "string" }
func (p *Path) Set(s string) error { *p = Path(s); return nil }

// Switch is the value of a Flag that is given or not; off by default.
type Switch bool

func (s *Switch) String() string { return strconv.FormatBool(bool(*s)) }
func (s *Switch) Type() string   { return "bool" }
func (s *Switch) Set(text string) error {
	on, err := strconv.ParseBool(text)
	*s = Switch(on)
	return err
}

// Reps are the rounds of a run.
type Reps struct {
	Default, Least int
	Why            string // the least
	Quick          string
	Usage          string
}

// Method is what an experiment compares: a structure, a procedure, a baseline.
type Method struct {
	Name     string
	Title    bilingual.Text // within a sentence; empty for a structure of the program
	Baseline bool
}

// Methods are structures of the program as methods.
func Methods(structures ...filter.Structure) (list []Method) {
	for _, s := range structures {
		list = append(list, Method{Name: s.Name})
	}
	return list
}

// Trial is a method at places on the axes. A round carries it out once.
type Trial struct {
	Method  string
	At      []axis.Place
	Along   []axis.Place       // places on one more axis, at each of which it reports all (T.At); none: it reports once
	Reports []runfolder.Metric // in the order of its steps
	Looks   []Look             // in place of both, where a trial does not report the same everywhere
	Once    []runfolder.Metric // those of them that the first round alone has
	Do      func(*T) error

	Rounds int  // how many have the trial, the first ones; 0: all
	Cold   bool // its times have no warm-up: they last long
	// Unwarmed are times without a warm-up, as those of a device.
	Unwarmed []runfolder.Metric
	Group    uint64 // trials that follow each other with the same number stay together, in an order of the round's own; 0: none
	Last     bool   // it comes behind the others of a round, in the order of the list

	// DoAt is the Do of a history: of one look, by its number, when the first step there is
	// due. It goes on from where the look before left what they share (Fixture), or begins
	// anew. A warm-up has the first look alone.
	DoAt func(t *T, look int) error
}

// Look is where a trial reports, and what.
type Look struct {
	At      []axis.Place // beside those of the trial
	Reports []runfolder.Metric
}

// Distinct leaves out what came before, of the same method at the same places: a trial that
// lacks an axis comes once at each place on it, and the middle of all axes with each of them.
func Distinct(list []Trial) (once []Trial) {
	for _, t := range list {
		if !slices.ContainsFunc(once, func(o Trial) bool { return o.Method == t.Method && slices.Equal(o.At, t.At) }) {
			once = append(once, t)
		}
	}
	return once
}
