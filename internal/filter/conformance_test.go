package filter_test

import (
	"testing"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/filtertest"
)

func TestConformance(t *testing.T) {
	for _, s := range filter.Structures() {
		t.Run(s.Name, func(t *testing.T) { filtertest.Run(t, s) })
	}
}
