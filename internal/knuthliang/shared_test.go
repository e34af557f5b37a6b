package knuthliang

import (
	"os"
	"path/filepath"
	"testing"

	"hyphbench/internal/wordlist"
)

// sharedFile reads a file of the shared inputs, which are not in the repository,
// and skips the test without them.
func sharedFile(t testing.TB, elem ...string) []byte {
	t.Helper()
	root := os.Getenv("HYPHBENCH_SHARED")
	if root == "" {
		root = filepath.Join("..", "..", "..", "shared")
	}
	path := filepath.Join(append([]string{root}, elem...)...)
	b, err := os.ReadFile(path)
	if err != nil {
		t.Skipf("shared input is absent (HYPHBENCH_SHARED names its folder): %v", err)
	}
	return b
}

// words is the thesis's whole word list.
func words(t testing.TB) *wordlist.List {
	t.Helper()
	l, err := wordlist.Parse("words.txt", sharedFile(t, "data", "words.txt"))
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// english is the rules and the exceptions in the repository.
func english(t testing.TB) (*Rules, []Exception) {
	t.Helper()
	r, err := ParsePatterns("patterns-en.tex", repositoryFile(t, "patterns-en.tex"))
	if err != nil {
		t.Fatal(err)
	}
	ex, err := ParseExceptions("hyphenex.tex", repositoryFile(t, "hyphenex.tex"))
	if err != nil {
		t.Fatal(err)
	}
	return r, ex
}

func repositoryFile(t testing.TB, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("..", "..", "data", name))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func compile(t testing.TB, r *Rules) *Automaton {
	t.Helper()
	a, err := Compile(r)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func newReference(t testing.TB, r *Rules, exceptions ...[]Exception) *Reference {
	t.Helper()
	ref, err := NewReference(r, exceptions...)
	if err != nil {
		t.Fatal(err)
	}
	return ref
}
