package thesis

// Long implements experiment.Documented.
func (t *Experiment) Long() string {
	return `Measures the experiment of the thesis (USP 2022): the words of a list are
hyphenated, with a filter in front of the exceptions. Beside each filter at each
ε stand two baselines: the exceptions without a filter, and the patterns alone.
A pass with wrong hyphenation points ends the run.`
}

// Example implements experiment.Documented.
func (t *Experiment) Example() string {
	return `  hyphbench run thesis --design=thesis
  hyphbench run thesis --filter=bloom,linear --eps=1%,5% --confidence=0.9`
}
