package fingerprint

import (
	"encoding/binary"
	"math/bits"
)

// A bin is a pocket dictionary of up to 25 fingerprints in ascending order, each
// the pair of a quotient q below 25 and a rest of r bits. From its lowest bit:
//
//	50 bits   for each quotient a 0 for every fingerprint that has it, then a 1
//	1 bit     whether the bin has passed a fingerprint on
//	25·r bits the rests, 0 where there is no fingerprint
//
// The rests of quotient q thus begin behind as many as there are zeros before the
// 1 of q − 1.
type bins struct {
	bytes []byte // and some more, so that a word can be read anywhere
	count uint64
	rest  uint64 // r

	// What follows is derived.
	size  uint64 // bytes of a bin
	mask  uint64 // of a rest
	lanes uint64 // rests that a word holds wherever the first begins
	ones  uint64 // 1 in the lowest bit of each lane
	highs uint64 // 1 in the highest bit of each
}

const (
	binKeys    = 25 // fingerprints of a bin at most, and quotients
	binHeader  = 2 * binKeys
	binRests   = binHeader + 1 // bit at which the rests begin
	binWord    = 57            // bits that a read at any place gives
	binsSlack  = 8
	binsMost   = 50             // bits of a rest
	binEmpty   = 1<<binKeys - 1 // header of a bin without fingerprints
	binHeaders = 1<<binHeader - 1
	binPassed  = 1 << binHeader
)

// newBins are count bins without their bytes.
func newBins(count, rest uint64) bins {
	b := bins{count: count, rest: rest, size: (binRests + binKeys*rest + 7) / 8, mask: 1<<rest - 1, lanes: binWord / rest}
	for lane := range b.lanes {
		b.ones |= 1 << (lane * rest)
	}
	b.highs = b.ones << (rest - 1)
	return b
}

// allocate makes the bins, all empty.
func (b *bins) allocate() {
	b.bytes = make([]byte, b.count*b.size+binsSlack)
	for bin := range b.count {
		binary.LittleEndian.PutUint64(b.bytes[bin*b.size:], binEmpty)
	}
}

func (b *bins) head(bin uint64) uint64 { return binary.LittleEndian.Uint64(b.bytes[bin*b.size:]) }

func (b *bins) setHead(bin, header, passed uint64) {
	at := b.bytes[bin*b.size:]
	rests := binary.LittleEndian.Uint64(at) &^ (binHeaders | binPassed)
	binary.LittleEndian.PutUint64(at, rests|header|passed)
}

// word is what follows the beginning of rest i of a bin, 57 bits or more.
func (b *bins) word(bin, i uint64) uint64 {
	bit := binRests + i*b.rest
	return binary.LittleEndian.Uint64(b.bytes[bin*b.size+bit/8:]) >> (bit % 8)
}

func (b *bins) get(bin, i uint64) uint64 { return b.word(bin, i) & b.mask }

func (b *bins) set(bin, i, rest uint64) {
	bit := binRests + i*b.rest
	at := b.bytes[bin*b.size+bit/8:]
	word := binary.LittleEndian.Uint64(at)
	binary.LittleEndian.PutUint64(at, word&^(b.mask<<(bit%8))|rest<<(bit%8))
}

// holds reports whether the bin with that head has the rest among those of a
// quotient. It compares as many as a word holds at once: an equal one becomes 0 in
// x, and (x − ones) &^ x has the high bit of the lowest lane set that is 0. What
// lies behind the last is made non-zero before.
func (b *bins) holds(bin, head, quotient, rest uint64) bool {
	begin := selectOne(head<<1|1, quotient) // a 1 before the header, for quotient 0
	n := uint64(bits.TrailingZeros64(head >> (begin & 63)))
	first := begin - quotient
	for ; n > b.lanes; n-- { // one negative in 10^5 at r = 8
		if b.get(bin, first) == rest {
			return true
		}
		first++
	}
	x := b.word(bin, first) ^ rest*b.ones | ^uint64(0)<<(n*b.rest&63)
	return (x-b.ones)&^x&b.highs != 0
}

// keys is the number of fingerprints in a bin with that head.
func keys(head uint64) uint64 { return uint64(bits.Len64(head&binHeaders)) - binKeys }

// largest is the last fingerprint of a full bin with that head.
func (b *bins) largest(bin, head uint64) uint64 {
	last := uint64(63 - bits.LeadingZeros64(^head&binHeaders)) // its 0
	return (last-(binKeys-1))<<b.rest | b.get(bin, binKeys-1)
}

// limit is the largest fingerprint that is looked for in a bin. Larger ones have
// been passed on.
func (b *bins) limit(bin, head uint64) uint64 {
	if head&binPassed == 0 {
		return b.fingerprints() - 1
	}
	return b.largest(bin, head)
}

// fingerprints is the number of different ones in a bin.
func (b *bins) fingerprints() uint64 { return binKeys << b.rest }

// put adds a fingerprint to a bin that is not full and has it not.
func (b *bins) put(bin, quotient, rest uint64) {
	head := b.head(bin)
	header, n := head&binHeaders, keys(head)
	begin := selectOne(head<<1|1, quotient)
	first := begin - quotient
	end := first + uint64(bits.TrailingZeros64(head>>begin))
	at := first
	for at < end && b.get(bin, at) < rest {
		at++
	}
	for i := n; i > at; i-- {
		b.set(bin, i, b.get(bin, i-1))
	}
	b.set(bin, at, rest)
	low := uint64(1)<<begin - 1
	b.setHead(bin, header&low|header&^low<<1, head&binPassed)
}

// drop takes the largest fingerprint out of a full bin.
func (b *bins) drop(bin uint64) {
	head := b.head(bin)
	header := head & binHeaders
	last := 63 - bits.LeadingZeros64(^head&binHeaders)
	low := uint64(1)<<last - 1
	b.set(bin, binKeys-1, 0)
	b.setHead(bin, header&low|header>>1&^low, head&binPassed)
}

// well reports whether a bin is as put and drop leave one.
func (b *bins) well(bin uint64) bool {
	head := b.head(bin)
	header := head & binHeaders
	if bits.OnesCount64(header) != binKeys || head&binPassed != 0 && keys(head) != binKeys {
		return false
	}
	i := uint64(0)
	for quotient := uint64(0); quotient < binKeys; header >>= 1 {
		if header&1 != 0 {
			quotient++
			continue
		}
		if i > 0 && head>>(i+quotient-1)&1 == 0 && b.get(bin, i-1) >= b.get(bin, i) { // of one quotient
			return false
		}
		i++
	}
	for ; i < binKeys; i++ {
		if b.get(bin, i) != 0 {
			return false
		}
	}
	for bit := binRests + binKeys*b.rest; bit < b.size*8; bit++ {
		if b.bytes[bin*b.size+bit/8]>>(bit%8)&1 != 0 {
			return false
		}
	}
	return true
}

// selectOne is the place of the 1 in x that has k ones below it, of which there
// must be one (Vigna 2008, Broadword implementation of rank/select queries, in
// which the counts of all bytes are compared with k at once; then the same in the
// byte, its bits spread over eight).
func selectOne(x, k uint64) uint64 {
	const (
		lows  = 0x0101010101010101
		highs = 0x8080808080808080
	)
	s := x - x>>1&0x5555555555555555
	s = s&0x3333333333333333 + s>>2&0x3333333333333333
	s = (s + s>>4) & 0x0f0f0f0f0f0f0f0f * lows // ones up to the end of each byte
	place := ((k*lows | highs) - s) & highs >> 7 * lows >> 56 * 8
	k -= s << 8 >> (place & 63) & 0xff
	spread := x >> (place & 63) & 0xff * lows & 0x8040201008040201
	s = (spread&^highs + ^uint64(highs) | spread) & highs >> 7 * lows
	return place + ((k*lows|highs)-s)&highs>>7*lows>>56
}
