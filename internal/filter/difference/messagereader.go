package difference

import (
	"encoding/binary"
	"fmt"

	"hyphbench/internal/filter"
)

// reader reads what a peer sent. After an error all it reads is zero.
type reader struct {
	what string
	left []byte
	err  error
}

// fail keeps the first error.
func (r *reader) fail(format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf("a message with %s is damaged: %s", r.what, fmt.Sprintf(format, args...))
	}
	r.left = nil
}

// uint reads a number from least to most.
func (r *reader) uint(name string, least, most uint64) uint64 {
	v, n := binary.Uvarint(r.left)
	switch {
	case r.err != nil:
		return 0
	case n <= 0:
		r.fail("it ends within %s", name)
		return 0
	case v < least || v > most:
		r.fail("%s = %d: want %d to %d", name, v, least, most)
		return 0
	}
	r.left = r.left[n:]
	return v
}

// count reads how many elements follow, each of that many bytes or more.
func (r *reader) count(name string, bytes int) int {
	return int(r.uint(name, 0, uint64(len(r.left)/bytes)))
}

// cell reads what appendCell wrote.
func (r *reader) cell(expected int64) (c cell) {
	if r.err != nil || len(r.left) < cellLeast {
		r.fail("it ends within a cell")
		return cell{}
	}
	c.keys, c.check = binary.LittleEndian.Uint64(r.left), binary.LittleEndian.Uint32(r.left[8:])
	v, n := binary.Varint(r.left[12:])
	if n <= 0 {
		r.fail("it ends within a count")
		return cell{}
	}
	c.count, r.left = v+expected, r.left[12+n:]
	return c
}

// words reads an array of bits.
func (r *reader) words(n uint64) []uint64 {
	if n > uint64(len(r.left)/8) {
		r.fail("an array of %d words is longer than it", n)
		return nil
	}
	list := make([]uint64, n)
	for i := range list {
		list[i] = binary.LittleEndian.Uint64(r.left[8*i:])
	}
	r.left = r.left[8*n:]
	return list
}

// close is the first error, and one if something is left over.
func (r *reader) close() error {
	if r.err == nil && len(r.left) > 0 {
		r.fail("%d bytes are left over", len(r.left))
	}
	return r.err
}

// mostKeys bounds how many keys a peer may say that it has.
const mostKeys = filter.MostKeys
