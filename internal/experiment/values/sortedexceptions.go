package values

import (
	"math/bits"
	"slices"
	"strings"

	"hyphbench/internal/filter/packed"
	"hyphbench/internal/wordlist"
)

// sortedList is the exceptions as a lean exact store: the words one behind the other in
// their order, where each begins, and its hyphenation as a number in the table of the
// different ones.
type sortedList struct {
	text   string
	starts packed.Array // one more than there are words
	values packed.Array
	n      int
	code   *code
}

func newSorted(keys *wordlist.List, masks []uint64, c *code) *sortedList {
	order := make([]int, keys.Len())
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return strings.Compare(keys.At(i), keys.At(j)) })
	s := &sortedList{n: len(order), code: c}
	s.starts = packed.New(uint64(s.n+1), uint64(bits.Len(uint(len(keys.Text())))))
	s.values = packed.New(uint64(s.n), uint64(c.v))
	var text strings.Builder
	for i, key := range order {
		s.starts.Set(uint64(i), uint64(text.Len()))
		s.values.Set(uint64(i), c.value(masks[key]))
		text.WriteString(keys.At(key))
	}
	s.starts.Set(uint64(s.n), uint64(text.Len()))
	s.text = text.String()
	return s
}

func (s *sortedList) at(i int) string {
	return s.text[s.starts.At(uint64(i)):s.starts.At(uint64(i)+1)]
}

// Lookup implements knuthliang.Store.
func (s *sortedList) Lookup(word string) (mask uint64, known bool) {
	low, high := 0, s.n
	for low < high {
		middle := int(uint(low+high) / 2)
		if s.at(middle) < word {
			low = middle + 1
		} else {
			high = middle
		}
	}
	if low == s.n || s.at(low) != word {
		return 0, false
	}
	return s.code.mask(s.values.At(uint64(low)))
}

// Bits are those of the words, of where they begin, and of their values with the table.
func (s *sortedList) Bits() uint64 {
	return 8*uint64(len(s.text)) + uint64(s.n+1)*s.starts.Width + uint64(s.n)*s.values.Width + s.code.bits()
}
