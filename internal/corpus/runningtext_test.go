package corpus

import (
	"path/filepath"
	"strings"
	"testing"

	"hyphbench/internal/racetest"
)

func TestTokens(t *testing.T) {
	for src, want := range map[string]string{
		"  1 In the beginning God":  "in the beginning god",
		"Aaron's rod; 'tis\nÉté—2x": "aaron's rod tis été x",
		"nai\u0308ve 'twas’ ‘so’":   "nai\u0308ve twas so", // a letter with a mark of its own
		"12 '' 3":                   "",
	} {
		if got := strings.Join(tokens(src), " "); got != want {
			t.Errorf("%q: %q, want %q", src, got, want)
		}
	}
}

func TestLoadText(t *testing.T) {
	racetest.OneGoroutine(t)
	text, err := LoadText("")
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(text.Words.First(12).All(), " "); got != "genesis in the beginning god created the heaven and the earth and" {
		t.Errorf("the text begins %q", got)
	}
	if want := KingJames(); text.Words.Len() != want.Count || text.Input.Title != want.Title || text.Input.SHA256 != want.SHA256 {
		t.Errorf("%d words, %+v, want %+v", text.Words.Len(), text.Input, want)
	}
	dir := t.TempDir()
	if text, err = LoadText(write(t, filepath.Join(dir, "own.txt"), "To be, or not to be")); err != nil || text.Words.Len() != 6 || text.Input.Name != "own.txt" {
		t.Errorf("%+v, %v", text, err)
	}
	for name, src := range map[string]string{"empty": "1 2 3", "is not UTF-8": "a\xff"} {
		if _, err := LoadText(write(t, filepath.Join(dir, name), src)); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := LoadText(filepath.Join(dir, "missing")); err == nil {
		t.Error("a missing text is read")
	}
}
