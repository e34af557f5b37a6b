package filter

// ProbeStep is the multiplier a of the probes of a key. These are the products
// h·a^0, h·a^1, … modulo 2^64 of its hash h, successive states of a
// multiplicative congruential generator; a structure of m cells keeps the key in
// the cells ⌊p·m/2^64⌋:
//
//	for p := h; k > 0; k-- {
//		cell, _ := bits.Mul64(p, m)
//		…
//		p *= filter.ProbeStep
//	}
//
// The cheaper double hashing (x + i·y) has strides that fall on few cells, which
// at the few thousand bits of this project shows as a rate above the theory's.
//
// The value was chosen by Steele and Vigna (Computationally easy, spectrally
// good multipliers for congruential pseudorandom number generators, 2021) for
// good spectra in up to eight dimensions.
const ProbeStep = 0xd1342543de82ef95

// Probes appends to dst the first k probes of hash h. They do not depend on the
// number of cells, and the first of them not on k.
func Probes(dst []uint64, h uint64, k int) []uint64 {
	for range k {
		dst = append(dst, h)
		h *= ProbeStep
	}
	return dst
}
