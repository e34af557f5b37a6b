// Manpages writes the man pages of hyphbench into a folder: 'make man'.
package main

import (
	"fmt"
	"os"
	"time"

	"hyphbench/internal/command"
	"hyphbench/internal/experiment/all"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: manpages FOLDER")
		os.Exit(2)
	}
	n, err := command.ManPages(command.Program{Experiments: all.Experiments}, os.Args[1], time.Now())
	if err != nil {
		fmt.Fprintln(os.Stderr, "manpages:", err)
		os.Exit(1)
	}
	fmt.Printf("%d pages in %s\n", n, os.Args[1])
}
