// Package storetest is the conformance suite of stores.
//
// Guarantee: a kind that passes answers byte for byte for all its keys and for no negative,
// however long; counts every lookup; reads its own files again, and gives no wrong answer if
// they were damaged; reads the device if it is cold and does not if it is warm; and leaves
// nothing behind when it is closed.
// Cost: about a second for a store on a disk.
package storetest

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

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
		for _, n := range []int{0, 1, 3, 1000} {
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
	t.Run("long", func(t *testing.T) { answers(t, k, long(), cfg) })
	t.Run("left behind", func(t *testing.T) { leftBehind(t, k, cfg) })
	t.Run("cold and warm", func(t *testing.T) { coldAndWarm(t, k, cfg) })
}

// long are entries of a megabyte, which differ in the last byte of the key, those
// around the sizes at which stores change their ways, and the empty key.
func long() store.Entries {
	a := strings.Repeat("k", 1<<20)
	keys, values := []string{"", a + "1", a + "2"}, []string{"of the empty key", strings.Repeat("v", 1<<20), ""}
	for _, n := range []int{250, 500, 4000, 4085, 4096, 8184, 1<<15 - 1, 1 << 15, 1<<15 + 1} {
		keys, values = append(keys, strings.Repeat("n", n)), append(values, fmt.Sprint(n))
		keys, values = append(keys, fmt.Sprint("of ", n)), append(values, strings.Repeat("w", n))
	}
	return store.Entries{Keys: wordlist.Of(keys...), Values: wordlist.Of(values...)}
}

// leftBehind looks for files and goroutines after Close.
func leftBehind(t *testing.T, k store.Kind, cfg store.Config) {
	cfg.Folder = t.TempDir()
	e := Entries(100)
	before := runtime.NumGoroutine()
	t.Run("", func(t *testing.T) { check(t, Open(t, k, e, cfg), e) })
	for deadline := time.Now().Add(5 * time.Second); runtime.NumGoroutine() > before; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			stacks := make([]byte, 1<<16)
			t.Fatalf("%d goroutines where there were %d before\n%s", runtime.NumGoroutine(), before, stacks[:runtime.Stack(stacks, true)])
		}
	}
	for _, name := range Leftovers(t, cfg.Folder) {
		if k.Medium != store.Disk || !strings.HasPrefix(name, k.Name+"-"+e.Sum()) {
			t.Errorf("%s is left: want nothing but what is named by the kind and by the checksum %s of the entries", name, e.Sum())
		}
	}
	if err := os.RemoveAll(cfg.Folder); err != nil {
		t.Error(err)
	}
}

// coldAndWarm compares what lookups read from the device with what they should.
func coldAndWarm(t *testing.T, k store.Kind, cfg store.Config) {
	const page = 4096
	cfg.Folder = t.TempDir()
	e := Entries(500)
	s := Open(t, k, e, cfg)
	if k.Medium == store.Disk && !k.ColdIn(s) && !OnDevice(t, cfg.Folder) {
		t.Skip("the file system is on no device, or the system does not count what is read from it")
	}
	read := func(keys int) (bytes int64) {
		t.Helper()
		end := store.Watch(s)
		for i := range keys {
			if _, ok, err := s.Get(nil, e.Keys.At(i)); !ok || err != nil {
				t.Fatalf("key %d: %v %v", i, ok, err)
			}
		}
		return end().DeviceBytes
	}
	if evicter, ok := s.(store.Evicter); ok {
		if err := evicter.Evict(); err != nil {
			t.Fatal(err)
		}
		if got := read(1); got >= 0 && got < page {
			t.Errorf("after Evict a lookup read %d bytes from the device: want a page or more", got)
		}
	}
	if k.ColdIn(s) {
		if got := read(100); got >= 0 && got < 100*page {
			t.Errorf("100 lookups read %d bytes from the device: want a page each", got)
		}
		return
	}
	// Others of this process, such as its program, may read the device as well.
	got := read(e.Keys.Len())
	for attempt := 0; attempt < 5 && (attempt == 0 || got > 0); attempt++ {
		got = read(e.Keys.Len())
	}
	if got > 0 {
		t.Errorf("%d lookups of a warm store read %d bytes from the device", e.Keys.Len(), got)
	}
}

// OnDevice reports whether what is read from files of the folder is counted as read
// from a device.
func OnDevice(t testing.TB, folder string) bool {
	t.Helper()
	direct := store.Direct()
	s, err := direct.Open(t.Context(), Entries(1), store.Config{Folder: folder})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	return direct.ColdIn(s) && store.Watch(s)().DeviceBytes != -1
}

// Damage changes the files of a store in many ways, one after the other: opened again
// it gives right answers or an error.
func Damage(t *testing.T, k store.Kind, cfg store.Config) {
	cfg.Folder = t.TempDir()
	e := Entries(300)
	open := func() (store.Store, error) { return k.Open(t.Context(), e, cfg) }
	fill := func() (files map[string][]byte) {
		t.Helper()
		s, err := open()
		if err == nil {
			err = s.Close()
		}
		if err != nil {
			t.Fatal(err)
		}
		files = map[string][]byte{}
		err = filepath.WalkDir(cfg.Folder, func(name string, entry fs.DirEntry, err error) error {
			if err == nil && !entry.IsDir() {
				files[name], err = os.ReadFile(name)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return files
	}
	random := rand.New(rand.NewPCG(1, 2))
	flipped := func(b []byte, within int) []byte {
		if within = min(within, len(b)); within > 0 {
			b[random.IntN(within)] ^= 1 << random.IntN(8)
		}
		return b
	}
	for name, text := range fill() {
		for what, damaged := range map[string]func(b []byte) []byte{
			"a flipped bit":   func(b []byte) []byte { return flipped(b, len(b)) },
			"another bit":     func(b []byte) []byte { return flipped(b, len(b)) },
			"a flipped head":  func(b []byte) []byte { return flipped(b, 64) },
			"half":            func(b []byte) []byte { return b[:len(b)/2] },
			"one byte less":   func(b []byte) []byte { return b[:max(0, len(b)-1)] },
			"one byte more":   func(b []byte) []byte { return append(b, 0) },
			"nothing":         func([]byte) []byte { return nil },
			"zeros":           func(b []byte) []byte { return make([]byte, len(b)) },
			"exchanged parts": func(b []byte) []byte { n := len(b) / 2 &^ 4095; return append(b[n:len(b):len(b)], b[:n]...) },
		} {
			bad := damaged(bytes.Clone(text))
			if bytes.Equal(bad, text) {
				continue // nothing is left to change
			}
			if err := os.WriteFile(name, bad, 0o600); err != nil {
				t.Fatal(err)
			}
			s, err := open()
			if err == nil {
				right(t, s, e, what)
				err = s.Close()
			}
			if err != nil {
				t.Logf("%s in %s: %v", what, filepath.Base(name), err)
			}
			if err := os.WriteFile(name, text, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	fill() // what was mended is taken up
}

// right allows errors, and no wrong answer.
func right(t *testing.T, s store.Store, e store.Entries, what string) {
	t.Helper()
	for i := range e.Keys.Len() {
		key, want := e.Keys.At(i), e.Values.At(i)
		if got, ok, err := s.Get(nil, key); err == nil && (!ok || string(got) != want) {
			t.Errorf("%s: %.40q: %v %.40q, want %.40q", what, key, ok, got, want)
		}
		if _, ok, err := s.Get(nil, key+"x"); err == nil && ok {
			t.Errorf("%s: %.40q is found", what, key+"x")
		}
	}
}

func answers(t *testing.T, k store.Kind, e store.Entries, cfg store.Config) {
	t.Helper()
	cfg.Folder = t.TempDir()
	s := Open(t, k, e, cfg)
	if _, ok := s.(store.ManyGetter); ok != k.Many {
		t.Errorf("takes lists: %v, and its kind says %v", ok, k.Many)
	}
	if n, err := s.Accesses(); n != 0 || err != nil {
		t.Errorf("%d lookups are counted of a store that was just opened (%v)", n, err)
	}
	check(t, s, e)
}

// check asks for every key and for negatives near to them.
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
		key, negative := e.Keys.At(i), e.Keys.At(i)+"x"
		get(key, e.Values.At(i), true)
		get(negative, "", false)
		keys, wants = append(keys, key, negative), append(wants, e.Values.At(i), "")
	}
	if !slices.Contains(e.Keys.All(), "") {
		get("", "", false)
	}
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
