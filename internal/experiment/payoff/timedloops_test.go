package payoff

import (
	"slices"
	"strings"
	"testing"

	"hyphbench/internal/filter"
	"hyphbench/internal/store"
	"hyphbench/internal/wordlist"
)

// keysWithA is a store of the words with an a, which keeps the sizes of messages.
type keysWithA struct {
	store.Store
	sizes []int
}

func (s *keysWithA) GetMany(keys []string, found func(i int, value []byte) error) error {
	s.sizes = append(s.sizes, len(keys))
	for i, key := range keys {
		var value []byte
		if strings.Contains(key, "a") {
			value = []byte{}
		}
		if err := found(i, value); err != nil {
			return err
		}
	}
	return nil
}

// admitsVowels is a filter.
type admitsVowels struct{ filter.Filter }

func (admitsVowels) Contains(word string) bool { return strings.ContainsAny(word, "aeiou") }

// Words wait for the next pass until there are enough for a message; the last one has what is left.
// Through a filter only those that it admits are asked for, and all keys are found.
func TestAskByMessages(t *testing.T) {
	words := wordlist.Of("pa", "pe", "px", "ta", "te") // of which two are keys, and the filter denies one
	for name, c := range map[string]struct {
		f     filter.Filter
		sizes []int
	}{
		"bare":    {nil, []int{3, 3, 3, 3, 3}},
		"guarded": {admitsVowels{}, []int{3, 3, 3, 3}},
	} {
		s := &keysWithA{}
		if found, err := ask(c.f, s, nil, words, 3, 3, nil); err != nil || found != 6 || !slices.Equal(s.sizes, c.sizes) {
			t.Errorf("%s: %d found in messages of %v, %v, want 6 in %v", name, found, s.sizes, err, c.sizes)
		}
	}
	s := &keysWithA{}
	if found, err := ask(nil, s, nil, words, 4, 1, nil); err != nil || found != 2 || !slices.Equal(s.sizes, []int{4, 1}) {
		t.Errorf("%d found in messages of %v, %v", found, s.sizes, err)
	}
}
