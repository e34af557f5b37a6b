package command

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

	"github.com/spf13/cobra"

	"hyphbench/internal/runfolder"
)

// sourceModule is the module that builds of other layouts are linked from.
const sourceModule = "hyphbench"

// byLayouts measures a run by several builds of the program, which differ in
// the order in which the linker lays out the functions. Each part of the run, a
// few rounds, is a process of the next layout, so that a drift of the machine
// falls on all of them.
func (r *runner) byLayouts(cmd *cobra.Command, meta *runfolder.Meta) error {
	ctx, stderr := cmd.Context(), cmd.ErrOrStderr()
	folder, err := os.MkdirTemp("", "hyphbench-layouts-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	programs, err := link(ctx, folder, r.pace.layouts.Value)
	if err != nil {
		return err
	}
	text, err := os.ReadFile(programs[0])
	if err != nil {
		return err
	}
	first := fmt.Sprintf("%x", sha256.Sum256(text))
	if err := r.find(func(m *runfolder.Meta) bool { return madeBy(first, m, *meta) }); err != nil {
		return err
	}
	if r.complete {
		return r.completeDerived(cmd, r.resume)
	}
	l := layoutRun{runner: r, programs: programs, first: first, dir: r.resume}
	if l.dir != "" {
		run, err := runfolder.Open(l.dir)
		if err != nil {
			return err
		}
		for _, row := range run.All() {
			l.done = max(l.done, row.Round)
		}
		l.parts = len(run.Meta.Sessions)
	}
	p := r.pace.plan(stderr, meta.Reps, l.done)
	err = p.follow(func(n int) (summary, error) {
		for l.done < n {
			if err := l.part(cmd, n); err != nil {
				return nil, err
			}
		}
		return func() (*reading, error) { return r.call.reread(l.dir) }, nil
	})
	if err != nil {
		return err
	}
	w, err := runfolder.Resume(l.dir)
	if err != nil {
		return err
	}
	w.Meta.Reps = l.done
	if p.note != "" {
		w.Meta.Notes = append(w.Meta.Notes, p.note)
	}
	return r.finish(cmd, w, nil)
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
	*runner
	programs []string
	first    string // checksum of the first program
	dir      string // empty before the first part
	done     int    // rounds
	parts    int
}

// part has the next layout measure a few of the rounds up to n.
func (l *layoutRun) part(cmd *cobra.Command, n int) error {
	layout := l.parts % len(l.programs)
	until := min(n, l.done+l.length(n))
	args := l.arguments(layout+1, until)
	child := exec.CommandContext(cmd.Context(), l.programs[layout], args...)
	child.Args[0] = l.call.program()                                          // in the command that it prints to resume with
	child.Cancel = func() error { return child.Process.Signal(os.Interrupt) } // it keeps what it measured
	apart(child)
	child.WaitDelay = time.Minute
	var out bytes.Buffer
	child.Stdout, child.Stderr = &out, cmd.ErrOrStderr()
	fmt.Fprintf(cmd.ErrOrStderr(), "hyphbench: layout %d of %d, rounds %d to %d\n", layout+1, len(l.programs), l.done+1, until)
	err := child.Run()
	if err := cmd.Context().Err(); err != nil {
		return err
	}
	if err != nil {
		return fmt.Errorf("layout %d of the program: %w", layout+1, err)
	}
	l.dir, l.done, l.parts = strings.TrimSpace(out.String()), until, l.parts+1
	return nil
}

// length is how many rounds a part has: every layout comes twice at least, and
// more often in a long run.
func (l *layoutRun) length(n int) int {
	return min(10, max(1, n/(2*len(l.programs))))
}

// arguments are those of the run itself, for a part of it.
func (l *layoutRun) arguments(layout, until int) []string {
	var args []string
	for i, a := range l.call.args {
		behind := i > 0 && l.call.args[i-1] == "--resume" && !strings.HasPrefix(a, "-") // its run
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

// link builds the program in so many layouts from the source around the working
// directory.
func link(ctx context.Context, folder string, layouts int) ([]string, error) {
	if _, err := exec.LookPath("go"); err != nil {
		return nil, errors.New("--layouts links the program anew and finds no Go: want the go command in PATH, or no --layouts")
	}
	module, err := exec.CommandContext(ctx, "go", "list", "-m").Output()
	if name := strings.TrimSpace(string(module)); err != nil || name != sourceModule {
		return nil, fmt.Errorf("--layouts links the program from its source and finds module %q here: want hyphbench's source as the working directory", name)
	}
	var programs []string
	for i := range layouts {
		name := filepath.Join(folder, fmt.Sprintf("hyphbench-%d", i+1))
		build := exec.CommandContext(ctx, "go", "build", "-trimpath", fmt.Sprintf("-ldflags=-randlayout=%d", i+1), "-o", name, sourceModule+"/cmd/hyphbench")
		if out, err := build.CombinedOutput(); err != nil {
			return nil, fmt.Errorf("--layouts: go build: %w: %s", err, strings.TrimSpace(string(out)))
		}
		programs = append(programs, name)
	}
	return programs, nil
}
