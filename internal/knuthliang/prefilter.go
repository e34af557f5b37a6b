package knuthliang

// prefilter says of an ASCII word in any case, without a branch on its length
// or content, that it is surely no exception, or that it may be one. It is a
// bitmap of 8 KiB: with the 1,766 English exceptions it lets 3 words in a
// hundred through in vain.
type prefilter [1 << (preBits - 6)]uint64

const (
	preBits    = 16
	preLetters = 4 // shorter words cannot be asked; they are always let through by the caller
)

func newPrefilter(exceptions []Exception) *prefilter {
	p := new(prefilter)
	for _, e := range exceptions {
		if len(e.Word) >= preLetters {
			h := preHash(e.Word)
			p[h>>6] |= 1 << (h % 64)
		}
	}
	return p
}

func (p *prefilter) has(word string) bool {
	h := preHash(word)
	return p[h>>6]>>(h%64)&1 != 0
}

// preHash hashes the first, middle and last four letters and the length, 16
// bits. ASCII letters of either case hash alike; so do some other characters,
// which does no harm.
func preHash(word string) uint64 {
	const fold = 0x20202020
	n := len(word)
	first, middle, last := load32(word)|fold, load32(word[(n-4)/2:])|fold, load32(word[n-4:])|fold
	h := uint64(first)*0x9e3779b97f4a7c15 ^ uint64(middle)*0xd6e8feb86659fd93 ^ (uint64(last)+uint64(n)<<32)*0xff51afd7ed558ccd
	return h >> (64 - preBits)
}
