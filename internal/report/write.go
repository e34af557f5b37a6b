package report

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
)

// Format is a way to write a summary.
type Format string

const (
	Text     Format = "text"     // tables for a terminal of 100 columns
	Markdown Format = "markdown" // the same tables
	CSV      Format = "csv"      // one row per cell and per series, see CSVColumns
	JSON     Format = "json"     // header, metrics, cells, series; null for what the rows cannot tell
)

// Formats lists the formats in the order of display.
func Formats() []Format { return []Format{Text, Markdown, CSV, JSON} }

// WriteSummary writes the summary in a format.
func WriteSummary(w io.Writer, s *Summary, f Format) error {
	switch f {
	case Text:
		_, err := io.WriteString(w, s.page().text())
		return err
	case Markdown:
		_, err := io.WriteString(w, s.page().markdown())
		return err
	case CSV:
		return s.writeCSV(w)
	case JSON:
		return s.writeJSON(w)
	}
	return fmt.Errorf("unknown format %q: want text, markdown, csv or json", f)
}

// width is that of the terminal to write for.
const width = 100

func (p page) text() string {
	var b strings.Builder
	nameWidth := 0
	for _, f := range p.header {
		nameWidth = max(nameWidth, len(f.Name))
	}
	for _, f := range p.header {
		for i, line := range wrap(f.Value, width-nameWidth-2) {
			name := f.Name
			if i > 0 {
				name = ""
			}
			fmt.Fprintf(&b, "%-*s  %s\n", nameWidth, name, line)
		}
	}
	for _, t := range p.tables {
		b.WriteByte('\n')
		if t.title != "" {
			b.WriteString(t.title + "\n")
		}
		for _, line := range t.lines {
			b.WriteString(line + "\n")
		}
		if len(t.rows) > 0 {
			b.WriteString(t.text() + "\n")
		}
		for _, note := range t.notes {
			b.WriteString("  " + note + "\n")
		}
	}
	return b.String()
}

func (p page) markdown() string {
	var b strings.Builder
	b.WriteString("# " + p.title + "\n\n")
	for _, f := range p.header {
		value := escape(f.Value)
		if f.Name == "command" {
			value = "`" + strings.ReplaceAll(f.Value, "`", "'") + "`"
		}
		fmt.Fprintf(&b, "- **%s:** %s\n", f.Name, value)
	}
	for _, t := range p.tables {
		b.WriteByte('\n')
		if t.title != "" {
			b.WriteString("## " + escape(t.title) + "\n\n")
		}
		if len(t.lines) > 0 {
			b.WriteString(escape(strings.Join(t.lines, " ")) + "\n\n")
		}
		if len(t.rows) > 0 {
			b.WriteString(t.writer().RenderMarkdown() + "\n")
		}
		for i, note := range t.notes {
			if i == 0 {
				b.WriteByte('\n')
			}
			b.WriteString("- " + escape(note) + "\n")
		}
	}
	return b.String()
}

// escape keeps what stands in a run's files from being read as markup.
func escape(s string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "_", `\_`, "<", "&lt;", "[", `\[`, "`", "\\`").Replace(s)
}

// text draws the table, with narrower gaps if it is too wide for a terminal.
func (g grid) text() string {
	out := trimLines(g.writer().Render())
	for line := range strings.Lines(out) {
		if utf8.RuneCountInString(line) > width+1 { // and the line's end
			w := g.writer()
			w.Style().Box.PaddingLeft = ""
			return trimLines(w.Render())
		}
	}
	return out
}

func (g grid) writer() table.Writer {
	w := table.NewWriter()
	w.SetStyle(table.StyleLight)
	w.Style().Options = table.Options{SeparateHeader: true}
	w.Style().Format.Header = text.FormatDefault
	w.AppendHeader(row(g.columns))
	for _, r := range g.rows {
		w.AppendRow(row(r))
	}
	var configs []table.ColumnConfig
	for i := g.left; i < len(g.columns); i++ {
		configs = append(configs, table.ColumnConfig{Number: i + 1, Align: text.AlignRight, AlignHeader: text.AlignRight})
	}
	w.SetColumnConfigs(configs)
	return w
}

func row(texts []string) table.Row {
	r := make(table.Row, len(texts))
	for i, t := range texts {
		r[i] = t
	}
	return r
}

// trimLines removes the padding at the end of lines.
func trimLines(s string) string {
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " ")
	}
	return strings.Join(lines, "\n")
}

// wrap breaks s at spaces into lines of at most n runes, where it can.
func wrap(s string, n int) []string {
	var lines []string
	line, length := "", 0
	for _, word := range strings.Fields(s) {
		size := utf8.RuneCountInString(word)
		if length > 0 && length+1+size > n {
			lines, line, length = append(lines, line), "", 0
		}
		if length > 0 {
			line, length = line+" ", length+1
		}
		line, length = line+word, length+size
	}
	return append(lines, line)
}
