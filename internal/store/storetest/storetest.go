// Package storetest is the conformance suite of stores.
//
// Guarantee: a kind that passes answers byte for byte for all its keys and for no
// stranger, counts every lookup, takes up what it has written, and leaves nothing
// behind when it is closed.
package storetest

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"hyphbench/internal/store"
	"hyphbench/internal/wordlist"
)

// Entries are n keys of the suite: short and long ones, with values of 0 to 300
// bytes, NUL bytes among them.
func Entries(n int) store.Entries {
	keys, values := make([]string, n), make([]string, n)
	for i := range n {
		keys[i] = fmt.Sprintf("key %d%s", i, strings.Repeat("\x00é", i%7))
		values[i] = strings.Repeat(string(rune('a'+i%26)), i%301)
	}
	if n > 2 {
		keys[1] = strings.Repeat("long", 500)
	}
	return store.Entries{Keys: wordlist.Of(keys...), Values: wordlist.Of(values...)}
}

// Open opens a store of the kind for the test, which skips with the reason where
// the kind is not to be had.
func Open(t testing.TB, k store.Kind, e store.Entries, cfg store.Config) store.Store {
	t.Helper()
	if err := k.Available(); err != nil {
		if !errors.Is(err, store.ErrUnavailable) {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	s, err := k.Open(t.Context(), e, cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// Test runs the suite on a kind. cfg needs no folder.
func Test(t *testing.T, k store.Kind, cfg store.Config) {
	t.Run("answers", func(t *testing.T) {
		for _, n := range []int{0, 1, 3, 2000} {
			answers(t, k, Entries(n), cfg)
		}
	})
	t.Run("repeated keys", func(t *testing.T) {
		twice := store.Entries{Keys: wordlist.Of("a", "b", "a"), Values: wordlist.Of("1", "2", "3")}
		if err := k.Available(); err != nil {
			t.Skip(err)
		}
		cfg.Folder = t.TempDir()
		if s, err := k.Open(t.Context(), twice, cfg); err == nil {
			s.Close()
			t.Error("no error of a repeated key")
		}
	})
	t.Run("taken up again", func(t *testing.T) {
		cfg.Folder = t.TempDir()
		for range 2 {
			t.Run("", func(t *testing.T) { check(t, Open(t, k, Entries(500), cfg), Entries(500)) })
		}
		// Other values of the same keys are other entries.
		other := Entries(500)
		reversed := other.Values.All()
		reversed[10], reversed[11] = reversed[11], reversed[10]
		other.Values = wordlist.Of(reversed...)
		t.Run("others", func(t *testing.T) { check(t, Open(t, k, other, cfg), other) })
	})
}

func answers(t *testing.T, k store.Kind, e store.Entries, cfg store.Config) {
	t.Helper()
	cfg.Folder = t.TempDir()
	s := Open(t, k, e, cfg)
	check(t, s, e)
}

// check asks for every key and for strangers near to them.
func check(t *testing.T, s store.Store, e store.Entries) {
	t.Helper()
	before, err := s.Accesses()
	if err != nil {
		t.Fatal(err)
	}
	asked := int64(0)
	get := func(key, want string, is bool) {
		t.Helper()
		asked++
		got, ok, err := s.Get([]byte("kept "), key)
		if err != nil {
			t.Fatal(err)
		}
		if rest, kept := bytes.CutPrefix(got, []byte("kept ")); ok != is || !kept || string(rest) != want {
			t.Fatalf("%.40q: %v %.40q, want %v and %.40q appended", key, ok, got, is, want)
		}
	}
	var keys, wants []string
	for i := range e.Keys.Len() {
		key, stranger := e.Keys.At(i), e.Keys.At(i)+"x"
		get(key, e.Values.At(i), true)
		get(stranger, "", false)
		keys, wants = append(keys, key, stranger), append(wants, e.Values.At(i), "")
	}
	get("", "", false)
	get("\x00", "", false)
	if many, ok := s.(store.ManyGetter); ok {
		next := 0
		err := many.GetMany(keys, func(i int, value []byte) error {
			if i != next || (value != nil) != (i%2 == 0) || string(value) != wants[i] {
				return fmt.Errorf("%.40q as number %d of a list: %.40q, want %.40q", keys[i], next, value, wants[i])
			}
			next++
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if next != len(keys) {
			t.Errorf("of a list of %d keys %d were answered", len(keys), next)
		}
		asked += int64(len(keys))
	}
	if after, err := s.Accesses(); err != nil || after-before != asked {
		t.Errorf("%d lookups are counted of %d (%v)", after-before, asked, err)
	}
	if many, ok := s.(store.ManyGetter); ok && len(keys) > 0 {
		// An error of found ends it, and leaves no answer over for later lookups.
		stop := errors.New("stop")
		if err := many.GetMany(keys, func(int, []byte) error { return stop }); !errors.Is(err, stop) {
			t.Errorf("an error of found is lost: %v", err)
		}
		get(keys[0], wants[0], true)
	}
	if evicter, ok := s.(store.Evicter); ok {
		if err := evicter.Evict(); err != nil {
			t.Fatal(err)
		}
		for i := range e.Keys.Len() {
			get(e.Keys.At(i), e.Values.At(i), true)
		}
	}
}

// Leftovers lists what is in a folder of stores.
func Leftovers(t testing.TB, folder string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}
