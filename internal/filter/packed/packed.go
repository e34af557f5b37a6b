// Package packed has an array of numbers of up to 64 bits, stored without gaps.
//
// Guarantee: At and Set work for every number of the array, wherever in a byte it starts.
// Cost: the bits of the numbers, and some bytes that let a word be read at the end.
package packed

import "encoding/binary"

// Array holds numbers of Width bits, 1 to 64. Behind the numbers are Slack bytes, so
// that a word can be read wherever one starts, and 64 bits on.
type Array struct {
	Bytes []byte
	Width uint64
}

// Slack is the number of bytes behind the numbers, which a file leaves out.
const Slack = 17

// Size is the length in bytes of n numbers, without the slack.
func Size(n, width uint64) uint64 { return (n*width + 7) / 8 }

// New is an array of n zeros.
func New(n, width uint64) Array { return Array{make([]byte, Size(n, width)+Slack), width} }

// Mask has as many low bits as a number.
func (p *Array) Mask() uint64 { return 1<<(p.Width-1)<<1 - 1 }

// Word is the 57 bits or more from a bit on, without regard to numbers.
func (p *Array) Word(bit uint64) uint64 {
	return binary.LittleEndian.Uint64(p.Bytes[bit/8:]) >> (bit % 8)
}

// At is number i, 0 ≤ i < n.
func (p *Array) At(i uint64) uint64 {
	bit := i * p.Width
	x := p.Word(bit)
	if past := bit%8 + p.Width; past > 64 { // the rest is in the ninth byte
		x |= uint64(p.Bytes[bit/8+8]) << (64 - bit%8)
	}
	return x & p.Mask()
}

// Set makes number i x, which must have no more bits than the width.
func (p *Array) Set(i, x uint64) {
	bit := i * p.Width
	shift, mask := bit%8, p.Mask()
	at := p.Bytes[bit/8:]
	w := binary.LittleEndian.Uint64(at)
	binary.LittleEndian.PutUint64(at, w&^(mask<<shift)|x<<shift)
	if shift+p.Width > 64 {
		at[8] = at[8]&^byte(mask>>(64-shift)) | byte(x>>(64-shift))
	}
}

// Stored is what a file keeps of the array.
func (p *Array) Stored() []byte { return p.Bytes[:len(p.Bytes)-Slack] }

// Clean reports whether no bit is set behind the first n numbers.
func (p *Array) Clean(n uint64) bool {
	used := n * p.Width
	for bit := used; bit < Size(n, p.Width)*8; bit++ {
		if p.Bytes[bit/8]>>(bit%8)&1 != 0 {
			return false
		}
	}
	return true
}
