package screening

import "math/bits"

// sliced are signatures laid across, bit-sliced: for each of their bits a slice with a
// bit for each document. A search reads the slices of its own bits alone, 64 documents
// at once, and of those 64 no further slice once none is left (Goodwin et al. 2017,
// section 3, without slices of higher rank).
type sliced struct {
	scheme
	slices [][]uint64
	docs   int
}

func newSliced(d *documents, s scheme) *sliced {
	x := &sliced{scheme: s, slices: make([][]uint64, s.bits), docs: d.list.Len()}
	all := make([]uint64, s.bits*((x.docs+63)/64))
	for i := range x.slices {
		x.slices[i], all = all[:(x.docs+63)/64], all[(x.docs+63)/64:]
	}
	signature := make([]uint64, s.words())
	document := 0
	for word := range d.list.Each() {
		clear(signature)
		s.sign(signature, word)
		for j, w := range signature {
			for ; w != 0; w &= w - 1 {
				x.slices[64*j+bits.TrailingZeros64(w)][document/64] |= 1 << (document % 64)
			}
		}
		document++
	}
	return x
}

// candidates intersects four slices before it looks whether a document of the 64 is
// left: a branch after each of them could not be predicted, and takes longer than to
// read the next slice.
func (x *sliced) candidates(dst []uint32, text string) []uint32 {
	const atOnce = 4
	var wanted [][]uint64
	for _, i := range x.of(text) {
		wanted = append(wanted, x.slices[i])
	}
	for len(wanted) < atOnce {
		wanted = append(wanted, wanted[0])
	}
	a, b, c, d := wanted[0], wanted[1], wanted[2], wanted[3]
	for block := range a {
		left := a[block] & b[block] & c[block] & d[block]
		for i := atOnce; i < len(wanted) && left != 0; i++ {
			left &= wanted[i][block]
		}
		for ; left != 0; left &= left - 1 {
			dst = append(dst, uint32(64*block+bits.TrailingZeros64(left)))
		}
	}
	return dst
}

func (x *sliced) exact() bool  { return false }
func (x *sliced) bits() uint64 { return uint64(x.docs) * uint64(x.scheme.bits) }
