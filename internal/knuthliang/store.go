package knuthliang

import (
	"math/bits"
	"unicode/utf8"
)

// ExactStore maps lower-cased words to their breaks, without false answers.
// It is immutable and safe for concurrent use.
//
// It is an open-addressing table of 32-bit slots, at most 44 % full, under a
// fixed hash: unlike a Go map, whose hash seed makes its speed differ between
// instances of the same content, every instance costs the same. A slot holds
// part of the hash beside the entry's number, so that a word that is not there
// is seldom compared with a key.
type ExactStore struct {
	slots []uint32 // 0: empty; otherwise tag | entry number + 1
	shift uint     // hash >> shift is the first slot
	tag   uint32   // the bits of a slot that come from the hash
	text  string   // the keys, one after the other
	ends  []uint32
	masks []uint64
	long  map[uint32][]int // breaks of entries with more than 64 runes
}

// NewStore stores the exceptions verbatim; of two for one word the later one
// counts.
func NewStore(exceptions []Exception) *ExactStore {
	last := make(map[string]int, len(exceptions))
	size := 0
	for i, e := range exceptions {
		if _, ok := last[e.Word]; !ok {
			size += len(e.Word)
		}
		last[e.Word] = i
	}
	logSlots := max(3, bits.Len(uint(len(last)*23/10)))
	s := &ExactStore{
		slots: make([]uint32, 1<<logSlots),
		shift: uint(64 - logSlots),
		tag:   ^uint32(0) << bits.Len(uint(len(last))),
		ends:  make([]uint32, 0, len(last)),
		masks: make([]uint64, 0, len(last)),
	}
	text := make([]byte, 0, size)
	for i, e := range exceptions {
		if last[e.Word] != i {
			continue
		}
		text = append(text, e.Word...)
		s.ends = append(s.ends, uint32(len(text)))
		s.masks = append(s.masks, maskOfBreaks(e.Breaks))
		number := uint32(len(s.ends))
		if utf8.RuneCountInString(e.Word) > maskRunes {
			if s.long == nil {
				s.long = map[uint32][]int{}
			}
			s.long[number-1] = e.Breaks
		}
		h := hashWord(e.Word)
		at := h >> s.shift
		for s.slots[at] != 0 {
			at = (at + 1) & uint64(len(s.slots)-1)
		}
		s.slots[at] = uint32(h)&s.tag | number
	}
	s.text = string(text)
	return s
}

// Lookup returns the breaks of word, which must be lower-cased, as a mask: bit
// i stands for a break before rune i. Breaks beyond rune 63 do not fit it;
// AppendBreaks gives those too.
func (s *ExactStore) Lookup(word string) (mask uint64, ok bool) {
	return lookup(s, word)
}

// AppendBreaks appends the breaks of word, which must be lower-cased.
func (s *ExactStore) AppendBreaks(dst []int, word string) (breaks []int, ok bool) {
	n, ok := find(s, word)
	if !ok {
		return dst, false
	}
	if long, ok := s.long[n]; ok {
		return append(dst, long...), true
	}
	return appendBits(dst, s.masks[n], 0), true
}

// Len is the number of words.
func (s *ExactStore) Len() int { return len(s.ends) }

// Bytes is the size of the store's tables in bytes.
func (s *ExactStore) Bytes() int {
	n := 4*len(s.slots) + len(s.text) + 4*len(s.ends) + 8*len(s.masks)
	for _, breaks := range s.long {
		n += 8 * len(breaks)
	}
	return n
}

// text is a word as a string or as bytes, so that neither has to be copied.
type text interface{ ~string | ~[]byte }

func lookup[T text](s *ExactStore, word T) (mask uint64, ok bool) {
	n, ok := find(s, word)
	if !ok {
		return 0, false
	}
	return s.masks[n], true
}

// find returns the number of word's entry.
func find[T text](s *ExactStore, word T) (uint32, bool) {
	h := hashWord(word)
	for at := h >> s.shift; ; at++ {
		slot := s.slots[at&uint64(len(s.slots)-1)]
		if slot == 0 {
			return 0, false
		}
		if (slot^uint32(h))&s.tag != 0 {
			continue
		}
		if n := slot&^s.tag - 1; s.key(n) == string(word) {
			return n, true
		}
	}
}

func (s *ExactStore) key(n uint32) string {
	start := uint32(0)
	if n > 0 {
		start = s.ends[n-1]
	}
	return s.text[start:s.ends[n]]
}

// hashWord hashes a word with 64×64-bit multiplications of 16 bytes each; the
// two loads of a word of 8 to 16 bytes may overlap.
func hashWord[T text](s T) uint64 {
	const k0, k1 = 0x9e3779b97f4a7c15, 0xd6e8feb86659fd93
	var a, b uint64
	n := len(s)
	h := uint64(n) * k1
	switch {
	case n >= 8:
		for len(s) > 16 {
			hi, lo := bits.Mul64(load64(s)^k0, load64(s[8:])^h)
			h = hi ^ lo
			s = s[16:]
		}
		if len(s) < 8 {
			// The rest of a long word is short: it is hashed as a word itself.
			return hashWord(s) ^ bits.RotateLeft64(h*k0, 29)
		}
		a, b = load64(s), load64(s[len(s)-8:])
	case n >= 4:
		a, b = uint64(load32(s)), uint64(load32(s[n-4:]))
	case n > 0:
		a = uint64(s[0]) | uint64(s[n>>1])<<8 | uint64(s[n-1])<<16
	}
	hi, lo := bits.Mul64(a^k0, b^h)
	return (hi ^ lo) * k1
}

func load64[T text](s T) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

func load32[T text](s T) uint32 {
	_ = s[3]
	return uint32(s[0]) | uint32(s[1])<<8 | uint32(s[2])<<16 | uint32(s[3])<<24
}

// maskOfBreaks sets the bits of the positions below 64.
func maskOfBreaks(breaks []int) (mask uint64) {
	for _, b := range breaks {
		if uint(b) < maskRunes {
			mask |= 1 << b
		}
	}
	return mask
}
