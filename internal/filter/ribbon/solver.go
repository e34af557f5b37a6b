package ribbon

import (
	"math/bits"
	"slices"

	"hyphbench/internal/filter"
	"hyphbench/internal/filter/closeduniverse"
	"hyphbench/internal/wordlist"
)

// blockSlots is the number of slots whose values share a word of each column.
const blockSlots = 64

// row is an equation over w = 64 slots: the sum of the slots whose coefficient is
// set, the first of them the slot where the row stands, is the result, in each bit
// of it. No coefficient is set where no equation stands.
type row struct{ coefficients, result uint64 }

// wideRow is an equation over w = 128 slots.
type wideRow struct{ low, high, result uint64 }

// band and wideBand are systems of equations in echelon form: at most one begins at
// each slot.
type (
	band     []row
	wideBand []wideRow
)

// equation is what hash h demands of one of a number of starts. All bits are good:
// the start follows from the upper bits of h, the coefficients are the lower half
// of a product, a bijection of h, and the result is from the middle of the product.
// That is no linear function of the coefficients modulo 2, which would be an
// equation that negatives fulfil.
func equation(h, starts uint64) (start, coefficients, result uint64) {
	start, _ = bits.Mul64(h, starts)
	result, coefficients = bits.Mul64(h, filter.ProbeStep)
	return start, coefficients | 1, result
}

// wideEquation is the same over 128 slots.
func wideEquation(h, starts uint64) (start, low, high, result uint64) {
	start, low, result = equation(h, starts)
	upper, lower := bits.Mul64(low, wideStep)
	return start, low, upper ^ lower, result
}

// wideStep is an odd number without a pattern, ⌊2^64·(√2 − 1)⌋.
const wideStep = 0x6a09e667f3bcc909

// add puts an equation in, reduced by those that stand in its way. It reports false
// if these leave 0 = result in a bit of the mask where the result has a 1: there is
// no solution then. An equation that follows from the others changes nothing.
func (b band) add(start, coefficients, result, mask uint64) bool {
	_, ok := b.put(start, coefficients, result, mask)
	return ok
}

// put is add that says where the equation stands now, or noSlot if nowhere. It can
// be taken away again as long as none came after it.
func (b band) put(start, coefficients, result, mask uint64) (slot uint64, ok bool) {
	for {
		r := &b[start]
		if r.coefficients == 0 {
			*r = row{coefficients, result}
			return start, true
		}
		coefficients ^= r.coefficients
		result ^= r.result
		if coefficients == 0 {
			return noSlot, result&mask == 0
		}
		zeros := bits.TrailingZeros64(coefficients)
		coefficients >>= zeros & 63
		start += uint64(zeros)
	}
}

const noSlot = ^uint64(0)

// add is the same over 128 slots.
func (b wideBand) add(start, low, high, result, mask uint64) bool {
	for {
		r := &b[start]
		if r.low == 0 {
			*r = wideRow{low, high, result}
			return true
		}
		low ^= r.low
		high ^= r.high
		result ^= r.result
		if low == 0 {
			if high == 0 {
				return result&mask == 0
			}
			start += 64
			low, high = high, 0
		}
		zeros := bits.TrailingZeros64(low)
		low = low>>(zeros&63) | high<<1<<(63-zeros&63)
		high >>= zeros & 63
		start += uint64(zeros)
	}
}

// solve writes a solution to t, from the last slot to the first: the equation that
// begins at a slot gives its value, and a slot without one is 0. The states are the
// values of the 64 slots from the present one on, for each column.
func (b band) solve(t *table) {
	var states [mostColumns]uint64
	for block := len(b)/blockSlots - 1; block >= 0; block-- {
		words := t.block(uint64(block))
		for slot := blockSlots - 1; slot >= 0; slot-- {
			r := b[block*blockSlots+slot]
			for j := range states[:len(words)] {
				state := states[j] << 1
				states[j] = state | (uint64(bits.OnesCount64(r.coefficients&state))^r.result>>(j&63))&1
			}
		}
		copy(words, states[:])
	}
}

// solve is the same over 128 slots.
func (b wideBand) solve(t *table) {
	var states, further [mostColumns]uint64
	for block := len(b)/blockSlots - 1; block >= 0; block-- {
		words := t.block(uint64(block))
		for slot := blockSlots - 1; slot >= 0; slot-- {
			r := b[block*blockSlots+slot]
			for j := range states[:len(words)] {
				past := further[j]<<1 | states[j]>>63
				state := states[j] << 1
				further[j] = past
				states[j] = state | (uint64(bits.OnesCount64(r.low&state^r.high&past))^r.result>>(j&63))&1
			}
		}
		copy(words, states[:])
	}
}

// partKeys is the number of keys of a part of ascending, whose hashes fit the first
// cache.
const partKeys = 1024

// ascending are the different hashes of the keys in order, which is that of the
// starts of their equations: elimination is then local, and needs few steps. Many
// keys are hashed twice, first to count how many hashes have the same first bits:
// so they are put in parts without a second array, and in an order that the memory
// keeps up with.
func ascending(keys *wordlist.List, hash *filter.Hasher) []uint64 {
	sums := make([]uint64, keys.Len())
	width := bits.Len(uint(keys.Len() / partKeys))
	if width == 0 {
		for first, batch := range hash.Batches(keys) {
			copy(sums[first:], batch)
		}
		return closeduniverse.Sorted(sums)
	}
	ends := make([]int, 1<<width)
	shift := 64 - width
	for _, batch := range hash.Batches(keys) {
		for _, h := range batch {
			ends[h>>shift]++
		}
	}
	total := 0
	for i, n := range ends {
		ends[i] = total
		total += n
	}
	for _, batch := range hash.Batches(keys) {
		for _, h := range batch {
			part := h >> shift
			sums[ends[part]] = h
			ends[part]++
		}
	}
	start := 0
	for _, end := range ends {
		closeduniverse.Sort(sums[start:end], shift)
		start = end
	}
	return slices.Compact(sums)
}
