// Package golomb codes ascending numbers as their differences, in the code of Golomb and Rice,
// with an index that leads to any of them.
//
// Guarantee: a file that is read is decoded and coded again. It is refused if this gives
// different bytes.
// Cost: log2(N/n) + 1.3 bits for each of n numbers below N, and an index of 1.1 bits per number
// at 1,753 numbers, 1.9 at 10 million. To find a number, four numbers are decoded, and the
// place of each follows from the one before.
// Source: Golomb 1966; Rice 1979; Putze, Sanders, Singler 2007, section 5, for the index by
// ranges of numbers.
package golomb

import (
	"encoding/binary"
	"iter"
	"math"
	"math/bits"
)

// Shape is what the codes of numbers below Buckets·Width are like.
type Shape struct {
	Buckets uint64
	Width   uint64 // numbers that a bucket can hold
	P       uint64 // bits of the low part of a code
	Repeats bool   // a number can be there several times
}

const (
	perBucket = 8  // numbers in a bucket, on average
	readable  = 57 // bits that a read at any place gives
)

// NewShape gives the shape for n numbers of which a negative's is one with the
// probability epsilon = 1 − e^−λ: numbers below n/λ, at most 2^63, and 2^P about the
// median of their distances.
func NewShape(n int, epsilon float64, repeats bool) Shape {
	load := -math.Log1p(-epsilon)
	buckets := uint64(max(1, (n+perBucket-1)/perBucket))
	width := uint64(math.Ceil(min(float64(max(1, n))/load, 0x1p63) / float64(buckets)))
	p := uint64(max(0, math.Round(math.Log2(math.Ln2/load))))
	return Shape{Buckets: buckets, Width: min(width, 1<<63/buckets), P: p, Repeats: repeats}
}

// Numbers is N, below which all numbers are.
func (s *Shape) Numbers() float64 { return float64(s.Buckets) * float64(s.Width) }

// Locate is the bucket and the number in it of hash h: the bucket ⌊h·buckets/2^64⌋,
// and of the fraction f/2^64 of that product ⌊f·width/2^64⌋. So the numbers are
// ordered as the hashes are, and no division is needed.
func (s *Shape) Locate(h uint64) (bucket, r uint64) {
	bucket, fraction := bits.Mul64(h, s.Buckets)
	r, _ = bits.Mul64(fraction, s.Width)
	return bucket, r
}

// gap is what the number after another one exceeds it by at least.
func (s *Shape) gap() uint64 {
	if s.Repeats {
		return 0
	}
	return 1
}

// Coded holds numbers in ascending order. A number is coded as its distance d from
// the least possible one, which follows from the number before in its bucket, or is 0:
// ⌊d/2^P⌋ zeros, a 1, and P bits.
//
// The codes of bucket j begin at bit ⌊j·slope/2^16⌋ − shift + (entry j of the
// index). The slope is the mean length of a bucket, so that an entry holds but
// the distance from a straight line, which grows as √n: 9 bits at 1,753 numbers,
// where the place itself would need 14, and 15 at 10 million, where it would need
// 27.
type Coded struct {
	Shape
	codes  []byte // bit i is bit i%8 of byte i/8; eight bytes more let a word be read anywhere
	index  []byte // the same of the index's entries, of entry bits each
	entry  uint64
	slope  uint64
	shift  uint64
	length uint64 // of all codes in bits
	count  int    // codes
}

// Encode codes the numbers of a sequence, which must be the same twice: pairs of a
// bucket and a number in it, in ascending order.
func Encode(s Shape, numbers iter.Seq2[uint64, uint64]) Coded {
	c := Coded{Shape: s}
	begins := make([]uint64, s.Buckets+1) // of the buckets' codes
	c.each(numbers, func(bucket, distance uint64) {
		begins[bucket+1] += distance>>s.P + 1 + s.P
		c.count++
	})
	for j := range s.Buckets {
		begins[j+1] += begins[j]
	}
	c.length = begins[s.Buckets]
	c.codes = make([]byte, c.length/8+8)
	at := uint64(0)
	c.each(numbers, func(_, distance uint64) {
		zeros := distance >> s.P
		putBits(c.codes, at, 1<<zeros|distance&(1<<s.P-1)<<(zeros+1))
		at += zeros + 1 + s.P
	})
	c.setIndex(begins)
	return c
}

// each calls f with the bucket and the distance of each number.
func (c *Coded) each(numbers iter.Seq2[uint64, uint64], f func(bucket, distance uint64)) {
	bucket, least, gap := uint64(0), uint64(0), c.gap()
	for j, r := range numbers {
		if j != bucket {
			bucket, least = j, 0
		}
		f(bucket, r-least)
		least = r + gap
	}
}

// setIndex makes the index of these places, the last being the end. Entries have
// no more bits than the largest needs, and no fewer than entryLeast.
func (c *Coded) setIndex(begins []uint64) {
	c.slope = c.length << 16 / c.Buckets
	least, most := int64(0), int64(0) // distances from the line; that of the first place is 0
	for j, begin := range begins {
		d := int64(begin) - int64(c.line(uint64(j)))
		least, most = min(least, d), max(most, d)
	}
	c.shift = uint64(-least)
	c.entry = max(c.entryLeast(), uint64(bits.Len64(uint64(most-least))))
	c.index = make([]byte, uint64(len(begins))*c.entry/8+8)
	for j, begin := range begins {
		putBits(c.index, uint64(j)*c.entry, begin-c.line(uint64(j))+c.shift)
	}
}

// entryLeast is a bit where numbers come and go: few of them can be left in many
// buckets, and a file of many buckets must not be short, since reading it takes memory
// for each.
func (s *Shape) entryLeast() uint64 {
	if s.Repeats {
		return 1
	}
	return 0
}

// line is the place where bucket j would begin if all were of equal length. The
// product of 2^31 buckets' number and the slope of codes of 57 bits fits.
func (c *Coded) line(j uint64) uint64 { return j * c.slope >> 16 }

// begin is the place where the codes of bucket j begin.
func (c *Coded) begin(j uint64) uint64 {
	return c.line(j) - c.shift + getBits(c.index, j*c.entry)&(1<<c.entry-1)
}

// getBits reads at least 57 bits from place at.
func getBits(b []byte, at uint64) uint64 {
	return binary.LittleEndian.Uint64(b[at/8:]) >> (at % 8)
}

// putBits writes up to 57 bits of value over zeros.
func putBits(b []byte, at, value uint64) {
	word := b[at/8 : at/8+8]
	binary.LittleEndian.PutUint64(word, binary.LittleEndian.Uint64(word)|value<<(at%8))
}

// Has reports whether the number of hash h is there.
func (c *Coded) Has(h uint64) bool {
	bucket, r := c.Locate(h)
	codes, p, gap := c.codes, c.P, c.gap()
	end := c.begin(bucket + 1)
	least := uint64(0)
	for at := c.begin(bucket); at < end; {
		code := getBits(codes, at)
		zeros := uint64(bits.TrailingZeros64(code))
		number := least + zeros<<(p&63) + code>>(zeros&63)>>1&(1<<(p&63)-1)
		if number >= r {
			return number == r
		}
		least = number + gap
		at += zeros + 1 + p
	}
	return false
}

// Count is how many times the number r of a bucket is there. It stops at most, since
// a bucket can be long where numbers repeat.
func (c *Coded) Count(bucket, r uint64, most int) (times int) {
	for number := range c.bucket(bucket) {
		if number == r {
			times++
		}
		if number > r || times == most {
			break
		}
	}
	return times
}

// All yields the numbers in ascending order, each with its bucket.
func (c *Coded) All() iter.Seq2[uint64, uint64] {
	return func(yield func(bucket, r uint64) bool) {
		for j := range c.Buckets {
			for r := range c.bucket(j) {
				if !yield(j, r) {
					return
				}
			}
		}
	}
}

// bucket yields the numbers of one.
func (c *Coded) bucket(j uint64) iter.Seq[uint64] {
	return func(yield func(r uint64) bool) {
		end, least, gap := c.begin(j+1), uint64(0), c.gap()
		for at := c.begin(j); at < end; {
			code := getBits(c.codes, at)
			zeros := uint64(bits.TrailingZeros64(code))
			number := least + zeros<<c.P + code>>(zeros+1)&(1<<c.P-1)
			if !yield(number) {
				return
			}
			least = number + gap
			at += zeros + 1 + c.P
		}
	}
}

// Len is the count of the numbers.
func (c *Coded) Len() int { return c.count }

// Bits counts codes and index.
func (c *Coded) Bits() uint64 { return (c.length+7)/8*8 + (c.entry*(c.Buckets+1)+7)/8*8 }

// Expected is what Encode makes of n random numbers on average, without its arrays,
// and the share of all numbers that are there. Where numbers do not repeat, equal
// ones are one.
//
// A number r of a bucket is there with the probability of the rate, and then has at
// least i zeros in its code if as many numbers before it, in the bucket, are not as
// i·2^P takes. The places' distance from the line is that of a random walk that
// returns, √(π/2)·√n steps, each that of one number more or less in a bucket: P + 1
// bits, less the half a zero that its neighbours save.
func Expected(s Shape, n int) (c Coded, rate float64) {
	c = Coded{Shape: s, count: n, entry: s.entryLeast()}
	if n == 0 {
		return c, 0
	}
	rate = 1.0
	if numbers := s.Numbers(); numbers > 1 {
		rate = -math.Expm1(float64(n) * math.Log1p(-1/numbers)) // that one of n throws hits a number
	}
	zeros := 0.0
	for i := uint64(1); i<<s.P < s.Width; i++ {
		zeros += rate * float64(s.Width-i<<s.P) * math.Pow(1-rate, float64(i<<s.P-1+s.gap()))
	}
	if !s.Repeats {
		c.count = int(math.Round(rate * s.Numbers()))
	}
	c.length = uint64(float64(c.count)*float64(1+s.P) + float64(s.Buckets)*zeros)
	c.entry = max(c.entry, uint64(bits.Len64(uint64(math.Sqrt(math.Pi/2*float64(c.count)*(1-rate))*(float64(s.P)+0.5)))))
	return c, rate
}
