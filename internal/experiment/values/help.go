package values

// Long implements experiment.Documented.
func (x *Experiment) Long() string {
	return `Structures that return a value for a key.

Hyphenation without a store: a Bloomier filter has the hyphenation of each
exception itself as the value of the word, as a mask of its breaks or as a
number in a table of the different ones. The word list is hyphenated with it
(hyphenate), beside the exception store alone (none), a Bloom and a binary fuse
filter in front of that store, and a sorted list of the exceptions. A stranger
may have a value too, at the rate 2^-f of a fingerprint of f bits; where no word
of its length can be hyphenated so, it is caught; else it is hyphenated wrongly.
A wrong key ends the run.

Confidences: a linear Bloom filter, a compact approximator over the same cells,
and Bloomier filters with a code for value, against a map that has the numbers
themselves: bits a key, error of the confidence, keys that have too high a one,
strangers that have one. Sets of a key in a compact approximator, beside a Bloom
filter for each set. The bits of functions by the number of their keys.`
}

// Example implements experiment.Documented.
func (x *Experiment) Example() string {
	return `  hyphbench run values --quick
  hyphbench run values --fingerprint=4,8,16 --reps=30
  hyphbench run values --width=2..16:2 --cells=10 --n=100000`
}
