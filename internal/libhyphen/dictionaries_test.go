package libhyphen

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/encoding"

	"hyphbench/internal/libhyphen/libhyphentest"
	"hyphbench/internal/racetest"
	"hyphbench/internal/tier"
)

const folder = "/usr/share/hyphen"

// invented are words of a language: pieces of its own patterns and whole patterns,
// glued, some with signs that the library treats in a way of its own.
func invented(d *Dictionary, sets []set, n int) []string {
	r := rand.New(rand.NewPCG(16, 10))
	patterns := sets[len(sets)-1].patterns
	changing := slices.DeleteFunc(slices.Clone(patterns), func(p pattern) bool { return p.change == nil })
	words := make([]string, n)
	for i := range words {
		var b strings.Builder
		for range 1 + r.IntN(4) {
			from := patterns
			switch r.IntN(5) {
			case 0:
				from = sets[0].patterns
			case 1:
				if len(changing) > 0 {
					from = changing
				}
			}
			p := from[r.IntN(len(from))]
			b.WriteString(strings.Trim(string(p.letters), "."))
			switch r.IntN(20) {
			case 0:
				b.WriteString("-")
			case 1:
				b.WriteString("'")
			case 2:
				b.WriteString("7")
			}
		}
		if r.IntN(10) == 0 {
			b.WriteString("12")
		}
		words[i] = b.String()
	}
	return words
}

// Two faults of the library 2.8.8, which show where a minimum is 1, as in Catalan
// and Swedish. keeps: it never clears the break after a first letter of one byte,
// whatever the minimum at the right. loses: it has no break before the last letter
// of a part of a word, if that is one byte (its later source has).
func keeps(d *Dictionary, word []rune, at int) bool {
	letters := len(word) - at
	for i := len(word) - 1; i > 0 && '0' <= word[i] && word[i] <= '9'; i-- {
		letters--
	}
	return at == 1 && letters < max(d.minima.right, d.compound.right)
}

func loses(word []rune, at int) bool {
	const signs = "-'’–"
	return strings.ContainsAny(string(word), signs) &&
		word[at] < 0x80 && (at+1 == len(word) || strings.ContainsRune(signs, word[at+1]))
}

// TestDictionaries compares every installed dictionary with libhyphen itself.
func TestDictionaries(t *testing.T) {
	racetest.OneGoroutine(t)
	tier.Check(t) // those that are installed
	files, _ := filepath.Glob(filepath.Join(folder, "hyph_*.dic"))
	if len(files) == 0 {
		t.Skip("no dictionary is installed (Debian: hyphen-de, hyphen-hu, hyphen-ca, hyphen-en-us)")
	}
	for _, file := range files {
		if info, err := os.Lstat(file); err != nil || info.Mode()&os.ModeSymlink != 0 {
			continue
		}
		name := filepath.Base(file)
		t.Run(name, func(t *testing.T) {
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			d, sets, err := parse(name, src)
			if err != nil {
				t.Fatal(err)
			}
			words := invented(d, sets, 20_000)
			if len(sets) == 2 { // the seams of German are words
				for i := 0; i < len(sets[0].patterns); i += 5 {
					words = append(words, string(sets[0].patterns[i].letters))
				}
			}
			encode := func(w string) string { return w }
			if charset, _, _ := strings.Cut(string(src), "\n"); setNamed(charset) != nil {
				encoder := setNamed(charset).NewEncoder()
				encode = func(w string) string {
					b, err := encoding.ReplaceUnsupported(encoder).String(w)
					if err != nil {
						t.Fatal(err)
					}
					return b
				}
			}
			sent := make([]string, len(words))
			for i, w := range words {
				words[i] = strings.ToLower(w)
				sent[i] = encode(words[i])
			}
			bad, breaks, faults := 0, 0, 0
			for i, want := range libhyphentest.Breaks(t, file, sent) {
				got := d.AppendBreaks(nil, words[i])
				breaks += len(want)
				word := []rune(words[i])
				for _, at := range want {
					if !slices.Contains(got, at) && keeps(d, word, at) {
						want = slices.DeleteFunc(want, func(b int) bool { return b == at })
						faults++
					}
				}
				got = slices.DeleteFunc(got, func(at int) bool {
					lost := !slices.Contains(want, at) && loses(word, at)
					if lost {
						faults++
					}
					return lost
				})
				if !slices.Equal(got, want) {
					if bad++; bad <= 10 {
						t.Errorf("%s: %v, libhyphen %v", words[i], got, want)
					}
				}
			}
			if bad > 0 {
				t.Errorf("%d of %d words differ", bad, len(words))
			}
			if breaks < len(words)/2 {
				t.Errorf("libhyphen has only %d breaks in %d words", breaks, len(words))
			}
			t.Logf("%d words, %d breaks, %d faults of the library", len(words), breaks, faults)
		})
	}
}

func ExampleDictionary() {
	d, err := Parse("hyph_xx.dic", []byte("UTF-8\nLEFTHYPHENMIN 2\nRIGHTHYPHENMIN 2\nhy3ph\nn2at\n1ti\n"))
	if err != nil {
		panic(err)
	}
	fmt.Println(d.AppendBreaks(nil, "Hyphenation"))
	// Output: [2 7]
}
