package command

import (
	"bytes"
	"os"
	"testing"

	"hyphbench/internal/tier"
)

// docs/claims.md is what 'hyphbench verify --all' says of the committed runs.
// UPDATE_GOLDEN=1, beside HYPHBENCH_CHECK=1, writes it anew.
func TestClaimsDocument(t *testing.T) {
	tier.Check(t)
	t.Setenv("HOME", t.TempDir())
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	t.Chdir("../..") // the document names the runs from there
	const name = "docs/claims.md"
	var got, stderr bytes.Buffer
	if code := program().Run(t.Context(), []string{"verify", "--all", "--format=markdown", "results"}, nil, &got, &stderr); code != exitOK {
		t.Fatal(stderr.String())
	}
	if os.Getenv("UPDATE_GOLDEN") != "" {
		if err := os.WriteFile(name, got.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(got.Bytes(), readFile(t, name)) {
		t.Errorf("%s is out of date: HYPHBENCH_CHECK=1 UPDATE_GOLDEN=1 go test ./internal/command -run TestClaimsDocument writes it", name)
	}
}
