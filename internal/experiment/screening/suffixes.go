package screening

import (
	"index/suffixarray"
	"slices"
	"strings"
)

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
