package command

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// Gates exit with 3, with 4 where nothing is decided, usage errors with 2, unreadable files with 1.
func TestGates(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "bloom-filter.csv")
	if err := os.WriteFile(file, []byte("epsilon,test-1,test-2\n1,35,36\n2,33,34\n3,31,32\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	other := filepath.Join(dir, "other", "bloom-filter.csv")
	if err := errors.Join(os.Mkdir(filepath.Dir(other), 0o755),
		os.WriteFile(other, []byte("epsilon,test-1,test-2\n1,85,86\n2,83,84\n3,81,82\n"), 0o644)); err != nil {
		t.Fatal(err)
	}
	results, again, slower := filepath.Join(dir, "results"), filepath.Join(dir, "again"), filepath.Join(dir, "slower")
	for _, c := range []struct {
		want int
		args []string
	}{
		{exitOK, []string{"data", "import", "--out=" + results, file}},
		{exitOK, []string{"data", "import", "--out=" + again, file}},
		{exitOK, []string{"data", "import", "--out=" + slower, other}},
		{exitOK, []string{"verify", results}},
		{exitGate, []string{"verify", "--fail-on=not-tested", results}},
		{exitUsage, []string{"verify", "--fail-on=nothing", results}},
		{exitUndecided, []string{"compare", "--fail-if=slower>0%", results, again}},
		{exitOK, []string{"compare", "--fail-if=slower>0%", "--allow-undecided", results, again}},
		{exitUsage, []string{"compare", results, results}},
		{exitGate, []string{"compare", "--force", "--fail-if=slower>2%", results, slower}},
		{exitFailure, []string{"compare", results, slower}},
		{exitUsage, []string{"compare", "--fail-if=slower", results}},
		{exitUsage, []string{"compare", results}},
		{exitFailure, []string{"verify", filepath.Join(dir, "nowhere")}},
	} {
		var stdout, stderr bytes.Buffer
		if got := program().Run(t.Context(), c.args, nil, &stdout, &stderr); got != c.want {
			t.Errorf("%v exits with %d, want %d\n%s", c.args, got, c.want, stderr.String())
		}
	}
}
