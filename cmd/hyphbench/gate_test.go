package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// Gates exit with 3, usage errors with 2, whatever cannot be read with 1.
func TestGates(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "bloom-filter.csv")
	if err := os.WriteFile(file, []byte("epsilon,test-1,test-2\n1,35,36\n2,33,34\n3,31,32\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	results := filepath.Join(dir, "results")
	for _, c := range []struct {
		want int
		args []string
	}{
		{exitOK, []string{"import", "--out=" + results, file}},
		{exitOK, []string{"verify", results}},
		{exitGate, []string{"verify", "--fail-on=not-tested", results}},
		{exitUsage, []string{"verify", "--fail-on=nothing", results}},
		{exitFailure, []string{"verify", filepath.Join(dir, "nowhere")}},
	} {
		var stdout, stderr bytes.Buffer
		if got := run(t.Context(), c.args, nil, &stdout, &stderr); got != c.want {
			t.Errorf("%v exits with %d, want %d\n%s", c.args, got, c.want, stderr.String())
		}
	}
}
