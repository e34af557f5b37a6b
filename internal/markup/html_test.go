package markup

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"
)

func TestHTML(t *testing.T) {
	b := english(t)
	for _, c := range []struct{ name, in, want string }{
		{"text nodes", `<p class="hyphenation" title='table'>A table, of hyphenation.</p>`, `<p class="hyphenation" title='table'>A ta=ble, of hy=phen=ation.</p>`},
		{"no tags", "hyphenation of a table", "hy=phen=ation of a ta=ble"},
		{"code, pre, script, style, textarea", "<code>table</code> <pre>table <b>table</b></pre><script>table</script><style>table</style><textarea>table</textarea>table", "<code>table</code> <pre>table <b>table</b></pre><script>table</script><style>table</style><textarea>table</textarea>ta=ble"},
		{"kbd, title, svg, option", "<title>table</title><kbd>table</kbd><svg><text>table</text><a/>table</svg><select><option>table</select> table", "<title>table</title><kbd>table</kbd><svg><text>table</text><a/>table</svg><select><option>table</select> ta=ble"},
		{"comments, doctype", "<!DOCTYPE table><!-- table --><?table?> table", "<!DOCTYPE table><!-- table --><?table?> ta=ble"},
		{"bytes as they are", "<P  Class=A\n>a\r\n table\x00</p ><BR/>\xff table", "<P  Class=A\n>a\r\n ta=ble\x00</p ><BR/>\xff ta=ble"},
		{"references are letters", "caf&eacute;teria &amp;table; fish&chips hyphen&#97;tion &lt;table&gt;", "caf&eacute;=te=ria &amp;ta=ble; fish&chips hy=phen=&#97;tion &lt;ta=ble&gt;"},
		{"references part words", "table&nbsp;table&mdash;table", "ta=ble&nbsp;ta=ble&mdash;ta=ble"},
		{"its own soft hyphens", "hyphen&shy;ation hyphen\u00adation", "hyphen&shy;ation hyphen\u00adation"},
		{"a word over tags", "<b>H</b>yphenation hyphen<i>ation</i> <b>table</b>, ta<!-- x -->ble", "<b>H</b>yphenation hyphen<i>ation</i> <b>ta=ble</b>, ta<!-- x -->ble"},
		{"words over other tags", "table<br>table<p>table</p>table <b>table</b> table", "ta=ble<br>ta=ble<p>ta=ble</p>ta=ble <b>ta=ble</b> ta=ble"},
		{"a word beside code", "table<code>s</code> <code>ta</code>table", "table<code>s</code> <code>ta</code>table"},
		{"cut", "table <a href='table", "ta=ble <a href='table"},
		{"cut in a word", "a table", "a ta=ble"},
		{"empty", "", ""},
	} {
		if got := hyphenate(t, HTML{Mark: "=", Default: b}, c.in); got != c.want {
			t.Errorf("%s: %q\n got %q\nwant %q", c.name, c.in, got, c.want)
		}
	}
}

func TestHTMLLanguage(t *testing.T) {
	asked := map[string]int{}
	h := HTML{Mark: "=", Default: english(t), Language: func(tag string) (Breaker, error) {
		if asked[tag]++; tag == "every" {
			return everywhere{}, nil
		}
		return nil, nil
	}}
	for _, c := range []struct{ name, in, want string }{
		{"nested", `table <div lang=every>ab <i lang=xx>table</i> ab</div> table`, `ta=ble <div lang=every>a=b <i lang=xx>table</i> a=b</div> ta=ble`},
		{"unknown", `<p lang="">table</p> table`, `<p lang="">table</p> ta=ble`},
		{"xml:lang, where there is no lang", `<p xml:lang=every>ab</p><p lang=every xml:lang=xx>ab</p>`, `<p xml:lang=every>a=b</p><p lang=every xml:lang=xx>a=b</p>`},
		{"void elements hold nothing", `<img lang=xx> table<br lang=xx>table`, `<img lang=xx> ta=ble<br lang=xx>ta=ble`},
		{"optional end tags", `<p lang=xx>table<p>table<ul><li lang=xx>table<li>table</ul>`, `<p lang=xx>table<p>ta=ble<ul><li lang=xx>table<li>ta=ble</ul>`},
		{"cells", `<table><tr><td lang=xx>table<td>table<tr><td>table</table>`, `<table><tr><td lang=xx>table<td>ta=ble<tr><td>ta=ble</table>`},
		{"stray end tags", `</b><p lang=xx></i>table</p></p>table`, `</b><p lang=xx></i>table</p></p>ta=ble`},
		{"a slash opens in HTML", `<span lang=xx />table`, `<span lang=xx />table`},
		{"and not in XML", `<?xml version="1.0"?><span lang=xx />table`, `<?xml version="1.0"?><span lang=xx />ta=ble`},
	} {
		if got := hyphenate(t, h, c.in); got != c.want {
			t.Errorf("%s: %q\n got %q\nwant %q", c.name, c.in, got, c.want)
		}
	}
	if asked["xx"] == 0 || asked["every"] == 0 || asked[""] != 0 {
		t.Errorf("asked for %v", asked)
	}
	broken := errors.New("broken")
	h.Language = func(string) (Breaker, error) { return nil, broken }
	if err := h.Hyphenate(io.Discard, strings.NewReader("<p lang=xx>")); !errors.Is(err, broken) {
		t.Errorf("a broken language: %v", err)
	}
	h.Language = nil
	if got := hyphenate(t, h, "table <p lang=en>table"); got != "ta=ble <p lang=en>table" {
		t.Errorf("without languages: %q", got)
	}
}

// A mark beyond ASCII in a document that is not in UTF-8 would be two wrong
// characters.
func TestHTMLCharset(t *testing.T) {
	for in, refused := range map[string]bool{
		`<meta charset=utf-8>`:        false,
		`<meta charset="ISO-8859-1">`: true,
		`<meta http-equiv="Content-Type" content="text/html; charset=windows-1252">`: true,
		`<meta http-equiv="Content-Type" content="text/html; charset=UTF-8">`:        false,
		`<meta name=description content="a table">`:                                  false,
	} {
		err := HTML{Mark: "\u00ad", Default: english(t)}.Hyphenate(io.Discard, strings.NewReader(in))
		if (err != nil) != refused || refused && !strings.Contains(err.Error(), "--mark='&shy;'") {
			t.Errorf("%s: %v, want an error: %t", in, err, refused)
		}
		if got := hyphenate(t, HTML{Mark: "&shy;", Default: english(t)}, in+"table"); got != in+"ta&shy;ble" {
			t.Errorf("%s: %s", in, got)
		}
	}
}

func TestHTMLTooLong(t *testing.T) {
	endless := io.LimitReader(repeated("hyphenation "), 2<<20)
	if err := (HTML{Mark: "=", Default: everywhere{}, largest: 1 << 20}).Hyphenate(io.Discard, endless); err == nil || !strings.Contains(err.Error(), "more than 1 MiB") {
		t.Errorf("text without end: %v", err)
	}
}

// The work for a tag does not grow with the number of elements that it stands in.
func TestHTMLDeep(t *testing.T) {
	const deep = 100_000
	start := time.Now()
	for name, in := range map[string]string{
		"closed":             strings.Repeat("<div>", deep) + "%s" + strings.Repeat("</div>", deep),
		"strays":             strings.Repeat("<div>", deep) + strings.Repeat("</b>", deep) + "%s",
		"elements that end":  strings.Repeat("<dl><dt>", deep/2) + strings.Repeat("</dd><li>", deep) + "%s",
		"in other languages": strings.Repeat("<div lang=xx>", deep) + strings.Repeat("</div>", deep) + "%s",
		"paragraphs":         strings.Repeat("<p><i>", deep) + "%s",
	} {
		var out strings.Builder
		err := HTML{Mark: "=", Default: english(t)}.Hyphenate(&out, strings.NewReader(fmt.Sprintf(in, "table")))
		if err != nil || out.String() != fmt.Sprintf(in, "ta=ble") {
			t.Errorf("%s: the text is not hyphenated, or the tags are others: %v", name, err)
		}
	}
	if took := time.Since(start); took > 20*time.Second { // a walk over all open elements takes minutes
		t.Errorf("it took %s", took)
	}
	in := io.MultiReader(strings.NewReader("table "), repeated("<div>"))
	var out strings.Builder
	err := HTML{Mark: "=", Default: english(t)}.Hyphenate(&out, in)
	if err == nil || err.Error() != "<div> is within 262144 open elements: want no more, or their end tags" || !strings.HasPrefix(out.String(), "ta=ble <div><div>") {
		t.Errorf("elements without end: %v", err)
	}
}

// Of text that is left alone nothing is kept but its bytes, of tags that a word may go on
// behind no more than of one, and of an open element's name its beginning.
func TestHTMLMemory(t *testing.T) {
	const size = 4 << 20
	for _, c := range []struct {
		name, in string
		most     uint64
	}{
		{"skipped", "<style>" + strings.Repeat("</styl", size/6), 10 * size},
		{"without a language", strings.Repeat("<", size), 10 * size},
		{"names", strings.Repeat("<"+strings.Repeat("x", size/4)+">", 64), 24 * size}, // the tokenizer copies each once
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if err := (HTML{Mark: "="}).Hyphenate(io.Discard, strings.NewReader(c.in)); err != nil {
			t.Error(err)
		}
		runtime.ReadMemStats(&after)
		if took := after.TotalAlloc - before.TotalAlloc; took > c.most {
			t.Errorf("%s: %d bytes for %d", c.name, took, len(c.in))
		}
	}
	tags := strings.Repeat("<b></b>", 200)
	in := "a table" + tags + " table"
	if got := hyphenate(t, HTML{Mark: "=", Default: english(t), largest: 1 << 10}, in); got != "a table"+tags+" ta=ble" {
		t.Errorf("%q", got)
	}
	if err := (HTML{Mark: "=", Default: everywhere{}}).Hyphenate(io.Discard, repeated("</styl")); err == nil || !strings.Contains(err.Error(), "more than 16 MiB of text without a tag, or in one") {
		t.Errorf("a tag without end: %v", err)
	}
}

type repeated string

func (r repeated) Read(p []byte) (n int, err error) {
	for n < len(p) {
		n += copy(p[n:], r)
	}
	return n, nil
}

// mark stands in no fuzzed input.
const mark = "\ue000|"

func FuzzHTML(f *testing.F) {
	f.Add([]byte("<p lang=xx>ta&shy;ble<b>x</b>y<p>caf&eacute;t &#x61;b<pre>x</pre><svg/>\xff"))
	f.Add([]byte("<!--<a--><script>a</scr</script><textarea><b></textarea><plaintext>ab</plaintext> c"))
	f.Add([]byte("<?xml?><a lang=xx /><![CDATA[ ab ]]></a"))
	f.Add([]byte("&#0A &notab; &#x61;b &#00000000000000000000000000000000000000000000097;"))
	f.Fuzz(func(t *testing.T, in []byte) {
		if bytes.Contains(in, []byte("\ue000")) {
			return
		}
		h := HTML{Mark: mark, Default: everywhere{}, Language: func(tag string) (Breaker, error) {
			if len(tag)%2 == 0 {
				return nil, nil
			}
			return everywhere{}, nil
		}}
		var out bytes.Buffer
		if err := h.Hyphenate(&out, bytes.NewReader(in)); err != nil {
			if strings.Contains(err.Error(), "the document is in") {
				return
			}
			t.Fatal(err)
		}
		if got := strings.ReplaceAll(out.String(), mark, ""); got != string(in) {
			t.Errorf("without its marks the output is %q, want the input %q", got, in)
		}
		if bytes.IndexByte(in, 0) >= 0 { // a parser drops text of zeros, unless something is between them
			return
		}
		if before, after := nodes(t, in), nodes(t, out.Bytes()); before != after {
			t.Errorf("%q: the page was\n%s\nand is\n%s", in, before, after)
		}
	})
}

// nodes are the nodes of a page, without the marks in its text nodes.
func nodes(t *testing.T, page []byte) string {
	root, err := html.Parse(bytes.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for n := range root.Descendants() {
		text := n.Data
		if n.Type == html.TextNode {
			text = strings.ReplaceAll(text, mark, "")
		}
		fmt.Fprintf(&b, "%d %q %v\n", n.Type, text, n.Attr)
	}
	return b.String()
}

// The marks stand in text nodes alone, and in no element whose text is left alone.
func TestHTMLPages(t *testing.T) {
	pages, err := filepath.Glob("../../results/*/report.html")
	if err != nil || len(pages) == 0 {
		t.Fatalf("no pages: %v", err)
	}
	for _, name := range pages {
		page, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		h := HTML{Mark: mark, Default: everywhere{}, Language: func(string) (Breaker, error) { return everywhere{}, nil }}
		if err := h.Hyphenate(&out, bytes.NewReader(page)); err != nil {
			t.Fatal(err)
		}
		if strings.Count(out.String(), mark) < 1000 || strings.ReplaceAll(out.String(), mark, "") != string(page) {
			t.Errorf("%s: the output is not the page with marks", name)
		}
		if nodes(t, page) != nodes(t, out.Bytes()) {
			t.Errorf("%s: other nodes than before", name)
		}
		root, err := html.Parse(&out)
		if err != nil {
			t.Fatal(err)
		}
		for n := range root.Descendants() {
			if n.Type == html.ElementNode && isSkipped(n.Data) {
				for below := range n.Descendants() {
					if strings.Contains(below.Data, mark) {
						t.Errorf("%s: a mark in %s: %.80q", name, n.Data, below.Data)
					}
				}
			}
		}
	}
}

func ExampleHTML() {
	h := HTML{Mark: "·", Default: everywhere{}}
	h.Hyphenate(writer{}, strings.NewReader(`<p class="ab">ab <code>ab</code></p>`))
	// Output: <p class="ab">a·b <code>ab</code></p>
}

type writer struct{}

func (writer) Write(p []byte) (int, error) { return fmt.Print(string(p)) }
