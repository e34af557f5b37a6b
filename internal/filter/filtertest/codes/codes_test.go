package codes

import (
	"os"
	"strings"
	"testing"

	"hyphbench/internal/filter/filtertest"
)

func TestConformance(t *testing.T) { filtertest.Run(t, Sorted()) }

func TestRing(t *testing.T) { filtertest.Windows(t, Ring()) }

// TestGuide holds docs/adding-a-filter.md to its word: it leads to these files, and what it
// names of them is there.
func TestGuide(t *testing.T) {
	guide, err := os.ReadFile("../../../../docs/adding-a-filter.md")
	if err != nil {
		t.Fatal(err)
	}
	for file, names := range map[string][]string{
		"sortedcodes.go": {"newSorted(", "filter.Open[sorted]", "NewHasher(cfg)", "d.Check(", "AppendBinary(", "UnmarshalBinary("},
		"codering.go":    {"CheckWindow(", "filter.Windows{"},
	} {
		code, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if link := "](../internal/filter/filtertest/codes/" + file + ")"; !strings.Contains(string(guide), link) {
			t.Errorf("docs/adding-a-filter.md does not lead to %s", file)
		}
		for _, name := range names {
			if !strings.Contains(string(code), name) || !strings.Contains(string(guide), strings.TrimSuffix(name, "(")) {
				t.Errorf("%s and docs/adding-a-filter.md do not both have %s", file, name)
			}
		}
	}
}
