package filter

import (
	"crypto/rand"
	"encoding/binary"

	"github.com/dchest/siphash"
)

// Keyed returns a hash with a secret of its own: SipHash-2-4 (Aumasson and Bernstein
// 2012), in place of the usual one that anybody can compute. Who does not know the
// secret finds words that a filter admits only by asking it. The secret is lost with
// the process; a filter that is stored needs one that is stored too.
func Keyed() Hash {
	var secret [16]byte
	_, _ = rand.Read(secret[:]) // never fails since Go 1.24
	return keyed{binary.LittleEndian.Uint64(secret[:8]), binary.LittleEndian.Uint64(secret[8:])}
}

type keyed struct{ k0, k1 uint64 }

func (k keyed) Sum64(key string) uint64 { return siphash.Hash(k.k0, k.k1, BytesOf(key)) }

// Keyed hashes key by function j of a family whose functions have nothing in common but the
// key: SipHash-2-4 under 128 bits that seed and j give. Of a Hash of the Config it is what
// Nth is.
func (h *Hasher) Keyed(key string, j int) uint64 {
	if h.other != nil {
		return h.Nth(key, j)
	}
	k0 := Mix(h.seed + uint64(2*j+1)*spread)
	return keyed{k0, Mix(k0 + spread)}.Sum64(key)
}
