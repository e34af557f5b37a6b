package command

import (
	"bytes"
	"context"
	"os"
	"strconv"
	"strings"
	"testing"

	"hyphbench/internal/experiment"
	"hyphbench/internal/experiment/all"
	"hyphbench/internal/harness"
	"hyphbench/internal/timing"
)

// program is hyphbench.
func program() Program {
	return Program{Experiments: all.Experiments, Path: "hyphbench", Least: timing.Short}
}

// recording is hyphbench that records rows, and makes nothing of them.
func recording() Program {
	p := program()
	p.Derive = func(string) error { return nil }
	return p
}

// watched is hyphbench whose experiments call do after a number of steps: a
// moment of the run that a test chooses.
func watched(steps int, do func()) Program { return watch(program(), steps, do) }

// watch is watched of another program.
func watch(p Program, steps int, do func()) Program {
	experiments := p.Experiments
	p.Experiments = func() []experiment.Experiment {
		list := experiments()
		for i, e := range list {
			list[i] = watchedExperiment{e, steps, do}
		}
		return list
	}
	return p
}

type watchedExperiment struct {
	experiment.Experiment
	steps int
	do    func()
}

func (w watchedExperiment) Prepare(ctx context.Context) (experiment.Bench, error) {
	bench, err := w.Experiment.Prepare(ctx)
	if err != nil {
		return nil, err
	}
	b := &watchedBench{Bench: bench, left: w.steps, do: w.do}
	if state, ok := bench.(experiment.Stateful); ok {
		return struct {
			*watchedBench
			experiment.Stateful
		}{b, state}, nil
	}
	if rounds, ok := bench.(experiment.InRounds); ok {
		return struct {
			*watchedBench
			experiment.InRounds
		}{b, rounds}, nil
	}
	return b, nil
}

type watchedBench struct {
	experiment.Bench
	left int
	do   func()
}

func (b *watchedBench) Measure(ctx context.Context, s experiment.Step) (*experiment.Measurement, error) {
	m, err := b.Bench.Measure(ctx, s)
	if b.left--; b.left == 0 {
		b.do()
	}
	return m, err
}

// interruptAfter is a command for scripts: interrupt-after STEPS ARGS… is
// hyphbench ARGS…, interrupted after so many steps.
func interruptAfter() {
	steps, err := strconv.Atoi(os.Args[1])
	if err != nil {
		panic(err)
	}
	ctx, interrupt := context.WithCancel(context.Background())
	os.Exit(underEnvironment(watched(steps, interrupt)).Run(ctx, os.Args[2:], os.Stdin, os.Stdout, os.Stderr))
}

// hyphbench runs p in this process and returns what it wrote.
func hyphbench(ctx context.Context, t *testing.T, p Program, want int, args ...string) (stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	if got := p.Run(ctx, args, strings.NewReader(""), &out, &errs); got != want {
		t.Fatalf("hyphbench %s exits with %d, want %d\n%s", strings.Join(args, " "), got, want, &errs)
	}
	return out.String(), errs.String()
}

// Of 'go run' the printed commands are what was typed, where that can be typed.
func TestTypedProgram(t *testing.T) {
	sum := strings.Repeat("0f", 32)
	t.Chdir("../..")
	for path, want := range map[string]string{
		"/home/x/.cache/go-build/0f/" + sum + "-d/hyphbench": harness.GoRun,
		"/tmp/go-build123/b001/exe/hyphbench":                harness.GoRun,
		"./hyphbench":                                        "./hyphbench",
		"/src/go-builds/hyphbench":                           "/src/go-builds/hyphbench",
	} {
		if got := typedProgram(path); got != want {
			t.Errorf("%s is typed as %s, want %s", path, got, want)
		}
	}
	if line := harness.ShellLine([]string{harness.GoRun, "verify", "a b"}); line != "go run ./cmd/hyphbench verify 'a b'" {
		t.Error(line)
	}
	t.Chdir("docs")
	if got := typedProgram("/tmp/go-build123/b001/exe/hyphbench"); got != "hyphbench" {
		t.Errorf("elsewhere it is typed as %s", got)
	}
}
