package knuthliang

// prefilter is a Bloom filter of 8 KiB for exceptions, with both bits of a key
// in one uint64. It answers ASCII words in any case, without a branch on their
// length or content. Filled with the 1,766 English exceptions it admits less than
// one word in a hundred of the thesis's list. Admitted words are looked up
// exactly, so that it changes no answer.
type prefilter [1 << preBits]uint64

const (
	preBits    = 10
	preLetters = 4 // shorter words are not answered
)

// newPrefilter returns nil, which admits nothing, without exceptions.
func newPrefilter(exceptions []Exception) *prefilter {
	if len(exceptions) == 0 {
		return nil
	}
	p := new(prefilter)
	for _, e := range exceptions {
		if len(e.Word) >= preLetters {
			at, bits := preHash(preEnds(e.Word), len(e.Word))
			p[at%(1<<preBits)] |= bits
		}
	}
	return p
}

// admits reports whether a word of at least preLetters bytes may be an
// exception.
func (p *prefilter) admits(word string) bool {
	return p != nil && p.test(preEnds(word), len(word))
}

// test is admits in a form that the compiler inlines.
func (p *prefilter) test(ends uint64, n int) bool {
	at, bits := preHash(ends, n)
	return p[at%(1<<preBits)]&bits == bits
}

// candidates writes to dst the numbers of the words text[starts[i]:ends[i]] that
// may be exceptions, and returns their count. Of the words below preLetters it
// takes those of at least least bytes.
func (p *prefilter) candidates(dst *[batchWords]uint32, text string, starts, ends []uint32, least int) (n int) {
	if p == nil {
		return 0
	}
	starts = starts[:len(ends)]
	for i, end := range ends {
		start := starts[i]
		dst[uint(n)%batchWords] = uint32(i)
		if end-start < preLetters {
			if int(end-start) >= least {
				n++
			}
			continue
		}
		keys := uint64(load32(text[start:])) | uint64(load32(text[end-4:]))<<32
		if p.test(keys, int(end-start)) {
			n++
		}
	}
	return n
}

// preEnds is the first and the last four bytes of a word.
func preEnds(s string) uint64 {
	return uint64(load32(s)) | uint64(load32(s[len(s)-4:]))<<32
}

// preHash hashes the ends and the length of a word to an index and two bits.
// ASCII letters of either case hash alike. So do some other characters, which
// adds candidates only.
func preHash(ends uint64, n int) (at, bits uint64) {
	const fold = 0x20202020_20202020
	h := ((ends | fold) + uint64(n)*0x9e3779b97f4a7c15) * 0xd6e8feb86659fd93
	return h >> (64 - preBits), 1<<(h>>(58-preBits)%64) | 1<<(h>>(52-preBits)%64)
}
