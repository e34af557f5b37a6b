package screening

import (
	"math/rand/v2"
	"slices"

	"hyphbench/internal/wordlist"
)

// gramLength is that of an n-gram in bytes: a trigram.
const gramLength = 3

// documents are what is searched: distinct words.
type documents struct {
	list  *wordlist.List
	sizes []int // how many documents have so many distinct n-grams
}

// newDocuments are at most so many of the words, evenly from the list, each once.
func newDocuments(words *wordlist.List, most int) *documents {
	all := slices.Compact(slices.Sorted(words.Each()))
	if most < len(all) {
		some := make([]string, most)
		for i := range some {
			some[i] = all[i*len(all)/most]
		}
		all = some
	}
	d := &documents{list: wordlist.Of(all...)}
	var of []uint32
	for _, word := range all {
		of = grams(of[:0], word)
		for len(d.sizes) <= len(of) {
			d.sizes = append(d.sizes, 0)
		}
		d.sizes[len(of)]++
	}
	return d
}

// grams appends the distinct n-grams of s as numbers, in the order of their first
// places. A word has few: they are searched one by one.
func grams(dst []uint32, s string) []uint32 {
	first := len(dst)
	for i := 0; i+gramLength <= len(s); i++ {
		gram := uint32(s[i])<<16 | uint32(s[i+1])<<8 | uint32(s[i+2])
		if !slices.Contains(dst[first:], gram) {
			dst = append(dst, gram)
		}
	}
	return dst
}

// ofLength are the documents of at least so many bytes.
func (d *documents) ofLength(length int) (list []int) {
	for i := range d.list.Len() {
		if len(d.list.At(i)) >= length {
			list = append(list, i)
		}
	}
	return list
}

// search is what is looked for, and the truth: the documents that have it, ascending.
type search struct {
	text    string
	answers []uint32
}

// searches draws parts of documents of a length: every second one is glued of the
// beginnings and ends of two parts, and is mostly nowhere.
func (d *documents) searches(random *rand.Rand, n, length int) []search {
	from := d.ofLength(length)
	part := func() string {
		word := d.list.At(from[random.IntN(len(from))])
		at := random.IntN(len(word) - length + 1)
		return word[at : at+length]
	}
	list := make([]search, n)
	for i := range list {
		text := part()
		if i%2 == 1 {
			text = text[:length/2] + part()[length/2:]
		}
		list[i] = search{text, d.containing(text)}
	}
	return list
}

// containing looks through all documents: the truth that all methods are compared with.
func (d *documents) containing(text string) []uint32 { return (&scan{d}).candidates(nil, text) }

// environment are fingerprints of another kind, in the rows: each n-gram with the letters
// beside it, and the ends of the word as letters of their own, as ECFP has atoms with
// their surroundings. A part of a word has other surroundings at its ends than the word.
const environment = "environment"

// around appends the n-grams of s, each with a byte of its surroundings on either side,
// 0 beyond the ends.
func around(dst []uint64, s string) []uint64 {
	at := func(i int) uint64 {
		if i < 0 || i >= len(s) {
			return 0
		}
		return uint64(s[i])
	}
	for i := 0; i+gramLength <= len(s); i++ {
		feature := uint64(0)
		for j := i - 1; j <= i+gramLength; j++ {
			feature = feature<<8 | at(j)
		}
		dst = append(dst, feature)
	}
	return dst
}

// lost is the share of all answers that screening by these features would miss, even if
// no two of them shared a bit.
func (d *documents) lost(searches []search) float64 {
	missed, all := 0, 0
	var wanted, features []uint64
	for _, s := range searches {
		wanted = around(wanted[:0], s.text)
		for _, i := range s.answers {
			features = around(features[:0], d.list.At(int(i)))
			all++
			if !containsAll(features, wanted) {
				missed++
			}
		}
	}
	return float64(missed) / float64(max(1, all))
}

func containsAll(features, wanted []uint64) bool {
	for _, w := range wanted {
		if !slices.Contains(features, w) {
			return false
		}
	}
	return true
}
