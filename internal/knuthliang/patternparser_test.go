package knuthliang

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

func TestParsePatterns(t *testing.T) {
	texts := func(r *Rules) (s []string) {
		for _, p := range r.Patterns {
			s = append(s, p.Text)
		}
		return s
	}
	for _, c := range []struct {
		name, src   string
		patterns    []string
		lines       []int
		left, right int
	}{
		{"plain", "\\patterns{\n.ach4\n1b2\n}", []string{".ach4", "1b2"}, []int{2, 3}, 2, 3},
		{"several on a line, comment after the brace and inside", "\\patterns{ % all of them\n a1b c2 % d3e }\n  f4 }", []string{"a1b", "c2", "f4"}, []int{2, 2, 3}, 2, 3},
		{"CRLF and BOM", "\ufeff% title\r\n\\patterns{\r\na1b\r\n}\r\n", []string{"a1b"}, []int{3}, 2, 3},
		{"comment before the brace", "\\patterns% here\n  {a1b}", []string{"a1b"}, []int{2}, 2, 3},
		{"caret notation", "\\patterns{1^^e9a ^^^^0151z3 ^^!1b}", []string{"1éa", "őz3", "a1b"}, []int{1, 1, 1}, 2, 3},
		{"upper case folds", "\\patterns{A1ÉB}", []string{"a1éb"}, []int{1}, 2, 3},
		{"no-letter characters", "\\patterns{'2 1- l’3}", []string{"'2", "1-", "l’3"}, []int{1, 1, 1}, 2, 3},
		{"two blocks, macros around", "\\message{x}\\begingroup\\lccode`\\-=`\\- \\patterns{a1}\\%\\patterns{b1}\\endgroup", []string{"a1", "b1"}, []int{1, 1}, 2, 3},
		{"after endinput", "\\patterns{a1}\\endinput\\patterns{??", []string{"a1"}, []int{1}, 2, 3},
		{"in a comment", "% \\patterns{zz}\n\\patterns{a1}", []string{"a1"}, []int{2}, 2, 3},
		{"minima", "% hyphenmins:\n%     typesetting:\n%         left: 1\n%         right: 4\n\\patterns{a1}", []string{"a1"}, []int{5}, 1, 4},
		{"minima with a comment", "% hyphenmins:\n%     typesetting:\n%         left: 2 # But 1 is also possible\n%         right: 2\n\\patterns{a1}", []string{"a1"}, []int{5}, 2, 2},
		{"a key behind the minima", "% hyphenmins:\n%     typesetting:\n%         left: 3\n% left: 7\n\\patterns{a1}", []string{"a1"}, []int{5}, 3, 3},
		{"minima of two kinds", "% hyphenmins:\n%     generation:\n%         left:  3\n%         right: 3\n%     typesetting:\n%         left:  2\n%         right: 2\n% other:\n%    left: 9\n\\patterns{a1}", []string{"a1"}, []int{10}, 2, 2},
		{"minima for generation alone", "% hyphenmins:\n%  generation:\n%   left: 4\n\\patterns{a1}", []string{"a1"}, []int{4}, 4, 3},
		{"minima without a section", "% hyphenmins:\n%  left: 4\n%  right: 5\n\n\\patterns{a1}", []string{"a1"}, []int{5}, 4, 5},
	} {
		r, err := ParsePatterns("p.tex", []byte(c.src))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if d := cmp.Diff(c.patterns, texts(r)); d != "" {
			t.Errorf("%s: %s", c.name, d)
		}
		for i, p := range r.Patterns {
			if i < len(c.lines) && p.Line != c.lines[i] {
				t.Errorf("%s: %s in line %d, want %d", c.name, p.Text, p.Line, c.lines[i])
			}
		}
		if r.LeftMin != c.left || r.RightMin != c.right {
			t.Errorf("%s: minima %d/%d, want %d/%d", c.name, r.LeftMin, r.RightMin, c.left, c.right)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"", "p.tex:1: no \\patterns{…} block"},
		{"% only\n% comments\n", "p.tex:3: no \\patterns{…} block"},
		{"\\input hyph-no.tex\n\\hyphenation{ab}", "p.tex:1: \\input hyph-no.tex: its patterns come from another file: want that file"},
		{"\n\\patterns{\n}", "p.tex:3: \\patterns{…} is empty: want at least one pattern"},
		{"\\input\n", "p.tex:1: \\input is not followed by a name"},
		{"\\patterns\n  a1b}", "p.tex:2: \\patterns is not followed by a brace: want {"},
		{"\\patterns{\na1b\n", "p.tex:1: the brace after \\patterns is never closed: want }"},
		{"\\patterns{\na1\n12\n}", "p.tex:3: pattern \"12\" has two digits in a row"},
		{"\\patterns{\n.1.\n}", "p.tex:2: pattern \".1.\" has "},
		{"\\patterns{\n4\n}", "p.tex:2: pattern \"4\" has no letters"},
		{"\\patterns{a.b}", "p.tex:1: pattern \"a.b\" has a dot inside"},
		{"\\patterns{..a}", "p.tex:1: pattern \"..a\" has a dot inside"},
		{"\\patterns{a1\xffb}", "p.tex:1: byte 0xff is not UTF-8"},
		{"% x\n\\patterns{a1}\n\xe9", "p.tex:3: byte 0xe9 is not UTF-8"},
		{"\\patterns{\na^^e}", "p.tex:2: malformed ^^ notation"},
		{"\\patterns{\na^b}", "p.tex:2: malformed ^^ notation"},
		{"\\patterns{\na^^E9}", "p.tex:2: malformed ^^ notation"},
		{"\\patterns{a^^", "p.tex:1: malformed ^^ notation"},
		{"\\patterns{a{b}}", "p.tex:1: '{' inside \\patterns{…}"},
		{"\\patterns{\n\\'e1}", "p.tex:2: '\\\\' inside \\patterns{…}"},
		{"% hyphenmins:\n%  left: many\n\\patterns{a}", "p.tex:2: hyphenmins: left: \"many\" is not a minimum: want 1 to 63"},
		{"\\patterns{a1}\n\\hyphenation{\na-b\n7-8}", "p.tex:4: exception \"7-8\" has no letters"},
	} {
		_, err := ParsePatterns("p.tex", []byte(c.src))
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("ParsePatterns(%q) = %v, want an error that starts with %q", c.src, err, c.want)
		}
	}
	for _, c := range []struct{ src, want string }{
		{"", "e.tex:1: no \\hyphenation{…} block"},
		{"\\patterns{a1}", "e.tex:1: no \\hyphenation{…} block"},
		{"\\hyphenation{a-b", "e.tex:1: the brace after \\hyphenation is never closed"},
		{"\\hyphenation{\n a-b\n --\n}", "e.tex:3: exception \"--\" has no letters"},
		{"\\hyphenation{a\x00b}", "e.tex:1: exception \"a\\x00b\": '\\x00' is not a letter"},
	} {
		_, err := ParseExceptions("e.tex", []byte(c.src))
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("ParseExceptions(%q) = %v, want an error that starts with %q", c.src, err, c.want)
		}
	}
}

func TestParseExceptions(t *testing.T) {
	got, err := ParseExceptions("e.tex", []byte("\ufeff% x\r\n\\hyphenation{%\r\nacad-e-my Ying-yong % y\r\n ÉTÉ-s  process\n -a--b-}"))
	if err != nil {
		t.Fatal(err)
	}
	want := []Exception{
		{"academy", []int{4, 5}, 3},
		{"yingyong", []int{4}, 3},
		{"étés", []int{3}, 4},
		{"process", nil, 4},
		{"ab", []int{1}, 5},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestCompileErrors(t *testing.T) {
	for _, c := range []struct {
		r    Rules
		want string
	}{
		{Rules{Name: "r", LeftMin: 0, RightMin: 3}, "r: minima 0 and 3"},
		{Rules{Name: "r", LeftMin: 2, RightMin: 64}, "r: minima 2 and 64"},
		{Rules{Name: "r", LeftMin: 2, RightMin: 3, Patterns: []Pattern{{"a1", 1}, {"1", 7}}}, "r:7: pattern \"1\" has no letters"},
		{Rules{Name: "r", LeftMin: 2, RightMin: 3, Patterns: []Pattern{{"", 2}}}, "r:2: pattern \"\" has no letters"},
	} {
		if _, err := Compile(&c.r); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("Compile: %v, want an error that starts with %q", err, c.want)
		}
		if _, err := NewReference(&c.r); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("NewReference: %v, want an error that starts with %q", err, c.want)
		}
	}
}

// long are files with one pattern, exception or word of n letters or digits.
func long(n int) []string {
	return []string{
		"\\patterns{A.0}" + strings.Repeat("4", n),
		"\\patterns{A.0" + strings.Repeat("4", n) + "}",
		"\\patterns{A.0 " + strings.Repeat("4b", n) + "}",
		"\\patterns{a" + strings.Repeat("1a", n) + "}",
		"\\patterns{a1}\\hyphenation{" + strings.Repeat("a-", n) + "}" + strings.Repeat("a", n),
		"\\patterns{a1}\\hyphenation{" + strings.Repeat("4", n) + "}",
	}
}

// Patterns, exceptions and words of any length have an answer in time that is
// linear in them, and an error of one line. The fuzzer gives up after 10 s.
func TestLong(t *testing.T) {
	start := time.Now()
	for _, src := range long(20_000) {
		r, err := ParsePatterns("p.tex", []byte(src))
		if err != nil {
			if n := utf8.RuneCountInString(err.Error()); n > 160 {
				t.Errorf("an error of %d letters: %.200s", n, err)
			}
			continue
		}
		a := compile(t, r)
		agree(t, a, newReference(t, r, r.Exceptions), r.Exceptions, src)
	}
	if took := time.Since(start); took > 10*time.Second {
		t.Errorf("took %v", took)
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte("% hyphenmins:\n%  left: 1\n\\patterns{ % x\r\n.a1b2 ^^e9 ^^^^0151 }\\hyphenation{a-b}"))
	f.Add([]byte("\\patterns{a.1}\\endinput"))
	f.Add([]byte("\\patterns{^^\xff"))
	f.Add([]byte(long(3000)[0]))
	for _, src := range long(30) {
		f.Add([]byte(src))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		ParseExceptions("fuzz", src)
		r, err := ParsePatterns("fuzz", src)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "fuzz:") {
				t.Errorf("error without a place: %v", err)
			}
			return
		}
		// What was parsed can be compiled, and is what the reference takes.
		a, err := Compile(r)
		if err != nil {
			t.Fatal(err)
		}
		ref, err := NewReference(r, r.Exceptions)
		if err != nil {
			t.Fatal(err)
		}
		agree(t, a, ref, r.Exceptions, string(src))
	})
}
