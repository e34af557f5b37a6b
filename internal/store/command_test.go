package store

import (
	"os/exec"
	"strings"
	"testing"

	"hyphbench/internal/wordlist"
)

// opened is the user's own store of a text, with two keys.
func opened(t *testing.T, text, line string) Store {
	t.Helper()
	k, is, err := ParseOwn(text, line)
	if !is || err != nil {
		t.Fatalf("%s: %v %v", text, is, err)
	}
	s, err := k.Open(t.Context(), Entries{Keys: wordlist.Of("a", "b"), Values: wordlist.Of("1", "1")}, Config{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// A command is given a line for each key, and what it prints is the answer.
func TestCommand(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("no sh")
	}
	const lookup = `exec:while read -r key; do case "$key" in "<a>") echo 7;; "<b>") echo 0;; *) echo;; esac; done`
	s := opened(t, lookup, "<{}>")
	for key, want := range map[string]string{"a": "7", "b": "", "c": ""} {
		value, ok, err := s.Get(nil, key)
		if err != nil || string(value) != want || ok != (want != "") {
			t.Errorf("%s: %q %v %v, want %q", key, value, ok, err, want)
		}
	}
	if n, err := s.Accesses(); n != 3 || err != nil {
		t.Errorf("%d lookups %v, want 3", n, err)
	}
	if _, _, err := s.Get(nil, "a\nb"); err == nil || !strings.Contains(err.Error(), "line end") {
		t.Errorf("a key of two lines: %v", err)
	}
	if value, _, err := opened(t, "exec:cat", "select '{}'").Get(nil, "it's"); string(value) != "select 'it''s'" || err != nil {
		t.Errorf("%q %v: quotes are not doubled", value, err)
	}
	for command, want := range map[string]string{
		"exec:echo no database >&2":  "it ended: no database",
		"exec:true":                  "want a line for each line",
		"exec:printf %05000d 1; cat": "more than 4096 bytes",
	} {
		if _, _, err := opened(t, command, "").Get(nil, "a"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", command, err, want)
		}
	}
	if pipe, err := Pipe(t.Context()); err != nil || pipe <= 0 {
		t.Errorf("a line over a pipe takes %s: %v", pipe, err)
	}
}

func TestParseOwn(t *testing.T) {
	for text, want := range map[string]string{"exec: ": "has no command", "sqlite:x": "want sqlite:FILE:TABLE.COLUMN", "sqlite:x:y": "want sqlite", "sqlite::a.b": "want sqlite", "sqlite:x:.b": "want sqlite"} {
		if _, is, err := ParseOwn(text, ""); !is || err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v %v, want %q", text, is, err, want)
		}
	}
	if _, is, err := ParseOwn("delay:50us", ""); is || err != nil {
		t.Errorf("a store of the program: %v %v", is, err)
	}
	if k, is, err := ParseOwn("sqlite:C:\\x.db:a.b", ""); !is || err != nil || !strings.Contains(k.Title, `C:\x.db`) {
		t.Errorf("%+v %v", k, err)
	}
}
