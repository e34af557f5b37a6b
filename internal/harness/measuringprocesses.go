package harness

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"hyphbench/internal/runfolder"
)

// side is a build, in one layout or several, with the run that it measures.
type side struct {
	program func(ctx context.Context, layout int) (string, error)
	first   string // checksum of the first program, by which the builds are one
	dir     string // of its run; empty before the first part
	done    int    // rounds
	closed  bool   // it is finished
	said    bytes.Buffer
}

// sides are the builds that measure. Their programs stand in the folder, as long as they are
// needed.
func (r *Run) sides(ctx context.Context, folder string) (list []*side, err error) {
	own, err := os.Executable()
	if err != nil {
		return nil, err
	}
	list = []*side{{program: same(own)}}
	if r.precision.layouts.Value > 0 {
		list[0].program = (&linker{flag: "--layouts", source: ".", folder: folder}).link
	}
	if r.precision.against.given() {
		old, err := r.precision.against.side(ctx, folder, r.precision.layouts.Value > 0, r.Remarks)
		if err != nil {
			return nil, err
		}
		list = append(list, old)
	}
	for _, s := range list {
		program, err := s.program(ctx, 1)
		if err != nil {
			return nil, err
		}
		if s.first, err = checksum(program); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// same is a program that has one layout.
func same(program string) func(context.Context, int) (string, error) {
	return func(context.Context, int) (string, error) { return program, nil }
}

// measure has the builds measure their runs up to a round, in a process each. Where both are
// begun these take turns by the round.
func (t *turns) measure(ctx context.Context, layout, until int) error {
	var work []*side
	for i := range t.sides {
		s := t.sides[(i+t.parts)%len(t.sides)]
		if t.parts == 0 {
			s = t.sides[i] // the run of --against lies within that of this build
		}
		if s.done < until {
			work = append(work, s)
		}
	}
	together := len(work) > 1 && work[0].dir != "" && work[1].dir != ""
	var takers []*taker
	for _, s := range work {
		taker, err := t.begin(ctx, s, layout, until)
		if err != nil {
			for _, other := range takers { // which wait for a turn
				other.end()
			}
			return err
		}
		if together {
			takers = append(takers, taker)
			continue
		}
		for taker.next() {
		}
		if err := t.ended(taker, until); err != nil {
			return err
		}
	}
	for more := together; more; {
		more = roundInTurns(takers)
		slices.Reverse(takers) // each is the first in every other round
	}
	var failed error
	for _, taker := range takers {
		failed = cmp.Or(failed, t.ended(taker, until))
	}
	return failed
}

// begin starts the process that measures a part of a run.
func (t *turns) begin(ctx context.Context, s *side, layout, until int) (*taker, error) {
	child, err := t.child(ctx, s, layout, until)
	if err != nil {
		return nil, err
	}
	taker, err := start(child, processor(t.parts))
	if err != nil {
		return nil, t.of(s, err)
	}
	taker.side = s
	return taker, nil
}

// child is the process that measures a part of a run, not started yet.
func (t *turns) child(ctx context.Context, s *side, layout, until int) (*exec.Cmd, error) {
	program, err := s.program(ctx, layout)
	if err != nil {
		return nil, err
	}
	child := exec.CommandContext(ctx, program, t.arguments(s, layout, until)...)
	child.Args[0] = t.Program                                                 // in the command that it prints to resume with
	child.Cancel = func() error { return child.Process.Signal(os.Interrupt) } // it keeps what it measured
	ownGroup(child)
	child.WaitDelay = time.Minute
	if child.Stderr = t.Remarks; s != t.sides[0] {
		s.said.Reset()
		child.Stderr = &s.said
	}
	return child, nil
}

// ended takes note of what a process measured.
func (t *turns) ended(by *taker, until int) error {
	s := by.side
	if by.reason != nil {
		return t.of(s, by.reason)
	}
	s.dir, s.done = by.last, until
	if next, of := t.layout(); of == 0 { // it does not come again
		program, err := s.program(context.Background(), next)
		return cmp.Or(err, os.Remove(program))
	}
	return nil
}

// of is the error of a build. What that of --against said stands in it.
func (t *turns) of(s *side, err error) error {
	if s == t.sides[0] {
		return err
	}
	text := strings.TrimSpace(s.said.String())
	if text != "" {
		text = ": " + text
	}
	return fmt.Errorf("--%s=%s: %w%s", againstFlag, t.precision.against.text, err, text)
}

// arguments are those of the run itself, for a part of it. Files may be those of the run that
// is resumed. A build of --against is told nothing that earlier ones do not know.
func (t *turns) arguments(s *side, layout, until int) []string {
	left, files := []string{"resume"}, t.files()
	for _, f := range files {
		name, _, _ := strings.Cut(strings.TrimPrefix(f, "--"), "=")
		left = append(left, name)
	}
	if s.dir != "" { // the name is that of a new run
		left = append(left, "name")
	}
	if s != t.sides[0] {
		left = append(left, "out", "name")
		files = without(files, againstFlag)
	}
	args := append(append(without(t.Args, left...), files...),
		fmt.Sprintf("--%s=%d", layoutFlag, layout), fmt.Sprintf("--%s=%d", untilFlag, until), "--"+programFlag+"="+s.first)
	switch {
	case s.dir != "":
		args = append(args, "--resume="+s.dir)
	case s != t.sides[0]:
		args = append(args, "--out="+filepath.Join(t.sides[0].dir, runfolder.Against))
	}
	return args
}

// without are arguments without some flags and their values.
func without(args []string, flags ...string) (list []string) {
	skip := false
	for _, a := range args {
		name, isFlag := strings.CutPrefix(a, "--")
		name, _, assigned := strings.Cut(name, "=")
		value := skip && !strings.HasPrefix(a, "-")
		if skip = false; value {
			continue
		}
		if isFlag && slices.Contains(flags, name) {
			skip = !assigned
			continue
		}
		list = append(list, a)
	}
	return list
}
