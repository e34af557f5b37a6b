package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

// TestMain makes this binary the child in the tests of childprocess.go.
func TestMain(m *testing.M) {
	if mode := os.Getenv(childMode); mode != "" {
		os.Exit(beChild(mode))
	}
	os.Exit(m.Run())
}

func TestRunUsage(t *testing.T) {
	for _, c := range []struct {
		args string
		code int
		want string
	}{
		{"--help", exitOK, "usage:"},
		{"--nonsense", exitUsage, "nonsense"},
		{"--rounds 0", exitUsage, "at least 1"},
		{"--large -1", exitUsage, "--large=-1 is out of range"},
		{"compare", exitUsage, `unknown command "compare"`},
		{"readme extra", exitUsage, `"extra" is not a flag`},
		{"readme --out no-such-folder", exitFailure, "measure first"},
		{"--words no-such-file", exitFailure, "no-such-file"},
	} {
		t.Run(c.args, func(t *testing.T) {
			var stdout, stderr bytes.Buffer
			if code := run(context.Background(), strings.Fields(c.args), &stdout, &stderr); code != c.code {
				t.Errorf("exit code %d, want %d; stderr: %s", code, c.code, &stderr)
			}
			if !strings.Contains(stderr.String(), c.want) {
				t.Errorf("stderr %q does not contain %q", &stderr, c.want)
			}
		})
	}
}

// TestRun measures hyphbench and one peer over a few words, from the command to
// the README.
func TestRun(t *testing.T) {
	dir := t.TempDir()
	words := write(t, dir, "words.txt", strings.Repeat(strings.Join(fewWords, "\n")+"\n", quickEvery))
	out := filepath.Join(dir, "out")
	readme := write(t, dir, "README.md", "# Top\n"+readmeBegin+"\nold\n"+readmeEnd+"\nend\n")

	var stdout, stderr bytes.Buffer
	args := []string{"--words", words, "--out", out, "--quick", "--rounds", "2", "--large", "3000", "--only", "panmari,minikin"}
	if code := run(context.Background(), args, &stdout, &stderr); code != exitOK {
		t.Fatalf("exit code %d: %s", code, &stderr)
	}
	for _, want := range []string{"| mask | **hyphbench** |", "| panmari/cuckoofilter |", "| cuckoo / panmari/cuckoofilter |", "query, 3,000 keys", "## Behind", "- minikin:", "--words words.txt", "A quick run"} {
		if !strings.Contains(stdout.String(), want) {
			t.Errorf("the table has no %q:\n%s", want, &stdout)
		}
	}
	if strings.Contains(stdout.String(), dir) {
		t.Errorf("the table names a folder of this machine:\n%s", &stdout)
	}
	for _, name := range []string{reportFile, markdownFile, csvFile, pairsFile, roundsFile} {
		if info, err := os.Stat(filepath.Join(out, name)); err != nil || info.Size() == 0 {
			t.Errorf("%s was not written: %v", name, err)
		}
	}

	if code := run(context.Background(), []string{"readme", "--out", out, "--readme", readme}, &stdout, &stderr); code != exitOK {
		t.Fatalf("readme: exit code %d: %s", code, &stderr)
	}
	got := read(t, readme)
	if !strings.HasPrefix(got, "# Top\n"+readmeBegin+"\nTimes are medians ") || !strings.HasSuffix(got, readmeEnd+"\nend\n") || strings.Contains(got, "old") {
		t.Errorf("the README is\n%s", got)
	}
}

func TestGate(t *testing.T) {
	good := func() []Row {
		return []Row{
			{Figure: Mask, Name: "own", Own: true, Found: Found{Wrong: some(0)}},
			{Figure: Mask, Name: "peer", Found: Found{Wrong: some(9)}},
			{Figure: PassNone, Name: "own", Own: true, Check: 4},
			{Figure: PassStore, Name: "own", Own: true, Check: 5},
			{Figure: PassBloom, Name: "own", Own: true, Check: 5},
			{Figure: PassCuckoo, Name: "peer", Check: 3},
			{Figure: Query, Name: "own", Own: true, Found: Found{FN: some(0)}},
			{Figure: Query, Name: "by design", Own: true, MayLose: true, Found: Found{FN: some(2)}},
		}
	}
	if err := gate(good()); err != nil {
		t.Errorf("wrong answers of peers alone: %v", err)
	}
	if err := gate(append(good(), Row{Figure: QueryLarge, Name: "own", Own: true, Problem: "not built", Unbuilt: true})); err != nil {
		t.Errorf("a structure that cannot be built of so many keys: %v", err)
	}
	for want, change := range map[string]func([]Row){
		"own, mask: 2 words wrong: a-b for ab":                  func(r []Row) { r[0].Wrong, r[0].Example = some(2), "a-b for ab" },
		"own, pass, Bloom filter: 6 breaks, without a filter 5": func(r []Row) { r[4].Check = 6 },
		"own, query: 1 keys lost":                               func(r []Row) { r[6].FN = some(1) },
		"own, mask: gone":                                       func(r []Row) { r[0].Problem = "gone" },
	} {
		rows := good()
		change(rows)
		fails(t, want, func() error { return gate(rows) })
	}
}

// TestTooManyKeys: a structure of hyphbench that cannot be built of the large set, because it
// says so beforehand, fails at once or in a round, is two lines without a figure and no failure.
func TestTooManyKeys(t *testing.T) {
	in := fewWordsInput(t)
	structure := func(most, fails int) filter.Structure {
		built := 0
		return filter.Structure{Name: "limited", Family: filter.FamilyExact, MaxKeys: most, Build: func(keys *wordlist.List, cfg filter.Config) (filter.Filter, error) {
			if keys.Len() == fewLarge {
				if built++; built >= fails {
					return nil, &filter.BuildError{Structure: "limited", Attempts: 8, Err: filter.ErrFull}
				}
			}
			return buildGuard("bloom", keys)
		}}
	}
	for _, c := range []struct {
		most, fails int // keys; the construction of the large set from which on it fails
		want        string
	}{
		{1800, 100, "limited: not built in 0 attempts: 1,900 keys, whose bits grow with their square: want 1,800 at most"},
		{0, 1, "limited: not built in 8 attempts: filter is full"},
		{0, 3, "round 2: limited: not built in 8 attempts: filter is full"},
		{1900, 100, ""},
	} {
		participants, err := ownPeer(structure(c.most, c.fails)).participants(in)
		if err != nil {
			t.Fatal(err)
		}
		rows := rowsOf(measure(t.Context(), participants, Plan{Rounds: 3, Least: 3, Time: time.Hour}, io.Discard))
		for _, row := range rows {
			want := c.want
			if row.Figure == Query || row.Figure == Build {
				want = ""
			}
			if row.Problem != want || row.Unbuilt != (want != "") {
				t.Errorf("%+v: %s has the problem %q, want %q", c, row.Figure, row.Problem, want)
			}
		}
		if err := gate(rows); err != nil {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

func TestSelected(t *testing.T) {
	all := []Peer{{Name: "hyphbench"}, {Name: "libhyphen"}, {Name: "Go map"}, {Name: "npm hypher"}}
	for only, want := range map[string]string{
		"":             "hyphbench, libhyphen, Go map, npm hypher",
		"MAP":          "hyphbench, Go map",
		"npm, libh,":   "hyphbench, libhyphen, npm hypher",
		"not-a-peer":   "hyphbench",
		"hyphbench,go": "hyphbench, Go map",
	} {
		var names []string
		for _, p := range selected(all, only) {
			names = append(names, p.Name)
		}
		if got := strings.Join(names, ", "); got != want {
			t.Errorf("--only %q takes %s, want %s", only, got, want)
		}
	}
}

func write(t *testing.T, dir, name, text string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func read(t *testing.T, path string) string {
	t.Helper()
	src, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(src)
}
