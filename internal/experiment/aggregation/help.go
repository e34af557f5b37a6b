package aggregation

// Long implements experiment.Documented.
func (x *Experiment) Long() string {
	return `Nodes of a network have items, some of them in common, and want to know each
how many different items there are, without a central node. In every step each
node sends what it knows to a random other one. What it knows is all items that
it has heard of (the baseline); a Bloom filter of them, which the receiver ORs
to its own and counts by its bits; its part of a push-sum; or the sum of all
that came. The last two count an item as often as they meet it.

The nodes talk over TCP on loopback. Every byte is counted, and the state of
each node after each step is compared with a reference. One axis is varied at a
time around 16 nodes, two copies of each item, and a filter sized for 10 %.`
}

// Example implements experiment.Documented.
func (x *Experiment) Example() string {
	return `  hyphbench run aggregation --quick
  hyphbench run aggregation --nodes=8,64 --copies=1,8 --steps=30`
}
