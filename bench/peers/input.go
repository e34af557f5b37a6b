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

// Input is the input of all participants.
type Input struct {
	Words *wordlist.List // as in the file
	Lower *wordlist.List // lower-cased, for the filters
	About runfolder.Input
	Note  string // empty for the thesis's list

	Rules     *knuthliang.Rules      // English patterns, with the file's own 14 exceptions
	Automaton *knuthliang.Automaton  // of the patterns
	Hyphenex  []knuthliang.Exception // guarded by the thesis's filters
	Merged    []knuthliang.Exception // the pattern file's own and Hyphenex
	Keys      []string               // of Hyphenex
	Sets      []*KeySet              // of the filters: Keys asked for Lower, and the large one if any

	// MinSection is the least length of a section in this process.
	MinSection time.Duration

	// Dir is a scratch folder for the files of other programs.
	Dir string

	truths map[Rule][]uint64
}

// newInput loads the words of the options, without any those of corpus's search,
// and the embedded patterns and exceptions.
func newInput(o options, dir string) (*Input, error) {
	places := corpus.DefaultPlaces()
	places.Data = filepath.Join("..", "..", places.Data) // of the project, two levels above this module
	words, err := corpus.LoadWords(o.words, places)
	if err != nil {
		return nil, err
	}
	list := words.List
	if o.quick {
		list = everyNth(list, quickEvery)
	}
	in, err := inputOf(list, dir, o.large)
	if err != nil {
		return nil, err
	}
	in.About, in.Note = words.Input, words.Note
	if o.quick {
		in.MinSection = quickSection
		in.Note = join("; ", in.Note, fmt.Sprintf("A quick run, whose figures have no worth: every %dth word", quickEvery))
	}
	return in, nil
}

// everyNth is the list of each n-th word.
func everyNth(list *wordlist.List, n int) *wordlist.List {
	var words []string
	for i := 0; i < list.Len(); i += n {
		words = append(words, list.At(i))
	}
	return wordlist.Of(words...)
}

// inputOf makes the input of given words and of so many large keys.
func inputOf(words *wordlist.List, dir string, large int) (*Input, error) {
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
		Rules: h.Rules, Automaton: h.Automaton, Hyphenex: h.Exceptions, Keys: h.Keys().All(),
		Merged: corpus.MergeExceptions(h.Rules.Exceptions, h.Exceptions),
		truths: map[Rule][]uint64{},
	}
	in.Sets = []*KeySet{keySet(Query, Build, in.Keys, in.Lower)}
	if large > 0 {
		in.Sets = append(in.Sets, largeSet(in.Lower, large))
	}
	return in, nil
}

// writeWords writes the words to a file in the scratch folder, unless it exists.
func (in *Input) writeWords() (string, error) {
	lines := func(each func(string)) {
		for i := range in.Words.Len() {
			each(in.Words.At(i))
		}
	}
	return in.writeLines("words.txt", lines)
}

// writeExceptions writes exceptions with their hyphens, one per line.
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
	lines(func(line string) { fmt.Fprintln(w, line) }) // Flush returns the error
	if err := w.Flush(); err != nil {
		f.Close()
		return "", err
	}
	return path, f.Close()
}

// hyphenated is an exception in TeX's notation, such as "acad-e-my".
func hyphenated(e knuthliang.Exception) string {
	return insertMarks(e, "", "-")
}

// asPattern is an exception as a pattern of its whole word, for programs without
// exceptions: level 9 at its breaks, 8 at all other positions, both above all
// levels of the English patterns.
func asPattern(e knuthliang.Exception) string {
	return ".8" + insertMarks(e, "8", "9") + "8."
}

// insertMarks inserts mark at the breaks of e and other between all other letters.
func insertMarks(e knuthliang.Exception, other, mark string) string {
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

// patternLines is the pattern file of other programs: one pattern per line, the
// exceptions as patterns.
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
