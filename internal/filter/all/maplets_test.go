package all

import (
	"testing"

	"hyphbench/internal/filter/filtertest"
)

func TestMaplets(t *testing.T) {
	for _, s := range Maplets() {
		t.Run(s.Name, func(t *testing.T) {
			t.Parallel()
			filtertest.Maplets(t, s)
		})
	}
}
