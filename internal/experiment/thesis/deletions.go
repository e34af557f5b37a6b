package thesis

import (
	"math/rand/v2"

	"hyphbench/internal/experiment"
	"hyphbench/internal/filter"
	"hyphbench/internal/measuring"
	"hyphbench/internal/wordlist"
)

// deleter is a filter of the current cell, built for the purpose, from which keys are deleted.
func (b *bench) deleter() (filter.Deleter, error) {
	return filter.As[filter.Deleter](b.current.make(b.fill, b.current.config))
}

// afterDeletions is the metric "fn_after_deletions": a random half of the keys is deleted,
// and the other half is asked. A key that is not found, at its deletion or afterwards, is
// counted and does not end the run, as a false negative of "fn" does: this count can fail.
func (b *bench) afterDeletions() (*experiment.Measurement, error) {
	f, err := b.deleter()
	if err != nil {
		return nil, err
	}
	return measuring.Counted(float64(lostByDeletion(f, b.fill, b.current.config.Seed)), "keys"), nil
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

// removedAdmitted is the metric of that name: every other key is deleted and asked.
func (b *bench) removedAdmitted() (*experiment.Measurement, error) {
	f, err := b.deleter()
	if err != nil {
		return nil, err
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

// afterForeign is the metric "fn_after_foreign": as many words as there are keys, of those of
// the list that are none, are deleted although they were not inserted. Then every key is asked.
func (b *bench) afterForeign() (*experiment.Measurement, error) {
	f, err := b.deleter()
	if err != nil {
		return nil, err
	}
	words, left := b.lower.Len(), b.fill.Len()
	first := rand.New(rand.NewPCG(b.current.config.Seed, uint64(words))).IntN(words)
	for i := 0; i < words && left > 0; i++ {
		if at := (first + i) % words; !b.expect.isKey(at) {
			f.Delete(b.lower.At(at))
			left--
		}
	}
	lost := b.fill.Count(func(key string) bool { return !f.Contains(key) })
	return measuring.Counted(float64(lost), "keys"), nil
}
