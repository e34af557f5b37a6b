package all

import (
	"testing"

	"hyphbench/internal/filter/filtertest"
)

func TestWindows(t *testing.T) {
	for _, s := range Windows() {
		t.Run(s.Name, func(t *testing.T) {
			t.Parallel()
			filtertest.Windows(t, s)
		})
	}
}
