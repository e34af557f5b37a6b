package filtertest

import (
	"os"
	"path/filepath"
	"testing"

	"hyphbench/internal/corpus"
	"hyphbench/internal/knuthliang"
	"hyphbench/internal/wordlist"
)

// Keys are the 1,753 keys of hyphenex, which the repository carries.
func Keys(tb testing.TB) *wordlist.List {
	tb.Helper()
	files, err := corpus.LoadExceptions()
	if err != nil {
		tb.Fatal(err)
	}
	exceptions, err := knuthliang.ParseExceptions(files[0].Name, files[0].Src)
	if err != nil {
		tb.Fatal(err)
	}
	keys := make([]string, len(exceptions))
	for i, e := range exceptions {
		keys[i] = e.Word
	}
	if len(keys) != corpus.Hyphenex().Count {
		tb.Fatalf("hyphenex gives %d keys, not %d", len(keys), corpus.Hyphenex().Count)
	}
	return wordlist.Of(keys...)
}

// Negatives are the words of the list that are no key, lower-cased. It is the
// thesis's list where that is found (HYPHBENCH_WORDS, the folder
// HYPHBENCH_SHARED, data/, the user's cache) and else the embedded one, so that
// a clean clone has words too; thesis says which.
func Negatives(tb testing.TB, keys *wordlist.List) (negatives *wordlist.List, thesis bool) {
	tb.Helper()
	words := loadWords(tb)
	known := make(map[string]bool, keys.Len())
	for key := range keys.Each() {
		known[key] = true
	}
	var rest []string
	for word := range words.List.Lower().Each() {
		if !known[word] {
			rest = append(rest, word)
		}
	}
	return wordlist.Of(rest...), words.Input.Pinned
}

func loadWords(tb testing.TB) *corpus.Words {
	tb.Helper()
	root := repository(tb)
	path := os.Getenv("HYPHBENCH_WORDS")
	if path == "" {
		shared := os.Getenv("HYPHBENCH_SHARED")
		if shared == "" {
			shared = filepath.Join(root, "..", "shared")
		}
		path = filepath.Join(shared, "data", corpus.ThesisWords().Name)
		if _, err := os.Stat(path); err != nil {
			path = ""
		}
	}
	places := corpus.DefaultPlaces()
	places.Data = filepath.Join(root, "data")
	words, err := corpus.LoadWords(path, places)
	if err != nil {
		tb.Fatal(err)
	}
	if words.Note != "" {
		tb.Log(words.Note)
	}
	return words
}

// repository is the folder of go.mod, above the test's own.
func repository(tb testing.TB) string {
	tb.Helper()
	dir, err := os.Getwd()
	if err != nil {
		tb.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			tb.Fatal("the test does not run within the repository")
		}
		dir = parent
	}
}
