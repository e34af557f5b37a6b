package choose

import (
	"context"

	"hyphbench/internal/knuthliang"
	"hyphbench/internal/store"
)

// Exceptions is the exact store of the hyphenator, as in the thesis's experiment. It
// says which words it has, not their values.
func Exceptions() store.Kind {
	return store.Kind{Name: "exceptions", Title: "the hyphenator's own, in memory", Medium: store.Memory, Open: func(_ context.Context, e store.Entries, _ store.Config) (store.Store, error) {
		var list []knuthliang.Exception
		for key := range e.Keys.Each() {
			list = append(list, knuthliang.Exception{Word: key})
		}
		return &exceptions{exact: knuthliang.NewStore(list)}, nil
	}}
}

type exceptions struct {
	exact    *knuthliang.ExactStore
	accesses int64
}

func (s *exceptions) Get(dst []byte, key string) ([]byte, bool, error) {
	s.accesses++
	_, ok := s.exact.Lookup(key)
	return dst, ok, nil
}

func (s *exceptions) Accesses() (int64, error) { return s.accesses, nil }
func (s *exceptions) Close() error             { return nil }
