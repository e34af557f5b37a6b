package closeduniverse

import (
	"math/bits"
	"runtime"

	"hyphbench/internal/filter"
	"hyphbench/internal/wordlist"
)

// KeySet finds the words of a list by their text. It serves while a structure is
// built from the list, and is a third larger than four bytes per word.
type KeySet struct {
	list     *wordlist.List
	places   []uint32 // the number of a word, from 1, below bits of its hash; 0: empty
	width    int      // bits of a number
	distinct int
}

// NewKeySet has all words of the list.
func NewKeySet(list *wordlist.List) *KeySet {
	s := NewKeySetFor(list, list.Len())
	var sums [together]uint64
	for first := 0; first < list.Len(); first += together {
		n := min(together, list.Len()-first)
		read := uint32(0)
		for i := range n {
			sums[i] = sumOf(list.At(first + i))
			read |= s.places[s.at(sums[i])]
		}
		runtime.KeepAlive(read)
		for i := range n {
			s.add(first+i, sums[i])
		}
	}
	return s
}

// together is the number of words whose places are read before the first is used:
// past the last cache the reads then wait for memory together, not one after the
// other.
const together = 64

// NewKeySetFor has room for n words of the list.
func NewKeySetFor(list *wordlist.List, n int) *KeySet {
	return &KeySet{list: list, places: make([]uint32, n+n/3+1), width: bits.Len(uint(list.Len()))}
}

// Add puts word i of the list in.
func (s *KeySet) Add(i int) { s.add(i, sumOf(s.list.At(i))) }

func (s *KeySet) add(i int, sum uint64) {
	at, tag := s.place(s.list.At(i), sum)
	if s.places[at] == 0 {
		s.places[at] = tag | uint32(i+1)
		s.distinct++
	}
}

// Distinct is the number of different words in.
func (s *KeySet) Distinct() int { return s.distinct }

// Has reports whether the word is in.
func (s *KeySet) Has(word string) bool {
	at, _ := s.place(word, sumOf(word))
	return s.places[at] != 0
}

// HasMany is Has of several words: out[i] says whether words[i] is in. It reads the
// places of some words, then where their keys are, then their text, then compares.
func (s *KeySet) HasMany(words []string, out []bool) {
	text, ends := s.list.Text(), s.list.Ends()
	var sums [together]uint64
	var places, starts [together]uint32
	for first := 0; first < len(words); first += together {
		some := words[first:min(len(words), first+together)]
		for i, word := range some {
			sums[i] = sumOf(word)
			places[i] = s.places[s.at(sums[i])]
		}
		for i := range some {
			starts[i] = 0
			number := places[i] ^ s.tag(sums[i])
			if places[i] != 0 && number>>s.width == 0 && number > 1 {
				starts[i] = ends[number-2]
			}
		}
		read := byte(0)
		for i := range some {
			if int(starts[i]) < len(text) {
				read |= text[starts[i]]
			}
		}
		runtime.KeepAlive(read)
		for i, word := range some {
			at, _ := s.place(word, sums[i])
			out[first+i] = s.places[at] != 0
		}
	}
}

// sumOf is go-farm's hash whatever the structure's, since equal hashes would stand
// in line.
func sumOf(word string) uint64 { return filter.Mix(filter.Fingerprint(word)) }

// at is the first place for a hash, tag the bits that a number leaves.
func (s *KeySet) at(sum uint64) uint64 {
	at, _ := bits.Mul64(sum, uint64(len(s.places)))
	return at
}

func (s *KeySet) tag(sum uint64) uint32 { return uint32(sum) >> s.width << s.width }

// place is where the word stands, or an empty place that it would take, and its
// tag: as many bits of its hash as a number leaves, which save most comparisons of
// text.
func (s *KeySet) place(word string, sum uint64) (at uint64, tag uint32) {
	at, tag = s.at(sum), s.tag(sum)
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
