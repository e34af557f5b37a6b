package claim

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"

	"hyphbench/internal/report/published"
	"hyphbench/internal/runfolder"
)

// thesisRun is the run of the thesis's published files, which the repository
// does not hold.
func thesisRun(t *testing.T) *runfolder.Run {
	t.Helper()
	shared := os.Getenv("HYPHBENCH_SHARED")
	if shared == "" {
		shared = filepath.Join("..", "..", "..", "..", "shared")
	}
	var files []string
	for _, name := range []string{"bloom-filter.csv", "cuckoo-filter.csv", "build-bloom-filter.csv", "build-cuckoo-filter.csv"} {
		file := filepath.Join(shared, "data", "published", name)
		if _, err := os.Stat(file); err != nil {
			t.Skipf("the thesis's published CSV files are not there (%v); HYPHBENCH_SHARED names their parent's parent", err)
		}
		files = append(files, file)
	}
	run, err := published.Read(files...)
	if err != nil {
		t.Fatal(err)
	}
	return run
}

// What the thesis's own measurements say of its claims.
func TestPublished(t *testing.T) {
	results, err := Evaluate(thesisRun(t), All())
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]struct {
		verdict Verdict
		holds   bool
	}{
		"T1": {Inconclusive, true}, "T2": {Supported, true}, "T3": {Inconclusive, false},
		"T4": {Inconclusive, true}, "T5": {Inconclusive, true}, "T6": {Inconclusive, false},
		"T7": {Inconclusive, false}, "T8": {Contradicted, false}, "T9": {Inconclusive, true},
		"T10": {NotTested, false}, "T11": {NotTested, false}, "T12": {NotTested, false}, "T13": {NotTested, false},
	}
	for _, r := range results {
		t.Logf("%s: %.4g %s %.4g, p %.3g (%.3g, %.3g): %s: %s", r.ID, r.Effect.Value, r.Effect.Unit, r.Effect.CI, r.P, r.Supports, r.Opposes, r.Verdict, r.Why)
		w, ok := want[r.ID]
		if !ok {
			t.Errorf("%s is unexpected", r.ID)
		}
		if r.Verdict != w.verdict || r.Holds != w.holds {
			t.Errorf("%s: %s, holds %v; want %s, %v", r.ID, r.Verdict, r.Holds, w.verdict, w.holds)
		}
	}
	if len(results) != len(want) {
		t.Errorf("%d claims, want %d", len(results), len(want))
	}
}

// T2's test is the thesis's own regression: p = 0.0042 for a slope of
// −4.393 ms ± 1.340 over 20 means.
func TestPublishedSlope(t *testing.T) {
	run := thesisRun(t)
	d, err := NewData(run)
	if err != nil {
		t.Fatal(err)
	}
	o := t2().Test(d)
	if got := fmt.Sprintf("%.4f", 2*o.Supports); got != "0.0042" {
		t.Errorf("p = %s, want 0.0042", got)
	}
	level := 0.0
	for _, c := range d.Summary.Metric("hyphenate").Of(bloom).Cells {
		level += c.Mean / 20e6 * 143177 // in ms
	}
	if got, want := o.Effect.Value, -100*4.393*19/level; math.Abs(got/want-1) > 1e-3 {
		t.Errorf("change over the sweep %v %%, want %v", got, want)
	}
}
