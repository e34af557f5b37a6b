package duplicates

import (
	"context"
	"time"

	"hyphbench/internal/experiment"
	"hyphbench/internal/runfolder"
)

// Long implements experiment.Documented.
func (x *Experiment) Long() string {
	return `Elements are spread over p processing elements, some of them twice. Each is to
learn which of its elements are there elsewhere. The processing elements talk
over TCP on loopback, and every byte is counted: with a distributed Bloom filter
of one hash function (Golomb-coded, in one to three rounds), a replicating one
(sent over the dimensions of a hypercube, as bits or coded), and without any:
hashes exchanged, elements exchanged, all elements sent to one that sorts them.
What a filter leaves is sent as it is and compared, so that every answer is
exact; an answer that is not ends the run.

Then the filters are asked for strangers: from how many queries an element on
has a replicating filter, which is dear to build and free to ask, sent less than
a distributed one?`
}

// Example implements experiment.Documented.
func (x *Experiment) Example() string {
	return `  hyphbench run duplicates
  hyphbench run duplicates --quick
  hyphbench run duplicates --p=2,4,8 --eps=0.01 --keys=words.txt`
}

// Predict implements experiment.Predictor. A round takes as long as the first: its
// visits are carried out once, each at its first metric.
func (b *bench) Predict(ctx context.Context) (time.Duration, error) {
	start := time.Now()
	for _, v := range b.visits() {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		step := experiment.Step{Round: 1, Cell: runfolder.Cell{Filter: v.way, Metric: v.metrics()[0], Point: v.point()}}
		if _, err := b.Measure(ctx, step); err != nil {
			return 0, err
		}
	}
	return time.Duration(b.x.reps.Value) * time.Since(start), nil
}
