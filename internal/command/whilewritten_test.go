package command

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hyphbench/internal/runfolder"
	"hyphbench/internal/tier"
)

// What reads a run may read one that is being written: it answers or gives a reason, and the
// run goes on to its end.
func TestReadWhileWritten(t *testing.T) {
	tier.Check(t) // draws figures of half a run
	dir := t.TempDir()
	results := filepath.Join(dir, "results")
	read := watched(12, func() {
		for _, args := range [][]string{{"status"}, {"show"}, {"show", "table"}, {"plot", "--format=svg"}, {"report"}, {"verify"}, {"merge", "--out=" + filepath.Join(dir, "merged")}} {
			var out, errs bytes.Buffer
			code := program().Run(t.Context(), append(args, results), strings.NewReader(""), &out, &errs)
			if code == exitUsage || code != exitOK && !strings.HasPrefix(errs.String(), "hyphbench: ") {
				t.Errorf("%q exits with %d\n%s", args, code, &errs)
			}
		}
	})
	hyphbench(t.Context(), t, read, exitOK, smallRun(t, dir)...)
	run, err := runfolder.Open(results)
	if err != nil || run.Meta.State != runfolder.Finished || run.Meta.Rows != len(run.Rows) {
		t.Errorf("%+v, %v", run.Meta, err)
	}
	noneTwice(t, results)
}

// A configuration that was damaged is read as it stands, or refused with a reason.
func TestDamagedConfiguration(t *testing.T) {
	t.Parallel()
	whole := []byte("run:\n  words: list.txt\n  filter: bloom,cuckoo\n  eps: 1%..3%\n  reps: 3\n  fbl:\n    iterations: 40\nplot:\n  format: svg\n")
	name := filepath.Join(t.TempDir(), "hyphbench.yaml")
	random := rand.New(rand.NewPCG(1, 7))
	refused := 0
	trials := tier.Of(20, 500)
	for range trials {
		text := bytes.Clone(whole)
		for range 1 + random.IntN(4) {
			text[random.IntN(len(text))] ^= 1 << random.IntN(8)
		}
		switch random.IntN(4) {
		case 0:
			text = text[:random.IntN(len(text))]
		case 1:
			text = bytes.Repeat(text, 2+random.IntN(50))
		}
		if err := os.WriteFile(name, text, 0o644); err != nil {
			t.Fatal(err)
		}
		var out, errs bytes.Buffer
		code := program().Run(t.Context(), []string{"filters", "--config=" + name}, strings.NewReader(""), &out, &errs)
		if code != exitOK && !(code == exitUsage && strings.Contains(errs.String(), "hyphbench.yaml")) {
			t.Errorf("%q: exit code %d\n%s", text, code, &errs)
		}
		if code != exitOK {
			refused++
		}
	}
	if refused < trials/4 {
		t.Errorf("%d of %d are refused", refused, trials)
	}
}
