// Package harness takes a run from its plan to the finished folder: it prepares the experiment,
// describes the run, finds the run to resume, measures round by round, and closes the folder.
// Shards, layouts and the requested precision determine which rounds are measured, and by which
// program.
//
// Guarantee: finished measurements are kept, whatever ends the run; a resumed run has the
// parameters, inputs and build of its first session. This package records only rows. Its
// callers make everything else from them.
// Cost: a record of the progress once a second, between sections.
// Source: docs/architecture.md, docs/scale.md.
package harness

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/spf13/pflag"

	"hyphbench/internal/calibration"
	"hyphbench/internal/experiment"
	"hyphbench/internal/flagvalue"
	"hyphbench/internal/machine"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/timing"
	"hyphbench/internal/usage"
)

// ResultsFolder is the parent folder of runs, where the command line names no other.
const ResultsFolder = "results"

// Run is a run to be measured, or to be gone on with.
type Run struct {
	Caller
	Experiment experiment.Experiment
	Own        *pflag.FlagSet // the flags that the run records and restores
	Resume     string         // Newest, IfBegun or a folder; once it is found, the run
	out        string
	name       string // of the run's folder; empty: by time and experiment
	complete   bool   // the run to resume is finished
	again      bool   // and is then a success
	dryRun     bool
	metrics    []string // none: all
	precision  precision
	turn       *turn // of this process, where it measures in turns with another
	shard      shard
}

// Caller is who has a run measured.
type Caller struct {
	Program  string                       // its name, in printed commands
	Unnamed  string                       // the experiment that such a command need not name
	Args     []string                     // of its command line
	Argv     []string                     // the same as run.json has it
	Settings map[string]runfolder.Setting // resolved, with their sources
	Stdout   io.Writer                    // of a plan
	Remarks  io.Writer                    // of what happens
	Errors   io.Writer                    // of what must be known
}

// New is a run of an experiment, whose flags are at their defaults.
func New(e experiment.Experiment) *Run {
	r := &Run{Experiment: e, Own: pflag.NewFlagSet(e.Name(), pflag.ContinueOnError)}
	r.Own.SortFlags = false
	e.Flags(r.Own)
	r.Own.StringSliceVar(&r.metrics, "metric", nil, "measure only these `METRICS`; such as query,build")
	r.precision.flags(r.Own)
	r.shard.flags(r.Own)
	for name := range r.refuses() {
		r.Own.Lookup(name).Hidden = true
	}
	return r
}

// refuses are the flags that no run of the experiment takes, with the reasons.
func (r *Run) refuses() map[string]string {
	if e, ok := r.Experiment.(experiment.Refusing); ok {
		return e.Refuses()
	}
	return nil
}

// given are the flags with a value, of those that an experiment may refuse.
func (r *Run) given() (names []string) {
	for _, f := range []struct {
		name  string
		given bool
	}{
		{"metric", len(r.metrics) > 0}, {"resolve", r.precision.resolve.Value > 0}, {"time", r.precision.time != 0},
		{"layouts", r.precision.layouts.Value > 0}, {againstFlag, r.precision.against.given()},
	} {
		if f.given {
			names = append(names, f.name)
		}
	}
	return names
}

// Flags adds the flags of the run: the experiment's, and those that all share.
func (r *Run) Flags(fs *pflag.FlagSet) {
	fs.AddFlagSet(r.Own)
	fs.StringVar(&r.out, "out", ResultsFolder, "parent folder of the run's folder")
	fs.StringVar(&r.Resume, "resume", "", "resume the newest unfinished run, or `RUN`; with other flags, the newest run with these parameters; if-begun: begin a run if there is none")
	fs.Lookup("resume").NoOptDefVal = Newest
	fs.StringVar(&r.name, "name", "", "name of the run's folder; 'hyphbench compare' and 'show' accept it (default: its time and experiment)")
	r.precision.partFlags(fs)
	fs.BoolVar(&r.dryRun, "dry-run", false, "print what would be measured, without measuring; also duration, folder, disk and memory")
}

// Outcome is what became of a run.
type Outcome struct {
	Dir      string            // empty after a dry run
	Finished bool              // by this call: what is derived from it is to be written, before Release
	Before   bool              // it was finished before: what it lacks of that is to be written
	Again    bool              // and it is a success if it lacks nothing
	folder   *runfolder.Writer // locked; nil: not by this call
}

// Release unlocks the folder of a finished run.
func (o Outcome) Release() {
	if o.folder != nil {
		o.folder.Release()
	}
}

// Measure measures the run, from its flags to its last row.
func (r *Run) Measure(ctx context.Context) (o Outcome, err error) {
	if r.name != "" && r.Resume != "" && r.Resume != IfBegun {
		return o, usage.Errorf("--name=%s names a new run: want it without --resume", r.name)
	}
	if r.complete && !r.dryRun {
		return r.before(), nil
	}
	if err := r.takeShard(); err != nil {
		return o, err
	}
	if err := r.checkFlags(); err != nil {
		return o, err
	}
	if err := r.precision.against.resolve(ctx); err != nil {
		return o, err
	}
	if r.precision.inTurns() { // measured by builds that have the usual sections
		ctx = timing.WithLeast(ctx, timing.Least)
	}
	if r.precision.layout > 0 {
		if r.turn = newTurn(); r.turn != nil && r.precision.pin == "" {
			r.precision.pin = r.turn.pin
		}
	}
	bench, err := r.Experiment.Prepare(r.turn.pieces(ctx))
	if err != nil {
		return o, err
	}
	closer, _ := bench.(io.Closer) // of stores and servers
	if closer != nil {
		defer func() { err = errors.Join(err, closer.Close()) }()
	}
	if bench, err = r.part(bench); err != nil {
		return o, err
	}
	r.sayLeftOut()
	r.asShortened()
	meta, session := r.describe(ctx, bench)
	if err := r.precision.take(bench, &meta); err != nil {
		return o, err
	}
	same := func(m *runfolder.Meta) bool { return runfolder.Differs(m, &meta) == "" }
	if r.dryRun {
		if err := r.find(&meta, same); err != nil {
			return o, err
		}
		if err := r.precision.keep(); err != nil { // what it measures to predict is measured there too
			return o, err
		}
		return o, r.dry(ctx, bench, &meta, &session)
	}
	if _, err := bench.Plan(0).Weight(); err != nil {
		return o, err
	}
	if r.precision.inTurns() {
		if closer != nil { // every part opens the stores for itself
			if err := closer.Close(); err != nil {
				return o, err
			}
		}
		return r.inTurns(ctx, &meta)
	}
	if err := r.find(&meta, same); err != nil {
		return o, err
	}
	if r.complete {
		return r.before(), nil
	}
	return r.record(ctx, bench, meta, session)
}

// checkFlags refuses what the run would fail by, before its inputs are read.
func (r *Run) checkFlags() error {
	refuses := r.refuses()
	for _, name := range r.given() {
		if why := refuses[name]; why != "" {
			return usage.Errorf("--%s: %s %s", name, r.Experiment.Name(), why)
		}
	}
	if _, err := r.precision.processor(); err != nil {
		return err
	}
	if err := r.precision.checkDecide(); err != nil {
		return err
	}
	if r.precision.time < 0 {
		return usage.Errorf("--time=%s is out of range: want a time above 0", r.precision.time)
	}
	if r.Resume != "" && !r.toFind() {
		return nil
	}
	if err := r.checkName(); err != nil {
		return err
	}
	if _, err := runfolder.CheckParent(r.out); err != nil {
		return fmt.Errorf("--out=%s: %w", r.out, err)
	}
	return nil
}

// checkName refuses a name that is taken, before anything is measured.
func (r *Run) checkName() error {
	if r.name == "" {
		return nil
	}
	if err := runfolder.CheckName(r.name); err != nil {
		return usage.Errorf("--name=%s: %w", r.name, err)
	}
	dir := filepath.Join(r.out, r.name)
	if _, err := os.Stat(dir); err == nil && r.Resume == "" {
		return usage.Errorf("--name=%s: %s exists already: want another name, or remove that folder", r.name, dir)
	}
	return nil
}

// sayLeftOut says which structures --filter=all does not stand for.
func (r *Run) sayLeftOut() {
	r.Own.VisitAll(func(f *pflag.Flag) {
		if list, ok := f.Value.(interface{ LeftOut() string }); ok && r.precision.layout == 0 {
			if text := list.LeftOut(); text != "" {
				fmt.Fprintf(r.Remarks, "hyphbench: --%s: %s\n", f.Name, text)
			}
		}
	})
}

// asShortened notes the defaults that the experiment replaced by others when it was
// prepared, as by --quick: a run that is resumed by its folder has these again.
func (r *Run) asShortened() {
	r.Own.VisitAll(func(f *pflag.Flag) {
		if s, ok := r.Settings[f.Name]; ok && s.Source == "default" && !flagvalue.NamesFile(f) {
			s.Value = f.Value.String()
			r.Settings[f.Name] = s
		}
	})
}

// describe returns the run as recorded before it is measured, and the session
// that begins now.
func (r *Run) describe(ctx context.Context, bench experiment.Bench) (runfolder.Meta, runfolder.Session) {
	m := machine.Describe(ctx)
	meta := runfolder.Meta{
		Schema: runfolder.Schema, Experiment: r.Experiment.Name(),
		Argv: r.Argv, Config: r.Settings,
		Build: Build(m), State: runfolder.Running,
	}
	bench.Describe(&meta)
	if least := timing.LeastOf(ctx); least != timing.Least {
		meta.SetParameter(runfolder.MinSection, strconv.Itoa(int(least)))
	}
	r.precision.parameters(&meta)
	session := runfolder.Session{Layout: r.precision.layout, Pinned: r.precision.pinned(), Start: time.Now().UTC(), LoadBefore: m.Load, Machine: &m, Clock: m.Clock.Map()}
	for _, w := range machine.Warnings(m) {
		if meta.Design == runfolder.Simulation { // nothing is timed that could be disturbed
			break
		}
		session.Warnings = append(session.Warnings, w.String())
	}
	calibration.DefaultCache().CiteSession(&meta, &session)
	return meta, session
}
