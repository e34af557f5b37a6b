package report

import (
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"hyphbench/internal/axis"
	"hyphbench/internal/machine"
	"hyphbench/internal/report/table"
	"hyphbench/internal/runfolder"
)

// WriteBench writes the times of a run in the Go benchmark format, which
// benchstat reads: a line per measurement, warm-up left out, in ns per
// operation, the cell in the name ("BenchmarkHyphenate/filter=bloom/eps=0.01").
// It reports whether the run has times.
//
// Configuration lines hold the properties that comparable files share: benchstat
// separates files of different configurations. Command and date are comments.
// Source: golang.org/design/14313-benchmark-format.
func WriteBench(w io.Writer, s *Summary) (found bool, err error) {
	var b strings.Builder
	meta := s.Meta
	fmt.Fprintf(&b, "# %s\n", strings.Join(meta.Argv, " "))
	if t := meta.Start(); !t.IsZero() {
		fmt.Fprintf(&b, "# date %s\n", t.UTC().Format(time.RFC3339))
	}
	config := func(key, value string) {
		if value = strings.Join(strings.Fields(value), " "); value != "" {
			fmt.Fprintf(&b, "%s: %s\n", key, value)
		}
	}
	hardware := func(on *machine.Machine) {
		if on != nil {
			config("goos", on.OS)
			config("goarch", on.Arch)
			config("cpu", on.CPU.Model)
		}
	}
	machines := s.ByMachine()
	if machines == nil {
		hardware(meta.Machine())
	}
	config("pkg", "hyphbench/"+meta.Experiment)
	config("design", meta.Design)
	for _, text := range meta.Lacks() {
		key, what, _ := strings.Cut(text, " ")
		config(strings.TrimSuffix(key, ":"), what)
	}
	if words := meta.Input("words"); words.Name != "" {
		config("words", fmt.Sprintf("%s (%d)", words.Name, words.Count))
	}
	times := func(s *Summary) {
		for i := range s.Metrics {
			if !s.Metrics[i].Timed() {
				continue
			}
			for row := range s.inOrder(&s.Metrics[i]) {
				found = true
				fmt.Fprintf(&b, "%s %d %s ns/op\n", benchName(meta, row), max(row.Ops, 1), table.Exact(row.PerOp()))
			}
		}
	}
	for _, m := range machines {
		hardware(m.Facts)
		config("machine", strconv.Itoa(m.Number))
		times(m.Summary)
	}
	if machines == nil {
		times(s)
	}
	_, err = io.WriteString(w, b.String())
	return found, err
}

// inOrder are the rows of a metric in the order of the summary, not of
// execution: benchstat's tables have the order of the file.
func (s *Summary) inOrder(m *Metric) iter.Seq[runfolder.Row] {
	return func(yield func(runfolder.Row) bool) {
		for _, c := range m.Cells {
			for row := range s.Samples.Cell(c.Cell).Rows() {
				if !yield(row) {
					return
				}
			}
		}
	}
}

// benchName is the cell of a row as the name of a benchmark.
func benchName(meta *runfolder.Meta, row runfolder.Row) string {
	var b strings.Builder
	b.WriteString("Benchmark")
	for part := range strings.SplitSeq(string(row.Metric), "_") {
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
	add("eps", meta.On(axis.Epsilon, row.Point))
	for i, a := range meta.Axes {
		if a.Name != axis.Epsilon {
			add(a.Name, row.Point.Value(i))
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
