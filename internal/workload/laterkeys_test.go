package workload

import (
	"os"
	"path/filepath"
	"testing"
)

// Further words are none of the keys and negatives, and each is another one.
func TestFurther(t *testing.T) {
	own := filepath.Join(t.TempDir(), "keys")
	var f Flags
	if err := f.N.Set("50"); err != nil {
		t.Fatal(err)
	}
	generated, err := f.Load()
	if err != nil {
		t.Fatal(err)
	}
	further := generated.Further(50, 7, 200)
	// The user's keys are what would be generated for them.
	if err := os.WriteFile(own, []byte(further.At(0)+"\nzebra\n"+further.At(2)+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	f.keys, f.queries = own, filepath.Join(t.TempDir(), "queries")
	if err := os.WriteFile(f.queries, []byte("yak\n"+further.At(1)+"\n"+further.At(4)+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	users, err := f.Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range []*Workload{generated, users} {
		seen := map[string]bool{}
		n, words := w.Sizes()[0], 0
		for _, list := range [][]string{w.Keys(n, 7).All(), w.Negatives(n, 7, 1000).All(), w.Further(n, 7, 200).All()} {
			words += len(list)
			for _, word := range list {
				if seen[word] {
					t.Errorf("n = %d: %q comes twice", n, word)
				}
				seen[word] = true
			}
		}
		if len(seen) != words || w.Further(n, 7, 200).Len() != 200 {
			t.Errorf("n = %d: %d of %d words", n, len(seen), words)
		}
	}
}
