package exact

import (
	"math/bits"

	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

// keySet finds the words of a list by their text. It serves while a structure is
// built from the list, and is a third larger than four bytes a word.
type keySet struct {
	list     *wordlist.List
	numbers  []uint32 // of words, from 1; 0: empty
	distinct int
}

func newKeySet(list *wordlist.List) *keySet {
	s := &keySet{list: list, numbers: make([]uint32, list.Len()+list.Len()/3+1)}
	i := uint32(0)
	for word := range list.Each() {
		i++
		if at := s.place(word); s.numbers[at] == 0 {
			s.numbers[at] = i
			s.distinct++
		}
	}
	return s
}

func (s *keySet) has(word string) bool { return s.numbers[s.place(word)] != 0 }

// place is where the word stands, or an empty place that it would take. The hash
// is go-farm's whatever the structure's, since equal hashes would stand in line.
func (s *keySet) place(word string) uint64 {
	at, _ := bits.Mul64(filter.Mix(filter.Fingerprint(word)), uint64(len(s.numbers)))
	for {
		number := s.numbers[at]
		if number == 0 || s.list.At(int(number-1)) == word {
			return at
		}
		if at++; at == uint64(len(s.numbers)) {
			at = 0
		}
	}
}
