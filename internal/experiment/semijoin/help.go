package semijoin

// Long implements experiment.Documented.
func (x *Experiment) Long() string {
	return `Two nodes join their tables. One of them, B, tells the other which rows it
wants: all (the table is shipped whole, the baseline), those of a list of its
keys, or those that a filter of its keys admits: a Bloom filter, a ribbon
filter, and the smallest filter of the program. The rows come, B removes those
without a partner and tells A, so that both nodes have the answer (thesis,
section 3.5.2).

The nodes talk over TCP on loopback. Every byte is counted, and both answers
are compared with a plain join. One axis is varied at a time around tables of
100,000 rows, 1 % of them with a partner, and a rate of 1 %.`
}

// Example implements experiment.Documented.
func (x *Experiment) Example() string {
	return `  hyphbench run semijoin --quick
  hyphbench run semijoin --payload=1000 --key-bytes=8
  hyphbench run semijoin --n=1e5 --selectivity=1% --eps=0.01%,0.1%,1%,10%`
}
