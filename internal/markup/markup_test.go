package markup

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"hyphbench/data"
	"hyphbench/internal/knuthliang"
)

// english is TeX's patterns under the natural rule.
func english(t testing.TB) Breaker {
	t.Helper()
	rules, err := knuthliang.ParsePatterns("patterns-en.tex", data.PatternsEN)
	if err != nil {
		t.Fatal(err)
	}
	a, err := knuthliang.Compile(rules)
	if err != nil {
		t.Fatal(err)
	}
	return knuthliang.NewNatural(knuthliang.NewTeX(a, rules.Exceptions))
}

// everywhere breaks between any two runes of a token: what is left alone by the
// markup shows.
type everywhere struct{}

func (everywhere) AppendBreaks(dst []int, token string) []int {
	i := 0
	for range token {
		if i > 0 {
			dst = append(dst, i)
		}
		i++
	}
	return dst
}

// hyphenator is a way to hyphenate a document.
type hyphenator interface {
	Hyphenate(w io.Writer, r io.Reader) error
}

// hyphenate is the output, read at once and byte by byte.
func hyphenate(t *testing.T, h hyphenator, in string) string {
	t.Helper()
	var whole, bytewise bytes.Buffer
	if err := h.Hyphenate(&whole, strings.NewReader(in)); err != nil {
		t.Fatalf("%q: %v", in, err)
	}
	if err := h.Hyphenate(&bytewise, iotest.OneByteReader(strings.NewReader(in))); err != nil || whole.String() != bytewise.String() {
		t.Fatalf("%q: %q, byte by byte %q, %v", in, &whole, &bytewise, err)
	}
	return whole.String()
}

// pipe is a reader that looks at the output whenever it is read.
type pipe struct {
	parts []string
	out   *bytes.Buffer
	seen  []string
}

func (p *pipe) Read(b []byte) (int, error) {
	p.seen = append(p.seen, p.out.String())
	if len(p.parts) == 0 {
		return 0, io.EOF
	}
	n := copy(b, p.parts[0])
	p.parts = p.parts[1:]
	return n, nil
}

// Before more is read the output has what is finished.
func TestStreams(t *testing.T) {
	b := english(t)
	for name, c := range map[string]struct {
		h     hyphenator
		parts []string
		seen  []string
	}{
		"HTML":  {HTML{Mark: "=", Default: b}, []string{"<p>table</p>\n<p>hy", "phenation</p>"}, []string{"", "<p>ta=ble</p>\n<p>", "<p>ta=ble</p>\n<p>hy=phen=ation</p>"}},
		"LaTeX": {LaTeX{Mark: "=", Breaker: b}, []string{"table\nhy", "phenation\n"}, []string{"", "ta=ble\n", "ta=ble\nhy=phen=ation\n"}},
	} {
		p := &pipe{parts: c.parts, out: new(bytes.Buffer)}
		if err := c.h.Hyphenate(p.out, p); err != nil {
			t.Fatal(err)
		}
		for i, want := range c.seen {
			if i < len(p.seen) && p.seen[i] != want {
				t.Errorf("%s: after %d reads %q, want %q", name, i, p.seen[i], want)
			}
		}
	}
}

type failingWriter struct{ err error }

func (w failingWriter) Write([]byte) (int, error) { return 0, w.err }

func TestErrors(t *testing.T) {
	broken := errors.New("broken")
	for _, h := range []hyphenator{HTML{Mark: "=", Default: english(t)}, LaTeX{Mark: "=", Breaker: english(t)}} {
		var out bytes.Buffer
		if err := h.Hyphenate(&out, io.MultiReader(strings.NewReader("a table "), iotest.ErrReader(broken))); !errors.Is(err, broken) || out.String() != "a ta=ble " {
			t.Errorf("%T, a broken reader: %q, %v", h, &out, err)
		}
		if err := h.Hyphenate(failingWriter{broken}, strings.NewReader(strings.Repeat("table\n", 1<<15))); !errors.Is(err, broken) || strings.Contains(err.Error(), "reading") {
			t.Errorf("%T, a broken writer: %v", h, err)
		}
	}
}
