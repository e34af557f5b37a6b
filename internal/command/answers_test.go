package command

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"hyphbench/internal/racetest"
)

// compare and verify give one answer to one question: compare names the claims
// that its ratios are about, with the verdict that verify has.
func TestOneAnswer(t *testing.T) {
	racetest.OneGoroutine(t)
	const dir = "../../results/thesis"
	var verify struct {
		Verdicts []struct{ ID, Verdict string }
	}
	text, _ := hyphbench(t.Context(), t, program(), exitOK, "verify", "--format=json", dir)
	if err := json.Unmarshal([]byte(text), &verify); err != nil {
		t.Fatal(err)
	}
	var compare struct{ Notes []string }
	text, _ = hyphbench(t.Context(), t, program(), exitOK, "show", "ratios", "--format=json", dir)
	if err := json.Unmarshal([]byte(text), &compare); err != nil {
		t.Fatal(err)
	}
	for id, about := range map[string]string{
		"T6-tuned": "init of cuckoo is counted cell by cell in", "T7-tuned": "hyphenate of cuckoo is counted cell by cell in", "T11": "query of cuckoo is a part of",
	} {
		named := false
		for _, v := range verify.Verdicts {
			named = named || v.ID == id && slices.ContainsFunc(compare.Notes, func(note string) bool {
				return strings.HasPrefix(note, about+" claim "+id+" (") && strings.Contains(note, "): "+v.Verdict+", ")
			})
		}
		if !named {
			t.Errorf("%s: no note with the verdict of verify: %q", id, compare.Notes)
		}
	}
}
