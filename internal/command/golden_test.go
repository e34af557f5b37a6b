package command

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hyphbench/internal/racetest"
	"hyphbench/internal/report/synthetic"
)

// What the commands say of a run, and a figure of it, are the files of testdata/golden, to be
// read and compared by people. The run is made of random numbers about a known truth: the
// cuckoo filter takes 5 % longer than the Bloom filter, whose times fall as ε grows.
// UPDATE_GOLDEN=1 writes the files anew.
func TestGoldenFiles(t *testing.T) {
	racetest.OneGoroutine(t)
	golden, err := filepath.Abs("testdata/golden")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	t.Setenv("HOME", t.TempDir())
	t.Setenv("XDG_CACHE_HOME", t.TempDir()) // no calibration
	dir, err := synthetic.Write("results", synthetic.Run(synthetic.Options{Epsilons: "0.01,0.02,0.05,0.1", Reps: 8}))
	if err != nil {
		t.Fatal(err)
	}
	of := func(args ...string) string {
		stdout, _ := hyphbench(t.Context(), t, program(), exitOK, args...)
		return stdout
	}
	of("plot", "--format=svg")
	for name, got := range map[string]string{
		"table.txt":   of("show", "table"),
		"table.csv":   of("show", "table", "--format=csv"),
		"verify.txt":  of("verify"),
		"ratios.txt":  of("show", "ratios"),
		"ratios.json": of("show", "ratios", "--format=json"),
		"show.txt":    of("show"),
		"show.md":     of("show", "--format=markdown"),
		"fig-5-2.svg": string(readFile(t, filepath.Join(dir, "figures", "fig-5-2.svg"))),
	} {
		name = filepath.Join(golden, name)
		if os.Getenv("UPDATE_GOLDEN") != "" {
			if err := os.WriteFile(name, []byte(got), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want := string(readFile(t, name))
		if diff := cmp.Diff(strings.Split(want, "\n"), strings.Split(got, "\n")); diff != "" {
			t.Errorf("%s: UPDATE_GOLDEN=1 go test ./internal/command -run TestGoldenFiles writes it\n%s", filepath.Base(name), diff)
		}
	}
}
