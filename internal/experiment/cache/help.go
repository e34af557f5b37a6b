package cache

// Long implements experiment.Documented.
func (x *Experiment) Long() string {
	return `Objects are requested of a cache on a disk that keeps what was requested last. A
filter before it remembers what was requested once, and an object is written at
its second request: one-hit wonders, which three quarters of the objects of a
cache of the web are, cost no write and take no room.

Two streams: a synthetic one, objects by popularity with so many between them
that are requested once (--once), and the words of running text. Sizes of
objects are drawn. Rules of admission:
  lru       everything is written, the cache without a filter
  seen      an exact set of all objects, which never forgets
  recent    an exact list of the last objects that were refused
  bloom     a Bloom filter, emptied when it is full
  counting  the same with counters: what is admitted is deleted from it
  aging     two Bloom filters, of which the older one is emptied
  sliding   an age-partitioned Bloom filter
  tinylfu   the cache of a library (ristretto), by estimated frequencies; its
            counts vary from run to run, since it works in goroutines
What a rule remembers is --window of all objects. Writes and bytes are counted;
the last 5,000 requests of the synthetic stream write theirs to a file too, and
wait for the disk. The other time is that of the decision.`
}

// Example implements experiment.Documented.
func (x *Experiment) Example() string {
	return `  hyphbench run cache --quick
  hyphbench run cache --once=0.5 --capacity=1%,10%
  hyphbench run cache --text=notes.txt --requests=1e6`
}
