package knuthliang

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// files opens from memory.
func files(src map[string]string) Open {
	return func(name string) (string, []byte, error) {
		text, ok := src[name]
		if !ok {
			return "", nil, fmt.Errorf("there is no %s", name)
		}
		return "dir/" + name, []byte(text), nil
	}
}

// A file named by \input is read in its place; what is after its \endinput is not.
func TestParsePatternFiles(t *testing.T) {
	open := files(map[string]string{
		"no.tex":     "% hyphenmins:\n%  left: 5\n\\patterns{a1b}\\hyphenation{ab-c}\\endinput\\patterns{zz1}",
		"no":         "\\input{a b.tex}",
		"a b.tex":    "\\patterns{c1d}",
		"loop.tex":   "\\input loop.tex",
		"broken.tex": "\\patterns{\n12}",
		"latin1.tex": "\\patterns{\xe9}",
	})
	for _, c := range []struct {
		src      string
		patterns []string
	}{
		{"\\input no.tex\n\\hyphenation{a-bc}", []string{"a1b"}},
		{"\\patterns{x1}\\input no.tex\\patterns{y1}", []string{"x1", "a1b", "y1"}},
		{"\\input no % here\n", []string{"c1d"}},
		{"\\input \"a b.tex\"\n\\input{a b.tex}", []string{"c1d", "c1d"}},
	} {
		r, err := ParsePatternFiles("nb.tex", []byte(c.src), open)
		if err != nil {
			t.Errorf("%q: %v", c.src, err)
			continue
		}
		var texts []string
		for _, p := range r.Patterns {
			texts = append(texts, p.Text)
		}
		if d := cmp.Diff(c.patterns, texts); d != "" {
			t.Errorf("%q: %s", c.src, d)
		}
		if r.LeftMin != 2 {
			t.Errorf("%q: left minimum %d, want the first file's 2", c.src, r.LeftMin)
		}
	}
	for src, want := range map[string]string{
		"\n\\input absent.tex": "nb.tex:2: \\input absent.tex: there is no absent.tex",
		"\\input broken.tex":   "dir/broken.tex:2: pattern \"12\"",
		"\\input latin1.tex":   "dir/latin1.tex:1: byte 0xe9 is not UTF-8",
		"\\input loop.tex":     "dir/loop.tex:1: \\input loop.tex: more than 8 files deep",
	} {
		if _, err := ParsePatternFiles("nb.tex", []byte(src), open); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want an error that starts with %q", src, err, want)
		}
	}
}

func TestParsePlain(t *testing.T) {
	r, err := ParsePlainPatterns("x.pat.txt", []byte("\ufeff.ab1 2cd % all\r\n# none\nÉ1\n"))
	if err != nil {
		t.Fatal(err)
	}
	want := &Rules{Name: "x.pat.txt", LeftMin: 2, RightMin: 3, Patterns: []Pattern{{".ab1", 1}, {"2cd", 1}, {"é1", 3}}}
	if d := cmp.Diff(want, r); d != "" {
		t.Error(d)
	}
	list, err := ParsePlainExceptions("x.hyp.txt", []byte("at-ten-de be\u00adtre % two\nmus\u2027se process\n"))
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]Exception{{"attende", []int{2, 5}, 1}, {"betre", []int{2}, 1}, {"musse", []int{3}, 2}, {"process", nil, 2}}, list); d != "" {
		t.Error(d)
	}
	for src, want := range map[string]string{
		"":              "x:1: no patterns: want at least one",
		"% a\n":         "x:1: no patterns",
		"a1\n12":        "x:2: pattern \"12\" has two digits",
		"\\patterns{a1": "x:1: pattern \"\\\\patterns{a1\" has a '\\\\'",
		"\xe9":          "x:1: byte 0xe9 is not UTF-8",
	} {
		if _, err := ParsePlainPatterns("x", []byte(src)); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("patterns %q: %v, want an error that starts with %q", src, err, want)
		}
	}
	for src, want := range map[string]string{
		"a-b\n7-8":            "x:2: exception \"7-8\" has a '7'",
		"\\hyphenation{a-b}":  "x:1: exception \"\\\\hyphenation{a-b}\" has a '\\\\'",
		"--":                  "x:1: exception \"--\" has no letters",
		"un-\nf\xe9d-\xe9ral": "x:2: byte 0xe9 is not UTF-8",
	} {
		if _, err := ParsePlainExceptions("x", []byte(src)); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("exceptions %q: %v, want an error that starts with %q", src, err, want)
		}
	}
}

func FuzzParsePlain(f *testing.F) {
	f.Add([]byte("\ufeff.ab1 2cd % all\r\n# none\nÉ1\n"))
	f.Add([]byte("at-ten-de be\u00adtre\nmus\u2027se"))
	f.Fuzz(func(t *testing.T, src []byte) {
		if _, err := ParsePlainExceptions("fuzz", src); err != nil && !strings.HasPrefix(err.Error(), "fuzz:") {
			t.Errorf("error without a place: %v", err)
		}
		r, err := ParsePlainPatterns("fuzz", src)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "fuzz:") {
				t.Errorf("error without a place: %v", err)
			}
			return
		}
		// The same patterns between the braces of a TeX file are the same rules.
		var body strings.Builder
		for _, p := range r.Patterns {
			if strings.ContainsAny(p.Text, "~#$&^") { // TeX's own
				return
			}
			body.WriteString(p.Text + "\n")
		}
		tex, err := ParsePatterns("fuzz", []byte("\\patterns{"+body.String()+"}"))
		if err != nil {
			t.Fatal(err)
		}
		for i, p := range r.Patterns {
			if tex.Patterns[i].Text != p.Text {
				t.Fatalf("pattern %d: %q, in a TeX file %q", i, p.Text, tex.Patterns[i].Text)
			}
		}
	})
}

// Files can name each other eight deep.
func TestInputsDeep(t *testing.T) {
	src := map[string]string{"end": "\\patterns{a1b}"}
	name := "end"
	for depth := 1; depth <= mostInputs+1; depth++ {
		_, err := ParsePatternFiles("nb.tex", []byte("\\input "+name), files(src))
		if (err == nil) != (depth <= mostInputs) {
			t.Errorf("%d deep: %v", depth, err)
		}
		next := fmt.Sprint("file", depth)
		src[next], name = "\\input "+name, next
	}
}
