package values

import (
	"context"
	"fmt"
	"math/bits"
	"unicode/utf8"

	"hyphbench/internal/corpus"
	"hyphbench/internal/knuthliang"
	"hyphbench/internal/measuring"
	"hyphbench/internal/wordlist"
)

// maskRunes is the length of the longest word whose breaks are all in a mask.
const maskRunes = 64

// truth is what the word list requires, worked out once by the plain algorithm and not
// by the measured one. Breaks are masks: bit i is one before rune i.
type truth struct {
	words, lower *wordlist.List
	keys         *wordlist.List
	masks        []uint64 // of the keys, as their exceptions are written
	longest      int      // key, in runes

	key     []int32  // for each word of the list the key that it is, lower-cased, or −1
	length  []uint8  // of its lower-cased form, in runes; maskRunes + 1 for longer ones
	pattern []uint64 // its breaks by the patterns, as far as they are in a mask
	breaks  []uint8  // their number

	negatives int               // words that are not keys
	exact     knuthliang.Counts // of a pass, but for Lookups

	chance map[string]float64 // that a negative with a value is wrong, by code (chances)
}

// newTruth works it out. Exceptions have no more than 64 letters, which is an error
// otherwise.
func newTruth(ctx context.Context, words *wordlist.List, h *corpus.Hyphenation) (*truth, error) {
	reference, err := knuthliang.NewReference(h.Rules)
	if err != nil {
		return nil, err
	}
	n := words.Len()
	t := &truth{
		words: words, lower: words.Lower(), keys: h.Keys(),
		key: make([]int32, n), length: make([]uint8, n), pattern: make([]uint64, n), breaks: make([]uint8, n),
		exact: knuthliang.Counts{Words: n}, chance: map[string]float64{},
	}
	index := map[string]int32{}
	for i, e := range h.Exceptions {
		length := utf8.RuneCountInString(e.Word)
		if length > maskRunes {
			return nil, fmt.Errorf("exception %q has %d letters: want %d at most", e.Word, length, maskRunes)
		}
		t.longest = max(t.longest, length)
		t.masks = append(t.masks, maskOf(e.Breaks))
		index[e.Word] = int32(i)
	}
	err = measuring.InParallel(ctx, n, func(i int) {
		t.key[i] = -1
		if k, is := index[t.lower.At(i)]; is {
			t.key[i] = k
		}
		t.length[i] = uint8(min(utf8.RuneCountInString(t.lower.At(i)), maskRunes+1))
		breaks := reference.Hypher(words.At(i))
		t.pattern[i], t.breaks[i] = maskOf(breaks), uint8(min(len(breaks), 255))
	})
	if err != nil {
		return nil, err
	}
	for i, k := range t.key {
		if k < 0 {
			t.negatives++
			t.exact.Breaks += int(t.breaks[i])
			continue
		}
		t.exact.Exceptions++
		t.exact.Breaks += bits.OnesCount64(t.masks[k])
	}
	if t.negatives == 0 {
		return nil, fmt.Errorf("every word of the list is an exception: want some that are none")
	}
	return t, nil
}

func maskOf(breaks []int) (mask uint64) {
	for _, b := range breaks {
		if b < maskRunes {
			mask |= 1 << b
		}
	}
	return mask
}

// answers is what a lookup says of the words of the list.
type answers struct {
	counts    knuthliang.Counts // that a pass with it must have, but for Lookups
	wrong     int               // negatives with a hyphenation that is not the patterns'
	wrongKeys int               // keys without their own
}

// ask asks a lookup for every key, and for every word of the list one by one. A key
// without its own breaks is an error.
func (t *truth) ask(store knuthliang.Store) (answers, error) {
	a, first := answers{counts: knuthliang.Counts{Words: t.words.Len()}}, ""
	for i, want := range t.masks {
		if got, known := store.Lookup(t.keys.At(i)); !known || got != want {
			if a.wrongKeys++; first == "" {
				first = t.keys.At(i)
			}
		}
	}
	if a.wrongKeys > 0 {
		return a, fmt.Errorf("wrong hyphenation of %d of %d keys, the first of which is %q", a.wrongKeys, len(t.masks), first)
	}
	for i := range t.key {
		mask, known := store.Lookup(t.lower.At(i))
		if !known {
			a.counts.Breaks += int(t.breaks[i])
			continue
		}
		a.counts.Exceptions++
		a.counts.Breaks += bits.OnesCount64(mask)
		if t.key[i] < 0 && mask != t.pattern[i] {
			a.wrong++
		}
	}
	return a, nil
}

// compare is the error of a pass whose counts are not those required.
func compare(got, want knuthliang.Counts) error {
	if got.Words != want.Words || got.Breaks != want.Breaks || got.Exceptions != want.Exceptions {
		return fmt.Errorf("wrong answers: %d words, %d hyphenation points and %d words with an exception instead of %d, %d and %d",
			got.Words, got.Breaks, got.Exceptions, want.Words, want.Breaks, want.Exceptions)
	}
	return nil
}
