package knuthliang

// prefilter is a Bloom filter of 8 KiB for exceptions, with both bits of a key
// in one uint64. A key is the first eight bytes of a word and its length. It
// answers ASCII words in any case, without a branch on their length or content.
// Filled with the 1,766 English exceptions it admits less than one word in a
// hundred of the thesis's list. Admitted words are looked up exactly, so that it
// changes no answer.
type prefilter struct {
	bits [1 << preBits]uint64
	keys [32]preKey // by the length of the word
}

// preKey makes a key of eight bytes that begin with a word.
type preKey struct {
	keep uint64 // the bytes of the word
	set  uint64 // folds the case of letters, and has the length in the high bits
}

const (
	preLetters = 4
	preBytes   = 8
	preBits    = 10

	// A hash's highest bits are the index of the uint64, the next twelve the
	// numbers of the two bits.
	preIndex  = 64 - preBits
	preFirst  = preIndex - 6
	preSecond = preFirst - 6
)

// newPrefilter returns nil without exceptions.
func newPrefilter(exceptions []Exception) *prefilter {
	if len(exceptions) == 0 {
		return nil
	}
	p := new(prefilter)
	for n := range p.keys {
		p.keys[n] = preKey{keep: ^uint64(0), set: 0x20 * lowBits}
		if n < preBytes {
			p.keys[n].keep = 1<<(8*n) - 1
		}
		for bit := range 5 {
			p.keys[n].set |= uint64(n>>bit&1) << (8*bit + 7)
		}
	}
	for _, e := range exceptions {
		var first [preBytes]byte
		copy(first[:], e.Word)
		h := p.hash(load64(first[:]), len(e.Word))
		p.bits[h>>preIndex] |= 1<<(h>>preFirst%64) | 1<<(h>>preSecond%64)
	}
	return p
}

// test is 1 for a word of n bytes that may be an exception, else 0. first begins
// with the word.
func (p *prefilter) test(first uint64, n int) (maybe uint32) {
	h := p.hash(first, n)
	bits := p.bits[h>>preIndex]
	return uint32(bits>>(h>>preFirst%64)&(bits>>(h>>preSecond%64))) & 1
}

// hash is the same for letters of either case. So it is for some other
// characters, which adds candidates only.
func (p *prefilter) hash(first uint64, n int) uint64 {
	k := &p.keys[n%len(p.keys)]
	return (first&k.keep | k.set) * 0xd6e8feb86659fd93
}

// excludes reports that a word is no exception. It is false for any word of fewer
// than preLetters bytes.
func (p *prefilter) excludes(word string) bool {
	if p == nil || len(word) < preLetters {
		return p == nil
	}
	last := min(len(word), preBytes) - preLetters
	first := uint64(load32(word)) | uint64(load32(word[last:]))<<(8*last%64)
	return p.test(first, len(word)) == 0
}
