package main

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"hyphbench/internal/corpus"
	"hyphbench/internal/knuthliang"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/wordlist"
)

// Input is what all participants work on.
type Input struct {
	Words *wordlist.List // as in the file
	Lower *wordlist.List // lower-cased, for the filters
	About runfolder.Input
	Note  string // when the list is not the thesis's

	Rules     *knuthliang.Rules      // English patterns, with the file's own 14 exceptions
	Automaton *knuthliang.Automaton  // of the patterns
	Hyphenex  []knuthliang.Exception // what the thesis guards
	Merged    []knuthliang.Exception // the pattern file's own and Hyphenex
	Keys      []string               // of Hyphenex

	// MinSection is the least length of a section in this process.
	MinSection time.Duration

	// Dir is a scratch folder for what other programs read.
	Dir string

	isKey  map[string]bool
	truths map[Rule][]uint64
}

// newInput reads the words at path, or those that corpus finds, and the
// embedded patterns and exceptions.
func newInput(path, dir string) (*Input, error) {
	places := corpus.DefaultPlaces()
	places.Data = filepath.Join("..", "..", places.Data) // this module lies two levels below the project
	words, err := corpus.LoadWords(path, places)
	if err != nil {
		return nil, err
	}
	in, err := inputOf(words.List, dir)
	if err != nil {
		return nil, err
	}
	in.About, in.Note = words.Input, words.Note
	return in, nil
}

func inputOf(words *wordlist.List, dir string) (*Input, error) {
	files, err := corpus.LoadFiles("")
	if err != nil {
		return nil, err
	}
	h, err := files.Load()
	if err != nil {
		return nil, err
	}
	in := &Input{
		Words: words, Lower: words.Lower(), MinSection: minSection, Dir: dir,
		Rules: h.Rules, Automaton: h.Automaton, Hyphenex: h.Exceptions, Keys: h.Keys(),
		Merged: corpus.MergeExceptions(h.Rules.Exceptions, h.Exceptions),
		isKey:  map[string]bool{}, truths: map[Rule][]uint64{},
	}
	for _, key := range in.Keys {
		in.isKey[key] = true
	}
	return in, nil
}

// negatives is the number of words that are no keys, at least 1.
func (in *Input) negatives() int {
	n := 0
	for i := range in.Lower.Len() {
		if !in.isKey[in.Lower.At(i)] {
			n++
		}
	}
	return max(n, 1)
}

// writeWords writes the words to a file in the scratch folder, once.
func (in *Input) writeWords() (string, error) {
	lines := func(each func(string)) {
		for i := range in.Words.Len() {
			each(in.Words.At(i))
		}
	}
	return in.writeLines("words.txt", lines)
}

// writeExceptions writes exceptions with their hyphens, one a line.
func (in *Input) writeExceptions(name string, exceptions []knuthliang.Exception) (string, error) {
	return in.writeLines(name, func(each func(string)) {
		for _, e := range exceptions {
			each(hyphenated(e))
		}
	})
}

func (in *Input) writeLines(name string, lines func(each func(string))) (path string, err error) {
	path = filepath.Join(in.Dir, name)
	if _, err := os.Stat(path); err == nil {
		return path, nil
	}
	f, err := os.Create(path)
	if err != nil {
		return "", err
	}
	w := bufio.NewWriter(f)
	lines(func(line string) { fmt.Fprintln(w, line) }) // the writer keeps its error for Flush
	if err := w.Flush(); err != nil {
		f.Close()
		return "", err
	}
	return path, f.Close()
}

// hyphenated writes an exception as TeX files do, such as "acad-e-my".
func hyphenated(e knuthliang.Exception) string {
	return spread(e, "", "-")
}

// asPattern writes an exception as a pattern of its whole word, for programs
// that know patterns only: level 9 where it breaks, 8 everywhere else, both
// above all levels of the English patterns.
func asPattern(e knuthliang.Exception) string {
	return ".8" + spread(e, "8", "9") + "8."
}

// spread puts mark at the breaks of e and other between all other letters.
func spread(e knuthliang.Exception, other, mark string) string {
	var b strings.Builder
	for i, r := range []rune(e.Word) {
		switch {
		case i == 0:
		case slices.Contains(e.Breaks, i):
			b.WriteString(mark)
		default:
			b.WriteString(other)
		}
		b.WriteRune(r)
	}
	return b.String()
}

// patternLines is the pattern file as other programs read it: one pattern a
// line, and the exceptions as patterns.
func (in *Input) patternLines(exceptions []knuthliang.Exception) []string {
	lines := make([]string, 0, len(in.Rules.Patterns)+len(exceptions))
	for _, p := range in.Rules.Patterns {
		lines = append(lines, p.Text)
	}
	for _, e := range exceptions {
		lines = append(lines, asPattern(e))
	}
	return lines
}
