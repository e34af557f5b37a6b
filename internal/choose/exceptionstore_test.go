package choose

import (
	"testing"

	"hyphbench/internal/store"
	"hyphbench/internal/wordlist"
)

func TestExceptions(t *testing.T) {
	keys := wordlist.Of("present", "record")
	s, err := Exceptions().Open(t.Context(), store.Entries{Keys: keys, Values: keys}, store.Config{})
	if err != nil {
		t.Fatal(err)
	}
	for word, want := range map[string]bool{"present": true, "record": true, "absent": false} {
		if _, ok, err := s.Get(nil, word); err != nil || ok != want {
			t.Errorf("%s: %v %v, want %v", word, ok, err, want)
		}
	}
	if n, err := s.Accesses(); err != nil || n != 3 {
		t.Errorf("%d lookups (%v), want 3", n, err)
	}
}
