package compressed

import (
	"encoding/binary"
	"slices"
)

// packed is an array of numbers of up to 64 bits, one behind the other. Some bytes
// more than they need let a word be read wherever one starts, and 64 bits on.
type packed struct {
	bytes []byte
	width uint64 // bits of a number
}

const packedSlack = 17

// packedBytes is the length of n numbers without the slack.
func packedBytes(n, width uint64) uint64 { return (n*width + 7) / 8 }

func newPacked(n, width uint64) packed {
	return packed{make([]byte, packedBytes(n, width)+packedSlack), width}
}

// mask has as many low bits as a number.
func (p *packed) mask() uint64 { return 1<<(p.width-1)<<1 - 1 }

// word is the 57 bits or more from a bit on, without regard to numbers.
func (p *packed) word(bit uint64) uint64 {
	return binary.LittleEndian.Uint64(p.bytes[bit/8:]) >> (bit % 8)
}

// at is number i, 0 ≤ i < n.
func (p *packed) at(i uint64) uint64 {
	bit := i * p.width
	x := p.word(bit)
	if past := bit%8 + p.width; past > 64 { // the rest is in the ninth byte
		x |= uint64(p.bytes[bit/8+8]) << (64 - bit%8)
	}
	return x & p.mask()
}

// set makes number i x, which must have no more bits than the width.
func (p *packed) set(i, x uint64) {
	bit := i * p.width
	shift, mask := bit%8, p.mask()
	at := p.bytes[bit/8:]
	w := binary.LittleEndian.Uint64(at)
	binary.LittleEndian.PutUint64(at, w&^(mask<<shift)|x<<shift)
	if shift+p.width > 64 {
		at[8] = at[8]&^byte(mask>>(64-shift)) | byte(x>>(64-shift))
	}
}

// clean reports whether no bit is set behind the first n numbers.
func (p *packed) clean(n uint64) bool {
	used := n * p.width
	for bit := used; bit < packedBytes(n, p.width)*8; bit++ {
		if p.bytes[bit/8]>>(bit%8)&1 != 0 {
			return false
		}
	}
	return true
}

// sortedOnce sorts a list and leaves each number once.
func sortedOnce(list []uint64) []uint64 {
	slices.Sort(list)
	return slices.Compact(list)
}
