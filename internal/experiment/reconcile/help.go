package reconcile

// Long implements experiment.Documented.
func (x *Experiment) Long() string {
	return `Two peers have sets of n 64-bit keys, of which d are in one set alone, half of
them in each. Peer B wants the keys that only A has (task difference), those
that both have, from A (intersection), or the number d (size).

For the first two B sends a filter, a list of 32-bit hashes or a reconciliation
tree, and A answers with keys: some of the difference is missing, some of what
is sent for the intersection in vain. Or A sends invertible Bloom lookup tables,
or rateless symbols, until B peels the exact difference out of them. The
baseline is to send all keys. For the third A sends counters, or strata.

Peers are two nodes that talk over TCP on loopback; every byte is counted,
frames and repeated tables included. A wrong answer ends the run.`
}

// Example implements experiment.Documented.
func (x *Experiment) Example() string {
	return `  hyphbench run reconcile
  hyphbench run reconcile --quick
  hyphbench run reconcile --n=1e6 --d=10,1e3,1e5 --filter=gcs,ribbon --reps=3`
}
