// Hyphbench measures whether a Bloom filter, a cuckoo filter or anything of
// their kind pays off in front of an exact lookup, and replicates the thesis
// that asked it for hyphenation.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	// The first signal asks for a clean end, the second one kills.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	os.Exit(run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
