package store

import "context"

// Map is Go's own map.
//
// Guarantee: exact. Cost: about 7 ns per lookup in the caches; the entries in memory.
func Map() Kind {
	return Kind{Name: "map", Title: "Go's own map", Medium: Memory, Open: func(_ context.Context, e Entries, _ Config) (Store, error) {
		if err := e.Check(); err != nil {
			return nil, err
		}
		m := &inMap{values: make(map[string]string, e.Keys.Len())}
		for i := range e.Keys.Len() {
			m.values[e.Keys.At(i)] = e.Values.At(i)
		}
		return m, nil
	}}
}

type inMap struct {
	values   map[string]string
	accesses int64
}

func (m *inMap) Get(dst []byte, key string) ([]byte, bool, error) {
	m.accesses++
	value, ok := m.values[key]
	return append(dst, value...), ok, nil
}

func (m *inMap) Accesses() (int64, error) { return m.accesses, nil }
func (m *inMap) Close() error             { return nil }
