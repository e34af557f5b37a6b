// Hyphbench measures whether a Bloom filter, a cuckoo filter or anything of
// their kind pays off in front of an exact lookup, and replicates the thesis
// that asked it for hyphenation.
package main

import (
	"hyphbench/internal/command"
	"hyphbench/internal/experiment/all"
)

func main() { command.Program{Experiments: all.Experiments}.Main() }
