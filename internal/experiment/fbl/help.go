package fbl

// Long implements experiment.Documented.
func (x *Experiment) Long() string {
	return `Simulates the evaluation of the linear Bloom filter (Table 1 of the paper):
elements with random confidences are added to a filter of 4,096 bits and
queried, for every number of elements, of bits of a cell and of hash functions.
Nothing is timed. An interrupted run resumes at the last whole 1,000 iterations.`
}

// Example implements experiment.Documented.
func (x *Experiment) Example() string {
	return `  hyphbench run fbl
  hyphbench run fbl --iterations=2000 --seed=7`
}
