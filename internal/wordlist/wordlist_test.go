package wordlist

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"hyphbench/internal/tier"
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

// The longest word is the same of every list.
func TestLongestWord(t *testing.T) {
	tier.Check(t) // copies words of 64 MiB
	word := strings.Repeat("x", LongestWord)
	for _, c := range []struct {
		parse      func(string, []byte) (*List, error)
		end, place string
	}{{Parse, "\n", ":2"}, {ParseNull, "\x00", ": word 2"}} {
		if _, err := c.parse("w.txt", []byte("a"+c.end+word+c.end)); err != nil {
			t.Error(err)
		}
		_, err := c.parse("w.txt", []byte("a"+c.end+word+"x"+c.end))
		if want := "w.txt" + c.place + ": a word of more than 64 MiB: want a shorter one"; err == nil || err.Error() != want {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

func TestLower(t *testing.T) {
	got := Of("ABC", "Ångström", "İx", "").Lower().All()
	if d := cmp.Diff([]string{"abc", "ångström", "ix", ""}, got); d != "" {
		t.Error(d)
	}
}

// TestEach: Each, At and All agree on every list and on all that First cuts
// from it, and a loop may be left early.
func TestEach(t *testing.T) {
	words := []string{"a", "", "bc", "ação", ""}
	list := Of(words...)
	for n := range len(words) + 1 {
		first := list.First(n)
		if got := slices.Collect(first.Each()); !slices.Equal(words[:n], got) || !slices.Equal(words[:n], first.All()) {
			t.Errorf("the first %d words are %q by Each and %q by All", n, got, first.All())
		}
		if first.Len() != n || first.Text() != strings.Join(words[:n], "") {
			t.Errorf("the first %d words are %d, of the text %q", n, first.Len(), first.Text())
		}
	}
	for word := range list.Each() {
		if word == "bc" {
			return
		}
	}
	t.Error("the loop is not left")
}

// bytesOf is a loop over the words in a function of its own, as Build is.
func bytesOf(list *List) (n int) {
	for word := range list.Each() {
		n += len(word)
	}
	return n
}

func TestEachAllocates(t *testing.T) {
	list := Of("a", "bc", "def")
	if n := testing.AllocsPerRun(10, func() { bytesOf(list) }); n > 0 {
		t.Errorf("%v allocations in a loop over the words", n)
	}
}

func BenchmarkEach(b *testing.B) {
	words := make([]string, 100_000)
	for i := range words {
		words[i] = strconv.Itoa(i)
	}
	list := Of(words...)
	for b.Loop() {
		if n := bytesOf(list); n != len(list.Text()) {
			b.Fatal(n)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(list.Len()), "ns/word")
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

func TestDistinct(t *testing.T) {
	l := Of("b", "a", "b", "", "a", "c")
	if d := cmp.Diff([]string{"b", "a", "", "c"}, l.Distinct().All()); d != "" {
		t.Error(d)
	}
	if n := Of("a", "b", "a").Distinct().Len(); n != 2 {
		t.Errorf("%d words, of which one is there twice", n)
	}
	if once := l.Distinct(); once.Distinct() != once {
		t.Error("a list without repetitions is copied")
	}
}

// Parts have all words in their order, each part as many but the last.
func TestParts(t *testing.T) {
	words := []string{"a", "bc", "", "def", "g", "hij", "k"}
	for size := 1; size <= len(words)+1; size++ {
		var got []string
		parts := Of(words...).Parts(size)
		for i, part := range parts {
			if part.Len() != min(size, len(words)-i*size) {
				t.Errorf("part %d of %d words has %d", i, size, part.Len())
			}
			got = append(got, part.All()...)
		}
		if d := cmp.Diff(words, got); d != "" || len(parts) != (len(words)+size-1)/size {
			t.Errorf("%d parts of %d words: %s", len(parts), size, d)
		}
	}
}
