package main

import (
	"bytes"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"hyphbench/internal/runfolder"
	"hyphbench/internal/tier"
)

// Three shards on three machines are generated, merged and read as those of three.
func TestScale(t *testing.T) {
	tier.Check(t) // builds the program
	program := filepath.Join(t.TempDir(), "hyphbench")
	if out, err := exec.Command("go", "build", "-ldflags=-s -w", "-o", program, "../../cmd/hyphbench").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	dir := filepath.Join(t.TempDir(), "scale")
	var stdout, stderr bytes.Buffer
	args := []string{"-hyphbench", program, "-template", "../../results/thesis", "-shards", "3", "-rows", "1000", "-machines", "3", "-dir", dir}
	if code := run(t.Context(), args, &stdout, &stderr); code != 0 {
		t.Fatalf("exit code %d\n%s", code, &stderr)
	}
	for _, name := range []string{"merge", "show", "verify"} {
		if !strings.Contains(stdout.String(), "\n"+name+" ") {
			t.Errorf("no %s in\n%s", name, &stdout)
		}
	}
	if !strings.Contains(stderr.String(), "3 shards of 1848 rows in all on 3 machines") {
		t.Errorf("%s", &stderr)
	}
	merged, err := runfolder.Open(filepath.Join(dir, "results"))
	if err != nil {
		t.Fatal(err)
	}
	if n := len(merged.Meta.Machines()); n != 3 {
		t.Errorf("the merged run is of %d machines", n)
	}
}

func TestUsage(t *testing.T) {
	var out bytes.Buffer
	for _, args := range [][]string{{"-shards=0"}, {"-machines=0"}, {"-machines=3", "-shards=2"}, {"x"}, {"-rows=0"}, {"-unknown"}} {
		if code := run(t.Context(), args, &out, &out); code != 2 {
			t.Errorf("%q: exit code %d", args, code)
		}
	}
}
