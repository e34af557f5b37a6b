package harness

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"hyphbench/internal/report"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/stats"
)

// The module that builds of other layouts are linked from, and its program.
const (
	sourceModule  = "hyphbench"
	sourceProgram = sourceModule + "/cmd/hyphbench"
)

// byLayouts measures a run by several builds of the program, which differ in
// the order in which the linker lays out the functions. Each part of the run, a
// few rounds, is a process of the next layout, so that a drift of the machine
// falls on all of them. With --resolve every part has a layout of its own: only more
// layouts narrow what is between them.
func (r *Run) byLayouts(ctx context.Context, meta *runfolder.Meta) (o Outcome, err error) {
	folder, err := os.MkdirTemp("", "hyphbench-layouts-")
	if err != nil {
		return o, err
	}
	defer os.RemoveAll(folder)
	l := layoutRun{Run: r, linker: linker{folder: folder}}
	program, err := l.linker.link(ctx, 1)
	if err != nil {
		return o, err
	}
	text, err := os.ReadFile(program)
	if err != nil {
		return o, err
	}
	l.first = fmt.Sprintf("%x", sha256.Sum256(text))
	if err := r.find(func(m *runfolder.Meta) bool { return madeBy(l.first, m, *meta) }); err != nil {
		return o, err
	}
	if r.complete {
		return r.completeDerived()
	}
	if l.dir = r.Resume; l.dir != "" {
		run, err := runfolder.Open(l.dir)
		if err != nil {
			return o, err
		}
		for _, row := range run.All() {
			l.done = max(l.done, row.Round)
		}
		l.parts = len(run.Meta.Sessions)
	}
	p := r.pace.plan(r.Remarks, meta.Reps, l.done)
	err = p.follow(func(n int) (summary, error) {
		for l.done < n {
			if err := l.part(ctx, n); err != nil {
				return nil, err
			}
		}
		return func() (*report.Summary, error) { return r.Reader.Summary(l.dir) }, nil
	})
	if err != nil {
		return o, err
	}
	w, err := runfolder.Resume(l.dir)
	if err != nil {
		return o, err
	}
	w.Meta.Reps = l.done
	if p.note != "" {
		w.Meta.Notes = append(w.Meta.Notes, p.note)
	}
	return r.finish(w, nil)
}

// madeBy reports whether a run with these parameters was measured by the builds of
// which the first has that checksum. This program, which links them, is not one of
// them.
func madeBy(first string, run *runfolder.Meta, meta runfolder.Meta) bool {
	meta.Build = run.Build
	return run.Build["sha256"] == first && runfolder.Differs(run, &meta) == ""
}

// layoutRun is a run that grows part by part.
type layoutRun struct {
	*Run
	linker linker
	first  string // checksum of the first program
	dir    string // empty before the first part
	done   int    // rounds
	parts  int
}

// layout is that of the next part, from 1, and how many there are; 0 for as many as it
// takes.
func (l *layoutRun) layout() (next, of int) {
	if l.pace.resolve.Value > 0 {
		return l.parts + 1, 0
	}
	of = l.pace.layouts.Value
	return 1 + l.parts%of, of
}

// part has the next layout measure a few of the rounds up to n.
func (l *layoutRun) part(ctx context.Context, n int) error {
	layout, of := l.layout()
	program, err := l.linker.link(ctx, layout)
	if err != nil {
		return err
	}
	until := min(n, l.done+l.length(n))
	child := exec.CommandContext(ctx, program, l.arguments(layout, until)...)
	child.Args[0] = l.Program                                                 // in the command that it prints to resume with
	child.Cancel = func() error { return child.Process.Signal(os.Interrupt) } // it keeps what it measured
	apart(child)
	child.WaitDelay = time.Minute
	var out bytes.Buffer
	child.Stdout, child.Stderr = &out, l.Remarks
	name := fmt.Sprintf("layout %d", layout)
	if of > 0 {
		name += fmt.Sprintf(" of %d", of)
	}
	fmt.Fprintf(l.Remarks, "hyphbench: %s, rounds %d to %d\n", name, l.done+1, until)
	err = child.Run()
	if err := ctx.Err(); err != nil {
		return err
	}
	if err != nil {
		return fmt.Errorf("%s of the program: %w", name, err)
	}
	l.dir, l.done, l.parts = strings.TrimSpace(out.String()), until, l.parts+1
	if of == 0 { // it does not come again
		return os.Remove(program)
	}
	return nil
}

// length is how many rounds a part has: every layout comes twice at least, and
// more often in a long run. With --resolve the first look sees as many layouts as were
// asked for; later parts are twice as long, since a process takes the time of some rounds to
// begin.
func (l *layoutRun) length(n int) int {
	if l.pace.resolve.Value > 0 {
		rounds := max(1, stats.Pilot/l.pace.layouts.Value)
		if l.done >= stats.Pilot {
			rounds *= 2
		}
		return rounds
	}
	return min(10, max(1, n/(2*l.pace.layouts.Value)))
}

// arguments are those of the run itself, for a part of it.
func (l *layoutRun) arguments(layout, until int) []string {
	var args []string
	for i, a := range l.Args {
		behind := i > 0 && l.Args[i-1] == "--resume" && !strings.HasPrefix(a, "-") // its run
		if !strings.HasPrefix(a, "--resume") && !behind {
			args = append(args, a)
		}
	}
	args = append(args, fmt.Sprintf("--%s=%d", layoutFlag, layout), fmt.Sprintf("--%s=%d", untilFlag, until), "--"+programFlag+"="+l.first)
	if l.dir != "" {
		args = append(args, "--resume="+l.dir)
	}
	return args
}

// linker links the program in layouts, when they are first needed, from the source
// around the working directory.
type linker struct {
	folder string
	source string // build ID of the main package, by which a change of the source is seen
}

// link is the program in a layout, from 1. The source must be that of the first one.
func (l *linker) link(ctx context.Context, layout int) (program string, err error) {
	program = filepath.Join(l.folder, fmt.Sprintf("hyphbench-%d", layout))
	if _, err := os.Stat(program); err == nil {
		return program, nil
	}
	if err := l.check(ctx); err != nil {
		return "", err
	}
	build := exec.CommandContext(ctx, "go", "build", "-trimpath", fmt.Sprintf("-ldflags=-randlayout=%d", layout), "-o", program, sourceProgram)
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("--layouts: go build: %w: %s", err, strings.TrimSpace(string(out)))
	}
	return program, nil
}

// check reports an error where there is nothing to link, or something else than before.
func (l *linker) check(ctx context.Context) error {
	if _, err := exec.LookPath("go"); err != nil {
		return errors.New("--layouts links the program anew and finds no Go: want the go command in PATH, or no --layouts")
	}
	module, err := exec.CommandContext(ctx, "go", "list", "-m").Output()
	if name := strings.TrimSpace(string(module)); err != nil || name != sourceModule {
		return fmt.Errorf("--layouts links the program from its source and finds module %q here: want hyphbench's source as the working directory", name)
	}
	id, err := exec.CommandContext(ctx, "go", "list", "-trimpath", "-export", "-f", "{{.BuildID}}", sourceProgram).Output()
	if err != nil {
		return fmt.Errorf("--layouts: go list: %w", err)
	}
	if l.source == "" {
		l.source = string(id)
	}
	if l.source != string(id) {
		return errors.New("--layouts: the source was changed while the run was measured: want it as it was to go on (--resume), or a new run")
	}
	return nil
}
