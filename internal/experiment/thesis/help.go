package thesis

// Long implements experiment.Documented.
func (t *Experiment) Long() string {
	return `Measures the experiment of the thesis (USP 2022): the words of a list are
hyphenated, with a filter in front of the exceptions. Two baselines stand beside
each filter at each ε: the exceptions without a filter, and the patterns alone.
A pass with wrong hyphenation points ends the run.

With --store the exceptions are on a disk, behind a network or in a simulated
store, as section 3.5.1 of the thesis describes them; its experiment had them in
memory. The store is filled beforehand, so init is that of patterns and filter.
A pass without a filter looks every word up. For a store of a slow kind (cold on
disk, behind a network, a simulated wait of 5 µs or more) the defaults are 3
repetitions and ε of 1, 5, 10 and 20 %; --dry-run says how long it takes.

node-bloom and node-cuckoo, named by --filter or --beside, are the thesis's own
stack: npm hypher and bloom-filters in Node.js, which 'make node' installs.
Without it the run goes on without them.`
}

// Example implements experiment.Documented.
func (t *Experiment) Example() string {
	return `  hyphbench run thesis --design=thesis
  hyphbench run thesis --filter=bloom,linear:0.9 --eps=1%,5%
  hyphbench run thesis --store=direct
  hyphbench run thesis --store=bbolt --store-dir=stores --eps=1%,10%
  hyphbench run thesis --beside=node-bloom,node-cuckoo`
}
