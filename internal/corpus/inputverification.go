package corpus

import (
	"errors"
	"io/fs"

	"hyphbench/data"
	"hyphbench/internal/inputfile"
)

// State is the state of an input.
type State string

// States of an input.
const (
	OK         State = "ok"         // has the pinned checksum
	Absent     State = "absent"     // does not exist
	Different  State = "different"  // has another checksum
	Unreadable State = "unreadable" // exists and cannot be read
)

// Status is the result of Verify for one place.
type Status struct {
	Source Source
	Path   string // of the file; empty for an embedded input
	State  State
	SHA256 string // of the file; empty when Absent or Unreadable
	Bytes  int64  // of the file
	Err    error  // when Unreadable
}

// Verify compares every input with its pinned checksum: the embedded ones, then
// words.txt in each of the places, in the order of LoadWords.
func Verify(places Places) []Status {
	list, err := scowl()
	text, failed := kingJames()
	found := []Status{
		compare(Hyphenex(), "", data.Hyphenex, nil),
		compare(PatternsEN(), "", data.PatternsEN, nil),
		compare(SCOWL(), "", list, err),
		compare(KingJames(), "", text, failed),
	}
	for _, path := range places.paths() {
		src, err := inputfile.Read(path, inputfile.Words)
		found = append(found, compare(ThesisWords(), path, src, err))
	}
	return found
}

func compare(want Source, path string, src []byte, err error) Status {
	st := Status{Source: want, Path: path}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		st.State = Absent
		return st
	case err != nil:
		st.State, st.Err = Unreadable, err
		return st
	}
	st.SHA256, st.Bytes = checksum(src), int64(len(src))
	st.State = Different
	if st.SHA256 == want.SHA256 {
		st.State = OK
	}
	return st
}
