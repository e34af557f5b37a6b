package screening

import "github.com/RoaringBitmap/roaring/v2"

// inverted is an inverted index of n-grams: for each the documents that have it, as a
// roaring bitmap. A search intersects the lists of its n-grams.
type inverted struct {
	lists map[uint32]*roaring.Bitmap
	docs  int
}

func newInverted(d *documents) *inverted {
	x := &inverted{lists: map[uint32]*roaring.Bitmap{}, docs: d.list.Len()}
	var of []uint32
	i := uint32(0)
	for word := range d.list.Each() {
		of = grams(of[:0], word)
		for _, gram := range of {
			list := x.lists[gram]
			if list == nil {
				list = roaring.New()
				x.lists[gram] = list
			}
			list.Add(i)
		}
		i++
	}
	for _, list := range x.lists {
		list.RunOptimize()
	}
	return x
}

func (x *inverted) candidates(dst []uint32, text string) []uint32 {
	var lists []*roaring.Bitmap
	for _, gram := range grams(nil, text) {
		list := x.lists[gram]
		if list == nil {
			return dst
		}
		lists = append(lists, list)
	}
	for it := roaring.FastAnd(lists...).Iterator(); it.HasNext(); {
		dst = append(dst, it.Next())
	}
	return dst
}

// exact is false: a document may have all n-grams and not in a row.
func (x *inverted) exact() bool { return false }

// bits are those of the lists as the library stores them.
func (x *inverted) bits() (sum uint64) {
	for _, list := range x.lists {
		sum += 8 * list.GetSizeInBytes()
	}
	return sum
}
