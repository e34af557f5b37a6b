package screening

import (
	"index/suffixarray"
	"slices"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"
)

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

// suffixArray is the index of the standard library over all documents, one a line.
type suffixArray struct {
	index *suffixarray.Index
	ends  []int // of the documents in the text, their line ends included
}

func newSuffixArray(d *documents) *suffixArray {
	var text strings.Builder
	a := &suffixArray{}
	for word := range d.list.Each() {
		text.WriteString(word)
		text.WriteByte('\n')
		a.ends = append(a.ends, text.Len())
	}
	a.index = suffixarray.New([]byte(text.String()))
	return a
}

// candidates finds all places of the text, and the documents that these are in.
func (a *suffixArray) candidates(dst []uint32, text string) []uint32 {
	first := len(dst)
	for _, at := range a.index.Lookup([]byte(text), -1) {
		document, _ := slices.BinarySearch(a.ends, at+1)
		dst = append(dst, uint32(document))
	}
	slices.Sort(dst[first:])
	return append(dst[:first], slices.Compact(dst[first:])...)
}

func (a *suffixArray) exact() bool { return true }

// bits are those of the array: a number of 32 bits for each byte.
func (a *suffixArray) bits() uint64 { return 32 * uint64(a.ends[len(a.ends)-1]) }
