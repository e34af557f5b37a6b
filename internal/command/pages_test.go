package command

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"hyphbench/internal/tier"
)

// The page of every committed run, of one in the first tier: each of its figures says its
// values, every link leads somewhere, and it stays small.
func TestPagesOfCommittedRuns(t *testing.T) {
	t.Setenv("HOME", t.TempDir())
	t.Setenv("XDG_CACHE_HOME", t.TempDir()) // no calibration
	names := committedRuns(t)
	if !tier.Checking() {
		names = []string{"duplicates"}
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := copyOf(t, name)
			var stdout, stderr bytes.Buffer
			if code := program().Run(t.Context(), []string{"report", dir}, nil, &stdout, &stderr); code != 0 {
				t.Fatalf("exit code %d: %s", code, &stderr)
			}
			text := string(readFile(t, filepath.Join(dir, "report.html")))
			if len(text) >= 2_000_000 {
				t.Errorf("the page has %d bytes", len(text))
			}
			var points map[string]struct {
				Series []struct{ P []json.RawMessage }
			}
			block := regexp.MustCompile(`(?s)id="points">(.*?)</script>`).FindStringSubmatch(text)
			if block == nil {
				t.Fatal("the page has no values of figures")
			}
			if err := json.Unmarshal([]byte(block[1]), &points); err != nil {
				t.Fatal(err)
			}
			figures := regexp.MustCompile(`<figure id="([^"]*)"`).FindAllStringSubmatch(text, -1)
			if len(figures) == 0 || len(points) != len(figures) {
				t.Errorf("%d figures, values of %d", len(figures), len(points))
			}
			for _, f := range figures {
				n := 0
				for _, s := range points[f[1]].Series {
					n += len(s.P)
				}
				if n < 3 {
					t.Errorf("%s says %d values", f[1], n)
				}
			}
			named := map[string]bool{}
			for _, id := range regexp.MustCompile(` id="([^"]*)"`).FindAllStringSubmatch(text, -1) {
				named[id[1]] = true
			}
			for _, to := range regexp.MustCompile(`href="#([^"]*)"`).FindAllStringSubmatch(text, -1) {
				if !named[to[1]] {
					t.Errorf("#%s leads nowhere", to[1])
				}
			}
			if !strings.Contains(text, `<figcaption>`) || !strings.Contains(text, `href="#row`) {
				t.Error("figures or verdicts do not lead to rows")
			}
		})
	}
}
