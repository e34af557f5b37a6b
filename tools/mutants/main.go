// Command mutants tells which deliberate errors the tests notice.
//
//	go run ./tools/mutants [-run REGEXP] [-list] [-full] [-timeout 5m]
//
// It puts one error after the other into a copy of the tree, runs the tests
// that should notice it, and prints how it went and the share that was noticed.
// The work tree is only read. The copy has no shared folder beside it: the
// tests see what they see in a clone.
//
// An error is a text that occurs once in a file, and what stands there instead.
// Those whose text has changed are reported; a test of this package finds them
// too. The exit code is 0 when every error was noticed, 1 when not, 2 after
// wrong usage.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM) // else its copy of the tree stays
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	fs := flag.NewFlagSet("mutants", flag.ContinueOnError)
	fs.SetOutput(stderr)
	var (
		pattern = fs.String("run", "", "only the errors whose name matches this regular expression")
		list    = fs.Bool("list", false, "list the errors and try none")
		full    = fs.Bool("full", false, "run all tests, not only those of -short")
		timeout = fs.Duration("timeout", 5*time.Minute, "for the tests of a package")
	)
	if err := fs.Parse(args); err != nil {
		return 2
	}
	names, err := regexp.Compile(*pattern)
	if err != nil || fs.NArg() > 0 {
		fmt.Fprintln(stderr, "mutants:", errors.Join(err, wrongArgs(fs.Args())))
		return 2
	}
	var chosen []mutant
	for _, m := range mutants() {
		if names.MatchString(m.name) {
			chosen = append(chosen, m)
		}
	}
	if *list {
		for _, m := range chosen {
			fmt.Fprintf(stdout, "%-60s %s (%s)\n", m.name, m.file, strings.Join(m.packages(), " "))
		}
		return 0
	}
	noticed, err := tryAll(ctx, chosen, tester{full: *full, timeout: *timeout}, stdout)
	if err != nil {
		fmt.Fprintln(stderr, "mutants:", err)
		return 1
	}
	if noticed < len(chosen) {
		return 1
	}
	return 0
}

func wrongArgs(args []string) error {
	if len(args) == 0 {
		return nil
	}
	return fmt.Errorf("unexpected %q: -run chooses errors", args)
}

// tryAll tries the errors in a copy of the tree and says how many were noticed.
func tryAll(ctx context.Context, chosen []mutant, t tester, stdout io.Writer) (noticed int, err error) {
	root, err := moduleRoot(".")
	if err != nil {
		return 0, err
	}
	parent, err := os.MkdirTemp("", "mutants-")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(parent)
	t.dir = filepath.Join(parent, "tree")
	if err := copyTree(t.dir, root); err != nil {
		return 0, err
	}
	t.sound = map[string]result{}
	for _, m := range chosen {
		start := time.Now()
		r := t.try(ctx, m)
		if err := ctx.Err(); err != nil {
			return noticed, err
		}
		if r.outcome == caught {
			noticed++
		}
		fmt.Fprintf(stdout, "%-60s %s (%.0f s)\n", m.name, r, time.Since(start).Seconds())
	}
	fmt.Fprintf(stdout, "%d of %d noticed (%.1f %%)\n", noticed, len(chosen), 100*float64(noticed)/float64(max(1, len(chosen))))
	return noticed, nil
}
