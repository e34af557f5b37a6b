package glossary

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Structures keep their order within a family; what this build lacks comes last.
func TestByFamily(t *testing.T) {
	got := ByFamily([]string{"cuckoo", "unheard-of", "gcs", "map", "bloom"})
	want := []Family{{"exact", []string{"map"}}, {"bloom", []string{"gcs", "bloom"}}, {"cuckoo", []string{"cuckoo"}}, {"", []string{"unheard-of"}}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if got := ByFamily(nil); len(got) != 0 {
		t.Errorf("no structures are of %v", got)
	}
}
