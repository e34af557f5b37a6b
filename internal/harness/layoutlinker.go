package harness

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// The module that builds are made from, and its program.
const (
	sourceModule  = "hyphbench"
	sourceProgram = sourceModule + "/cmd/hyphbench"
)

// linker links the program in layouts, when they are first needed.
type linker struct {
	flag   string // that needs it
	source string // folder of the module
	folder string // of the programs
	id     string // build ID of the main package, by which a change of the source is seen
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
	return program, l.build(ctx, program, "-trimpath", fmt.Sprintf("-ldflags=-s -w -randlayout=%d", layout))
}

// build makes a program of the source.
func (l *linker) build(ctx context.Context, program string, flags ...string) error {
	build := l.command(ctx, append(append([]string{"build"}, flags...), "-o", program, sourceProgram)...)
	build.Env = append(os.Environ(), buildSettings(builtUnder()...)...)
	if out, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: go build: %w: %s", l.flag, err, strings.TrimSpace(string(out)))
	}
	return nil
}

func (l *linker) command(ctx context.Context, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = l.source
	return cmd
}

// checkModule reports an error where there is nothing to build.
func (l *linker) checkModule(ctx context.Context) error {
	if _, err := exec.LookPath("go"); err != nil {
		return fmt.Errorf("%s rebuilds the program and finds no Go: want the go command in PATH, or no %[1]s", l.flag)
	}
	module, err := l.command(ctx, "list", "-m").Output()
	if name := strings.TrimSpace(string(module)); err != nil || name != sourceModule {
		return fmt.Errorf("%s rebuilds the program, but the working directory has the module %q: want hyphbench's source there", l.flag, name)
	}
	return nil
}

// check reports an error where there is nothing to build, or something else than before.
func (l *linker) check(ctx context.Context) error {
	if err := l.checkModule(ctx); err != nil {
		return err
	}
	id, err := l.command(ctx, "list", "-trimpath", "-export", "-f", "{{.BuildID}}", sourceProgram).Output()
	if err != nil {
		return fmt.Errorf("%s: go list: %w", l.flag, err)
	}
	if l.id == "" {
		l.id = string(id)
	}
	if l.id != string(id) {
		return errors.New(l.flag + ": the source changed during the run: want the old source, to continue with --resume, or a new run")
	}
	return nil
}
