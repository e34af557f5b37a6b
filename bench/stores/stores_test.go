package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/vfs"
	"github.com/cockroachdb/pebble/v2/vfs/errorfs"

	"hyphbench/internal/store"
	"hyphbench/internal/store/storetest"
	"hyphbench/internal/wordlist"
)

func TestConformance(t *testing.T) {
	for _, k := range kinds() {
		t.Run(k.Name, func(t *testing.T) { storetest.Test(t, k, store.Config{}) })
	}
}

// numbered are n entries with values of so many bytes.
func numbered(n, bytes int) store.Entries {
	key := func(b []byte, i int) []byte { return fmt.Appendf(b, "key %07d", (i*7919)%n) }
	value := func(b []byte, i int) []byte { return fmt.Appendf(b, "%*d", bytes, i) }
	return store.Entries{Keys: wordlist.Generate(n, key), Values: wordlist.Generate(n, value)}
}

// Keys and values that are empty, binary or of a megabyte are kept, in folders whose
// names mean something elsewhere.
func TestOddEntries(t *testing.T) {
	long := strings.Repeat("a\x00\n\xff", 1<<18)
	e := store.Entries{Keys: wordlist.Of("", "\x00", "\xff\xff", long, "a"), Values: wordlist.Of("of the empty key", "", "\x00", long+"v", "")}
	for _, k := range kinds() {
		cfg := store.Config{Folder: filepath.Join(t.TempDir(), "100%41 [a]*?#;&")}
		if err := os.Mkdir(cfg.Folder, 0o700); err != nil {
			t.Fatal(err)
		}
		s := storetest.Open(t, k, e, cfg)
		for i := range e.Keys.Len() {
			if got, ok, err := s.Get(nil, e.Keys.At(i)); err != nil || !ok || string(got) != e.Values.At(i) {
				t.Errorf("%s: %.20q: %.20q %v %v", k.Name, e.Keys.At(i), got, ok, err)
			}
		}
		if _, ok, err := s.Get(nil, long[1:]); ok || err != nil {
			t.Errorf("%s: %v %v of a negative of a megabyte", k.Name, ok, err)
		}
		name := k.Name + "-" + e.Sum()
		if got := storetest.Leftovers(t, cfg.Folder); !slices.Equal(got, []string{name, name + sumSuffix}) {
			t.Errorf("%s: the folder holds %q", k.Name, got)
		}
	}
}

// Pebble's own filter is asked in the one store and in no other, where the tree has
// more than one batch, and more than one table.
func TestPebbleFilter(t *testing.T) {
	const n = 40_000
	e := numbered(n, 500)
	asked := func(k store.Kind) (hits, misses float64) {
		l := storetest.Open(t, k, e, store.Config{Folder: t.TempDir()}).(*lsm)
		if tables := l.db.Metrics().Levels[lastLevel].TablesCount; tables < 2 {
			t.Errorf("%s: %d tables: want some", k.Name, tables)
		}
		for i := range n {
			if _, ok, err := l.Get(nil, fmt.Sprintf("key %07dx", i)); ok || err != nil {
				t.Fatal(ok, err)
			}
		}
		m := l.db.Metrics().Filter
		return float64(m.Hits), float64(m.Misses)
	}
	if hits, misses := asked(Pebble()); hits+misses != 0 {
		t.Errorf("pebble asks a filter: %v hits, %v misses", hits, misses)
	}
	// A table is asked at most once, and of the negatives 1 % pass; those between two
	// tables need no filter.
	hits, misses := asked(PebbleFilter())
	if hits+misses < 0.99*n || hits+misses > n || misses < 0.005*n || misses > 0.02*n {
		t.Errorf("pebble-filter asks its filter in vain: %v hits, %v misses of %d lookups", hits, misses, n)
	}
}

// A disk that is full, at any file and at any time, is an error that says so, and
// leaves nothing.
func TestFullDisk(t *testing.T) {
	for _, c := range []struct {
		file string
		most int // writes of such files
	}{{".sst", 0}, {".sst", 20}, {"MANIFEST", 0}, {"MANIFEST", 1}, {"MANIFEST", 4}} {
		written := atomic.Int64{}
		full := errorfs.Wrap(vfs.Default, errorfs.InjectorFunc(func(op errorfs.Op) error {
			if strings.Contains(op.Path, c.file) && op.Kind == errorfs.OpFileWrite && written.Add(1) > int64(c.most) {
				return syscall.ENOSPC
			}
			return nil
		}))
		folder := t.TempDir()
		k := pebbleKind("pebble", "", pebble.NoFilterPolicy, full)
		_, err := k.Open(t.Context(), numbered(40_000, 500), store.Config{Folder: folder})
		if err == nil || !strings.Contains(err.Error(), syscall.ENOSPC.Error()) {
			t.Errorf("%+v: %v, want that of a full disk after %d writes", c, err, written.Load())
		}
		if left := storetest.Leftovers(t, folder); len(left) != 0 {
			t.Errorf("%+v: left: %q", c, left)
		}
	}
}

// An interrupted fill ends, leaves nothing, and is not taken for a store.
func TestInterruptedFill(t *testing.T) {
	for _, k := range kinds() {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		folder := t.TempDir()
		if _, err := k.Open(ctx, numbered(100, 5), store.Config{Folder: folder}); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", k.Name, err)
		}
		if left := storetest.Leftovers(t, folder); len(left) != 0 {
			t.Errorf("%s: left: %q", k.Name, left)
		}
	}
}

// What is not as it was written gives no wrong answer.
func TestDamagedFiles(t *testing.T) {
	for _, k := range kinds() {
		t.Run(k.Name, func(t *testing.T) { storetest.Damage(t, k, store.Config{}) })
	}
}

// A store is taken up as it is, without being written again. What a killed process left half
// is not taken up, and what is not a store is written anew.
func TestHalfAndBrokenStores(t *testing.T) {
	e := numbered(100, 5)
	for _, k := range kinds() {
		folder := t.TempDir()
		name := filepath.Join(folder, k.Name+"-"+e.Sum())
		if err := os.WriteFile(name+".part", []byte("half"), 0o600); err != nil {
			t.Fatal(err)
		}
		opened := func() os.FileInfo {
			s, err := k.Open(t.Context(), e, store.Config{Folder: folder})
			if err != nil {
				t.Fatal(err)
			}
			for _, i := range []int{3, 97} {
				if got, ok, err := s.Get(nil, e.Keys.At(i)); !ok || err != nil || string(got) != e.Values.At(i) {
					t.Error(k.Name, got, ok, err)
				}
			}
			if err := s.Close(); err != nil {
				t.Error(err)
			}
			info, err := os.Stat(name)
			if err != nil {
				t.Fatal(err)
			}
			return info
		}
		first := opened()
		if again := opened(); !os.SameFile(first, again) || !again.ModTime().Equal(first.ModTime()) {
			t.Errorf("%s: the store was written again", k.Name)
		}
		if err := errors.Join(os.RemoveAll(name), os.WriteFile(name, []byte("no store"), 0o600)); err != nil {
			t.Fatal(err)
		}
		opened()
		if got := storetest.Leftovers(t, folder); len(got) != 2 {
			t.Errorf("%s: the folder holds %q", k.Name, got)
		}
	}
}

// The program knows its stores by their names, and no two of one.
func TestNames(t *testing.T) {
	all := append(store.Kinds(), kinds()...)
	for i, k := range all {
		text := k.Name
		if k.Medium == store.Simulated {
			text += ":50us"
		}
		if got, _, err := store.Parse(all, text); err != nil || got.Title != all[i].Title {
			t.Errorf("%s is %q (%v), want %q", text, got.Title, err, k.Title)
		}
	}
}
