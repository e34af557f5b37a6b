package all

import (
	"errors"
	"testing"

	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

// TestNoUniverse: a structure for a closed universe says that it has none.
func TestNoUniverse(t *testing.T) {
	for _, s := range Structures() {
		_, planned := s.Plan(1, filter.Config{Epsilon: 0.01})
		_, built := s.Build(wordlist.Of("a"), filter.Config{Epsilon: 0.01})
		if errors.Is(planned, filter.ErrNoUniverse) != s.Closed || errors.Is(built, filter.ErrNoUniverse) != s.Closed {
			t.Errorf("%s: without a universe Plan says %v, Build %v", s.Name, planned, built)
		}
	}
}
