package flagvalue

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"hyphbench/internal/store"
)

func TestStoreList(t *testing.T) {
	for text, want := range map[string]string{
		"map": "map", "map,direct": "map direct", " sorted , bbolt": "sorted bbolt", "delay:50us,map,delay:1ms": "delay:50us map delay:1ms",
	} {
		l := StoreList{Known: store.Kinds()}
		if err := l.Set(text); err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		var names []string
		for _, s := range l.Stores {
			names = append(names, s.Name)
			if wait, simulated := strings.CutPrefix(s.Name, "delay:"); simulated && s.config.Wait.String() != strings.Replace(wait, "us", "µs", 1) {
				t.Errorf("%s waits %s", s.Name, s.config.Wait)
			}
		}
		if strings.Join(names, " ") != want || l.String() != text {
			t.Errorf("%q: %q, want %q", text, names, want)
		}
	}
	for text, want := range map[string]string{
		"": "want one of map", "map,": "want one of map", "mop": "want map", "map,map": "map is named twice", "delay:1us,delay:1us": "twice",
		"delay": "want such as delay:50us", "map:1us": "nothing behind a colon", "bbolt:a,bbolt:b": "bbolt is named twice", "delay:11ms": "100ns to 10ms",
	} {
		l := StoreList{Known: store.Kinds(), text: "before"}
		if err := l.Set(text); err == nil || !strings.Contains(err.Error(), want) || l.String() != "before" || l.Stores != nil {
			t.Errorf("%q: %v, want %q in the error and the list as it was", text, err, want)
		}
	}
}

// Where a store is is behind its name; a run records the names alone, and its command the base
// names of folders.
func TestStoreListPlaces(t *testing.T) {
	abs := filepath.Join(t.TempDir(), "x")
	l := StoreList{Known: store.Kinds()}
	text := "map,bbolt:a/b, direct:" + abs + ",delay:50us,redis:run/s.sock,redis-tcp:localhost:6379"
	if err := l.Set(text); err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, s := range l.Stores {
		names = append(names, s.Name)
	}
	if got := strings.Join(names, ","); got != "map,bbolt,direct,delay:50us,redis,redis-tcp" {
		t.Errorf("stores are named %s", got)
	}
	for what, c := range map[string][2]string{
		"in a run":     {l.Recorded(), "map,bbolt, direct,delay:50us,redis,redis-tcp"},
		"in a command": {l.WithoutFolders(text), "map,bbolt:b, direct:x,delay:50us,redis:s.sock,redis-tcp:localhost:6379"},
		"in a folder": {l.Under("f", text), "map,bbolt:" + filepath.Join("f", "a", "b") + ", direct:" + abs + ",delay:50us,redis:" +
			filepath.Join("f", "run", "s.sock") + ",redis-tcp:localhost:6379"},
		"as given": {l.String(), text},
	} {
		if c[0] != c[1] {
			t.Errorf("%s: %s, want %s", what, c[0], c[1])
		}
	}
	if !l.NamesFiles() {
		t.Error("it names no files")
	}
	if err := l.Set(l.Recorded()); err != nil || l.NamesFiles() {
		t.Errorf("what is recorded names files (%v)", err)
	}
}

// One store at most is chosen, and a bad text leaves the choice as it was.
func TestStoreChoice(t *testing.T) {
	c := StoreChoice{StoreList: StoreList{Known: store.Kinds()}}
	if s, chosen := c.Chosen(); chosen {
		t.Errorf("%s without a flag", s.Name)
	}
	if err := c.Set("delay:50us"); err != nil {
		t.Fatal(err)
	}
	if err := c.Set("map,direct"); err == nil || !strings.Contains(err.Error(), "2 stores: want one") {
		t.Error(err)
	}
	if s, chosen := c.Chosen(); !chosen || s.Name != "delay:50us" || c.String() != s.Name {
		t.Errorf("%v %s %s", chosen, s.Name, c.String())
	}
}

// What cannot be had is left out of a default list, and is an error of a list that was
// asked for. A server that runs already needs nothing here.
func TestTake(t *testing.T) {
	missing := errors.New("no server here")
	kinds := store.Kinds()
	for i := range kinds {
		if kinds[i].Name != "map" {
			kinds[i].Ready = func() error { return missing }
		}
	}
	for _, c := range []struct {
		list         string
		asked        bool
		taken, notes int
		fails        bool
	}{
		{"map,bbolt", false, 1, 1, false}, {"map,bbolt", true, 0, 0, true}, {"map", true, 1, 0, false},
		{"bbolt", false, 0, 0, true}, {"redis-tcp:localhost:1", true, 1, 0, false}, {"redis-tcp:localhost:1,redis", true, 0, 0, true},
	} {
		l := StoreList{Known: kinds}
		if err := l.Set(c.list); err != nil {
			t.Fatal(err)
		}
		taken, notes, err := l.Take(c.asked)
		if len(taken) != c.taken || len(notes) != c.notes || (err != nil) != c.fails {
			t.Errorf("%+v: %v %v %v", c, taken, notes, err)
		}
		if c.asked && c.fails && !errors.Is(err, missing) || !c.asked && c.notes > 0 && !strings.Contains(notes[0], missing.Error()) {
			t.Errorf("%+v: %v %v", c, notes, err)
		}
	}
}

// none is a store of nothing.
type none struct{ store.Store }

func (none) Close() error { return nil }

// opens is a kind that says where it was opened.
func opens(folder *string) StoreNamed {
	return StoreNamed{Name: "here", Kind: store.Kind{Name: "here", Open: func(_ context.Context, _ store.Entries, cfg store.Config) (store.Store, error) {
		*folder = cfg.Folder
		return none{}, os.WriteFile(filepath.Join(cfg.Folder, "file"), nil, 0o600)
	}}}
}

// Without a folder there is one temporary one, which Close removes; a given one is made, and
// stays.
func TestStorePlace(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	var place StorePlace
	var first, second string
	for _, folder := range []*string{&first, &second} {
		if _, err := place.Open(t.Context(), opens(folder), store.Entries{}); err != nil {
			t.Fatal(err)
		}
	}
	if first == "" || first != second {
		t.Errorf("folders %q and %q", first, second)
	}
	if _, err := os.Stat(filepath.Join(first, "file")); err != nil {
		t.Error(err)
	}
	for range 2 {
		if err := place.Close(); err != nil {
			t.Error(err)
		}
	}
	if _, err := os.Stat(first); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the temporary folder is there: %v", err)
	}
	var given StorePlace
	want := filepath.Join(t.TempDir(), "a", "b")
	there := opens(&first)
	there.config.Folder = want
	if _, err := given.Open(t.Context(), there, store.Entries{}); err != nil || first != want {
		t.Errorf("%q %v", first, err)
	}
	if err := given.Close(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(filepath.Join(want, "file")); err != nil {
		t.Errorf("a given folder does not stay: %v", err)
	}
}

func TestStorePlaceRefuses(t *testing.T) {
	var place StorePlace
	missing := StoreNamed{Name: "there", Kind: store.Kind{Ready: func() error { return store.ErrUnavailable }}}
	if _, err := place.Open(t.Context(), missing, store.Entries{}); !errors.Is(err, store.ErrUnavailable) || !strings.Contains(err.Error(), "store there") {
		t.Errorf("%v", err)
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	there := opens(new(string))
	there.config.Folder = filepath.Join(file, "below")
	if _, err := place.Open(t.Context(), there, store.Entries{}); err == nil {
		t.Error("a folder below a file is none")
	}
}

// What killed processes have left goes, what living ones use stays, and what is not of
// this program as well.
func TestAbandonedFolders(t *testing.T) {
	dead := exec.Command("true")
	if err := dead.Run(); err != nil {
		t.Skip(err)
	}
	cache := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", cache)
	parent := filepath.Join(cache, "hyphbench")
	gone := "hyphbench-stores-" + strconv.Itoa(dead.Process.Pid) + "-1"
	stay := []string{"hyphbench-stores-" + strconv.Itoa(os.Getppid()) + "-1", "hyphbench-stores-x-1", "calibration", "other-" + strconv.Itoa(dead.Process.Pid) + "-1"}
	for _, name := range append(stay, gone) {
		if err := os.MkdirAll(filepath.Join(parent, name, "below"), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	folder, err := store.TemporaryFolder()
	if err != nil {
		t.Fatal(err)
	}
	if filepath.Dir(folder) != parent || !strings.HasPrefix(filepath.Base(folder), "hyphbench-stores-"+strconv.Itoa(os.Getpid())+"-") {
		t.Errorf("%s", folder)
	}
	if _, err := os.Stat(filepath.Join(parent, gone)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the folder of a dead process is there: %v", err)
	}
	for _, name := range append(stay, filepath.Base(folder)) {
		if _, err := os.Stat(filepath.Join(parent, name)); err != nil {
			t.Error(err)
		}
	}
}
