package thesis

import (
	"fmt"
	"testing"

	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

// forgetful is a filter that deletes other keys along with the one it is told.
type forgetful struct {
	filter.Filter
	keys map[string]bool
	loss int
}

func (f *forgetful) Contains(key string) bool { return f.keys[key] }

func (f *forgetful) Delete(key string) bool {
	found := f.keys[key]
	delete(f.keys, key)
	for other := range f.keys {
		if f.loss > 0 {
			f.loss--
			delete(f.keys, other)
		}
	}
	return found
}

// The count after deletions finds every key that is lost, whenever it is asked.
func TestLostByDeletion(t *testing.T) {
	var text []string
	for i := range 101 {
		text = append(text, fmt.Sprint("key", i))
	}
	keys := wordlist.Of(text...)
	for _, loss := range []int{0, 1, 7} {
		for seed := range uint64(5) {
			f := &forgetful{keys: map[string]bool{}, loss: loss}
			for _, k := range text {
				f.keys[k] = true
			}
			if got := lostByDeletion(f, keys, seed); got != loss || len(f.keys) > 50 {
				t.Errorf("%d keys are lost, %d counted; %d are left", loss, got, len(f.keys))
			}
		}
	}
	for seed := range uint64(20) {
		f, err := structure(t, cuckoo).Build(keys, filter.Config{Epsilon: 0.2, Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		if got := lostByDeletion(f.(filter.Deleter), keys, seed); got != 0 {
			t.Errorf("seed %d: the cuckoo filter loses %d keys", seed, got)
		}
	}
}
