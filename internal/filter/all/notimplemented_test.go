package all

import (
	"strings"
	"testing"
)

// What is named only is not there, and the error for it says why.
func TestNamed(t *testing.T) {
	seen := map[string]bool{}
	for _, m := range Named() {
		if m.Name == "" || m.Title == "" || m.Source == "" || m.Why == "" || seen[m.Name] {
			t.Errorf("%+v", m)
		}
		seen[m.Name] = true
		if _, err := ByName(m.Name); err == nil || !strings.Contains(err.Error(), m.Why) {
			t.Errorf("%s: %v", m.Name, err)
		}
	}
}
