package corpus

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"hyphbench/data"
	"hyphbench/internal/axis"
	"hyphbench/internal/inputfile"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/wordlist"
)

// Places are the folders to search for words.txt, in this order. An empty name is
// skipped.
type Places struct {
	Data  string // of the project, below the working directory
	Cache string // of the user
}

// DefaultPlaces are data/ below the working directory and hyphbench/ in the user's
// cache, if the system has one.
func DefaultPlaces() Places {
	p := Places{Data: "data"}
	if cache, err := os.UserCacheDir(); err == nil {
		p.Cache = filepath.Join(cache, "hyphbench")
	}
	return p
}

// paths are the files to search, in order.
func (p Places) paths() []string {
	var paths []string
	for _, dir := range []string{p.Data, p.Cache} {
		if dir != "" {
			paths = append(paths, filepath.Join(dir, ThesisWords().Name))
		}
	}
	return paths
}

// Words is a word list with its description.
type Words struct {
	List  *wordlist.List
	Input runfolder.Input
	Path  string // of the file read; empty for the embedded list
	Note  string // a sentence for every output; empty for the thesis's list
}

// LoadWords reads the file at path. Without a path it reads the first existing
// file of the places, else the embedded list. Errors: a missing file at path, a
// file that is unreadable, empty or not UTF-8.
func LoadWords(path string, places Places) (*Words, error) {
	if path != "" {
		return readWords(path)
	}
	for _, p := range places.paths() {
		w, err := readWords(p)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		return w, err
	}
	src, err := scowl()
	if err != nil {
		return nil, err
	}
	w, err := words(SCOWL().Name, src)
	if err != nil {
		return nil, err
	}
	w.Note += " The thesis's list was not found: `hyphbench data fetch` brings it, --words names a file."
	return w, nil
}

// readWords reads a list from the file at path.
func readWords(path string) (*Words, error) {
	src, err := inputfile.Read(path, inputfile.Words)
	if err != nil {
		return nil, fmt.Errorf("word list: %w", err)
	}
	w, err := words(path, src)
	if err != nil {
		return nil, fmt.Errorf("word list: %w", err)
	}
	w.Path = path
	return w, nil
}

// words parses a list; path is for its name and for errors.
func words(path string, src []byte) (*Words, error) {
	list, err := wordlist.Parse(path, src)
	if err != nil {
		return nil, err
	}
	w := &Words{List: list, Input: InputOf(RoleWords, path, src)}
	w.Input.Count = list.Len()
	if !w.Input.Pinned {
		thesis := ThesisWords()
		w.Note = fmt.Sprintf("Word list: %s, %s words, SHA-256 %.12s…, not the thesis's (%s, %s words).",
			w.Input.Title, axis.Grouped(w.Input.Count), w.Input.SHA256, thesis.Title, axis.Grouped(thesis.Count))
	}
	return w, nil
}

// LoadNegatives reads a list of words that are not keys, one a line.
func LoadNegatives(path string) (*wordlist.List, runfolder.Input, error) {
	src, err := inputfile.Read(path, inputfile.Words)
	if err != nil {
		return nil, runfolder.Input{}, fmt.Errorf("known negatives: %w", err)
	}
	list, err := wordlist.Parse(path, src)
	if err != nil {
		return nil, runfolder.Input{}, fmt.Errorf("known negatives: %w", err)
	}
	in := InputOf(RoleNegatives, path, src)
	in.Count = list.Len()
	return list, in, nil
}

// scowl decompresses the embedded list.
func scowl() ([]byte, error) {
	r, err := gzip.NewReader(bytes.NewReader(data.WordsSCOWL))
	if err != nil {
		return nil, fmt.Errorf("embedded word list: %w", err)
	}
	list, before := make([]byte, 0, SCOWL().Bytes), 0 // where the line before begins
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		line := lines.Bytes()
		shared := max(len(list)-1, 0) // where its part of that line ends
		if len(line) == 0 || line[0] < '!' || int(line[0]-'!') > shared-before {
			return nil, fmt.Errorf("embedded word list: no word from %q", line)
		}
		part := list[before : shared-int(line[0]-'!')]
		before = len(list)
		list = append(append(append(list, part...), line[1:]...), '\n')
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("embedded word list: %w", err)
	}
	return list, nil
}
