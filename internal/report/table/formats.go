package table

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
)

// Format is an output format.
type Format string

const (
	Text     Format = "text"     // tables for a Terminal, or for 80 columns
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
		if len(p.Brief.Above)+len(p.Brief.Below) > 0 && !Verbose(w) {
			p.Header = p.Brief.Above
		} else {
			p.Brief = Brief{}
		}
		_, err := io.WriteString(w, p.text(ColumnsOf(w), paintOf(w)))
		return err
	case Markdown:
		_, err := io.WriteString(w, p.markdown())
		return err
	}
	return fmt.Errorf("a page is not written as %q: want text or markdown", f)
}

// text is the page for an output of that width.
func (p Page) text(width int, colours paint) string {
	var b strings.Builder
	writeFields(&b, p.Header, width, colours)
	for i, t := range p.Tables {
		if i > 0 || len(p.Header) > 0 {
			b.WriteByte('\n')
		}
		t.writeText(&b, width, colours)
	}
	if len(p.Brief.Below) > 0 {
		b.WriteByte('\n')
		writeFields(&b, p.Brief.Below, width, colours)
	}
	return b.String()
}

func writeFields(b *strings.Builder, fields []Field, width int, colours paint) {
	nameWidth := 0
	for _, f := range fields {
		nameWidth = max(nameWidth, runes(f.Name))
	}
	for _, f := range fields {
		name := colours.in(colours.field(f.Name), f.Name) + strings.Repeat(" ", nameWidth-runes(f.Name))
		for _, line := range Wrap(f.Value, width-nameWidth-2) {
			b.WriteString(strings.TrimRight(name+"  "+line, " ") + "\n")
			name = strings.Repeat(" ", nameWidth)
		}
	}
}

func (t Table) writeText(b *strings.Builder, width int, colours paint) {
	if t.Title != "" {
		for _, line := range Wrap(t.Title, width) {
			b.WriteString(colours.in(Strong, line) + "\n")
		}
	}
	notes := t.Notes
	if len(t.Rows) > 0 && !t.Bare {
		notes = slices.Concat(t.Lines, notes)
	} else {
		for _, line := range t.Lines {
			b.WriteString(strings.Join(Wrap(line, width), "\n") + "\n")
		}
	}
	if t.Code != "" {
		b.WriteString("\n" + t.Code)
	}
	if len(t.Rows) > 0 {
		sheets, list, more := t.fit(width)
		for i, s := range sheets {
			if i > 0 {
				b.WriteByte('\n')
			}
			b.WriteString(s.text(colours) + "\n")
		}
		for _, line := range list {
			b.WriteString(line + "\n")
		}
		notes = slices.Concat(more, notes)
	}
	for _, note := range notes {
		b.WriteString("  " + strings.Join(Wrap(note, width-4), "\n    ") + "\n")
	}
}

func (p Page) markdown() string {
	var b strings.Builder
	b.WriteString("# " + p.Title + "\n")
	if len(p.Header) > 0 {
		b.WriteByte('\n')
	}
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
			t.Bare = false // Markdown has no table without a head
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

// text draws the table.
func (s sheet) text(colours paint) string {
	w := s.coloured(colours).writer()
	w.Style().Box.PaddingLeft = strings.Repeat(" ", s.gap-1)
	w.Style().Color = table.ColorOptions{}
	return trimLines(w.Render())
}

// coloured has heads and cells in their tones, line by line.
func (s sheet) coloured(colours paint) Table {
	t := s.Table
	if !colours {
		return t
	}
	in := func(tone Tone, text string) string {
		lines := strings.Split(text, "\n")
		for i, line := range lines {
			lines[i] = colours.in(tone, line)
		}
		return strings.Join(lines, "\n")
	}
	t.Columns = slices.Clone(t.Columns)
	for i, head := range t.Columns {
		t.Columns[i] = in(Strong, head)
	}
	t.Rows = slices.Clone(t.Rows)
	for r, row := range t.Rows {
		t.Rows[r] = slices.Clone(row)
		for i, text := range row {
			t.Rows[r][i] = in(t.tone(text), text)
		}
	}
	return t
}

// tone is that of the longest word or words that a cell begins with.
func (t Table) tone(text string) (tone Tone) {
	text = strings.Join(strings.Fields(text), " ")
	longest := 0
	for word, of := range t.Tones {
		if begins := text == word || strings.HasPrefix(text, word+" "); begins && len(word) > longest {
			tone, longest = of, len(word)
		}
	}
	return tone
}

// Fits reports whether the rows have room in a width as they are: nothing
// wrapped, folded or left out.
func (t Table) Fits(width int) bool {
	room := width - len(t.Columns)
	for i := range t.Columns {
		natural, _ := t.span(i, 0)
		room -= natural
	}
	return room >= 0
}

func (t Table) writer() table.Writer {
	w := table.NewWriter()
	w.SetStyle(table.StyleLight)
	w.Style().Options = table.Options{SeparateHeader: true}
	w.Style().Format.Header = text.FormatDefault
	if !t.Bare {
		w.AppendHeader(row(t.Columns))
	}
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

// trimLines removes the padding at the end of lines, and what a rule is longer
// than they are.
func trimLines(s string) string {
	const rule = "─"
	lines := strings.Split(s, "\n")
	widest := 0
	for i, line := range lines {
		if lines[i] = strings.TrimRight(line, " "); !strings.HasPrefix(line, rule) {
			widest = max(widest, text.StringWidthWithoutEscSequences(lines[i]))
		}
	}
	for i, line := range lines {
		if strings.HasPrefix(line, rule) {
			lines[i] = strings.Repeat(rule, min(runes(line), widest))
		}
	}
	return strings.Join(lines, "\n")
}
