package command

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hyphbench/internal/experiment/all"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/store"
	"hyphbench/internal/tier"
)

// mortal is a store that dies after some look-ups.
type mortal struct {
	store.Store
	lives int
}

func (m *mortal) Get(dst []byte, key string) ([]byte, bool, error) {
	if m.lives--; m.lives < 0 {
		return dst, false, errors.New("the server is gone")
	}
	return m.Store.Get(dst, key)
}

// withMortal is hyphbench with a store behind a network that dies after some look-ups.
// folder is where it was opened.
func withMortal(lives int, closed *int, folder *string) Program {
	p := recording()
	p.Experiments = all.With([]store.Kind{{Name: "far", Title: "a table far away", Medium: store.Network, Place: store.Folder,
		Open: func(ctx context.Context, e store.Entries, cfg store.Config) (store.Store, error) {
			*folder = cfg.Folder
			s, err := store.Map().Open(ctx, e, cfg)
			return &mortal{closing{s, closed}, lives}, err
		}}})
	return p
}

// closing is a store that notes when it is closed.
type closing struct {
	store.Store
	closed *int
}

func (c closing) Close() error {
	*c.closed++
	return c.Store.Close()
}

// A run whose store dies keeps what was measured, says which store failed, and goes on
// from there when the store lives: with the shortened defaults of its first session, and in the
// folder that it named, which no run records.
func TestStoreDiesInARun(t *testing.T) {
	tier.Check(t) // kills a server under a run
	dir := t.TempDir()
	t.Setenv("HOME", dir)
	t.Setenv("XDG_CACHE_HOME", dir)
	words, out := filepath.Join(dir, "words.txt"), filepath.Join(dir, "results")
	if err := os.WriteFile(words, []byte("academy\nareas\nnothing\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	closed, folder := 0, ""
	t.Chdir(dir)
	_, stderr := hyphbench(t.Context(), t, withMortal(1753+20, &closed, &folder), exitFailure, "run", "thesis", "--store=far:kept/store", "--filter=bloom", "--words="+words, "--out="+out)
	for _, want := range []string{"store far: the server is gone", " measurements are kept in ", "resume with: hyphbench run --resume=", " --store=far:kept/store"} {
		if !strings.Contains(stderr, want) {
			t.Errorf("no %q in %s", want, stderr)
		}
	}
	run, err := runfolder.Open(out)
	if err != nil {
		t.Fatal(err)
	}
	if run.Meta.State != runfolder.Failed || len(run.Rows) == 0 || run.Meta.Reps != 3 || closed != 1 {
		t.Errorf("%s, %d rows, %d repetitions, closed %d times", run.Meta.State, len(run.Rows), run.Meta.Reps, closed)
	}
	if c, p, argv := run.Meta.Config, run.Meta.Parameters, strings.Join(run.Meta.Argv, " "); c["store"].Value != "far" || p["store"] != "far" || !strings.Contains(argv, "--store=far:store ") {
		t.Errorf("recorded are %v, %v and %s", c["store"], p, argv)
	}
	first, kept := folder, len(run.Rows)
	t.Chdir(t.TempDir())
	hyphbench(t.Context(), t, withMortal(1<<40, &closed, &folder), exitOK, "run", "--resume", "--out="+out)
	if first != "kept/store" || folder != filepath.Join(dir, first) {
		t.Errorf("opened in %s, then in %s", first, folder)
	}
	if run, err = runfolder.Open(run.Dir); err != nil {
		t.Fatal(err)
	}
	if m := run.Meta; m.State != runfolder.Finished || m.Reps != 3 || len(m.Axes[0].Values) != 4 || len(m.Sessions) != 2 || len(run.Rows) <= kept || closed != 2 {
		t.Errorf("%s, %d repetitions, %v, %d sessions, %d rows after %d, closed %d times", m.State, m.Reps, m.Axes, len(m.Sessions), len(run.Rows), kept, closed)
	}
	hyphbench(t.Context(), t, withMortal(1<<40, &closed, &folder), exitOK, "run", "thesis", "--store=far", "--filter=bloom", "--words="+words, "--dry-run")
	if closed != 3 {
		t.Errorf("a store stays open behind --dry-run")
	}
}
