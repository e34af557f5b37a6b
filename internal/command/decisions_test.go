package command

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"hyphbench/internal/racetest"
)

// docs/decisions.md is what 'hyphbench choose --preset=all' prints.
func TestDecisionsDocument(t *testing.T) {
	racetest.OneGoroutine(t)
	const name = "../../docs/decisions.md"
	var out, errs bytes.Buffer
	if code := program().Run(t.Context(), []string{"choose", "--preset=all", "--format=markdown"}, strings.NewReader(""), &out, &errs); code != 0 {
		t.Fatal(errs.String())
	}
	if os.Getenv("UPDATE_GOLDEN") != "" {
		if err := os.WriteFile(name, out.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got := readFile(t, name); !bytes.Equal(got, out.Bytes()) {
		t.Errorf("%s is not what the program prints: UPDATE_GOLDEN=1 writes it", name)
	}
}
