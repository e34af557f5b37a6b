// Command peers measures hyphbench beside other hyphenators and membership
// filters, in Go, C and JavaScript.
//
// Guarantee: all participants process the same words, in rounds of shuffled order,
// each on CPU time. Their answers are compared with the plain implementation of
// the rules and with the keys. A participant whose answers change between rounds
// gets no figure. A peer that cannot be installed is listed with the reason.
// Cost: about five minutes.
// Source: README.md beside this file.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"time"

	"hyphbench/internal/machine"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// Exit codes.
const (
	exitOK          = 0
	exitFailure     = 1
	exitUsage       = 2
	exitInterrupted = 130
)

// options are the flags of both commands.
type options struct {
	words, out, only, readme string
	large                    int // keys of the large set
	quick                    bool
	plan                     Plan
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	var o options
	flags := flag.NewFlagSet("peers", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.Usage = func() {
		fmt.Fprint(stderr, "usage: go run . [flags]          measure, and write tables\n"+
			"       go run . readme [flags]   write the results into the project's README\n\n")
		flags.PrintDefaults()
	}
	flags.StringVar(&o.words, "words", "", "word list `file`; without it the thesis's list where it is found, else the embedded one")
	flags.StringVar(&o.out, "out", "results", "`folder` of the results")
	flags.StringVar(&o.only, "only", "", "comma list of peers, parts of their names; hyphbench always takes part")
	flags.StringVar(&o.readme, "readme", filepath.Join("..", "..", "README.md"), "`file` that the command readme changes")
	flags.IntVar(&o.large, "large", LargeKeys, "keys of the filters' large set; 0: without it")
	flags.BoolVar(&o.quick, "quick", false, "see that all works: every 40th word, few large keys, 3 rounds, figures of no worth")
	flags.IntVar(&o.plan.Rounds, "rounds", 15, "most rounds")
	flags.DurationVar(&o.plan.Time, "time", 4*time.Minute, "no round begins after this time, once there are 7")
	flags.Uint64Var(&o.plan.Seed, "seed", 1, "seed of the order in the rounds")

	command := "measure"
	if len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		command = args[0]
	}
	rest := args
	if command != "measure" {
		rest = args[1:]
	}
	if err := flags.Parse(rest); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return exitOK
		}
		return exitUsage
	}
	if o.quick {
		o.large, o.plan.Rounds = min(o.large, quickLarge), min(o.plan.Rounds, quickRounds)
	}
	const least = 7
	o.plan.Least = min(least, o.plan.Rounds)
	var err error
	switch {
	case flags.NArg() > 0:
		fmt.Fprintf(stderr, "peers: %q is not a flag\n", flags.Arg(0))
		return exitUsage
	case o.plan.Rounds < 1:
		fmt.Fprintf(stderr, "peers: --rounds=%d is out of range: want at least 1\n", o.plan.Rounds)
		return exitUsage
	case o.large < 0 || o.large > 10*LargeKeys:
		fmt.Fprintf(stderr, "peers: --large=%d is out of range: want 0 to %d\n", o.large, 10*LargeKeys)
		return exitUsage
	case command == "measure":
		err = measureAll(ctx, o, commandLine(args), stdout, stderr)
	case command == "readme":
		err = writeReadme(o)
	default:
		fmt.Fprintf(stderr, "peers: unknown command %q: want readme, or none to measure\n", command)
		return exitUsage
	}
	switch {
	case ctx.Err() != nil:
		return exitInterrupted
	case err != nil:
		fmt.Fprintln(stderr, "peers:", err)
		return exitFailure
	}
	return exitOK
}

// A quick run.
const (
	quickEvery   = 40     // word of the list
	quickLarge   = 20_000 // keys
	quickRounds  = 3
	quickSection = 2 * time.Millisecond
)

// commandLine is the command for the report, with the last element of each path.
func commandLine(args []string) string {
	words := []string{"go run ."}
	for _, arg := range args {
		if strings.ContainsRune(arg, filepath.Separator) {
			name, value, found := strings.Cut(arg, "=")
			if arg = filepath.Base(arg); found {
				arg = name + "=" + filepath.Base(value)
			}
		}
		words = append(words, arg)
	}
	return strings.Join(words, " ")
}

// measureAll opens the peers, checks them, measures, and writes the results.
func measureAll(ctx context.Context, o options, command string, stdout, stderr io.Writer) error {
	dir, err := os.MkdirTemp("", "hyphbench-peers-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	in, err := newInput(o, dir)
	if err != nil {
		return err
	}
	about := machine.Describe(ctx)
	report := &Report{
		Made: time.Now(), Command: command, Machine: about.Line(), Seed: o.plan.Seed, Keys: len(in.Keys), Large: o.large,
		List: List{Name: in.About.Name, Title: in.About.Title, SHA256: in.About.SHA256, Words: in.Words.Len(), Note: in.Note},
	}
	for _, w := range machine.Warnings(about) {
		report.Warnings = append(report.Warnings, w.String())
	}

	var participants []*Participant
	defer func() { closeAll(participants) }()
	for _, peer := range selected(peers(), o.only) {
		fmt.Fprintf(stderr, "opening %s\n", peer.Name)
		opened, err := peer.Open(in)
		if err != nil {
			fmt.Fprintf(stderr, "  not measured: %v\n", err)
			report.Absent = append(report.Absent, Absent{peer.Name, err.Error()})
			continue
		}
		participants = append(participants, opened...)
		for _, p := range opened {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if p.Problem == nil {
				p.Problem = in.check(p)
			}
			if p.Problem != nil {
				fmt.Fprintf(stderr, "  %s, %s: %v\n", p.Name, p.Figure, p.Problem)
			}
		}
	}
	in.truths = nil // unused memory in the rounds

	report.Load = machine.LoadAverage(ctx)
	runners := measure(ctx, participants, o.plan, stderr)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	report.Rows, report.Pairs = rowsOf(runners), pairsOf(runners)
	for _, row := range report.Rows {
		report.Rounds = max(report.Rounds, row.Rounds)
	}
	if err := writeResults(o.out, report, runners); err != nil {
		return err
	}
	if err := writeMarkdown(stdout, report); err != nil {
		return err
	}
	return gate(report.Rows)
}

// gate returns an error when an answer of hyphbench is wrong, or a figure of it is
// missing. A structure that cannot be built of so many keys has none, which is no fault.
// Wrong answers of peers are in the table.
func gate(rows []Row) error {
	var errs []error
	var breaks *int64 // of the passes with exceptions, equal for every filter
	for _, row := range rows {
		if !row.Own {
			continue
		}
		wrong := func(format string, args ...any) {
			errs = append(errs, fmt.Errorf("%s, %s: %s", row.Name, row.Figure, fmt.Sprintf(format, args...)))
		}
		if row.Problem != "" {
			if !row.Unbuilt {
				wrong("%s", row.Problem)
			}
			continue
		}
		if row.Wrong != nil && *row.Wrong > 0 {
			wrong("%d words wrong: %s", *row.Wrong, row.Example)
		}
		if row.FN != nil && *row.FN > 0 && !row.MayLose {
			wrong("%d keys lost", *row.FN)
		}
		switch row.Figure {
		case PassStore, PassBloom, PassCuckoo:
			if breaks == nil {
				breaks = &row.Check
			} else if *breaks != row.Check {
				wrong("%d breaks, without a filter %d", row.Check, *breaks)
			}
		}
	}
	return errors.Join(errs...)
}

// selected are hyphbench and the peers whose names contain an element of the list.
func selected(all []Peer, only string) []Peer {
	if only == "" {
		return all
	}
	var some []Peer
	for _, p := range all {
		keep := p.Name == ownName
		for part := range strings.SplitSeq(only, ",") {
			part = strings.TrimSpace(part)
			keep = keep || part != "" && strings.Contains(strings.ToLower(p.Name), strings.ToLower(part))
		}
		if keep {
			some = append(some, p)
		}
	}
	return some
}

// Files of the results.
const (
	reportFile   = "peers.json"
	markdownFile = "peers.md"
	csvFile      = "peers.csv"
	pairsFile    = "pairs.csv"
	roundsFile   = "rounds.csv"
)

func writeResults(dir string, report *Report, runners []*Runner) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for _, file := range []struct {
		name  string
		write func(io.Writer) error
	}{
		{reportFile, func(w io.Writer) error {
			e := json.NewEncoder(w)
			e.SetIndent("", "  ")
			return e.Encode(report)
		}},
		{markdownFile, func(w io.Writer) error { return writeMarkdown(w, report) }},
		{csvFile, func(w io.Writer) error { return writeCSV(w, report) }},
		{pairsFile, func(w io.Writer) error { return writePairs(w, report) }},
		{roundsFile, func(w io.Writer) error { return writeRounds(w, runners) }},
	} {
		f, err := os.Create(filepath.Join(dir, file.name))
		if err != nil {
			return err
		}
		if err := errors.Join(file.write(f), f.Close()); err != nil {
			return err
		}
	}
	return nil
}

// writeReadme writes what is made of a report anew: its own page, with the notes of
// today, and the section of the project's README.
func writeReadme(o options) error {
	report, err := readReport(filepath.Join(o.out, reportFile))
	if err != nil {
		return fmt.Errorf("no results: measure first: %w", err)
	}
	var page bytes.Buffer
	if err := writeMarkdown(&page, report); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(o.out, markdownFile), page.Bytes(), 0o644); err != nil {
		return err
	}
	return rewriteReadme(o.readme, report)
}
