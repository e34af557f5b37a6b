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
// with its nearest peers, and one for each kind of filter that has a peer.
func readmeSection(r *Report) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Measured on %s, on %s, by `make bench-peers`: %s words (%s), %d rounds in shuffled order, CPU time, medians; ratios are the peer's time over hyphbench's, with their 95 %% interval.\n\n",
		r.Machine, r.Made.UTC().Format("2006-01-02"), axis.Grouped(r.List.Words), r.List.Title, r.Rounds)
	b.WriteString("| figure | hyphbench | peers, the nearest first |\n|---|---:|---|\n")
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
	readmeFilters(&b, r)
	return b.String()
}

// readmeFilters has for each kind with a peer the structure that stands for it and
// the fastest peer.
func readmeFilters(b *strings.Builder, r *Report) {
	figures := r.measuredFigures()
	head, rule := "| filter |", "|---|"
	for _, f := range figures {
		head += " " + r.titleOf(f) + " |"
		rule += "---|"
	}
	lines := ""
	for _, kind := range kindsOf(r.Rows) {
		if len(r.names(kind, false)) == 0 || len(r.names(kind, true)) == 0 {
			continue
		}
		line := "| " + string(kind) + " |"
		for _, f := range figures {
			line += " " + dash(againstFastest(r, kind, f)) + " |"
		}
		lines += line + "\n"
	}
	if lines == "" {
		return
	}
	n, whole := counts(placesBehind(r))
	fmt.Fprintf(b, "\nOne structure of hyphbench for each kind, and the fastest peer of the kind:\n\n%s\n%s\n%s\n"+
		"All structures, sizes and rates, and the %s where a structure of hyphbench is behind a peer (%s with every structure of the kind): [results/peers](results/peers/peers.md).\n",
		head, rule, lines, plural(n, "place"), axis.Grouped(whole))
}

// againstFastest is the time of the structure that stands for a kind, and the ratio
// of its fastest peer.
func againstFastest(r *Report, kind Kind, f Figure) string {
	own := r.row(f, frontOf(kind, f, r.Rows))
	if own == nil || own.Problem != "" {
		return ""
	}
	text := fmt.Sprintf("%s %s ns", ofOwn(own.Name), nanoseconds(own.CPU))
	for _, row := range r.Rows { // in the order of time
		if row.Own || row.Kind != kind || row.Figure != f || row.Problem != "" {
			continue
		}
		if p := r.pair(f, own.Name, row.Name); p != nil {
			peer := p.Ratio.inverse()
			text += fmt.Sprintf("; %s %s", row.Name, interval(&peer))
		}
		break
	}
	return text
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
