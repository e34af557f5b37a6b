package table

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
)

// Format is an output format.
type Format string

const (
	Text     Format = "text"     // tables for a terminal of 100 columns
	Markdown Format = "markdown" // the same tables
	CSV      Format = "csv"      // a row for each thing, for programs
	JSON     Format = "json"     // the same with the header; null for what is not a number
)

// Formats lists the formats in the order of display.
func Formats() []Format { return []Format{Text, Markdown, CSV, JSON} }

// Write writes a page as Text or Markdown.
func Write(w io.Writer, p Page, f Format) error {
	switch f {
	case Text:
		_, err := io.WriteString(w, p.text())
		return err
	case Markdown:
		_, err := io.WriteString(w, p.markdown())
		return err
	}
	return fmt.Errorf("a page is not written as %q: want text or markdown", f)
}

// width is that of the terminal to write for.
const width = 100

func (p Page) text() string {
	var b strings.Builder
	nameWidth := 0
	for _, f := range p.Header {
		nameWidth = max(nameWidth, len(f.Name))
	}
	for _, f := range p.Header {
		for i, line := range Wrap(f.Value, width-nameWidth-2) {
			name := f.Name
			if i > 0 {
				name = ""
			}
			fmt.Fprintf(&b, "%-*s  %s\n", nameWidth, name, line)
		}
	}
	for _, t := range p.Tables {
		t = t.wrapped()
		b.WriteByte('\n')
		if t.Title != "" {
			b.WriteString(t.Title + "\n")
		}
		for _, line := range t.Lines {
			b.WriteString(line + "\n")
		}
		if t.Code != "" {
			b.WriteString("\n" + t.Code)
		}
		if len(t.Rows) > 0 {
			b.WriteString(t.text() + "\n")
		}
		for _, note := range t.Notes {
			b.WriteString("  " + note + "\n")
		}
	}
	return b.String()
}

func (p Page) markdown() string {
	var b strings.Builder
	b.WriteString("# " + p.Title + "\n\n")
	for _, f := range p.Header {
		value := escape(f.Value)
		if f.Name == "command" {
			value = "`" + strings.ReplaceAll(f.Value, "`", "'") + "`"
		}
		fmt.Fprintf(&b, "- **%s:** %s\n", f.Name, value)
	}
	for _, t := range p.Tables {
		b.WriteByte('\n')
		if t.Title != "" {
			b.WriteString("## " + escape(t.Title) + "\n\n")
		}
		if len(t.Lines) > 0 {
			b.WriteString(escape(strings.Join(t.Lines, " ")) + "\n")
			if t.Code != "" || len(t.Rows) > 0 {
				b.WriteByte('\n')
			}
		}
		if t.Code != "" {
			b.WriteString("```go\n" + t.Code + "```\n")
		}
		if len(t.Rows) > 0 {
			b.WriteString(t.writer().RenderMarkdown() + "\n")
		}
		for i, note := range t.Notes {
			if i == 0 && len(t.Lines)+len(t.Rows)+len(t.Code) > 0 {
				b.WriteByte('\n')
			}
			b.WriteString("- " + escape(note) + "\n")
		}
	}
	return b.String()
}

// escape escapes Markdown in a text of a run's files.
func escape(s string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "_", `\_`, "<", "&lt;", "[", `\[`, "`", "\\`").Replace(s)
}

// text draws the table, with narrower gaps if it is too wide for a terminal.
func (t Table) text() string {
	out := trimLines(t.writer().Render())
	for line := range strings.Lines(out) {
		if utf8.RuneCountInString(line) > width+1 { // and the line's end
			w := t.writer()
			w.Style().Box.PaddingLeft = ""
			return trimLines(w.Render())
		}
	}
	return out
}

// Fits reports whether the rows have room on a terminal.
func (t Table) Fits() bool {
	for line := range strings.Lines(t.wrapped().text()) {
		if utf8.RuneCountInString(strings.TrimSuffix(line, "\n")) > width {
			return false
		}
	}
	return true
}

func (t Table) writer() table.Writer {
	w := table.NewWriter()
	w.SetStyle(table.StyleLight)
	w.Style().Options = table.Options{SeparateHeader: true}
	w.Style().Format.Header = text.FormatDefault
	w.AppendHeader(row(t.Columns))
	for _, r := range t.Rows {
		w.AppendRow(row(r))
	}
	var configs []table.ColumnConfig
	for i := t.Left; i < len(t.Columns); i++ {
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

// Wrap breaks s at spaces into lines of at most n runes, where it can.
func Wrap(s string, n int) []string {
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
