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
			at, bits := preHash(e.Word)
			p[at%(1<<preBits)] |= bits
		}
	}
	return p
}

// has reports whether a word of at least preLetters bytes may be an exception.
func (p *prefilter) has(word string) bool {
	if p == nil {
		return false
	}
	at, bits := preHash(word)
	return p[at%(1<<preBits)]&bits == bits
}

// preHash hashes the first and the last four letters and the length to a place
// and two bits there. ASCII letters of either case hash alike; so do some
// other characters, which does no harm.
func preHash(word string) (at, bits uint64) {
	const fold = 0x20202020_20202020
	ends := uint64(load32(word)) | uint64(load32(word[len(word)-4:]))<<32
	h := ((ends | fold) + uint64(len(word))*0x9e3779b97f4a7c15) * 0xd6e8feb86659fd93
	return h >> (64 - preBits), 1<<(h>>(58-preBits)%64) | 1<<(h>>(52-preBits)%64)
}
