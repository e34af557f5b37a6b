package knuthliang

import "slices"

// Excepted are Words with exceptions of their own in front, found by the whole
// word in any case and taken as written.
type Excepted struct {
	Words
	store *ExactStore
}

// NewExcepted makes an Excepted of lists of exceptions. The later of two exceptions
// for one word counts.
func NewExcepted(words Words, exceptions ...[]Exception) *Excepted {
	return &Excepted{Words: words, store: NewStore(slices.Concat(exceptions...))}
}

// AppendBreaks appends the breaks of word as ascending positions in runes.
func (e *Excepted) AppendBreaks(dst []int, word string) []int {
	if breaks, ok := e.store.AppendBreaks(dst, lowerRunes(word)); ok {
		return breaks
	}
	return e.Words.AppendBreaks(dst, word)
}
