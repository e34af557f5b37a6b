// Command mutants tells which deliberate errors the tests notice.
//
//	go run ./tools/mutants [-tier test|check] [-results FILE] [-sample 60 -seed N] [-run REGEXP] [-timeout 10m]
//	go run ./tools/mutants -summary -results FILE [-sample 60 -seed N]
//	go run ./tools/mutants -list [-sample 60 -seed N] [-run REGEXP]
//
// It puts one error after the other into a copy of the tree and runs the tests of the
// packages that depend on the changed one, as make test or make check runs them: of the
// package itself first, then of those that import it, then of the others, until one fails.
// For an error that nothing notices all of them are run. Tests that start the program and
// import nothing of it are none of them. The work tree is only read. The copy has no
// shared folder beside it: the tests see what they see in a clone.
//
// -tier=check tries the errors that the file of results says make test lets pass, and those
// of a sample, which is drawn from the list by a seed. -tier=test tries those of the
// sample alone where there is one. The errors of the sample are thus tried by both tiers,
// and the others by the second where the first found nothing.
//
// The outcomes are appended to the file of results, a line each. Begun again with the same
// tree (tools/mutants may be another), it leaves out what is in the file; an end at any
// time loses the error at hand. Every run ends with the shares by tier, which -summary
// prints without a run, of the tree of the last line.
//
// An error is a text that occurs once in a file, and what stands there instead. Those
// whose text has changed, that do not build, or whose tests fail without them are reported
// as invalid and counted nowhere; a test of this package finds the first too. The exit
// code is 0 when every error was noticed, 1 when not, 2 after wrong usage.
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
	"slices"
	"syscall"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM) // else its copy of the tree stays
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// options are what the flags say.
type options struct {
	tier, file string // of results
	timeout    time.Duration
	chosen     []mutant // by -run
	sample     []mutant // of all, whatever is chosen
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	fs := flag.NewFlagSet("mutants", flag.ContinueOnError)
	fs.SetOutput(stderr)
	var (
		pattern = fs.String("run", "", "only the errors whose name matches this regular expression")
		list    = fs.Bool("list", false, "list the errors and try none")
		summary = fs.Bool("summary", false, "print the shares of -results and try none")
		size    = fs.Int("sample", 0, "draw so many errors: test tries these alone, check these and those that test let pass")
		seed    = fs.Uint64("seed", 1, "of the sample")
		o       options
	)
	fs.StringVar(&o.tier, "tier", "test", "run the tests as make `test` or make check does")
	fs.StringVar(&o.file, "results", "", "append the outcomes to this `file`, and leave out what it has of this tree")
	fs.DurationVar(&o.timeout, "timeout", 10*time.Minute, "for the tests of a package")
	if err := fs.Parse(args); err != nil {
		return 2
	}
	names, err := regexp.Compile(*pattern)
	switch {
	case err != nil:
	case fs.NArg() > 0:
		err = fmt.Errorf("unexpected %q: -run chooses errors", fs.Args())
	case o.tier != "test" && o.tier != "check":
		err = fmt.Errorf("-tier=%s: want test or check", o.tier)
	case *size < 0:
		err = fmt.Errorf("-sample=%d: want 0 or more", *size)
	case o.file == "" && (*summary || o.tier == "check" && *size == 0):
		err = errors.New("want the -results of the tier test")
	}
	if err != nil {
		fmt.Fprintln(stderr, "mutants:", err)
		return 2
	}
	o.sample = draw(mutants(), *size, *seed)
	o.chosen = slices.DeleteFunc(mutants(), func(m mutant) bool { return !names.MatchString(m.name) })
	if *list {
		for _, m := range o.chosen {
			if len(o.sample) == 0 || slices.Contains(o.sample, m) {
				fmt.Fprintf(stdout, "%-60s %s\n", m.name, m.file)
			}
		}
		return 0
	}
	try := o.tryAll
	if *summary {
		try = o.summarize
	}
	if err := try(ctx, stdout); err != nil {
		fmt.Fprintln(stderr, "mutants:", err)
		return 1
	}
	return 0
}

// summarize prints the shares of the last tree that was tried.
func (o options) summarize(_ context.Context, stdout io.Writer) error {
	r, err := openResults(o.file, "")
	if err == nil {
		r.summary(stdout, mutants(), o.sample)
	}
	return err
}

// tryAll tries the errors in a copy of the tree and prints how they ended.
func (o options) tryAll(ctx context.Context, stdout io.Writer) error {
	root, err := moduleRoot(".")
	if err != nil {
		return err
	}
	parent, err := os.MkdirTemp("", "mutants-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(parent)
	t := tester{dir: filepath.Join(parent, "tree"), check: o.tier == "check", timeout: o.timeout, sound: map[string]result{}}
	tree, err := copyTree(t.dir, root, o.file)
	if err != nil {
		return err
	}
	if t.packages, err = readPackages(t.dir); err != nil {
		return err
	}
	r, err := openResults(o.file, tree)
	if err != nil {
		return err
	}
	r.revision = revision(root)
	return o.tryEach(ctx, r, t.try, stdout)
}

// tryEach tries those that have no outcome yet.
func (o options) tryEach(ctx context.Context, r *results, try func(context.Context, mutant) result, stdout io.Writer) error {
	noticed := true
	for _, m := range o.chosen {
		if !o.wants(m, r) {
			continue
		}
		if r.outcome(m, o.tier) == "" {
			start := time.Now()
			got := try(ctx, m)
			if err := ctx.Err(); err != nil {
				return err
			}
			took := time.Since(start).Seconds()
			fmt.Fprintf(stdout, "%-60s %s (%.0f s)\n", m.name, got, took)
			if err := r.add(m, o.tier, got, took); err != nil {
				return err
			}
		}
		noticed = noticed && r.outcome(m, o.tier) == caught
	}
	r.summary(stdout, mutants(), o.sample)
	if !noticed {
		return errors.New("not every error was noticed")
	}
	return nil
}

// wants reports whether the tier tries an error.
func (o options) wants(m mutant, r *results) bool {
	if o.tier == "check" && r.outcome(m, "test") == unnoticed || o.tier == "test" && len(o.sample) == 0 {
		return true
	}
	return slices.Contains(o.sample, m)
}
