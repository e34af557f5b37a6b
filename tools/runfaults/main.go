// Command runfaults breaks runs of hyphbench in every way that it knows and counts
// what is lost.
//
// It kills the program at random moments, fills the disk, takes the folder away,
// lets two processes write, cuts files, flips bits and lets single system calls fail (by
// strace), and then resumes and reads the run. A row is lost when it was on disk before and is not afterwards, doubled
// when its cell and round are there twice. Damage is unnoticed when a damaged file
// is read without an error. A trial fails when the program panics, a run cannot be
// resumed, or ends with other counts than one that was left alone.
//
//	runfaults [-hyphbench PROGRAM] [-scale X] [-seed S] [-only FAULT]
//
// Exit codes: 0 nothing lost, doubled, unnoticed or failed; 1 something was; 2
// wrong usage.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// fault is one way to break a run.
type fault struct {
	name   string
	trials int // at scale 1
	try    func(*lab, *result, int)
}

func faults() []fault {
	return []fault{
		{"kill run", 20, killRun("interleaved")},
		{"kill run, thesis's order", 10, killRun("thesis")},
		{"kill run fbl", 10, killSimulation},
		{"kill plot", 8, killWriter("plot", "--format=svg,png")},
		{"kill report", 8, killWriter("report")},
		{"disk full", 12, diskFull},
		{"read-only folder", 2, readOnly},
		{"folder gone", 4, folderGone},
		{"two writers", 4, twoWriters},
		{"TERM", 5, signalled("TERM")},
		{"HUP", 5, signalled("HUP")},
		{"files cut", 6, cut},
		{"bits flipped", 6, flip},
		{"system calls", 40, failing},
	}
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("runfaults", flag.ContinueOnError)
	flags.SetOutput(stderr)
	program := flags.String("hyphbench", "bin/hyphbench", "the program")
	scale := flags.Float64("scale", 1, "share of the trials; at least one of each")
	seed := flags.Uint64("seed", 1, "decides the moments and places")
	only := flags.String("only", "", "the one fault to try")
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return 0
		}
		return 2
	}
	known := slices.ContainsFunc(faults(), func(f fault) bool { return f.name == *only })
	if flags.NArg() > 0 || !(*scale > 0) || *only != "" && !known {
		fmt.Fprintln(stderr, "runfaults: want flags alone, -scale above 0, and the name of a fault that the table has")
		return 2
	}
	clean, err := tryAll(ctx, stdout, stderr, *program, *scale, *seed, *only)
	switch {
	case err != nil:
		fmt.Fprintln(stderr, "runfaults:", err)
		return 1
	case !clean:
		return 1
	}
	return 0
}

func tryAll(ctx context.Context, stdout, stderr io.Writer, program string, scale float64, seed uint64, only string) (clean bool, err error) {
	program, err = filepath.Abs(program)
	if err != nil {
		return false, err
	}
	dir, err := os.MkdirTemp("", "hyphbench-faults-")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(dir)
	l := &lab{ctx: ctx, program: program, dir: dir}
	if err := l.prepare(); err != nil {
		return false, err
	}
	table := tabwriter.NewWriter(stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "fault\ttrials\tlost\tdoubled\tunnoticed\tfailed\t")
	var sum result
	for _, f := range faults() {
		if only != "" && f.name != only {
			continue
		}
		var r result
		l.random = rand.New(rand.NewPCG(seed, uint64(len(f.name))))
		for i := range max(1, int(float64(f.trials)*scale)) {
			if r.skipped != "" || ctx.Err() != nil {
				break
			}
			f.try(l, &r, i)
		}
		fmt.Fprintf(table, "%s\t%s\t%s\n", f.name, r.String(), r.skipped)
		for _, text := range r.failed {
			fmt.Fprintf(stderr, "runfaults: %s: %s\n", f.name, text)
		}
		sum.add(r)
	}
	fmt.Fprintf(table, "all\t%s\t\n", sum.String())
	if err := table.Flush(); err != nil {
		return false, err
	}
	return sum.clean(), ctx.Err()
}

// result is what was seen of a fault.
type result struct {
	trials, lost, doubled, unnoticed int
	failed                           []string
	skipped                          string // why no more was tried
}

func (r *result) String() string {
	return fmt.Sprintf("%d\t%d\t%d\t%d\t%d", r.trials, r.lost, r.doubled, r.unnoticed, len(r.failed))
}

func (r *result) add(o result) {
	r.trials += o.trials
	r.lost += o.lost
	r.doubled += o.doubled
	r.unnoticed += o.unnoticed
	r.failed = append(r.failed, o.failed...)
}

func (r *result) clean() bool { return r.lost+r.doubled+r.unnoticed+len(r.failed) == 0 }

func (r *result) failf(format string, args ...any) {
	r.failed = append(r.failed, strings.TrimSpace(fmt.Sprintf(format, args...)))
}
