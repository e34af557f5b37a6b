package all_test

import (
	"testing"

	"hyphbench/internal/experiment/all"
)

// A claim is named by its identifier in documents and other claims: no two share one.
func TestClaimIdentifiers(t *testing.T) {
	where := map[string]string{}
	for _, e := range all.Experiments() {
		for _, c := range e.Reading().Claims {
			if other, twice := where[c.ID]; twice {
				t.Errorf("%s is a claim of %s and of %s", c.ID, other, e.Name())
			}
			where[c.ID] = e.Name()
		}
	}
	if len(where) < 100 {
		t.Errorf("only %d claims were found", len(where))
	}
}
