package closed

import (
	"testing"

	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

// TestDoubtsFile writes and reads what is in doubt, and refuses what is none.
func TestDoubtsFile(t *testing.T) {
	keys, hash := wordlist.Of("a", "b", "c"), filter.NewHasher(filter.Config{Seed: 4})
	file := func(d Doubts) *filter.Decoder {
		e := filter.NewEncoder(nil, "doubts", 1)
		d.Write(e)
		data, err := e.Close()
		if err != nil {
			t.Fatal(err)
		}
		from, err := filter.NewDecoder(data, "doubts", 1)
		if err != nil {
			t.Fatal(err)
		}
		return from
	}
	var read Doubts
	from := file(NewDoubts([]uint64{hash.Sum64("a"), hash.Sum64("c")}, keys, &hash))
	read.Read(from, &hash)
	if err := from.Close(); err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]bool{"a": true, "b": false, "c": true, "x": false} {
		if got := read.About(hash.Sum64(key)); got != want || read.Decide(key) != want {
			t.Errorf("%q is in doubt: %v, decided %v, want %v", key, got, read.Decide(key), want)
		}
	}
	from = file(Doubts{sums: map[uint64]struct{}{1: {}}, keys: map[string]struct{}{"a": {}}})
	if read.Read(from, &hash); from.Close() == nil {
		t.Error("a key whose hash is not in doubt is read")
	}
}
