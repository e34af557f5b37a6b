package npm

import "github.com/cespare/xxhash/v2"

// librarySeed is the library's default seed 0x1234567890 as far as its xxHash
// takes it, which is 32 bits.
const librarySeed = 0x34567890

// libraryHash is the library's hash of a string in UTF-8: XXH64, of which only
// the low 32 bits survive the conversion to a number.
func libraryHash(key string, seed uint64) uint32 {
	var d xxhash.Digest
	d.ResetWithSeed(seed)
	_, _ = d.WriteString(key) // never fails
	return uint32(d.Sum64())
}
