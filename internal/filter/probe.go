package filter

import "math/bits"

// The probes of a key with hash h are the products h·a^0, h·a^1, … modulo 2^64:
// successive states of a multiplicative congruential generator. A structure of
// m cells keeps the key in the cells ⌊p·m/2^64⌋. The cheaper double hashing
// (index_i = x + i·y) has strides that fall on few cells, which at the few
// thousand bits of this project shows as a rate above the theory's.

// probeStep is the multiplier a, chosen by Steele and Vigna (Computationally
// easy, spectrally good multipliers for congruential pseudorandom number
// generators, 2021) for good spectra in up to eight dimensions.
const probeStep = 0xd1342543de82ef95

// NextProbe is the probe after p; the first is the hash itself.
func NextProbe(p uint64) uint64 { return p * probeStep }

// Cell scales a probe from [0, 2^64) to [0, m).
func Cell(p, m uint64) uint64 {
	i, _ := bits.Mul64(p, m)
	return i
}

// Probes appends to dst the first k probes of hash h. They do not depend on m,
// and the first of them not on k.
func Probes(dst []uint64, h uint64, k int) []uint64 {
	for range k {
		dst = append(dst, h)
		h = NextProbe(h)
	}
	return dst
}
