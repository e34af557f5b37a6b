package routing

import (
	"encoding/binary"
	"errors"
	"math/bits"
	"slices"
)

// bitwise is knowledge of which the bits that changed are told: each by its distance from
// the one before, in a varint.
type bitwise struct{}

func (bitwise) difference(before, after []byte) (list []byte) {
	last := -1
	for i := range after {
		for changed := before[i] ^ after[i]; changed != 0; changed &= changed - 1 {
			bit := 8*i + bits.TrailingZeros8(changed)
			list = binary.AppendUvarint(list, uint64(bit-last-1))
			last = bit
		}
	}
	return list
}

func (bitwise) patched(before, difference []byte) ([]byte, error) {
	after := slices.Clone(before)
	last := -1
	for len(difference) > 0 {
		gap, n := binary.Uvarint(difference)
		if n <= 0 || gap >= uint64(8*len(after)-last-1) {
			return nil, errors.New("a bit behind the filter")
		}
		last += int(gap) + 1
		after[last/8] ^= 1 << (last % 8)
		difference = difference[n:]
	}
	return after, nil
}
