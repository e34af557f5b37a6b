package command

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hyphbench/internal/report/figure"
)

// What the commands print of the committed runs stays the same, byte for byte.
// The checksums in testdata/committed.txt change only in a commit that says
// why; UPDATE_GOLDEN=1 writes them anew, KEEP_GOLDEN=DIR keeps the
// outputs themselves for a comparison.
func TestCommittedRuns(t *testing.T) {
	if testing.Short() {
		t.Skip("draws all figures of two runs, several times")
	}
	t.Setenv("HOME", t.TempDir())
	t.Setenv("XDG_CACHE_HOME", t.TempDir()) // no calibration
	packageDir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, name := range []string{"thesis", "fbl"} {
		// A name of its own in every output, wherever the test runs.
		parent := t.TempDir()
		dir := filepath.Join(parent, name)
		if err := os.CopyFS(dir, os.DirFS(filepath.Join(packageDir, "../../results", name))); err != nil {
			t.Fatal(err)
		}
		t.Chdir(parent)
		keep := func(output string, content []byte) {
			sum := sha256.Sum256(content)
			got = append(got, hex.EncodeToString(sum[:])+"  "+name+" "+output)
			if to := os.Getenv("KEEP_GOLDEN"); to != "" {
				file := filepath.Join(to, name, strings.ReplaceAll(output, "/", "_"))
				if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(file, content, 0o666); err != nil {
					t.Fatal(err)
				}
			}
		}
		hyphbench := func(args ...string) {
			var stdout, stderr bytes.Buffer
			code := program().Run(t.Context(), append(args, name), nil, &stdout, &stderr)
			keep(strings.Join(args, " "), fmt.Appendf(nil, "%s%s%d", &stdout, &stderr, code))
		}
		for _, command := range []string{"summary", "verify", "compare"} {
			for _, format := range []string{"text", "markdown", "csv", "json"} {
				hyphbench(command, "--format="+format)
			}
		}
		hyphbench("compare", "--to=none")
		for _, lang := range []string{"en", "pt"} {
			hyphbench("plot", "--lang="+lang)
			mark := figure.Lang(lang).Mark()
			files, err := fs.Glob(os.DirFS(name), "figures/*"+mark+".[sp]*")
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range files {
				keep(lang+" "+f, readFile(t, filepath.Join(name, f)))
			}
			hyphbench("report", "--lang="+lang)
			keep(lang+" report.html", readFile(t, filepath.Join(name, "report"+mark+".html")))
		}
		if err := program().writeDerived(name); err != nil {
			t.Fatal(err)
		}
		for _, f := range []string{"README.md", "summary.csv", "datapackage.json", "measurements.bench"} {
			if _, err := os.Stat(filepath.Join(name, f)); err == nil {
				keep(f, readFile(t, filepath.Join(name, f)))
			}
		}
	}
	compareLines(t, filepath.Join(packageDir, "testdata/committed.txt"), got)
}

func readFile(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// compareLines compares lines with those of a file.
func compareLines(t *testing.T, file string, got []string) {
	t.Helper()
	if os.Getenv("UPDATE_GOLDEN") != "" {
		if err := os.WriteFile(file, []byte(strings.Join(got, "\n")+"\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want := strings.Split(strings.TrimSpace(string(readFile(t, file))), "\n")
	for _, line := range got {
		if !slices.Contains(want, line) {
			t.Errorf("changed: %s", line[66:])
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d outputs, not %d", len(got), len(want))
	}
}
