package command

import (
	"bytes"
	"os"
	"testing"
)

// docs/structures.md is what 'hyphbench filters' prints. UPDATE_GOLDEN=1 writes it.
func TestStructuresDocument(t *testing.T) {
	const name = "../../docs/structures.md"
	out, _ := hyphbench(t.Context(), t, program(), exitOK, "filters", "--all", "--format=markdown")
	if os.Getenv("UPDATE_GOLDEN") != "" {
		if err := os.WriteFile(name, []byte(out), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(name); err != nil || !bytes.Equal(got, []byte(out)) {
		t.Errorf("%s is not what hyphbench filters --format=markdown prints now (%v): UPDATE_GOLDEN=1 writes it", name, err)
	}
}
