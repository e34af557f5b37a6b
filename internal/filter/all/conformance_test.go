package all

import (
	"testing"

	"hyphbench/internal/filter/filtertest"
)

func TestConformance(t *testing.T) {
	for _, s := range Structures() {
		t.Run(s.Name, func(t *testing.T) { filtertest.Run(t, s) })
	}
}
