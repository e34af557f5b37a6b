package knuthliang

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestStoreModel compares the store with a map: keys of all lengths, many with
// equal first and last letters.
func TestStoreModel(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	for _, n := range []int{0, 1, 2, 7, 8, 100, 1753, 20_000} {
		model := map[string][]int{}
		var all []Exception
		for i := range n {
			word := fmt.Sprintf("%.*s%x", r.IntN(40), strings.Repeat("ab", 20), r.IntN(n))
			if r.IntN(50) == 0 {
				word = strings.Repeat("é", 60+r.IntN(10)) + word
			}
			e := Exception{Word: word, Breaks: []int{1 + i%90}, Line: i}
			all = append(all, e)
			model[word] = e.Breaks
		}
		s := NewStore(all)
		if s.Len() != len(model) {
			t.Errorf("%d words: Len %d, want %d", n, s.Len(), len(model))
		}
		for word, want := range model {
			mask, ok := s.Lookup(word)
			if !ok || mask != maskOfBreaks(want) {
				t.Errorf("Lookup(%q) = %b, %v, want %v", word, mask, ok, want)
			}
			breaks, ok := s.AppendBreaks([]int{0}, word)
			if long := len([]rune(word)) > 64; long || want[0] < 64 {
				if d := cmp.Diff(append([]int{0}, want...), breaks); !ok || d != "" {
					t.Errorf("AppendBreaks(%q): %v %s", word, ok, d)
				}
			}
			for _, other := range []string{word + "x", strings.ToUpper(word) + "Z", word[:len(word)-1]} {
				_, want := model[other]
				if _, ok := s.Lookup(other); ok != want {
					t.Errorf("Lookup(%q): %v, want %v", other, ok, want)
				}
			}
		}
		if _, ok := s.Lookup(""); ok {
			t.Error("the empty word is stored")
		}
	}
}

func TestStoreLaterWins(t *testing.T) {
	s := NewStore([]Exception{{"record", []int{2}, 1}, {"other", nil, 2}, {"record", []int{3}, 3}})
	if mask, _ := s.Lookup("record"); mask != 1<<3 || s.Len() != 2 {
		t.Errorf("record: %b of %d words, want the later entry of 2", mask, s.Len())
	}
}

// TestPrefilter: it admits every exception in any case, and few other words.
func TestPrefilter(t *testing.T) {
	_, hyphenex := english(t)
	p := newPrefilter(hyphenex)
	for _, e := range hyphenex {
		if p.excludes(e.Word) || p.excludes(strings.ToUpper(e.Word)) {
			t.Errorf("%s is not admitted", e.Word)
		}
	}
	list := words(t)
	passed := 0
	for i := range list.Len() {
		if w := list.At(i); len(w) >= preLetters && !p.excludes(w) {
			passed++
		}
	}
	if share := float64(passed) / float64(list.Len()); share > 0.01 {
		t.Errorf("it admits %.1f %% of the list, want at most 1 %%", 100*share)
	} else {
		t.Logf("it admits %.2f %% of the list", 100*share)
	}
}

// The bytes of a store are those of its tables: four groups of eight for ten words, and for each
// word its end and its mask; of a long one its breaks too.
func TestStoreBytes(t *testing.T) {
	var list []Exception
	for i := range 10 {
		list = append(list, Exception{Word: fmt.Sprint("word", i), Breaks: []int{2}})
	}
	if got, want := NewStore(list).Bytes(), 4*8+32*4+50+10*4+10*8; got != want {
		t.Errorf("%d bytes, want %d", got, want)
	}
	list[9] = Exception{Word: strings.Repeat("w", 70), Breaks: []int{2, 65}}
	if got, want := NewStore(list).Bytes(), 4*8+32*4+45+70+10*4+10*8+2*8; got != want {
		t.Errorf("%d bytes with a long word, want %d", got, want)
	}
}
