package wordlist

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

func TestParse(t *testing.T) {
	for _, c := range []struct {
		name, src string
		want      []string
	}{
		{"plain", "a\nbc\n", []string{"a", "bc"}},
		{"no final line end", "a\nbc", []string{"a", "bc"}},
		{"CRLF, BOM, empty lines", "\ufeffa\r\n\r\n\nbc\r\n", []string{"a", "bc"}},
		{"Unicode", "ação\nÅse", []string{"ação", "Åse"}},
		{"spaces belong to the word", " a b \n", []string{" a b "}},
		{"a line of a megabyte", strings.Repeat("x", 1<<20), []string{strings.Repeat("x", 1<<20)}},
	} {
		l, err := Parse(c.name, []byte(c.src))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if d := cmp.Diff(c.want, l.All()); d != "" {
			t.Errorf("%s: %s", c.name, d)
		}
		if d := cmp.Diff(c.want, Of(c.want...).All()); d != "" {
			t.Errorf("%s: Of: %s", c.name, d)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"", "w.txt: no words"},
		{"\n\r\n", "w.txt: no words"},
		{"good\nb\xffd\n", "w.txt:2: "},
	} {
		if _, err := Parse("w.txt", []byte(c.src)); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("Parse(%q) = %v, want an error that starts with %q", c.src, err, c.want)
		}
	}
}

func TestLower(t *testing.T) {
	got := Of("ABC", "Ångström", "İx", "").Lower().All()
	if d := cmp.Diff([]string{"abc", "ångström", "ix", ""}, got); d != "" {
		t.Error(d)
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte("a\r\nb\n\n\xffc"))
	f.Fuzz(func(t *testing.T, src []byte) {
		l, err := Parse("fuzz", src)
		if err != nil {
			return
		}
		for _, w := range l.All() {
			if w == "" || strings.Contains(w, "\n") || !utf8.ValidString(w) {
				t.Errorf("%q has the word %q", src, w)
			}
		}
		// Words with these are no lines of a file as they stand.
		if strings.Contains(string(src), "\r") || strings.Contains(string(src), "\ufeff") {
			return
		}
		again, err := Parse("again", []byte(strings.Join(l.All(), "\n")))
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(l.All(), again.All()); d != "" {
			t.Error(d)
		}
	})
}
