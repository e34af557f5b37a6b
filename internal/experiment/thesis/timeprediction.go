package thesis

import (
	"context"
	"time"

	"hyphbench/internal/experiment"
	"hyphbench/internal/measuring"
	"hyphbench/internal/runfolder"
)

// predictedAccesses are the look-ups whose time is measured to predict that of a pass.
const predictedAccesses = 300

// Predict implements experiment.Predictor. A structure is taken to need as long at any
// ε as at its first one; it is measured alone, as in a warm-up. Passes with a store of
// --store are not made: they take as long as one without, and an access for each word
// that is expected to be admitted.
func (b *bench) Predict(ctx context.Context) (time.Duration, error) {
	access, err := b.access()
	if err != nil {
		return 0, err
	}
	first := map[string]runfolder.Point{}
	for _, v := range b.visits() {
		if _, seen := first[v.cell.Filter]; !seen {
			first[v.cell.Filter] = v.cell.Point
		}
	}
	plain := experiment.Step{Cell: runfolder.Cell{Filter: NoExceptions, Metric: Hyphenate}}
	like := func(s experiment.Step) (experiment.Step, float64) {
		switch {
		case s.Cell.Metric == Accesses: // counted in the pass
			return plain, 0
		case b.asksOutside(s):
			return plain, 1
		}
		s.Round, s.Cell.Point = 0, first[s.Cell.Filter]
		if s.Cell.Metric == Init && b.design != runfolder.AsThesis {
			return s, measuring.Summed
		}
		return s, 1
	}
	// A cell's first section takes several attempts: it is not that which is repeated.
	known := map[experiment.Step]bool{}
	accesses := 0.0
	for s, times := range b.Plan(0).Kinds() {
		if b.asksOutside(s) {
			accesses += float64(times) * b.admits(s.Cell)
		}
		s, _ := like(s)
		if known[s] {
			continue
		}
		known[s] = true
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		if _, err := b.Measure(ctx, s); err != nil {
			return 0, err
		}
	}
	others, err := experiment.Predict(ctx, b, b.Plan(0), like)
	total := others.Seconds() + accesses*access.Seconds()
	if b.node != nil { // each round has processes of its own
		total += b.node.aside.Seconds() * float64(b.reps)
	}
	return experiment.Seconds(total), err
}

// asksOutside reports whether a step looks words up in the store of --store.
func (b *bench) asksOutside(s experiment.Step) bool {
	return b.outside != nil && (visit{cell: s.Cell}).asksStore(s.Cell.Metric)
}

// access is how long a look-up in the store of --store takes, in a few of them.
func (b *bench) access() (time.Duration, error) {
	if b.outside == nil || b.lower.Len() == 0 {
		return 0, nil
	}
	start := time.Now()
	for i := range predictedAccesses {
		b.outside.Lookup(b.lower.At(i * b.lower.Len() / predictedAccesses))
	}
	return time.Since(start) / predictedAccesses, b.lost()
}

// admits is how many words a cell is expected to look up in a pass.
func (b *bench) admits(cell runfolder.Cell) float64 {
	if cell.Filter == NoFilter {
		return float64(b.words.Len())
	}
	negatives := float64(b.expect.record()["negatives"])
	return float64(b.words.Len()) - negatives + rateAt(cell.Point).Float()*negatives
}
