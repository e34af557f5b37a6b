package store

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/cespare/xxhash/v2"

	"hyphbench/internal/wordlist"
)

// words are n keys such as those of a list, with values of a few bytes.
func words(n int) Entries {
	list := func(format string) *wordlist.List {
		return wordlist.Generate(n, func(b []byte, i int) []byte { return fmt.Appendf(b, format, i*7919) })
	}
	return Entries{Keys: list("hyphenation%d"), Values: list("hy-phen-ation-%d")}
}

// open opens a direct store, which is closed at the end.
func open(t testing.TB, e Entries, folder string, how func(string) (pageFile, error)) *inPages {
	t.Helper()
	s, err := openDirect(t.Context(), e, Config{Folder: folder}, how)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s.(*inPages)
}

// inMemory reads pages of a file without any care.
func inMemory(name string) (pageFile, error) {
	f, err := os.Open(name)
	return pageFile{File: f, rooms: make([]byte, 2*pageSize), free: func() error { return nil }}, err
}

func ask(t testing.TB, s Store, key, want string, is bool) {
	t.Helper()
	if got, ok, err := s.Get(nil, key); err != nil || ok != is || string(got) != want {
		t.Fatalf("%.40q: %.40q %v %v, want %.40q %v", key, got, ok, err, want, is)
	}
}

// One page a lookup, but for the few that overflow, of pages filled to 80 %.
func TestDirectReadsOnePage(t *testing.T) {
	e := words(20_000)
	s := open(t, e, t.TempDir(), inMemory)
	for i := range e.Keys.Len() {
		ask(t, s, e.Keys.At(i), e.Values.At(i), true)
		ask(t, s, e.Keys.At(i)+"s", "", false)
	}
	lookups, _ := s.Accesses()
	if extra := s.Pages() - lookups; lookups != 40_000 || extra < 0 || extra > lookups/100 {
		t.Errorf("%d pages for %d lookups", s.Pages(), lookups)
	}
	bytes := len(e.Keys.Text()) + len(e.Values.Text()) + 2*e.Keys.Len()
	if load := float64(bytes) / float64(s.homes*pageRoom); load > mostLoad || load < mostLoad-0.01 {
		t.Errorf("load %.3f, want just %.1f", load, mostLoad)
	}
}

// Records of half a kilobyte do not fill pages evenly: many go on to the next one,
// in a circle, and are found there.
func TestDirectOverflow(t *testing.T) {
	e := words(3000)
	e.Values = wordlist.Generate(3000, func(b []byte, i int) []byte { return fmt.Appendf(b, "%0*d", 470+i%20, i) })
	s := open(t, e, t.TempDir(), inMemory)
	for i := range e.Keys.Len() {
		ask(t, s, e.Keys.At(i), e.Values.At(i), true)
		ask(t, s, e.Keys.At(i)+"s", "", false)
	}
	if extra := s.Pages() - 6000; extra < 600 {
		t.Errorf("only %d further pages were read: the overflow was not tried", extra)
	}
}

// The pages of a chain are counted, of negatives none.
func TestDirectChains(t *testing.T) {
	key := strings.Repeat("k", 3*chainRoom)
	e := Entries{Keys: wordlist.Of("a", key+"1"), Values: wordlist.Of("1", "of the long one")}
	s := open(t, e, t.TempDir(), inMemory)
	for _, c := range []struct {
		key, want string
		is        bool
		pages     int64
	}{{"a", "1", true, 1}, {key + "1", "of the long one", true, 5}, {key + "2", "", false, 1}} {
		before := s.Pages()
		ask(t, s, c.key, c.want, c.is)
		if got := s.Pages() - before; got != c.pages {
			t.Errorf("%.10q…: %d pages, want %d", c.key, got, c.pages)
		}
	}
	// Of two long keys with one hash, which no text here has, both are looked at.
	page := s.rooms[:pageSize]
	if err := s.read(page, 1); err != nil {
		t.Fatal(err)
	}
	hash := xxhash.Sum64String(key + "1")
	if got, ok, err := s.search(nil, page, key+"2", hash); ok || err != nil || len(got) != 0 {
		t.Errorf("another key with the same hash: %.20q %v %v", got, ok, err)
	}
	if got, ok, err := s.search(nil, page, key+"1", hash); !ok || err != nil || string(got) != "of the long one" {
		t.Errorf("the key with its hash: %.20q %v %v", got, ok, err)
	}
}

// A file damaged while it is open gives errors, and says which page.
func TestDirectDamagedWhileOpen(t *testing.T) {
	e := words(1000)
	s := open(t, e, t.TempDir(), inMemory)
	f, err := os.OpenFile(s.Name(), os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteAt([]byte{'!'}, 3*pageSize+1000); err != nil {
		t.Fatal(err)
	}
	failed := 0
	for i := range e.Keys.Len() {
		got, ok, err := s.Get([]byte("kept"), e.Keys.At(i))
		switch {
		case err != nil && (ok || string(got) != "kept" || !errors.Is(err, errDamaged) || !strings.Contains(err.Error(), "page 3 is damaged")):
			t.Fatalf("%q %v %v", got, ok, err)
		case err != nil:
			failed++
		case !ok || string(got) != "kept"+e.Values.At(i):
			t.Fatalf("%s: %q %v", e.Keys.At(i), got, ok)
		}
	}
	if failed < 20 {
		t.Errorf("%d lookups failed of a page of some hundred entries", failed)
	}
}

// A page in the place of another is no page of the file.
func TestDirectExchangedPages(t *testing.T) {
	e, folder := words(1000), t.TempDir()
	s := open(t, e, folder, inMemory)
	text, err := os.ReadFile(s.Name())
	if err != nil {
		t.Fatal(err)
	}
	copy(text[pageSize:2*pageSize], text[2*pageSize:3*pageSize])
	if err := os.WriteFile(s.Name(), text, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := checkDirect(t.Context(), s.Name(), e.Sum()); !errors.Is(err, errDamaged) {
		t.Errorf("%v of a page that is there twice", err)
	}
}

// A store is taken up as it is, without being written again; that of other entries
// under its name is not.
func TestDirectTakenUp(t *testing.T) {
	e, folder := words(500), t.TempDir()
	name := open(t, e, folder, inMemory).Name()
	first, err := os.Stat(name)
	if err != nil {
		t.Fatal(err)
	}
	open(t, e, folder, inMemory)
	if again, err := os.Stat(name); err != nil || !os.SameFile(first, again) || !again.ModTime().Equal(first.ModTime()) {
		t.Errorf("the file was written again (%v)", err)
	}
	other := words(501)
	if err := os.Rename(name, Config{Folder: folder}.fileName("direct", other)); err != nil {
		t.Fatal(err)
	}
	ask(t, open(t, other, folder, inMemory), other.Keys.At(500), other.Values.At(500), true)
}
