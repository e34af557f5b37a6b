package command

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// Main is the program as the system starts it.
func Main() {
	// The first signal asks for a clean end, the second one kills.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	os.Exit(Run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
