package thesis

import (
	"crypto/sha256"
	"encoding/hex"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"hyphbench/internal/experiment/experimenttest"
	"hyphbench/internal/runfolder"
)

// The statistics of the committed run are those that testdata/committed.py
// works out of its rows, a program that shares nothing with this one.
func TestCommittedRun(t *testing.T) {
	const dir = "../../../results/thesis"
	run := experimenttest.Must(runfolder.Open(dir))(t)
	rows := experimenttest.Must(os.ReadFile(filepath.Join(dir, runfolder.MeasurementsFile)))(t)
	sum := sha256.Sum256(rows)
	text := experimenttest.Must(os.ReadFile("testdata/committed.txt"))(t)
	s, results := summarize(t, run), resultsOf(t, run)
	seen := 0
	same := func(line string, got []float64, want []string) {
		t.Helper()
		seen++
		if len(got) != len(want) {
			t.Fatalf("%s: %d numbers, want %d", line, len(got), len(want))
		}
		for i, text := range want {
			w, err := strconv.ParseFloat(text, 64)
			if err != nil {
				t.Fatalf("%s: %v", line, err)
			}
			if !(math.Abs(got[i]-w) <= 1e-6*math.Abs(w)) {
				t.Errorf("%s: number %d is %.9g", line, i+1, got[i])
			}
		}
	}
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		f := strings.Fields(line)
		switch f[0] {
		case "sha256":
			if f[1] != hex.EncodeToString(sum[:]) {
				t.Fatal("the committed run is another one: the head of testdata/committed.py says how its statistics are worked out")
			}
		case "cell":
			c := s.Metric(runfolder.Metric(f[1])).Cell(f[2], runfolder.At(f[3]))
			same(line, []float64{c.Mean, c.HalfWidth}, f[4:])
		case "line":
			of := s.Metric(runfolder.Metric(f[1])).Of(f[2])
			l := of.Line
			same(line, []float64{l.Slope, l.SlopeSE, l.SlopeCI.Low, l.SlopeCI.High, l.P, l.R2, of.TheilSen.Slope}, f[3:])
		case "claim", "counted":
			r, last := results[f[1]], len(f)-1
			numbers := []float64{r.Effect.Value}
			if f[0] == "claim" {
				numbers = append(numbers, r.Effect.CI.Low, r.Effect.CI.High, r.Supports, min(1, r.Opposes))
			}
			same(line, numbers, f[2:last])
			if holds := map[string]bool{"True": true, "False": false}; r.Holds != holds[f[last]] || r.Exact != (f[0] == "counted") {
				t.Errorf("%s: holds %v, counted %v", line, r.Holds, r.Exact)
			}
		default:
			t.Errorf("no meaning of %q", line)
		}
	}
	if want := 8*20 + 8 + 12; seen != want {
		t.Errorf("%d lines are compared, want %d", seen, want)
	}
}
