package all

import "testing"

// A claim says what it is and who makes it where: the claims of one source are
// one family of tests. No two claims of the program share an ID.
func TestClaims(t *testing.T) {
	seen := map[string]bool{}
	for _, e := range Experiments() {
		for _, c := range e.Reading().Claims {
			if c.ID == "" || c.Source == "" || c.Section == "" || c.Statement == "" || c.Metric == "" || c.Test == nil {
				t.Errorf("%s: %q lacks a field: %+v", e.Name(), c.ID, c)
			}
			if seen[c.ID] {
				t.Errorf("%s: two claims %s", e.Name(), c.ID)
			}
			seen[c.ID] = true
		}
	}
}
