package thesis

import (
	"fmt"
	"slices"

	"hyphbench/internal/corpus"
	"hyphbench/internal/filter"
)

// know reads the list of known negatives. Filters are asked for lower-cased words.
func (b *bench) know(path string) error {
	if !slices.ContainsFunc(b.structures, func(s filter.Structure) bool { return s.Negatives }) {
		return fmt.Errorf("--known-negatives=%s has no meaning: none of the filters heeds it; want one that does, such as stacked", path)
	}
	list, in, err := corpus.LoadNegatives(path)
	if err != nil {
		return err
	}
	b.negatives = list.Lower()
	b.inputs = append(b.inputs, in)
	b.notes = append(b.notes, fmt.Sprintf("Known negatives: %s, %d words, SHA-256 %.12s…, for the filters that heed them.", in.Title, in.Count, in.SHA256))
	return nil
}
