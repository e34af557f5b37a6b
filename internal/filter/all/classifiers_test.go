package all

import (
	"testing"

	"hyphbench/internal/filter/filtertest"
)

func TestClassifiers(t *testing.T) {
	for _, s := range Classifiers() {
		t.Run(s.Name, func(t *testing.T) {
			t.Parallel()
			filtertest.Classifiers(t, s)
		})
	}
}
