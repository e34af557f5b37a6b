package all

import (
	"slices"
	"strings"
	"testing"
)

// Names are those of one structure, whatever it answers, and one that is no filter is
// named as such.
func TestOthers(t *testing.T) {
	var names []string
	for _, s := range Structures() {
		names = append(names, s.Name)
	}
	for _, n := range Named() {
		names = append(names, n.Name)
	}
	for _, o := range Others() {
		if slices.Contains(names, o.Name) {
			t.Errorf("%s is named twice", o.Name)
		}
		names = append(names, o.Name)
		if _, err := Resolve(o.Name); err == nil || !strings.Contains(err.Error(), o.Answers) || strings.Contains(err.Error(), "unknown") || !strings.HasSuffix(err.Error(), "explains it") {
			t.Errorf("%s as a filter: %v", o.Name, err)
		}
	}
}
