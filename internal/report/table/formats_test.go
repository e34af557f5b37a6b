package table

import (
	"errors"
	"math"
	"strings"
	"testing"
	"unicode/utf8"
)

func example() Page {
	return Page{
		Title:  "Page",
		Header: []Field{{Name: "command", Value: "hyphbench `run`"}, {Name: "note", Value: strings.Repeat("many words ", 20) + "*not* <b>markup</b>"}},
		Tables: []Table{{
			Title: "a_title", Lines: []string{"first line,", "second [line]"},
			Columns: []string{"name", "text", "ns"}, Left: 2, Widths: []int{0, 12},
			Rows:  [][]string{{"a", "three words that wrap", "1.0"}, {"b", "|", "10.0"}},
			Notes: []string{strings.Repeat("a long note ", 12)},
		}},
	}
}

// On a terminal texts are wrapped and numbers stand at the right.
func TestText(t *testing.T) {
	var b strings.Builder
	if err := Write(&b, example(), Text); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	for _, want := range []string{
		"command  hyphbench `run`\n", "note     many words", "\n         many", "*not* <b>markup</b>\n",
		"\na_title\n name", "\n  first line,\n  second [line]\n  a long", "three words that wrap", "   1.0\n", "  10.0\n", "\n  a long note", "\n    long note",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	for line := range strings.Lines(text) {
		if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > DefaultColumns || strings.HasSuffix(line, " \n") {
			t.Errorf("%d columns, or blanks at the end: %q", n, line)
		}
	}
}

// In Markdown no text becomes markup, and nothing is wrapped.
func TestMarkdown(t *testing.T) {
	var b strings.Builder
	if err := Write(&b, example(), Markdown); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	for _, want := range []string{
		"# Page\n\n- **command:** `hyphbench 'run'`\n", `\*not\* &lt;b>markup&lt;/b>`, "\n## a\\_title\n\nfirst line, second \\[line]\n\n",
		"| name | text | ns |\n| --- | --- | ---:|\n| a | three words that wrap | 1.0 |\n", `| b | \| | 10.0 |`, "\n\n- a long note",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}

func TestWriteErrors(t *testing.T) {
	for _, f := range []Format{CSV, JSON, "xml"} {
		if err := Write(&strings.Builder{}, Page{}, f); err == nil || !strings.Contains(err.Error(), string(f)) {
			t.Errorf("a page as %q: %v", f, err)
		}
	}
	if err := WriteCSV(broken{}, [][]string{{"a"}}); err == nil {
		t.Error("a failed write of CSV is lost")
	}
	if err := Write(broken{}, example(), Text); err == nil {
		t.Error("a failed write of a page is lost")
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errors.New("full") }

func TestWrap(t *testing.T) {
	for _, c := range []struct {
		text string
		n    int
		want string
	}{
		{"", 10, ""}, {"one", 2, "one"}, {"one two three", 7, "one two/three"}, {"εε εε ε", 5, "εε εε/ε"}, {"a  b\nc", 9, "a b c"},
	} {
		if got := strings.Join(Wrap(c.text, c.n), "/"); got != c.want {
			t.Errorf("%q within %d: %q, want %q", c.text, c.n, got, c.want)
		}
	}
}

// NaN and infinity are a dash in tables, null in JSON and empty in CSV.
func TestNoNumber(t *testing.T) {
	for _, v := range []float64{math.NaN(), math.Inf(1)} {
		var b strings.Builder
		err := WriteJSON(&b, []any{JSONNumber(v), "<&>"})
		if Number(v, 2) != Blank || Exact(v) != "" || err != nil || b.String() != "[\n  null,\n  \"<&>\"\n]\n" {
			t.Errorf("%v: %q, %q, %q, %v", v, Number(v, 2), Exact(v), b.String(), err)
		}
		if text, interval := Interval(v, math.NaN(), math.NaN()); text != Blank || interval != "" {
			t.Errorf("%v: %q %q", v, text, interval)
		}
	}
	if got := PValue(math.NaN()); got != Blank {
		t.Errorf("p: %q", got)
	}
}

// A program stands below its lines as it is, and a section without rows has no gap.
func TestCode(t *testing.T) {
	const code = "func main() {\n\tprintln(`a  b`)\n}\n"
	p := Page{Title: "Page", Tables: []Table{{Title: "T", Lines: []string{"Lines."}, Code: code}, {Title: "U", Lines: []string{"Lines."}}, {Title: "V", Notes: []string{"Note."}}}}
	for format, want := range map[Format]string{
		Text:     "T\nLines.\n\n" + code + "\nU\nLines.\n\nV\n  Note.\n",
		Markdown: "# Page\n\n## T\n\nLines.\n\n```go\n" + code + "```\n\n## U\n\nLines.\n\n## V\n\n- Note.\n",
	} {
		var b strings.Builder
		if err := Write(&b, p, format); err != nil {
			t.Fatal(err)
		}
		if b.String() != want {
			t.Errorf("%s: %q, want %q", format, b.String(), want)
		}
	}
}
