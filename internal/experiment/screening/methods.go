package screening

import (
	"fmt"
	"index/suffixarray"
	"slices"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"
)

// method finds the documents that may have a text.
type method interface {
	// candidates appends their numbers, ascending. None that has the text is missing.
	candidates(dst []uint32, text string) []uint32
	// exact reports whether candidates are answers, which need no further look.
	exact() bool
	// bits is the nominal size of what is kept beside the documents.
	bits() uint64
}

// Names of the methods in the rows.
const (
	scanning = "scan"
	suffixes = "suffixes"
	postings = "inverted"
	byRows   = "rows"
	bySlices = "sliced"
)

// methods are in the order of display; the first is what the others are compared with.
func methods() []string { return []string{scanning, suffixes, postings, byRows, bySlices} }

// signed reports whether a method has signatures, of so many bits and hash functions.
func signed(name string) bool { return name == byRows || name == bySlices }

func newMethod(name string, d *documents, s scheme) (method, error) {
	switch name {
	case scanning:
		return &scan{d}, nil
	case suffixes:
		return newSuffixArray(d), nil
	case postings:
		return newInverted(d), nil
	case byRows:
		return newRows(d, s), nil
	case bySlices:
		return newSliced(d, s), nil
	}
	return nil, fmt.Errorf("unknown method %q: want one of %v", name, methods())
}

// result is a search carried out: the candidates, and those that have the text.
type result struct {
	candidates, answers []uint32
	room                []uint32 // for answers that are not the candidates
}

// find searches. Candidates of a method that is not exact are looked at one by one.
func (a *result) find(w method, d *documents, text string) {
	a.candidates = w.candidates(a.candidates[:0], text)
	if w.exact() {
		a.answers = a.candidates
		return
	}
	a.room = a.room[:0]
	for _, i := range a.candidates {
		if strings.Contains(d.list.At(int(i)), text) {
			a.room = append(a.room, i)
		}
	}
	a.answers = a.room
}

func (a *result) check(name string, s search) error {
	if slices.Equal(a.answers, s.answers) {
		return nil
	}
	for _, i := range s.answers {
		if !slices.Contains(a.answers, i) {
			return fmt.Errorf("%s: document %d, which has %q, is missing among the %d answers", name, i, s.text, len(a.answers))
		}
	}
	return fmt.Errorf("%s: %d answers to %q, want %d", name, len(a.answers), s.text, len(s.answers))
}

// scan looks through all documents.
type scan struct{ docs *documents }

func (s *scan) candidates(dst []uint32, text string) []uint32 {
	i := uint32(0)
	for word := range s.docs.list.Each() {
		if strings.Contains(word, text) {
			dst = append(dst, i)
		}
		i++
	}
	return dst
}

func (s *scan) exact() bool  { return true }
func (s *scan) bits() uint64 { return 0 }

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
