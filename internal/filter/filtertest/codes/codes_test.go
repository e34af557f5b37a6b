package codes

import (
	"os"
	"strings"
	"testing"

	"hyphbench/internal/filter/filtertest"
)

func TestConformance(t *testing.T) { filtertest.Run(t, Sorted()) }

func TestRing(t *testing.T) { filtertest.Windows(t, Ring()) }

// TestGuide holds docs/adding-a-filter.md to its word: its examples are these files.
func TestGuide(t *testing.T) {
	guide, err := os.ReadFile("../../../../docs/adding-a-filter.md")
	if err != nil {
		t.Fatal(err)
	}
	unix := func(b []byte) string { return strings.ReplaceAll(string(b), "\r\n", "\n") }
	for _, name := range []string{"sortedcodes.go", "codering.go"} {
		code, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(unix(guide), "```go\n"+unix(code)+"```\n") {
			t.Errorf("docs/adding-a-filter.md does not hold %s word for word", name)
		}
	}
}
