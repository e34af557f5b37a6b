// Package command is the command line of hyphbench.
//
// Guarantee: data goes to standard output and everything else to standard error; an error is
// one line that says what is wrong, where, and what would be right. The exit code distinguishes
// failures, wrong usage, conditions that are met (--fail-if, --fail-on) and interrupts.
//
// Each subcommand has a file. A main function calls only Program.Main, so another program can
// bring other experiments.
package command

import (
	"context"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"syscall"
	"time"

	"hyphbench/internal/experiment"
	"hyphbench/internal/harness"
	"hyphbench/internal/inputfile"
	"hyphbench/internal/store"
)

// Program is a build of hyphbench.
type Program struct {
	// Experiments returns new experiments, one or more, their flags at the
	// defaults. The first one is the default.
	Experiments func() []experiment.Experiment
	// Stores are those that experiments know; nil: store.Kinds.
	Stores []store.Kind
	// Least is the least length of a timed section; 0: timing.Least. Tests take timing.Short.
	Least time.Duration
	// Derive writes what is derived from a finished run: tables, figures, page; nil: all of
	// it. Tests of running leave it out.
	Derive func(dir string) error
	// Path is the program's name in printed commands.
	Path string
}

// Main runs the program in a process of its own.
func (p Program) Main() {
	p.Path = typedProgram(os.Args[0])
	// The first signal interrupts, one a second later or more kills: timeout(1) and a shell that
	// ends send theirs twice, to the process and to its group.
	ctx, stop := signal.NotifyContext(context.Background(), ends()...)
	context.AfterFunc(ctx, func() {
		time.AfterFunc(time.Second, stop)
		inputfile.Interrupt()
	})
	os.Exit(p.Run(ctx, os.Args[1:], inputfile.Interruptible(os.Stdin), os.Stdout, os.Stderr))
}

// inGoRun matches the folders from which 'go run' starts a program: of the build cache, wherever
// it is, or a temporary one.
var inGoRun = regexp.MustCompile(`/go-build\d+/|/[0-9a-f]{64}-d/`)

// typedProgram is the program as it can be typed.
func typedProgram(path string) string {
	if !inGoRun.MatchString(filepath.ToSlash(path)) {
		return path
	}
	if _, err := os.Stat("cmd/hyphbench"); err != nil {
		return "hyphbench"
	}
	return harness.GoRun
}

// ends are the signals that end a run cleanly: Ctrl-C, kill, and the end of the
// terminal, unless nohup has that ignored.
func ends() []os.Signal {
	list := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		list = append(list, syscall.SIGHUP)
	}
	return list
}
