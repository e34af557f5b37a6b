package libhyphen

import (
	"slices"
	"strings"
	"testing"
	"time"

	"hyphbench/internal/knuthliang"
)

func dictionary(t *testing.T, src string) *Dictionary {
	t.Helper()
	d, err := Parse("x.dic", []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestBreaks(t *testing.T) {
	const compounds = "UTF-8\nCOMPOUNDLEFTHYPHENMIN 2\nCOMPOUNDRIGHTHYPHENMIN 2\nNOHYPHEN -,'\n1-1\n1'1\nblumen1topf\nNEXTLEVEL\n1m\n1t\n1b\no1p\n"
	for _, c := range []struct {
		name, src, word string
		want            []int
	}{
		{"minima by default", "UTF-8\na1b\nb1c\n", "abcab", []int{2}},
		{"minima", "UTF-8\nLEFTHYPHENMIN 1\nRIGHTHYPHENMIN 1\na1b\n", "ABAB", []int{1, 3}},
		{"the longest pattern that ends counts", "UTF-8\n1ca\n2bca\n", "xxbcaxx", nil},
		{"not prepared, so lost as in the library", "UTF-8\nb1c\nabc.\n", "abc", nil},
		{"the later of two equal patterns", "UTF-8\na1b\na2b\n", "xabx", nil},
		{"the second of two digits", "UTF-8\na23b\n", "xabx", []int{2}},
		{"comments, CRLF, blanks, what follows a pattern", "UTF-8\r\n% b1c\r\n# b1c\r\n\r\na1b c1d\r\n \r\n", "xabcdx", []int{2}},
		{"ISO 8859-1", "ISO8859-1\n1\xe4\xdf\n", "maÄß", []int{2}},
		{"KOI8-R", "KOI8-R\n1\xc2\xc1\n", "кабак", []int{2}},
		{"windows-1251", "microsoft-cp1251\n1\xe1\xe0\n", "кабак", []int{2}},
		{"three letters beside a hyphen", "UTF-8\n1ba\n", "coba-bacoba", []int{9}},
		{"compounds", compounds, "blumentopf", []int{3, 6, 8}},
		{"compounds, the whole", compounds, "blumentopfe", []int{3, 6, 8}},
		{"compounds, the hyphen", compounds, "blumen-topf", []int{3, 9}},
		{"a break that changes letters is left out", "UTF-8\nas3szon/sz=sz,2,3\n1nya\n", "asszonnya", []int{6}},
		{"a replacement of the whole pattern", "UTF-8\nf1f/ff=f\nn1d\n", "schiffende", []int{8}},
	} {
		d := dictionary(t, c.src)
		if got := d.AppendBreaks(nil, c.word); !slices.Equal(got, c.want) {
			t.Errorf("%s: %s: %v, want %v", c.name, c.word, got, c.want)
		}
	}
	d := dictionary(t, "UTF-8\nf1f/ff=f\n")
	if n := d.Changing(); n != 1 {
		t.Errorf("%d patterns change letters, want 1", n)
	}
	d = dictionary(t, "UTF-8\na1b\n")
	d.SetMinima(3, 0)
	if got := d.AppendBreaks(nil, "abab"); !slices.Equal(got, nil) {
		t.Errorf("with 3 letters before the first break: %v", got)
	}
	if left, right := d.Minima(); left != 3 || right != 2 {
		t.Errorf("minima %d and %d, want 3 and 2", left, right)
	}
}

func TestParseErrors(t *testing.T) {
	for src, want := range map[string]string{
		"":                                  "x.dic:1:  is not a known character set: want one on the first line",
		"EBCDIC\na1b\n":                     "x.dic:1: EBCDIC is not a known character set",
		"UTF-8\n":                           "x.dic:1: no patterns",
		"UTF-8\n% a1b\nLEFTHYPHENMIN 2\n":   "x.dic:3: no patterns",
		"UTF-8\na1b\nNEXTLEVEL\n":           "x.dic:3: no patterns",
		"UTF-8\na1b\nb\xe9\n":               "x.dic:3: byte 0xe9 is not UTF-8, the character set that line 1 names",
		"UTF-8\nLEFTHYPHENMIN two\na1b\n":   "x.dic:2: LEFTHYPHENMIN: \"two\" is not a minimum: want 0 to 63",
		"UTF-8\nRIGHTHYPHENMIN 64\na1b\n":   "x.dic:2: RIGHTHYPHENMIN: \"64\" is not a minimum",
		"UTF-8\na\x7fb\n":                   "x.dic:2: pattern \"a\\x7fb\": '\\x7f' is not a letter",
		"UTF-8\nf1f/ff=f,3,1\n":             "x.dic:2: pattern \"f1f/ff=f,3,1\": replacement of 1 letters from letter 3 on",
		"UTF-8\nf1f/ff=f,one,1\n":           "x.dic:2: pattern \"f1f/ff=f,one,1\": replacement from \"one\" on",
		"UTF-8\nf1f/ff=f,1,\n":              "x.dic:2: pattern \"f1f/ff=f,1,\": replacement of \"\" letters",
		"UTF-8\nf1f/ff=f\nNEXTLEVEL\na1b\n": "x.dic: a pattern before NEXTLEVEL changes letters (ff)",
	} {
		_, err := Parse("x.dic", []byte(src))
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("Parse(%q) = %v, want an error that starts with %q", src, err, want)
		}
	}
}

// Words of any length are answered in time that is linear in them.
func TestLong(t *testing.T) {
	start := time.Now()
	d := dictionary(t, "UTF-8\na1b\n")
	for _, word := range []string{strings.Repeat("ab", 200_000), strings.Repeat("'", 200_000), strings.Repeat("a'", 100_000), strings.Repeat("7", 200_000)} {
		d.AppendBreaks(nil, word)
	}
	if took := time.Since(start); took > 10*time.Second {
		t.Errorf("took %v", took)
	}
}

func FuzzDictionary(f *testing.F) {
	f.Add([]byte("UTF-8\nLEFTHYPHENMIN 1\nNOHYPHEN ',-\n1-1\nNEXTLEVEL\n.as3szon/sz=sz,2,3\n1ba\n"), "asszon-baba'7ba")
	f.Add([]byte("ISO8859-1\nCOMPOUNDRIGHTHYPHENMIN 2\n1\xe4\xdf\nf1f/ff=f,1,2\n"), "schiffahrtﬃ12")
	f.Fuzz(func(t *testing.T, src []byte, word string) {
		d, err := Parse("fuzz", src)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "fuzz:") {
				t.Errorf("error without a place: %v", err)
			}
			return
		}
		left, right := d.Minima()
		n := len([]rune(word))
		last := 0
		for _, b := range d.AppendBreaks(nil, word) {
			if b <= last || b >= n {
				t.Fatalf("%q: break at %d of %d, after one at %d", word, b, n, last)
			}
			// Ligatures count for two letters from the left.
			if !strings.ContainsAny(word, "ﬃﬄ") && b < left || n-b < right {
				t.Fatalf("%q: break at %d of %d, minima %d and %d", word, b, n, left, right)
			}
			last = b
		}
		text := string(knuthliang.NewNatural(d).AppendHyphenated(nil, word, "\ue000|"))
		if got := strings.ReplaceAll(text, "\ue000|", ""); got != word && !strings.Contains(word, "\ue000") {
			t.Errorf("without its marks %q is %q, want %q", text, got, word)
		}
	})
}
