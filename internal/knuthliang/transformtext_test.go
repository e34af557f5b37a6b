package knuthliang

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"

	"hyphbench/internal/racetest"
	"hyphbench/internal/tier"
)

func englishTeX(t testing.TB) *TeX {
	r, hyphenex := english(t)
	return NewTeX(compile(t, r), r.Exceptions, hyphenex)
}

func TestTransform(t *testing.T) {
	h := englishTeX(t)
	for _, c := range []struct{ in, want string }{
		{"", ""},
		{"hyphenation", "hy=phen=a=tion"},
		{"\n\n  Hyphenation,\t\tof  words.\r\n", "\n\n  Hy=phen=a=tion,\t\tof  words.\r\n"},
		{"academy\u00a0academies\u2028anomalies\u3000", "acad=emy\u00a0acad=e=mies\u2028anom=a=lies\u3000"},
		{"\ufeffhyphenation", "\ufeffhy=phen=a=tion"},
		{"\xff\xfe hyphenation \xc2", "\xff\xfe hy=phen=a=tion \xc2"},
		{"a-hyphenation hyphen\x00ation", "a-hyphenation hy=phen\x00ation"},
	} {
		var out bytes.Buffer
		if err := Transform(&out, strings.NewReader(c.in), h, "="); err != nil || out.String() != c.want {
			t.Errorf("Transform(%q) = %q, %v, want %q", c.in, &out, err, c.want)
		}
	}
}

// TestTransformChunks reads the text in pieces of many sizes.
func TestTransformChunks(t *testing.T) {
	racetest.OneGoroutine(t)
	h := englishTeX(t)
	r := rand.New(rand.NewPCG(9, 9))
	pieces := []string{"hyphenation", " ", "\n", "\u00a0", "\u2028", "Academy's", "x", "\xe2\x80", strings.Repeat("z", 1000), strings.Repeat("anomalies", 9000)}
	for range tier.Of(8, 30) {
		var text strings.Builder
		for range r.IntN(400) {
			text.WriteString(pieces[r.IntN(len(pieces)-1+r.IntN(2))])
		}
		want := string(new(tokenBatch).appendText(nil, text.String(), h, "\u00ad"))
		for name, reader := range map[string]io.Reader{
			"whole":    strings.NewReader(text.String()),
			"halves":   iotest.HalfReader(strings.NewReader(text.String())),
			"data+EOF": iotest.DataErrReader(strings.NewReader(text.String())),
		} {
			var out bytes.Buffer
			if err := Transform(&out, reader, h, "\u00ad"); err != nil || out.String() != want {
				t.Fatalf("%s: %d bytes in, %d out, want %d: %v", name, text.Len(), out.Len(), len(want), err)
			}
		}
		if text.Len() < 20_000 {
			var out bytes.Buffer
			if err := Transform(&out, iotest.OneByteReader(strings.NewReader(text.String())), h, "\u00ad"); err != nil || out.String() != want {
				t.Fatalf("byte by byte: %v", err)
			}
		}
	}
}

// TestTransformWholeList compares the list as a text with its single words.
func TestTransformWholeList(t *testing.T) {
	racetest.OneGoroutine(t)
	tier.Check(t)
	list := words(t)
	h := englishTeX(t)
	src := sharedFile(t, "data", "words.txt")
	for _, mark := range []string{"-", "&shy;", ""} {
		var out bytes.Buffer
		if err := Transform(&out, bytes.NewReader(src), h, mark); err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
		if len(lines) != list.Len() {
			t.Fatalf("%d lines, want %d", len(lines), list.Len())
		}
		for i, line := range lines {
			if want := string(appendMarkedAt(nil, list.At(i), mark, h.AppendBreaks(nil, list.At(i)))); line != want {
				t.Fatalf("line %d: %q, want %q", i+1, line, want)
			}
		}
	}
}

func TestTransformErrors(t *testing.T) {
	h := englishTeX(t)
	broken := errors.New("broken")
	var out bytes.Buffer
	err := Transform(&out, io.MultiReader(strings.NewReader("hyphenation acad"), iotest.ErrReader(broken)), h, "=")
	if !errors.Is(err, broken) || out.String() != "hy=phen=a=tion acad" {
		t.Errorf("a broken reader: %q, %v", &out, err)
	}
	if err := Transform(failingWriter{broken}, strings.NewReader("hyphenation"), h, "="); !errors.Is(err, broken) {
		t.Errorf("a broken writer: %v", err)
	}
}

type failingWriter struct{ err error }

func (w failingWriter) Write([]byte) (int, error) { return 0, w.err }

// TestTransformMegabyte: a token of a megabyte, read in small pieces.
func TestTransformMegabyte(t *testing.T) {
	r, hyphenex := english(t)
	h := NewHypher(compile(t, r), hyphenex)
	token := strings.Repeat("hyphenation", 100_000)
	var out bytes.Buffer
	if err := Transform(&out, iotest.HalfReader(strings.NewReader("a "+token+" b")), h, "="); err != nil {
		t.Fatal(err)
	}
	if got := strings.ReplaceAll(out.String(), "=", ""); got != "a "+token+" b" || out.Len() < len(token)+290_000 {
		t.Errorf("%d bytes out of %d in", out.Len(), len(token))
	}
}

// plainHyphenator hides the methods for batches.
type plainHyphenator struct{ Hyphenator }

// TestTransformAtOnce compares texts of random tokens with the single tokens,
// under both rules and with patterns outside the lanes.
func TestTransformAtOnce(t *testing.T) {
	rules, hyphenex := english(t)
	r := rand.New(rand.NewPCG(3, 3))
	alphabet := []rune("etaoinshrdlucm")
	a := compile(t, rules)
	general := compile(t, randomRules(r, alphabet, 50, 30, 9))
	for _, h := range []Hyphenator{NewTeX(a, hyphenex), NewHypher(a, hyphenex), NewTeX(a), NewTeX(general, hyphenex), NewHypher(general)} {
		var text, want strings.Builder
		for range 3000 {
			token := randomToken(r, alphabet, hyphenex, r.IntN(30))
			if r.IntN(9) == 0 {
				token += strings.Repeat("z", r.IntN(80))
			}
			if strings.TrimSpace(token) == "" {
				continue
			}
			space := []string{" ", "\n", " \t ", "\r\n", "\u2028"}[r.IntN(5)]
			text.WriteString(token + space)
			for i, part := range strings.Split(token, " ") { // a token may hold a space
				if i > 0 {
					want.WriteByte(' ')
				}
				if part != "" {
					want.Write(h.AppendHyphenated(nil, part, "+"))
				}
			}
			want.WriteString(space)
		}
		for _, with := range []Hyphenator{h, plainHyphenator{h}} {
			var out bytes.Buffer
			if err := Transform(&out, strings.NewReader(text.String()), with, "+"); err != nil || out.String() != want.String() {
				t.Errorf("%T: the text differs from its tokens (%v)", h, err)
			}
		}
	}
}
