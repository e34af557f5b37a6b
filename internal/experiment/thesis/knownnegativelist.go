package thesis

import (
	"fmt"

	"hyphbench/internal/corpus"
)

// know reads the list of known negatives. Filters are asked for lower-cased words.
func (b *bench) know(path string) error {
	list, in, err := corpus.LoadNegatives(path)
	if err != nil {
		return err
	}
	b.negatives = list.Lower()
	b.inputs = append(b.inputs, in)
	b.notes = append(b.notes, fmt.Sprintf("Known negatives: %s, %d words, SHA-256 %.12s…, for the filters that heed them.", in.Title, in.Count, in.SHA256))
	return nil
}
