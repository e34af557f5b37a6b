package trial

import (
	"fmt"

	"hyphbench/internal/filter"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/wordlist"
)

// Build builds a structure of keys, by the hash functions of the round, and asks all of them:
// a key that is denied is an error.
func (t *T) Build(s filter.Structure, keys *wordlist.List, epsilon float64) (filter.Filter, error) {
	f, err := s.Build(keys, filter.Config{Epsilon: epsilon, Seed: t.Seed()})
	if err != nil {
		return nil, err
	}
	if yes := Admitted(f, keys); yes != keys.Len() {
		return nil, fmt.Errorf("wrong answers of %s: %d of %d keys are denied", s.Name, keys.Len()-yes, keys.Len())
	}
	return f, nil
}

// Admitted counts the words that a filter admits.
func Admitted(f filter.Filter, words *wordlist.List) (yes int) {
	for word := range words.Each() {
		if f.Contains(word) {
			yes++
		}
	}
	return yes
}

// TimeQueries is Time of one query for each word, and counts the words that the filter
// admits. Another count under the clock ends the run.
func (t *T) TimeQueries(m runfolder.Metric, f filter.Filter, words *wordlist.List) (yes int) {
	yes = Admitted(f, words)
	t.Time(m, words.Len(), func() error {
		if got := Admitted(f, words); got != yes {
			return fmt.Errorf("wrong answers: %d queries answered with yes, not %d", got, yes)
		}
		return nil
	})
	return yes
}
