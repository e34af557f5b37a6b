package sets

// Long implements experiment.Documented.
func (x *Experiment) Long() string {
	return `What answers more than membership, each by the real structures and beside what
it is to be compared with:

  how many keys a filter has, and two together or in common (Swamidass, Baldi),
  with the interval that theory gives; the disjunction of two filters
  which of many sets has a key: spatial, bank and attenuated, beside a Bloom
  filter for each set, over generated sets and over the exceptions of all
  installed languages of hyph-utf8
  how often a key came: counting and layered; counting filters asked for counts
  of a threshold or more (Kim); rates in the same bits: blocked-g, register and
  bloom, multipartition and counting
  membership without error in a universe: egh, up to its elements and beyond
  how unlike all others a word is: fly, beside a Bloom filter of its bits

Only the questions to many sets are timed. Without an installed TeX the sets are
generated, and the run says so.`
}

// Example implements experiment.Documented.
func (x *Experiment) Example() string {
	return `  hyphbench run sets
  hyphbench run sets --quick
  hyphbench run sets --n=1e3,1e5 --load=100,200 --shared=0.5 --many=8,64`
}
