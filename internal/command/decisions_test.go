package command

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hyphbench/internal/racetest"
	"hyphbench/internal/tier"
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

// docs/choose-map.svg is what 'hyphbench choose --map' draws, in Portuguese too.
func TestMapDocument(t *testing.T) {
	tier.Check(t) // some thousand answers
	racetest.OneGoroutine(t)
	const name = "../../docs/choose-map.svg"
	draw := func(flags ...string) []byte {
		drawn := filepath.Join(t.TempDir(), "map.svg")
		hyphbench(t.Context(), t, program(), exitOK, append([]string{"choose", "--map=" + drawn}, flags...)...)
		return readFile(t, drawn)
	}
	if thesis := string(draw("--lang=pt", "--eps=1%")); !strings.Contains(thesis, "sem filtro") || strings.Contains(thesis, "no filter") {
		t.Errorf("in Portuguese:\n%.2000s", thesis)
	}
	got := draw()
	if os.Getenv("UPDATE_GOLDEN") != "" {
		if err := os.WriteFile(name, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(got, readFile(t, name)) {
		t.Errorf("%s is not what the program draws: HYPHBENCH_CHECK=1 UPDATE_GOLDEN=1 writes it", name)
	}
}
