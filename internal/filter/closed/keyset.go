package closed

import (
	"math/bits"

	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

// KeySet finds the words of a list by their text. It serves while a structure is
// built from the list, and is a third larger than four bytes a word.
type KeySet struct {
	list     *wordlist.List
	places   []uint32 // the number of a word, from 1, below bits of its hash; 0: empty
	width    int      // bits of a number
	distinct int
}

// NewKeySet has all words of the list.
func NewKeySet(list *wordlist.List) *KeySet {
	s := NewKeySetFor(list, list.Len())
	for i := range list.Len() {
		s.Add(i)
	}
	return s
}

// NewKeySetFor has room for n words of the list.
func NewKeySetFor(list *wordlist.List, n int) *KeySet {
	return &KeySet{list: list, places: make([]uint32, n+n/3+1), width: bits.Len(uint(list.Len()))}
}

// Add puts word i of the list in.
func (s *KeySet) Add(i int) {
	at, tag := s.place(s.list.At(i))
	if s.places[at] == 0 {
		s.places[at] = tag | uint32(i+1)
		s.distinct++
	}
}

// Distinct is the number of different words in.
func (s *KeySet) Distinct() int { return s.distinct }

// Has reports whether the word is in.
func (s *KeySet) Has(word string) bool {
	at, _ := s.place(word)
	return s.places[at] != 0
}

// place is where the word stands, or an empty place that it would take, and its
// tag: as many bits of its hash as a number leaves, which save most comparisons of
// text. The hash is go-farm's whatever the structure's, since equal hashes would
// stand in line.
func (s *KeySet) place(word string) (at uint64, tag uint32) {
	h := filter.Mix(filter.Fingerprint(word))
	at, _ = bits.Mul64(h, uint64(len(s.places)))
	tag = uint32(h) >> s.width << s.width
	for {
		p := s.places[at]
		if number := p ^ tag; p == 0 || number>>s.width == 0 && s.list.At(int(number-1)) == word {
			return at, tag
		}
		if at++; at == uint64(len(s.places)) {
			at = 0
		}
	}
}
