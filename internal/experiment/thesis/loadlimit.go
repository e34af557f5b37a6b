package thesis

import (
	"errors"
	"fmt"

	"hyphbench/internal/experiment"
	"hyphbench/internal/filter"
	"hyphbench/internal/measuring"
)

// loadLimit is the metric of that name: keys beyond its own are inserted into a
// filter of the current cell, built for the purpose, until one is refused.
func (b *bench) loadLimit() (*experiment.Measurement, error) {
	structure, err := b.structure(b.current.cell.Filter)
	if err != nil {
		return nil, err
	}
	n := b.fill.Len()
	plan, err := structure.Plan(n, b.current.config)
	if err != nil {
		return nil, err
	}
	built, err := b.current.make(b.fill, b.current.config)
	if err != nil {
		return nil, err
	}
	table, ok := built.(filter.Inserter)
	if !ok {
		return nil, fmt.Errorf("%s cannot insert: want a structure that can", structure.Name)
	}
	// A table that had to be enlarged has more entries than were planned.
	entries := float64(plan.Capacity) * float64(table.Bits()) / float64(plan.Bits)
	for i := 0; ; i++ {
		switch err := table.Insert(fmt.Sprintf("filling%d", i)); {
		case errors.Is(err, filter.ErrFull):
			return measuring.Counted(float64(n+i)/entries, "1"), nil
		case err != nil:
			return nil, err
		case float64(n+i) > entries:
			return nil, fmt.Errorf("%s takes %d keys: want a refusal at its %.0f entries", structure.Name, n+i+1, entries)
		}
	}
}

// takesUntilFull reports whether the metric load_limit is taken of a structure:
// a table of a bounded number of entries into which keys are inserted until one
// is refused, as the thesis has it of the cuckoo filter.
func takesUntilFull(s filter.Structure) bool {
	plan, err := s.Plan(1, filter.Config{Epsilon: 0.01})
	return s.Family == filter.FamilyCuckoo && err == nil && plan.Capacity > 0 && filter.Can[filter.Inserter](s)
}
