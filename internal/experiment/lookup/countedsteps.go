package lookup

import (
	"bytes"
	"errors"
	"fmt"

	"hyphbench/internal/experiment"
	"hyphbench/internal/filter"
	"hyphbench/internal/measuring"
)

// Of structures that count their steps (filter.StepCounter) the mean number of an operation
// is counted, in a pass that no clock times: a time per operation grows with the number of keys
// as the memory gets slower, whatever the algorithm.

// errDiffers is what a count fails with that does not tell of the operation that is timed.
var errDiffers = errors.New("an operation whose steps are counted does not do what the timed one does")

// querySteps are those of a query, on average over the words.
func (b *bench) querySteps(q *queries) (*experiment.Measurement, error) {
	f, ok := b.current.filter.(filter.StepCounter)
	if !ok {
		return nil, fmt.Errorf("%s counts no steps", b.current.name)
	}
	total := 0
	for word := range q.words.Each() {
		found, steps := f.ContainsSteps(word)
		if found != f.Contains(word) {
			return nil, fmt.Errorf("%w: %q", errDiffers, word)
		}
		total += steps
	}
	return measuring.Counted(float64(total)/float64(q.words.Len()), "steps"), nil
}

// insertSteps are those of an insertion, on average over the keys, from an empty structure to
// a full one. It ends up as one that is timed does.
func (b *bench) insertSteps() (*experiment.Measurement, error) {
	keys := b.sets.keys
	for refused := 0; ; refused++ {
		filters, err := b.empty(2, refused)
		if err != nil {
			return nil, err
		}
		total := 0
		if err = insertAll(filters[:1], keys); err == nil {
			for key := range keys.Each() {
				steps, fails := filters[1].(filter.StepCounter).InsertSteps(key)
				total, err = total+steps, errors.Join(err, fails)
			}
		}
		if errors.Is(err, filter.ErrFull) && refused < refusals {
			continue
		}
		if err == nil {
			err = sameFiles(filters[0], filters[1])
		}
		return measuring.Counted(float64(total)/float64(keys.Len()), "steps"), err
	}
}

// sameFiles compares the files of two filters.
func sameFiles(f, g filter.Filter) error {
	var files [2][]byte
	for i, one := range []filter.Filter{f, g} {
		var err error
		if files[i], err = filter.File(one, nil); err != nil {
			return err
		}
	}
	if !bytes.Equal(files[0], files[1]) {
		return errDiffers
	}
	return nil
}
