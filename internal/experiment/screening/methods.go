package screening

import (
	"fmt"
	"slices"
	"strings"
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

// newMethod makes a method.
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

// check compares the answers with the truth.
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
