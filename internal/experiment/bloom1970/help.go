package bloom1970

// Long implements experiment.Documented.
func (x *Experiment) Long() string {
	return `The experiment of Bloom's paper of 1970, which it computed and did not make: a
dictionary of 500,000 words, of which a tenth have a hyphenation of their own in
a dear store. A hash area in memory says which words may be there: coded cells
(method 1) or bits (method 2) of 72,800 times log2(1/P) bits, for P = 1/2 to
1/64, and of the 509,800 bits of the table's last row. Each word is asked once.

Accesses are counted at the store; the total time is that of a word, with its
answer. On a store that reads its disk at every lookup (direct) a round asks a
sample of the words. For other stores on a disk the cold time is computed from
one measured cold lookup in a file of 170 MB, and called so.`
}

// Example implements experiment.Documented.
func (x *Experiment) Example() string {
	return `  hyphbench run bloom1970
  hyphbench run bloom1970 --quick
  hyphbench run bloom1970 --store=map --n=100000 --reps=30`
}
