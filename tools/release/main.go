// Command release builds the archives of a release: for each system one file with
// the program, man pages, completions, checksums, and the licences of all that is
// linked or embedded.
//
// Guarantee: the same revision and the same version of Go give the same bytes,
// whatever the folder, the user, the umask, the clock and the environment; a module
// without a licence text ends the release; the program names its revision.
//
//	release [-out FOLDER] [-targets OS/ARCH,…]
//
// It runs in a clone and needs git and Go only. Exit codes: 0 done, 1 failed,
// 2 wrong usage.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("release", flag.ContinueOnError)
	flags.SetOutput(stderr)
	out := flags.String("out", "dist", "folder for the archives, below the root of the source")
	chosen := flags.String("targets", joinTargets(allTargets()), "systems, with commas")
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return 0
		}
		return 2
	}
	targets, err := parseTargets(*chosen)
	if err == nil && flags.NArg() > 0 {
		err = fmt.Errorf("argument %q: want flags alone", flags.Arg(0))
	}
	if err != nil {
		fmt.Fprintln(stderr, "release:", err)
		return 2
	}
	if err := release(ctx, stdout, *out, targets); err != nil {
		fmt.Fprintln(stderr, "release:", err)
		return 1
	}
	return 0
}
