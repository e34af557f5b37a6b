package command

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"hyphbench/internal/racetest"
	"hyphbench/internal/tier"
)

// The example of the documentation is the file beside it, and each of its sections
// changes what its command does.
func TestConfigurationExample(t *testing.T) {
	racetest.OneGoroutine(t)
	example := readFile(t, "../../docs/hyphbench.yaml")
	_, shown, _ := strings.Cut(string(readFile(t, "../../docs/configuration.md")), "```yaml\n")
	if shown, _, _ = strings.Cut(shown, "```\n"); shown == "" || !strings.Contains(string(example), shown) {
		t.Errorf("docs/configuration.md shows %q, which docs/hyphbench.yaml does not have", shown)
	}
	if regexp.MustCompile(`(?m)^ *words:`).Match(example) {
		t.Error("the copied example wants a word list that its reader does not have")
	}
	t.Chdir(t.TempDir())
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	for name, text := range map[string]string{"hyphbench.yaml": string(example), "words.txt": "academy\nareas\n", "bloom-filter.csv": wideCSV("bloom"), "cuckoo-filter.csv": wideCSV("cuckoo")} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	type says struct {
		command string
		code    int
		says    string
	}
	list := []says{
		// With -v a run says what it takes, before its folder is refused.
		{"run -v --out=words.txt", exitFailure, `--eps=0.1%,1%,0.05 by hyphbench.yaml:9\n.*--reps=20 by hyphbench.yaml:10\n(.*\n)*.*--filter=bloom,cuckoo,xor by hyphbench.yaml:8\n`},
		{"run fbl -v --out=words.txt", exitFailure, `--iterations=10000 by hyphbench.yaml:12\n(.*\n)*.*--seed=7 by hyphbench.yaml:5\n`},
		{"run space -v --out=words.txt", exitFailure, `--n=1k..10k by hyphbench.yaml:15\n(.*\n)*.*--filter=bloom,ribbon by hyphbench.yaml:14\n.*--quick=true by hyphbench.yaml:16\n`},
		{"hyphenate words.txt", exitOK, `acad·e·my`},
		{"data import bloom-filter.csv cuckoo-filter.csv", exitOK, `^results/`},
		{"plot", exitOK, `^(.*\.pt\.(svg|pdf)\n)+$`},
		{"verify", exitGate, `contradicted`},
		{"data", exitOK, `words`},
	}
	if tier.Checking() {
		list = append(list,
			says{"run --dry-run", exitOK, `design interleaved, seed 7\nfilters +bloom, cuckoo, xor; .*\nε +0.001 0.01 0.05\n(.*\n)*repetitions 20\nwords +`},
			says{"run fbl --dry-run", exitOK, `seed 7\n(.*\n)*iterations +10000\n`},
			says{"run space --dry-run", exitOK, `seed 7\nfilters +bloom, ribbon\nn +1,000 10,000\n`})
	}
	for _, c := range list {
		said, stderr := hyphbench(t.Context(), t, program(), c.code, strings.Fields(c.command)...)
		if c.code == exitFailure {
			said = stderr
		}
		if !regexp.MustCompile(c.says).MatchString(said) {
			t.Errorf("%s: want %s\n%s", c.command, c.says, said)
		}
	}
	if pictures, err := filepath.Glob("results/*/figures/*.png"); err != nil || len(pictures) > 0 {
		t.Errorf("plot drew %v, %v", pictures, err)
	}
}
