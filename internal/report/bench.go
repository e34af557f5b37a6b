package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"hyphbench/internal/runfolder"
)

// WriteBench writes the times of a run in the Go benchmark format, which
// benchstat reads: a line per measurement, warm-up left out, in ns per
// operation, the cell in the name ("BenchmarkHyphenate/filter=bloom/eps=0.01").
// It reports whether the run holds a time at all.
//
// Configuration lines hold what two files must share to be compared, since
// benchstat keeps files of different configurations apart; command and date are
// comments.
// Source: golang.org/design/14313-benchmark-format.
func WriteBench(w io.Writer, run *runfolder.Run) (found bool, err error) {
	var b strings.Builder
	meta := &run.Meta
	fmt.Fprintf(&b, "# %s\n", strings.Join(meta.Argv, " "))
	if t := meta.Start(); !t.IsZero() {
		fmt.Fprintf(&b, "# date %s\n", t.UTC().Format(time.RFC3339))
	}
	config := func(key, value string) {
		if value = strings.Join(strings.Fields(value), " "); value != "" {
			fmt.Fprintf(&b, "%s: %s\n", key, value)
		}
	}
	if on, ok := MachineOf(meta); ok {
		config("goos", on.OS)
		config("goarch", on.Arch)
		config("cpu", on.CPU.Model)
	}
	config("pkg", "hyphbench/"+meta.Experiment)
	config("design", meta.Design)
	if words := meta.Input("words"); words.Name != "" {
		config("words", fmt.Sprintf("%s (%d)", words.Name, words.Count))
	}
	points := PointReader(meta)
	for _, row := range byCell(run) {
		if row.Unit != timed {
			continue
		}
		found = true
		fmt.Fprintf(&b, "%s %d %s ns/op\n", benchName(row, meta.Points, points(row)), max(row.Ops, 1), exact(row.PerOp()))
	}
	_, err = io.WriteString(w, b.String())
	return found, err
}

// byCell returns the rows that count in the order of the summary, rather than
// of execution, since benchstat's tables take that of the file.
func byCell(run *runfolder.Run) []runfolder.Row {
	rows := run.Measured()
	metrics, filters := map[string]int{}, map[string]int{}
	for i, d := range metricsOf(rows) {
		metrics[d.name] = i
	}
	for i, name := range slices.Concat(run.Meta.Filters, run.Meta.Baselines) {
		filters[name] = i
	}
	slices.SortStableFunc(rows, func(a, b runfolder.Row) int {
		return cmp.Or(
			cmp.Compare(metrics[a.Metric], metrics[b.Metric]),
			cmp.Compare(filters[a.Filter], filters[b.Filter]),
			cmp.Compare(a.Epsilon, b.Epsilon))
	})
	return rows
}

// benchName is the cell of a row as the name of a benchmark.
func benchName(row runfolder.Row, points []string, point string) string {
	var b strings.Builder
	b.WriteString("Benchmark")
	for part := range strings.SplitSeq(row.Metric, "_") {
		if part != "" {
			b.WriteString(upper(part))
		}
	}
	add := func(key, value string) {
		if value != "" {
			b.WriteString("/" + key + "=" + benchValue(value))
		}
	}
	add("filter", row.Filter)
	add("eps", row.Epsilon.String())
	for i, value := range strings.Split(point, ",") {
		if i < len(points) {
			add(points[i], value)
		}
	}
	return b.String()
}

// benchValue keeps a value from ending the name or a part of it.
func benchValue(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || r == '/' {
			return '_'
		}
		return r
	}, s)
}

func upper(s string) string {
	first, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(first)) + s[n:]
}
