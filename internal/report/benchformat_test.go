package report

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/perf/benchfmt"

	"hyphbench/internal/axis"
	"hyphbench/internal/machine"
	"hyphbench/internal/report/synthetic"
	"hyphbench/internal/runfolder"
)

// What benchstat reads is what was measured: every time of every round, in its
// cell, per operation.
func TestBenchIsReadBack(t *testing.T) {
	run := synthetic.Run(synthetic.Options{Epsilons: "0.005,0.01,0.1", Reps: 4})
	run.Meta.Sessions[0].Machine = &machine.Machine{OS: "linux", Arch: "amd64", CPU: machine.CPU{Model: "A CPU\n of 3 GHz"}}
	run.Meta.Missing = []int{2}
	s := summarize(t, run)
	var b strings.Builder
	timed, err := WriteBench(&b, s)
	if err != nil || !timed {
		t.Fatalf("timed %v, %v", timed, err)
	}
	type cell struct{ name, filter, eps string }
	sums, counts, operations := map[cell]float64{}, map[cell]int{}, 0
	reader := benchfmt.NewReader(strings.NewReader(b.String()), "measurements.bench")
	for reader.Scan() {
		switch rec := reader.Result().(type) {
		case *benchfmt.SyntaxError:
			t.Fatal(rec)
		case *benchfmt.Result:
			for key, want := range map[string]string{"goos": "linux", "goarch": "amd64", "cpu": "A CPU of 3 GHz", "design": "interleaved", "partial": "merged without all measurements of 1 of 4 rounds: 2"} {
				if got := rec.GetConfig(key); got != want {
					t.Fatalf("%s is %q, want %q", key, got, want)
				}
			}
			name, parts := rec.Name.Parts()
			c := cell{name: string(name)}
			for _, p := range parts {
				key, value, _ := strings.Cut(string(p), "=")
				switch key {
				case "/filter":
					c.filter = value
				case "/eps":
					c.eps = value
				default:
					t.Fatalf("a name with %q: %s", p, rec.Name)
				}
			}
			v, ok := rec.Value("sec/op")
			if !ok || len(rec.Values) != 1 || rec.Iters < 1 {
				t.Fatalf("values %v, %d iterations", rec.Values, rec.Iters)
			}
			sums[c] += v * 1e9
			counts[c]++
			operations += rec.Iters
		}
	}
	if err := reader.Err(); err != nil {
		t.Fatal(err)
	}
	cells := 0
	for i := range s.Metrics {
		m := &s.Metrics[i]
		if !m.Timed() {
			continue
		}
		for _, c := range m.Cells {
			cells++
			key := cell{upper(string(m.Name)), c.Filter, s.Meta.Epsilon(c.Point).String()}
			if n := counts[key]; n != c.N || math.Abs(sums[key]/float64(n)-c.Mean) > 1e-9*c.Mean {
				t.Errorf("%v: %d values, mean %v; want %d, %v", key, n, sums[key]/float64(n), c.N, c.Mean)
			}
		}
	}
	for _, row := range run.Measured() {
		if row.Timed() {
			operations -= int(max(row.Ops, 1))
		}
	}
	if operations != 0 {
		t.Errorf("%+d operations beside those of the run", operations)
	}
	if cells != len(counts) {
		t.Errorf("%d cells in the file, %d in the run", len(counts), cells)
	}
}

// Places on other axes and odd values stay within their part of the name, and
// a run without times says so.
func TestBenchNames(t *testing.T) {
	run := synthetic.Run(synthetic.Options{Epsilons: "0.01", Reps: 1})
	meta := run.Meta
	meta.Axes = []axis.Axis{axis.Rates(nil), axis.Counts("n", nil), axis.Counts("b", nil)}
	row := run.Rows[len(run.Rows)-1]
	row.Filter, row.Metric, row.Point = "a/b c", "query_full", runfolder.At("", "70", "")
	if got, want := benchName(&meta, row), "BenchmarkQueryFull/filter=a_b_c/n=70"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	for i := range run.Rows {
		run.Rows[i].Unit = "1"
	}
	var b strings.Builder
	if timed, err := WriteBench(&b, summarize(t, run)); err != nil || timed || strings.Contains(b.String(), "Benchmark") {
		t.Errorf("%v, %v: %s", timed, err, strconv.Quote(b.String()))
	}
}
