package quotient

const (
	lowBits  = 0x0101010101010101 // the lowest bit of each byte
	highBits = 0x8080808080808080 // the highest
	diagonal = 0x8040201008040201 // bit i of byte i
)

// selectBit is the place of bit number d of those set in x, counted from 1 and
// from below; 64 or more if there are fewer, and of no meaning for d = 0. It is
// free of branches: the bytes' population counts, summed from below, tell the byte,
// whose bits, spread over eight bytes and summed likewise, tell the bit (Vigna 2008,
// Broadword implementation of rank/select queries, section 4).
func selectBit(x, d uint64) uint64 {
	s := x - x>>1&0x5555555555555555
	s = s&0x3333333333333333 + s>>2&0x3333333333333333
	s = (s + s>>4) & 0x0f0f0f0f0f0f0f0f * lowBits
	at := below(s, d) * 8
	d -= s << 8 >> (at & 63) & 0xff
	y := x >> (at & 63) & 0xff * lowBits & diagonal
	y = (y + 0x7f7f7f7f7f7f7f7f) >> 7 & lowBits * lowBits
	return at + below(y, d)
}

// below is the number of bytes of s that are less than d, all of them less than 128.
func below(s, d uint64) uint64 {
	return (d*lowBits + 0x7f7f7f7f7f7f7f7f - s) >> 7 & lowBits * lowBits >> 56
}
