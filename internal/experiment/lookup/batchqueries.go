package lookup

import (
	"fmt"

	"hyphbench/internal/experiment"
	"hyphbench/internal/filter"
	"hyphbench/internal/runfolder"
)

// many times a list that is asked at once. The answers are compared one by one with
// those of Contains before.
func (b *bench) many(cell runfolder.Cell, q *queries, right answers) (*experiment.Measurement, error) {
	f, ok := b.current.filter.(filter.BatchContainer)
	if !ok {
		return nil, fmt.Errorf("%s has no queries of a list", b.current.name)
	}
	out := make([]bool, q.words.Len())
	f.ContainsBatch(q.words, out)
	i := 0
	for word := range q.words.Each() {
		if out[i] != f.Contains(word) {
			return nil, fmt.Errorf("the list says %v of %q, the filter itself %v", out[i], word, !out[i])
		}
		i++
	}
	return b.timer.Measure(cell, q.words.Len(), func() error {
		f.ContainsBatch(q.words, out)
		yes := 0
		for _, answer := range out {
			yes += one(answer)
		}
		return right.compare(yes)
	})
}
