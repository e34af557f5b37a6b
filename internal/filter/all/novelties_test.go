package all

import (
	"testing"

	"hyphbench/internal/filter/filtertest"
	"hyphbench/internal/racetest"
)

func TestNovelties(t *testing.T) {
	racetest.OneGoroutine(t)
	for _, s := range Novelties() {
		t.Run(s.Name, func(t *testing.T) { filtertest.Novelties(t, s) })
	}
}
