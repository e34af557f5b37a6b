// Package publishedtest gives tests the thesis's published measurements.
//
// Guarantee: a test sees the statistics of these measurements wherever it
// runs. The files themselves are not in the repository; where they are not
// beside it, others stand in that have the same mean and the same interval in
// every cell, as Means has them.
package publishedtest

import (
	_ "embed"
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
//
//go:embed means.txt
var Means string

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
