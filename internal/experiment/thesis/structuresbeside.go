package thesis

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"hyphbench/internal/axis"
	"hyphbench/internal/filter"
)

// besideDefault are the structures beside the literal pair in the main job: its other table,
// and the filters as one would build them today.
const besideDefault = "cuckoo-literal-array," + bloom + "," + cuckoo

const besideParameter = "beside"

// besideRates is at how many ε the structures beside are measured.
const besideRates = 5

// settleBeside gives the default pair its structures beside, and refuses one that is measured
// already.
func (t *Experiment) settleBeside() error {
	if !t.given.Changed("filter") && !t.given.Changed("beside") {
		if s, with := t.store.Chosen(); !with || !slow(s) {
			return t.beside.Set(besideDefault)
		}
	}
	for _, s := range t.beside.Structures {
		if slices.Contains(namesOf(t.filters.Structures), s.Name) {
			return fmt.Errorf("--beside=%s: it is measured at every ε by --filter: want another structure", s.Name)
		}
	}
	return nil
}

// ratesOf are the ε at which a structure is measured: all, or of one beside those nearest to
// an even spacing by factors, the first and the last among them.
func (b *bench) ratesOf(s filter.Structure) []axis.Rate {
	if !slices.Contains(namesOf(b.beside), s.Name) || len(b.epsilons) <= besideRates {
		return b.epsilons
	}
	sorted := slices.Sorted(slices.Values(b.epsilons))
	low, high := math.Log(sorted[0].Float()), math.Log(sorted[len(sorted)-1].Float())
	var some []axis.Rate
	for i := range besideRates {
		at := low + (high-low)*float64(i)/(besideRates-1)
		some = append(some, slices.MinFunc(sorted, func(x, y axis.Rate) int {
			return cmp.Compare(math.Abs(math.Log(x.Float())-at), math.Abs(math.Log(y.Float())-at))
		}))
	}
	return slices.Compact(some)
}
