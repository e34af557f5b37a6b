package filter_test

import (
	"os"
	"strings"
	"testing"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/filtertest"
)

func TestConformance(t *testing.T) {
	for _, s := range filter.Structures() {
		t.Run(s.Name, func(t *testing.T) { filtertest.Run(t, s) })
	}
}

// TestGuide holds docs/adding-a-filter.md to its word: its example is the file
// codes_test.go, which compiles and passes.
func TestGuide(t *testing.T) {
	code, err := os.ReadFile("codes_test.go")
	if err != nil {
		t.Fatal(err)
	}
	guide, err := os.ReadFile("../../docs/adding-a-filter.md")
	if err != nil {
		t.Fatal(err)
	}
	unix := func(b []byte) string { return strings.ReplaceAll(string(b), "\r\n", "\n") }
	if !strings.Contains(unix(guide), "```go\n"+unix(code)+"```\n") {
		t.Error("docs/adding-a-filter.md does not hold codes_test.go word for word")
	}
	filtertest.Run(t, filter.CodesStructure())
}
