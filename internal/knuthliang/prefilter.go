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

// test is has in a form that is inlined, for the loop over a batch.
func (p *prefilter) test(ends uint64, n int) bool {
	at, bits := preHash(ends, n)
	return p[at%(1<<preBits)]&bits == bits
}

// preEnds is the first and the last four bytes of a word.
func preEnds(s string) uint64 {
	t := s[len(s)-4:]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(t[0])<<32 | uint64(t[1])<<40 | uint64(t[2])<<48 | uint64(t[3])<<56
}

// preHash hashes a word's ends and length to a place and two bits there. ASCII
// letters of either case hash alike; so do some other characters, which does
// no harm.
func preHash(ends uint64, n int) (at, bits uint64) {
	const fold = 0x20202020_20202020
	h := ((ends | fold) + uint64(n)*0x9e3779b97f4a7c15) * 0xd6e8feb86659fd93
	return h >> (64 - preBits), 1<<(h>>(58-preBits)%64) | 1<<(h>>(52-preBits)%64)
}
