package knuthliang

// prefilter says of an ASCII word in any case, without a branch on its length
// or content, that it is surely no exception, or that it may be one. It is a
// Bloom filter of 8 KiB with both bits of a key in one uint64; with the 1,766
// English exceptions it lets less than one word in a hundred through in vain.
// What it lets through is looked up exactly, so it changes no answer.
type prefilter [1 << preBits]uint64

const (
	preBits    = 10
	preLetters = 4 // shorter words cannot be asked
)

// newPrefilter returns nil, which lets nothing through, without exceptions.
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

// has reports whether a word of at least preLetters bytes may be an exception.
func (p *prefilter) has(word string) bool {
	return p != nil && p.test(preEnds(word), len(word))
}

// test is has in a form that is inlined.
func (p *prefilter) test(ends uint64, n int) bool {
	at, bits := preHash(ends, n)
	return p[at%(1<<preBits)]&bits == bits
}

// among puts into dst the numbers of the words text[starts[i]:ends[i]] that
// may be exceptions, and returns how many these are: of the words that cannot
// be asked, those of at least least bytes.
func (p *prefilter) among(dst *[batchWords]uint32, text string, starts, ends []uint32, least int) (n int) {
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

// preHash hashes a word's ends and length to a place and two bits there. ASCII
// letters of either case hash alike; so do some other characters, which does
// no harm.
func preHash(ends uint64, n int) (at, bits uint64) {
	const fold = 0x20202020_20202020
	h := ((ends | fold) + uint64(n)*0x9e3779b97f4a7c15) * 0xd6e8feb86659fd93
	return h >> (64 - preBits), 1<<(h>>(58-preBits)%64) | 1<<(h>>(52-preBits)%64)
}
