package command

import (
	"fmt"

	"github.com/spf13/cobra"

	"hyphbench/internal/choose"
	"hyphbench/internal/corpus"
	"hyphbench/internal/experiment"
	"hyphbench/internal/store"
	"hyphbench/internal/wordlist"
)

// workload reads the keys and queries.
func (o *chooseOptions) workload(cmd *cobra.Command) (*choose.Workload, error) {
	if o.thesis {
		files, err := corpus.LoadFiles("")
		if err != nil {
			return nil, err
		}
		h, err := files.Load()
		if err != nil {
			return nil, err
		}
		words, err := corpus.LoadWords(o.words, corpus.DefaultPlaces())
		if err != nil {
			return nil, err
		}
		w, err := choose.NewWorkload(h.Keys(), words.List.Lower(), o.members, o.seed)
		if err == nil && words.Note != "" {
			w.Notes = append(w.Notes, words.Note)
		}
		return w, err
	}
	keys, err := o.read(cmd, "keys", o.keys)
	if err != nil {
		return nil, err
	}
	var queries *wordlist.List
	if o.queries != "" {
		if queries, err = o.read(cmd, "queries", o.queries); err != nil {
			return nil, err
		}
	}
	return choose.NewWorkload(keys, queries, o.members, o.seed)
}

func (o *chooseOptions) read(cmd *cobra.Command, role, path string) (*wordlist.List, error) {
	list, err := readWords(cmd, path, o.null)
	if err != nil {
		return nil, fmt.Errorf("--%s: %w", role, err)
	}
	return list, nil
}

// store is the one to be measured, and false where there is none.
func (o *chooseOptions) store() (experiment.StoreNamed, bool) {
	if s, chosen := o.behind.Chosen(); chosen {
		return s, true
	}
	if o.thesis && o.missCost == "" && o.fp.Value != fpError {
		kind := choose.Exceptions()
		return experiment.StoreNamed{Name: kind.Name, Kind: kind}, true
	}
	return experiment.StoreNamed{}, false
}

// openStore fills the store with the keys.
func (o *chooseOptions) openStore(cmd *cobra.Command, named experiment.StoreNamed, w *choose.Workload) (*choose.Asked, error) {
	values := wordlist.Generate(w.Keys.Len(), func(b []byte, _ int) []byte { return append(b, '1') })
	s, err := o.place.Open(cmd.Context(), named, store.Entries{Keys: w.Keys, Values: values})
	if err != nil {
		return nil, err
	}
	return &choose.Asked{Store: s, Name: named.Name, Medium: named.Medium, Batch: o.batch}, nil
}

// storeNote says what was measured of the store.
func (o *chooseOptions) storeNote(named experiment.StoreNamed, s *choose.Asked, q choose.Question) string {
	note := fmt.Sprintf("Store %s (%s): a lookup that finds nothing takes %s, one that finds its key %s, measured here.", named.Name, named.Title, choose.Duration(q.Miss), choose.Duration(q.Hit))
	if named.Medium == store.Simulated {
		note += " It is simulated."
	}
	switch {
	case o.batch > 1 && s.Lists():
		note += fmt.Sprintf(" %d lookups are in a message.", o.batch)
	case o.batch > 1:
		note += " It takes no lists: --batch has no effect."
	}
	return note
}
