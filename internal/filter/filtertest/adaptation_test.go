package filtertest

import (
	"testing"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/adaptive"
	"hyphbench/internal/wordlist"
)

// maladapted is an adaptive cuckoo filter with a fault in its adaptation.
type maladapted struct {
	filter.Adapter
	adapt  func(f *maladapted, query string) bool
	keys   map[string]bool
	victim string // one of them
	denied string // the query told of last
}

func (m *maladapted) Adapt(query string) bool { return m.adapt(m, query) }

func (m *maladapted) Contains(key string) bool {
	return m.Adapter.Contains(key) && (m.denied == "" || key != m.denied)
}

func TestSuiteFailsAdapters(t *testing.T) {
	for _, c := range []struct {
		name  string
		adapt func(f *maladapted, query string) bool
	}{
		{"changes nothing", func(*maladapted, string) bool { return true }},
		{"never cures", func(f *maladapted, query string) bool { return !f.Contains(query) }},
		{"does not say so", func(f *maladapted, query string) bool {
			f.Adapter.Adapt(query)
			return false
		}},
		{"denies keys", func(f *maladapted, query string) bool {
			f.denied = query
			return true
		}},
		{"loses a key", func(f *maladapted, query string) bool {
			cured := f.Contains(query) && f.Adapter.Adapt(query)
			if cured {
				f.Adapter.(filter.Deleter).Delete(f.victim)
			}
			return cured || !f.Contains(query)
		}},
		{"remembers one", func(f *maladapted, query string) bool {
			if f.Adapter.Contains(query) && !f.keys[query] {
				f.denied = query
			}
			return !f.keys[query]
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := adaptive.Cuckoo()
			s.Open = nil
			build := s.Build
			s.Build = func(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
				f, err := build(keys, cfg)
				if err != nil {
					return nil, err
				}
				m := &maladapted{Adapter: f.(filter.Adapter), adapt: c.adapt, keys: make(map[string]bool)}
				for m.victim = range keys.Each() {
					m.keys[m.victim] = true
				}
				return m, nil
			}
			expectFailure(t, s, "adaptation")
		})
	}
}
