package golomb

import (
	"bytes"
	"math/bits"

	"hyphbench/internal/filter"
)

// Store writes the numbers, and within them the hash function.
func (c *Coded) Store(e *filter.Encoder, hash *filter.Hasher) error {
	for _, v := range []uint64{uint64(c.count), c.Buckets, c.Width, c.P, c.length, c.entry, c.shift} {
		e.Uint(v)
	}
	if err := e.Hasher(hash); err != nil {
		return err
	}
	e.Bytes(c.codes)
	e.Bytes(c.index)
	return nil
}

// Restore reads what Store wrote. It decodes all: codes that end within their bucket,
// numbers that are below its width, and the index that they give, or the file is
// refused. It reports whether all was well, without which the numbers must not be
// asked.
func Restore(d *filter.Decoder, repeats bool) (c Coded, hash filter.Hasher, ok bool) {
	n := d.Int("n", filter.MostKeys)
	c.Buckets, c.Width, c.P, c.Repeats = d.Uint(), d.Uint(), uint64(d.Int("p", readable)), repeats
	c.length, c.entry, c.shift = d.Uint(), uint64(d.Int("bits of an entry", readable)), d.Uint()
	hash, c.codes, c.index = d.Hasher(), d.Bytes(), d.Bytes()
	// Entries of no bits stand for places on the line, so that a bucket has a bit.
	if d.Check(c.Buckets >= 1 && c.Buckets < 1<<31 && c.Width >= 1 && c.Width <= 1<<63/c.Buckets+1, "%d buckets of %d numbers", c.Buckets, c.Width) &&
		d.Check(c.length < 1<<40 && uint64(len(c.codes)) == c.length/8+8, "%d bits of codes in %d bytes", c.length, len(c.codes)) &&
		d.Check(c.Buckets <= 1+c.length+8*uint64(len(c.index)), "%d buckets in an index of %d bytes", c.Buckets, len(c.index)) &&
		d.Check(uint64(len(c.index)) == (c.Buckets+1)*c.entry/8+8, "an index of %d bytes for %d buckets", len(c.index), c.Buckets) {
		c.check(d, n)
	}
	return c, hash, d.Check(true, "")
}

// check decodes the numbers, of which the sizes of the arrays are right.
func (c *Coded) check(d *filter.Decoder, n int) {
	again := *c
	again.codes = make([]byte, len(c.codes))
	c.slope = c.length << 16 / c.Buckets
	begins := []uint64{}
	at := uint64(0)
	for j := range c.Buckets {
		begins = append(begins, at)
		end := c.begin(j + 1)
		if !d.Check(end >= at && end <= c.length, "bucket %d ends at bit %d of %d", j, end, c.length) {
			return
		}
		for least := uint64(0); at < end; again.count++ {
			code := getBits(c.codes, at)
			zeros := uint64(bits.TrailingZeros64(code))
			length := zeros + 1 + c.P
			if !d.Check(length <= readable && at+length <= end, "a code of %d bits at bit %d, bucket %d ends at %d", length, at, j, end) {
				return
			}
			distance := zeros<<c.P + code>>(zeros+1)&(1<<c.P-1)
			if !d.Check(distance < c.Width-least, "a number of bucket %d is beyond its %d", j, c.Width) {
				return
			}
			putBits(again.codes, at, code&(1<<length-1))
			least += distance + c.gap()
			at += length
		}
	}
	again.setIndex(append(begins, at))
	d.Check(at == c.length && again.count == n && bytes.Equal(again.codes, c.codes), "%d numbers of %d bits are said to be %d of %d", again.count, at, n, c.length)
	d.Check(again.entry == c.entry && again.shift == c.shift && bytes.Equal(again.index, c.index), "the index is not that of its codes")
	c.count = n
}
