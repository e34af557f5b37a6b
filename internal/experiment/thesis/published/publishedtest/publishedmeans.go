// Package publishedtest gives tests the thesis's published measurements.
//
// Guarantee: a test sees the statistics of these measurements wherever it
// runs. The files themselves are not in the repository; where they are not
// beside it, others stand in that have the same mean and the same interval in
// every cell, as Means has them.
package publishedtest

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// Means are the statistics of the published measurements, worked out apart from
// this code: at ε = 1 … 20 %, a line each, the mean of 30 and the half-width of
// its 95 % interval in ms, of Bloom's initialisation, cuckoo's, Bloom's run and
// cuckoo's.
const Means = `
104.3 14.0 111.0 12.6 3574.0 33.2 3741.9 64.8
103.2 12.3 105.0 11.9 3579.8 70.7 3566.5 53.1
106.7 11.1 103.3 12.1 3604.0 59.9 3610.3 64.6
102.0 12.9 103.1 12.8 3534.4 38.9 3547.9 40.4
102.1 12.6 110.0 13.7 3568.2 55.2 3436.6 35.1
99.4 9.7 103.4 13.4 3526.0 44.6 3481.9 37.1
104.6 11.4 111.1 11.6 3561.2 59.8 3664.7 92.6
101.8 14.7 101.5 9.3 3558.6 44.7 3520.4 44.9
103.1 12.5 101.0 12.5 3563.2 41.1 3516.0 35.8
106.1 11.3 105.5 11.0 3520.9 39.7 3496.5 38.9
103.2 12.5 99.9 10.2 3543.7 45.1 3487.9 31.2
103.1 10.9 104.0 12.7 3501.9 39.9 3513.5 53.9
109.2 13.4 104.2 12.2 3567.7 98.8 3489.0 58.3
103.7 12.0 103.7 13.1 3526.8 57.3 3495.8 46.4
104.7 11.0 100.5 10.5 3603.7 85.1 3480.7 36.6
106.9 14.5 103.3 12.7 3579.2 52.8 3463.1 54.0
100.5 9.8 99.4 9.7 3481.6 46.1 3435.2 37.0
98.9 9.8 98.9 9.3 3467.4 34.0 3489.0 83.7
122.8 17.8 109.0 11.9 3494.8 45.5 3658.5 91.1
100.1 12.0 101.3 10.2 3462.1 41.6 3482.4 38.9
`

const values = 30 // of a cell

// names are the files in the order of the columns of Means.
func names() []string {
	return []string{"build-bloom-filter.csv", "build-cuckoo-filter.csv", "bloom-filter.csv", "cuckoo-filter.csv"}
}

// Source is a set of the four files.
type Source struct {
	Name  string
	Files []string // in the order of Means
}

// StandIn is the name of the files that stand in.
const StandIn = "stand-in"

// Sources are the files that stand in and, where they are there, the published
// ones: below HYPHBENCH_SHARED, or beside the repository in the folder shared.
// root is the path of the repository's root.
func Sources(t testing.TB, root string) []Source {
	t.Helper()
	list := []Source{standIn(t)}
	shared := os.Getenv("HYPHBENCH_SHARED")
	if shared == "" {
		shared = filepath.Join(root, "..", "shared")
	}
	s := Source{Name: "published"}
	for _, name := range names() {
		file := filepath.Join(shared, "data", "published", name)
		if _, err := os.Stat(file); err != nil {
			t.Logf("the thesis's published CSV files are not there, others stand in: %v", err)
			return list
		}
		s.Files = append(s.Files, file)
	}
	return append(list, s)
}

// standIn writes files of which every cell has half of its values as far below
// its mean as the others are above it.
func standIn(t testing.TB) Source {
	t.Helper()
	const t29 = 2.045229642 // t(0.975, 29)
	texts := make([]strings.Builder, len(names()))
	for i := range texts {
		texts[i].WriteString("epsilon")
		for n := range values {
			fmt.Fprintf(&texts[i], ",test-%d", n+1)
		}
		texts[i].WriteString("\n")
	}
	for percent, line := range strings.Split(strings.TrimSpace(Means), "\n") {
		fields := strings.Fields(line)
		for i := range texts {
			mean, halfWidth := number(t, fields[2*i]), number(t, fields[2*i+1])
			sd := halfWidth / t29 * math.Sqrt(values)
			off := sd * math.Sqrt((values-1)/float64(values))
			fmt.Fprint(&texts[i], percent+1)
			for n := range values {
				fmt.Fprintf(&texts[i], ",%.9f", mean+off*float64(1-2*(n%2)))
			}
			texts[i].WriteString("\n")
		}
	}
	s := Source{Name: StandIn}
	dir := t.TempDir()
	for i, name := range names() {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(texts[i].String()), 0o644); err != nil {
			t.Fatal(err)
		}
		s.Files = append(s.Files, file)
	}
	return s
}

func number(t testing.TB, text string) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	return v
}
