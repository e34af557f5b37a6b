package command

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"hyphbench/internal/runfolder"
	"hyphbench/internal/tier"
)

// What docs/scale.md has for GNU parallel on one machine makes all shards of a run, and
// makes none of them twice.
func TestParallel(t *testing.T) {
	tier.Check(t) // measures four shards
	t.Parallel()
	var line string
	for text := range strings.Lines(shellBlocks(string(readFile(t, "../../docs/scale.md")))) {
		if strings.HasPrefix(text, "parallel ") && !strings.Contains(text, "--sshlogin") {
			line, _, _ = strings.Cut(text, "  #")
		}
	}
	if line == "" {
		t.Fatal("docs/scale.md has no line that begins with parallel")
	}
	if _, err := exec.LookPath("parallel"); err != nil {
		t.Skipf("%v: install parallel", err)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "words.txt"), []byte("academy\nareas\nhyphenation\ntables\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		cmd := exec.Command("sh", "-c", line)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "HOME="+dir, "HYPHBENCH_WORDS=words.txt", "HYPHBENCH_RUN_EPS=1%", "HYPHBENCH_REPS=8")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", line, err, out)
		}
	}
	out := filepath.Join(dir, "merged")
	hyphbench(t.Context(), t, program(), exitOK, "merge", "--out="+out, filepath.Join(dir, "results", "shards"))
	if run, err := runfolder.Open(out); err != nil || len(run.Meta.Sessions) != 4 {
		t.Errorf("%v: %d sessions, want one of each shard", err, len(run.Meta.Sessions))
	}
}
