package codes

import (
	"os"
	"strings"
	"testing"

	"hyphbench/internal/filter/filtertest"
)

func TestConformance(t *testing.T) { filtertest.Run(t, Sorted()) }

// TestGuide holds docs/adding-a-filter.md to its word: its example is codes.go.
func TestGuide(t *testing.T) {
	code, err := os.ReadFile("codes.go")
	if err != nil {
		t.Fatal(err)
	}
	guide, err := os.ReadFile("../../../../docs/adding-a-filter.md")
	if err != nil {
		t.Fatal(err)
	}
	unix := func(b []byte) string { return strings.ReplaceAll(string(b), "\r\n", "\n") }
	if !strings.Contains(unix(guide), "```go\n"+unix(code)+"```\n") {
		t.Error("docs/adding-a-filter.md does not hold codes.go word for word")
	}
}
