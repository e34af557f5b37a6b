package knuthliang

import (
	"math/bits"
	"unicode/utf8"
)

// ExactStore maps lower-cased words to their breaks, without false answers.
// It is immutable and safe for concurrent use.
//
// It is an open-addressing table, at most 44 % full, with a fixed hash. The speed
// of a Go map varies with its hash seed between instances of equal content; that
// of a store does not. Eight slots form a group with eight tags of 8 bits in one
// uint64, which are compared at once: an absent word costs a hash and, nearly
// always, one comparison.
type ExactStore struct {
	tags  []uint64 // one group each; tag 0: the slot is empty
	slots []uint32 // eight per group: number of the entry
	text  string   // the keys, one after the other
	ends  []uint32
	masks []uint64
	long  map[uint32][]int // breaks of entries with more than 64 runes
}

const (
	groupSlots = 8
	lowBits    = 0x0101010101010101
	highBits   = 0x8080808080808080
)

// NewStore stores the exceptions as written. The later of two for one word
// counts.
func NewStore(exceptions []Exception) *ExactStore {
	last := make(map[string]int, len(exceptions))
	for i, e := range exceptions {
		last[e.Word] = i
	}
	groups := 1 << bits.Len(uint(len(last)*23/10/groupSlots))
	s := &ExactStore{
		tags:  make([]uint64, groups),
		slots: make([]uint32, groups*groupSlots),
		ends:  make([]uint32, 0, len(last)),
		masks: make([]uint64, 0, len(last)),
	}
	var text []byte
	for i, e := range exceptions {
		if last[e.Word] != i {
			continue
		}
		text = append(text, e.Word...)
		number := uint32(len(s.ends))
		s.ends = append(s.ends, uint32(len(text)))
		s.masks = append(s.masks, maskOfBreaks(e.Breaks))
		if utf8.RuneCountInString(e.Word) > maskRunes {
			if s.long == nil {
				s.long = map[uint32][]int{}
			}
			s.long[number] = e.Breaks
		}
		s.place(hashWord(e.Word), number)
	}
	s.text = string(text)
	return s
}

// place writes an entry to the first free slot from its group on.
func (s *ExactStore) place(h uint64, number uint32) {
	for group := s.group(h); ; group = (group + 1) % len(s.tags) {
		free := (s.tags[group] - lowBits) &^ s.tags[group] & highBits
		if free == 0 {
			continue
		}
		slot := bits.TrailingZeros64(free) / 8
		s.tags[group] |= tagOf(h) << (8 * slot)
		s.slots[group*groupSlots+slot] = number
		return
	}
}

// group is the first group of the search for a hash. tagOf is another part of
// the hash, never 0.
func (s *ExactStore) group(h uint64) int { return int(h>>32) & (len(s.tags) - 1) }
func tagOf(h uint64) uint64              { return h>>56 | 1 }

// Lookup returns the breaks of word, which must be lower-cased, as a mask: bit i
// is a break before rune i. Breaks beyond rune 63 are left out; AppendBreaks has
// them.
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
	n := 8*len(s.tags) + 4*len(s.slots) + len(s.text) + 4*len(s.ends) + 8*len(s.masks)
	for _, breaks := range s.long {
		n += 8 * len(breaks)
	}
	return n
}

// chars is a word as a string or as bytes, neither of which is copied.
type chars interface{ ~string | ~[]byte }

func lookup[T chars](s *ExactStore, word T) (mask uint64, ok bool) {
	n, ok := find(s, word)
	if !ok {
		return 0, false
	}
	return s.masks[n], true
}

// find returns the number of word's entry.
func find[T chars](s *ExactStore, word T) (uint32, bool) {
	h := hashWord(word)
	wanted := tagOf(h) * lowBits
	for group := s.group(h); ; group = (group + 1) & (len(s.tags) - 1) {
		tags := s.tags[group]
		differ := tags ^ wanted
		for same := (differ - lowBits) &^ differ & highBits; same != 0; same &= same - 1 {
			n := s.slots[group*groupSlots+bits.TrailingZeros64(same)/8]
			if s.key(n) == string(word) {
				return n, true
			}
		}
		if (tags-lowBits)&^tags&highBits != 0 { // an empty slot ends the search
			return 0, false
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

// hashWord hashes a word by 64×64-bit multiplications of 16 bytes each. A word
// of 4 to 16 bytes is read as four overlapping quarters, without a branch on its
// length.
func hashWord[T chars](s T) uint64 {
	const k0, k1, k2 = 0x9e3779b97f4a7c15, 0xd6e8feb86659fd93, 0xff51afd7ed558ccd
	n := len(s)
	h := uint64(n) * k1
	for len(s) > 16 {
		hi, lo := bits.Mul64(load64(s)^k0, load64(s[8:])^h)
		h = hi ^ lo ^ k2
		s = s[16:]
	}
	var a, b uint64
	if m := len(s); m >= 4 {
		third := (m - 4) / 3
		a = uint64(load32(s)) | uint64(load32(s[third:]))<<32
		b = uint64(load32(s[m-4-third:])) | uint64(load32(s[m-4:]))<<32
	} else if m > 0 {
		a = uint64(s[0]) | uint64(s[m>>1])<<8 | uint64(s[m-1])<<16
	}
	hi, lo := bits.Mul64(a^k0^h, b^k1)
	return (hi ^ lo) * k2
}

func load64[T chars](s T) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

func load32[T chars](s T) uint32 {
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
