package golomb

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/bits"
)

// AppendStream codes ascending numbers without repetition, all below the range, to be
// read from the first to the last: their count as a varint, then the differences, less
// one, in Golomb's code. Its parameter follows from the count and the range, which the
// reader knows. Nothing leads to a number in the middle.
// Cost: about log2(range/n) + 1.5 bits for each of n numbers far below the range.
// Source: Golomb 1966; Gallager, Van Voorhis 1975 for the parameter.
func AppendStream(dst []byte, numbers []uint64, within uint64) []byte {
	dst = binary.AppendUvarint(dst, uint64(len(numbers)))
	if len(numbers) == 0 {
		return dst
	}
	w := bitWriter{out: dst}
	c := codeOf(uint64(len(numbers)), within)
	least := uint64(0)
	for _, number := range numbers {
		distance := number - least
		w.unary(distance / c.m)
		w.rest(distance%c.m, c)
		least = number + 1
	}
	return w.close()
}

// ReadStream decodes what AppendStream wrote, and nothing else.
func ReadStream(src []byte, within uint64) ([]uint64, error) {
	n, length := binary.Uvarint(src)
	switch {
	case length <= 0:
		return nil, errors.New("a stream of numbers without their count")
	case n > within || n > 8*uint64(len(src)): // a number takes a bit or more
		return nil, fmt.Errorf("a stream of %d numbers below %d in %d bytes", n, within, len(src))
	case n == 0 && length == len(src):
		return nil, nil
	}
	r := bitReader{src: src[length:]}
	c := codeOf(n, within)
	list := make([]uint64, 0, n)
	least := uint64(0)
	for range n {
		quotient := r.unary()
		rest := r.rest(c)
		if r.past || least >= within || quotient > (within-1-least)/c.m || quotient*c.m+rest >= within-least {
			return nil, fmt.Errorf("number %d of %d is beyond %d, or the stream ends in it", len(list)+1, n, within)
		}
		least += quotient*c.m + rest
		list = append(list, least)
		least++
	}
	if left := 8*uint64(len(r.src)) - r.at; left >= 8 {
		return nil, fmt.Errorf("%d bits behind the last number of a stream", left)
	}
	return list, nil
}

// code is Golomb's of parameter m: remainders below short take length − 1 bits, the
// others length.
type code struct{ m, length, short uint64 }

// codeOf is the best code for n random numbers of a range: m is the least for which m
// misses in a row are as likely as not.
func codeOf(n, within uint64) code {
	m := uint64(1)
	if share := float64(n) / float64(within); share < 0.5 {
		m = max(1, uint64(math.Ceil(-math.Log(2-share)/math.Log1p(-share))))
	}
	length := uint64(bits.Len64(m - 1))
	return code{m, length, 1<<length - m}
}

// bitWriter appends bits, the lowest of a byte first.
type bitWriter struct {
	out  []byte
	word uint64
	used uint64 // bits of the word, fewer than 8
}

func (w *bitWriter) put(value, length uint64) {
	for length > 0 {
		take := min(length, 32)
		w.word |= value & (1<<take - 1) << w.used
		w.used += take
		for ; w.used >= 8; w.used -= 8 {
			w.out = append(w.out, byte(w.word))
			w.word >>= 8
		}
		value >>= take
		length -= take
	}
}

// unary writes as many ones, and a zero.
func (w *bitWriter) unary(ones uint64) {
	for ; ones >= 32; ones -= 32 {
		w.put(1<<32-1, 32)
	}
	w.put(1<<ones-1, ones+1)
}

// rest writes a remainder. Its long form has the upper bits first, so that the reader
// knows from these whether there is another.
func (w *bitWriter) rest(rest uint64, c code) {
	switch {
	case c.length == 0:
	case rest < c.short:
		w.put(rest, c.length-1)
	default:
		w.put((rest+c.short)>>1, c.length-1)
		w.put((rest+c.short)&1, 1)
	}
}

func (w *bitWriter) close() []byte {
	if w.used > 0 {
		w.out = append(w.out, byte(w.word))
	}
	return w.out
}

// bitReader reads what a bitWriter wrote.
type bitReader struct {
	src  []byte
	at   uint64 // bit
	past bool   // more was read than there is
}

func (r *bitReader) bit() uint64 {
	if r.at >= 8*uint64(len(r.src)) {
		r.past = true
		return 0
	}
	b := uint64(r.src[r.at/8]) >> (r.at % 8) & 1
	r.at++
	return b
}

func (r *bitReader) take(length uint64) (value uint64) {
	for i := uint64(0); i < length; {
		if r.at >= 8*uint64(len(r.src)) {
			r.past = true
			return 0
		}
		n := min(length-i, 8-r.at%8)
		value |= uint64(r.src[r.at/8]) >> (r.at % 8) & (1<<n - 1) << i
		r.at += n
		i += n
	}
	return value
}

func (r *bitReader) unary() (ones uint64) {
	for r.bit() == 1 {
		ones++
	}
	return ones
}

func (r *bitReader) rest(c code) uint64 {
	if c.length == 0 {
		return 0
	}
	rest := r.take(c.length - 1)
	if rest < c.short {
		return rest
	}
	return rest<<1 + r.bit() - c.short
}
