package main

import (
	"bytes"
	"fmt"
	"os"
	"strings"

	"hyphbench/internal/axis"
)

// The section of the project's README is between these lines.
const (
	readmeBegin = "<!-- peers:begin -->"
	readmeEnd   = "<!-- peers:end -->"
)

// rewriteReadme puts the report's section between the markers of the file.
func rewriteReadme(path string, r *Report) error {
	old, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	before, rest, begun := bytes.Cut(old, []byte(readmeBegin))
	_, after, ended := bytes.Cut(rest, []byte(readmeEnd))
	if !begun || !ended {
		return fmt.Errorf("%s: no lines %s and %s: want them around the figures", path, readmeBegin, readmeEnd)
	}
	text := string(before) + readmeBegin + "\n" + readmeSection(r) + readmeEnd + string(after)
	return os.WriteFile(path, []byte(text), 0o644)
}

// readmeSection is the report in short: a row for each of hyphbench's hyphenators,
// with its nearest peers, and the number of comparisons in which a filter is behind one.
func readmeSection(r *Report) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Times are medians of CPU time over %[5]d rounds in random order. A ratio is the peer's time divided by hyphbench's, with its 95 %% interval. Words: %[3]s (%[4]s). Machine: %[1]s. Measured on %[2]s by `make bench-peers`.\n\n",
		r.Machine, r.Made.UTC().Format("2006-01-02"), axis.Grouped(r.List.Words), r.List.Title, r.Rounds)
	b.WriteString("| task | hyphbench | peers, the fastest first |\n|---|---:|---|\n")
	for _, own := range r.Rows {
		if !own.Own || own.Problem != "" || own.Kind != "" {
			continue
		}
		title := string(own.Figure)
		if name := ofOwn(own.Name); name != own.Name {
			title += ", " + name
		}
		fmt.Fprintf(&b, "| %s | %s | %s |\n", title, join(", ", nanoseconds(own.CPU)+" ns", faultCounts(own)), dash(nearest(own, r.Rows)))
	}
	n, whole := counts(placesBehind(r))
	fmt.Fprintf(&b, "\n[results/peers](results/peers/peers.md) compares hyphbench's filters with those of other libraries: query time, construction time or size. In %s, a library's filter is better than every hyphbench structure of the same kind. In %s other comparisons, it is better than some hyphbench structures of its kind, but not better than all of them.\n",
		plural(whole, "comparison"), axis.Grouped(n-whole))
	return b.String()
}

// nearest lists the first few peers compared with own.
func nearest(own Row, rows []Row) string {
	const most = 3
	var named []string
	more := 0
	for _, row := range rows {
		if row.Own || row.Problem != "" || row.Figure != own.Figure || row.Against != own.Name {
			continue
		}
		if len(named) == most {
			more++
			continue
		}
		named = append(named, fmt.Sprintf("%s %s ns (%s)", row.Name, nanoseconds(row.CPU), join(", ", interval(row.Ratio), faultCounts(row))))
	}
	text := strings.Join(named, "; ")
	if more > 0 {
		text += fmt.Sprintf("; %d more", more)
	}
	return text
}

// faultCounts are the wrong answers, if any.
func faultCounts(row Row) string {
	var parts []string
	if row.Wrong != nil && *row.Wrong > 0 {
		parts = append(parts, axis.Grouped(*row.Wrong)+" words wrong")
	}
	if row.FN != nil && *row.FN > 0 {
		parts = append(parts, axis.Grouped(*row.FN)+" keys lost")
	}
	return strings.Join(parts, ", ")
}
