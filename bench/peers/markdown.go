package main

import (
	"fmt"
	"hyphbench/internal/axis"
	"io"
	"strings"
)

// writeMarkdown writes the whole report: header, table, notes, absent peers and
// versions.
func writeMarkdown(w io.Writer, r *Report) error {
	var b strings.Builder
	fmt.Fprintf(&b, "# hyphbench and its peers\n\n%s\n", strings.Join(header(r), "\n"))
	for _, warning := range r.Warnings {
		fmt.Fprintf(&b, "- Warning: %s\n", warning)
	}
	b.WriteString("\n## Hyphenation\n\nns are CPU time per operation, the median over the rounds; the ratio is that of the CPU times, paired by round, to hyphbench's row of the same figure.\n\n")
	b.WriteString("| figure | implementation | setting | CPU ns | wall ns | ratio to hyphbench [95 % CI] | memory | errors | rounds |\n")
	b.WriteString("|---|---|---|---:|---:|---|---|---|---:|\n")
	var notes []string
	noted := map[string]bool{} // a filter has a note in one figure only, unless they differ
	for _, row := range r.Rows {
		note := join("; ", row.Note, example(row))
		if row.Kind != "" && row.Problem != "" {
			note = join("; ", note, "no figure: "+row.Problem)
		}
		if note != "" && (row.Kind == "" || !noted[row.Name+note]) {
			noted[row.Name+note] = true
			notes = append(notes, fmt.Sprintf("- %s, %s: %s.", row.Name, row.Figure, note))
		}
		if row.Kind != "" { // in the tables by kind
			continue
		}
		name := cell(row.Name)
		if row.Own {
			name = "**" + name + "**"
		}
		if row.Problem != "" {
			fmt.Fprintf(&b, "| %s | %s | %s | – | – | no figure: %s | – | – | %d |\n", row.Figure, name, cell(row.Setting), cell(row.Problem), row.Rounds)
			continue
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s | %s | %s | %d |\n", row.Figure, name, cell(row.Setting),
			nanoseconds(row.CPU), nanoseconds(row.Wall), ratioTo(row), dash(memory(row)), dash(errorCounts(row)), row.Rounds)
	}
	writeKinds(&b, r)
	writeBehind(&b, r)
	b.WriteString("\n## Operations\n\nOne operation:\n\n")
	for _, f := range figures() {
		fmt.Fprintf(&b, "- %s: %s.\n", f, f.Meaning())
	}
	writeSection(&b, "Notes", notes)
	var absents []string
	for _, a := range r.Absent {
		absents = append(absents, fmt.Sprintf("- %s: %s.", a.Name, a.Reason))
	}
	writeSection(&b, "Not measured", absents)
	var versions []string
	seen := map[string]bool{}
	for _, row := range r.Rows {
		name, _, _ := strings.Cut(row.Name, " (")
		if v := name + " " + row.Version; row.Version != "" && !seen[v] {
			seen[v] = true
			versions = append(versions, "- "+v)
		}
	}
	writeSection(&b, "Versions", versions)
	_, err := io.WriteString(w, b.String())
	return err
}

func writeSection(b *strings.Builder, title string, lines []string) {
	if len(lines) > 0 {
		fmt.Fprintf(b, "\n## %s\n\n%s\n", title, strings.Join(lines, "\n"))
	}
}

// header is machine, date, command and word list.
func header(r *Report) []string {
	lines := []string{
		"- Machine: " + r.Machine,
		fmt.Sprintf("- Date: %s, load before %.2f", r.Made.UTC().Format("2006-01-02 15:04 UTC"), r.Load),
		fmt.Sprintf("- Command: `%s` (seed %d, %d rounds)", r.Command, r.Seed, r.Rounds),
		fmt.Sprintf("- Words: %s, %s of them, SHA-256 `%s`; %s keys in the filters", r.List.Title, axis.Grouped(r.List.Words), r.List.SHA256, axis.Grouped(r.Keys)),
	}
	if r.Large > 0 {
		lines = append(lines, fmt.Sprintf("- Large set: %s keys, made of these words with numbers behind them; asked are as many distinct negatives and every tenth key, shuffled", axis.Grouped(r.Large)))
	}
	if r.List.Note != "" {
		lines = append(lines, "- "+r.List.Note)
	}
	return lines
}

func nanoseconds(ns float64) string {
	if ns < 100 {
		return fmt.Sprintf("%.1f", ns)
	}
	return axis.Grouped(int(ns + 0.5))
}

func ratioTo(row Row) string {
	switch of, special := strings.CutPrefix(row.Against, ownName+" "); {
	case row.Own:
		return "1"
	case row.Ratio == nil || !special:
		return dash(interval(row.Ratio))
	default:
		return interval(row.Ratio) + " of " + of
	}
}

// interval writes a ratio and its interval; empty without one.
func interval(r *Ratio) string {
	if r == nil {
		return ""
	}
	return fmt.Sprintf("%s× [%s, %s]", factor(r.Mean), factor(r.Low), factor(r.High))
}

// factor writes a ratio with three significant digits.
func factor(x float64) string {
	switch {
	case x < 10:
		return fmt.Sprintf("%.2f", x)
	case x < 100:
		return fmt.Sprintf("%.1f", x)
	}
	return fmt.Sprintf("%.0f", x)
}

// memory is bits per key of a filter, KiB of everything else.
func memory(row Row) string {
	switch {
	case row.Bytes == nil:
		return ""
	case row.BitsOfKey == nil:
		return fmt.Sprintf("%s KiB", axis.Grouped(int(*row.Bytes/1024+0.5)))
	case *row.BitsOfKey == 0:
		return fmt.Sprintf("%.1f bits per key resident", row.residentBitsOfKey())
	}
	return fmt.Sprintf("%.1f bits per key, %.1f resident", *row.BitsOfKey, row.residentBitsOfKey())
}

// errorCounts are the wrong words of a hyphenator, the false answers of a filter
// and, of a pass, the number of breaks.
func errorCounts(row Row) string {
	var parts []string
	switch row.Figure {
	case PassNone, PassStore, PassBloom, PassCuckoo:
		parts = append(parts, fmt.Sprintf("%s breaks", axis.Grouped(int(row.Check))))
	}
	if row.Wrong != nil {
		parts = append(parts, fmt.Sprintf("%s of %s words wrong", axis.Grouped(*row.Wrong), axis.Grouped(*row.Checked)))
	}
	if row.FPRate != nil {
		parts = append(parts, fmt.Sprintf("%.2f %% fp", 100**row.FPRate))
	}
	if row.FN != nil {
		parts = append(parts, fmt.Sprintf("%s fn", axis.Grouped(*row.FN)))
	}
	return strings.Join(parts, ", ")
}

func example(row Row) string {
	if row.Example == "" {
		return ""
	}
	return "the first wrong word is " + row.Example
}

func dash(s string) string {
	if s == "" {
		return "–"
	}
	return s
}

// cell escapes the text of a cell.
func cell(s string) string { return strings.ReplaceAll(s, "|", "\\|") }
