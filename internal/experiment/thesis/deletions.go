package thesis

import (
	"fmt"
	"math/rand/v2"

	"hyphbench/internal/experiment"
	"hyphbench/internal/filter"
	"hyphbench/internal/measuring"
	"hyphbench/internal/wordlist"
)

// afterDeletions is the metric "fn_after_deletions": a filter of its own is
// built, a random half of its keys is deleted, and the other half is asked. A
// key that is not found, at its deletion or afterwards, is counted and does not
// end the run, as a false negative of "fn" does: this count can fail.
func (b *bench) afterDeletions() (*experiment.Measurement, error) {
	f, err := b.current.make(b.fill, b.current.config)
	if err != nil {
		return nil, err
	}
	d, ok := f.(filter.Deleter)
	if !ok {
		return nil, fmt.Errorf("%s cannot delete: want a structure that can", b.current.cell.Filter)
	}
	return measuring.Counted(float64(lostByDeletion(d, b.fill, b.current.config.Seed)), "keys"), nil
}

// lostByDeletion deletes a random half of the keys, the larger one, and counts
// the keys that the filter denies although they are in it.
func lostByDeletion(f filter.Deleter, keys *wordlist.List, seed uint64) (lost int) {
	order := rand.New(rand.NewPCG(seed, uint64(keys.Len()))).Perm(keys.Len())
	half := (len(order) + 1) / 2
	for _, i := range order[:half] {
		if !f.Delete(keys.At(i)) {
			lost++
		}
	}
	for _, i := range order[half:] {
		if !f.Contains(keys.At(i)) {
			lost++
		}
	}
	return lost
}

// removedAdmitted is the metric of that name: every other key is deleted from a
// filter of the current cell, built for the purpose, and asked.
func (b *bench) removedAdmitted() (*experiment.Measurement, error) {
	built, err := b.current.make(b.fill, b.current.config)
	if err != nil {
		return nil, err
	}
	f, ok := built.(filter.Deleter)
	if !ok {
		return nil, fmt.Errorf("%s cannot delete: want a structure that can", b.current.cell.Filter)
	}
	for i := 0; i < b.fill.Len(); i += 2 {
		f.Delete(b.fill.At(i)) // whether it did is asked below
	}
	admitted := 0
	for i := 0; i < b.fill.Len(); i += 2 {
		if f.Contains(b.fill.At(i)) {
			admitted++
		}
	}
	return measuring.Counted(float64(admitted), "keys"), nil
}

// removals is how many of n keys removedAdmitted deletes.
func removals(n int) int { return (n + 1) / 2 }
