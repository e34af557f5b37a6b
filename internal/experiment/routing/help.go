package routing

// Long implements experiment.Documented.
func (x *Experiment) Long() string {
	return `Nodes tell their neighbours in filters what is to be found behind them, and a
request goes where a filter says so. A node is a goroutine that talks over TCP
on loopback; bytes are counted at the sockets. Three worlds:

- a binary tree, each node with resources; a parent has the OR of what is below;
- a quadtree of squares with devices that move to squares beside theirs, where a
  square also hears its three siblings;
- a random graph, where attenuated Bloom filters (a level for each hop) stand
  beside linear ones (one filter, confidence times 0.9 at each hop) and one
  plain filter of all within reach, in messages of one size.

Beside them stand exact tables, flooding and a walk without filters. A request
tries what is proposed, nearest first, then goes up (in the graph: to any other
neighbour), then back. Every answer is compared with where the thing is; one
that is not found ends the run.`
}

// Example implements experiment.Documented.
func (x *Experiment) Example() string {
	return `  hyphbench run routing
  hyphbench run routing --quick
  hyphbench run routing --nodes=64 --bits=1024,4096 --depth=1..12:1 --reps=30`
}
