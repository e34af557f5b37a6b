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
	f.keys = own
	users, err := f.Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range []*Workload{generated, users} {
		seen := map[string]bool{}
		n := w.Sizes()[0]
		for _, list := range [][]string{w.Keys(n, 7).All(), w.Negatives(n, 7, 1000).All(), w.Further(n, 7, 200).All()} {
			for _, word := range list {
				if seen[word] {
					t.Errorf("n = %d: %q comes twice", n, word)
				}
				seen[word] = true
			}
		}
		if len(seen) != n+1200 {
			t.Errorf("n = %d: %d words", n, len(seen))
		}
	}
}
