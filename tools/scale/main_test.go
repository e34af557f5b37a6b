package main

import (
	"bytes"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Three shards are generated, merged and read.
func TestScale(t *testing.T) {
	program := filepath.Join(t.TempDir(), "hyphbench")
	if out, err := exec.Command("go", "build", "-o", program, "../../cmd/hyphbench").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var stdout, stderr bytes.Buffer
	args := []string{"-hyphbench", program, "-template", "../../results/thesis", "-shards", "3", "-rows", "1000"}
	if code := run(t.Context(), args, &stdout, &stderr); code != 0 {
		t.Fatalf("exit code %d\n%s", code, &stderr)
	}
	for _, name := range []string{"merge", "summary", "verify"} {
		if !strings.Contains(stdout.String(), "\n"+name+" ") {
			t.Errorf("no %s in\n%s", name, &stdout)
		}
	}
	if !strings.Contains(stderr.String(), "3 shards of 1848 rows") {
		t.Errorf("%s", &stderr)
	}
}

func TestUsage(t *testing.T) {
	var out bytes.Buffer
	for _, args := range [][]string{{"-shards=0"}, {"x"}, {"-rows=0"}, {"-unknown"}} {
		if code := run(t.Context(), args, &out, &out); code != 2 {
			t.Errorf("%q: exit code %d", args, code)
		}
	}
}
