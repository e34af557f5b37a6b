package ribbon

import "math/bits"

// bitBand is a system of equations of one result bit over 63 slots, a word each:
// the coefficients, lowest first, and above them the result. No equation stands
// where the word is 0.
type bitBand []uint64

const bitResult = 1 << 63

// bitEquation is what hash h demands of one of a number of starts. The coefficients
// have nothing to do with those of equation, and every salt gives others.
func bitEquation(h, starts, salt uint64) (start, coefficients uint64) {
	start, _ = bits.Mul64(h, starts)
	upper, lower := bits.Mul64(h^salt*bitStep, wideStep)
	return start, (upper^lower)&^bitResult | 1
}

// bitStep is an odd number without a pattern, ⌊2^64·(√3 − 1)⌋.
const bitStep = 0xbb67ae8584caa73b

// add puts an equation in, as the add of a band does. The result is above the
// coefficients.
func (b bitBand) add(start, equation uint64) bool {
	for {
		r := &b[start]
		if *r == 0 {
			*r = equation
			return true
		}
		equation ^= *r
		coefficients := equation &^ bitResult
		if coefficients == 0 {
			return equation == 0
		}
		zeros := bits.TrailingZeros64(coefficients)
		equation = coefficients>>(zeros&63) | equation&bitResult
		start += uint64(zeros)
	}
}

// solve writes a solution to a table of one column.
func (b bitBand) solve(t *table) {
	state := uint64(0)
	for slot := len(b) - 1; slot >= 0; slot-- {
		r := b[slot]
		state <<= 1
		state |= (uint64(bits.OnesCount64(r&^bitResult&state)) ^ r>>63) & 1
		if slot%blockSlots == 0 {
			t.words[slot/blockSlots] = state
		}
	}
}

// ones is the probability that a random window of a table of one column has the
// result 1. All coefficients but the first are random, so that it is ½ where a slot
// behind the first is 1.
func (t *table) ones() float64 {
	if t.blocks == 0 {
		return 0
	}
	twice := uint64(0)
	for start := range t.starts() {
		block, shift := start/blockSlots, start%blockSlots
		window := (t.words[block]>>shift | t.words[block+1]<<1<<(63-shift)) &^ bitResult
		if window > 1 {
			twice++
		} else {
			twice += 2 * window
		}
	}
	return float64(twice) / 2 / float64(t.starts())
}
