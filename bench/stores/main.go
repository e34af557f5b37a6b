// The program with more stores: Pebble and SQLite, whose dependencies the main program
// is spared. `make stores` builds it as bin/hyphbench-stores.
//
// Guarantee: both pass the suite of internal/store/storetest. What is written to a
// folder is complete or has another name, and is written anew where it is no longer as it
// was.
// Cost: in memory a cache of 64 MiB for each that is open; some microseconds a lookup
// when warm, at least a page of the device when cold. Filling 500,000 entries takes
// seconds. On disk neither compresses, so that a file is as large as its entries, as
// in the other stores.
// Source: the modules' documentation; cockroachdb/pebble#2709, #5136 and #5655 for what
// Pebble's Get does not ask.
package main

import (
	"hyphbench/internal/command"
	"hyphbench/internal/experiment/all"
	"hyphbench/internal/store"
)

func main() {
	stores := append(store.Kinds(), kinds()...)
	command.Program{Experiments: all.With(stores), Stores: stores}.Main()
}

func kinds() []store.Kind { return []store.Kind{Pebble(), PebbleFilter(), SQLite()} }

// cacheBytes is the size of a store's own cache.
const cacheBytes = 64 << 20
