package corpus

import (
	"bytes"
	"compress/bzip2"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"hyphbench/data"
	"hyphbench/internal/inputfile"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/wordlist"
)

// Text is running text: its words in their order, lower-cased, as often as they are
// there.
type Text struct {
	Words *wordlist.List
	Input runfolder.Input
}

// LoadText reads the text at path; without one, the embedded one. A word is letters
// in a row, with apostrophes between them. Errors: a file that is unreadable, not
// UTF-8 or without a word.
func LoadText(path string) (*Text, error) {
	if path == "" {
		src, err := kingJames()
		if err != nil {
			return nil, err
		}
		return text(KingJames().Name, src)
	}
	src, err := inputfile.Read(path, inputfile.Words)
	if err != nil {
		return nil, fmt.Errorf("text: %w", err)
	}
	return text(path, src)
}

// Passages is a text as documents to search in.
type Passages struct {
	Words []*wordlist.List // of each passage, as Text has them
	Input runfolder.Input
}

// LoadPassages reads the lines of the text at path; without one, the verses of the embedded
// one, each of which begins with its number. Errors are those of LoadText.
func LoadPassages(path string) (*Passages, error) {
	if path != "" {
		src, err := inputfile.Read(path, inputfile.Words)
		if err != nil {
			return nil, fmt.Errorf("text: %w", err)
		}
		return passages(path, src, strings.Split(string(src), "\n"))
	}
	src, err := kingJames()
	if err != nil {
		return nil, err
	}
	var verses []string
	in := false // a verse: a blank line ends it, and what follows is the heading of a chapter
	for line := range strings.Lines(string(src)) {
		words := strings.TrimLeft(line, " ")
		switch {
		case len(words) < len(line) && words != "" && words[0] <= '9' && words[0] >= '0':
			verses, in = append(verses, words), true
		case strings.TrimSpace(line) == "":
			in = false
		case in:
			verses[len(verses)-1] += line
		}
	}
	return passages(KingJames().Name, src, verses)
}

func passages(path string, src []byte, list []string) (*Passages, error) {
	whole, err := text(path, src)
	if err != nil {
		return nil, err
	}
	p := &Passages{Input: whole.Input}
	for _, passage := range list {
		p.Words = append(p.Words, wordlist.Of(tokens(passage)...))
	}
	return p, nil
}

func text(path string, src []byte) (*Text, error) {
	if !utf8.Valid(src) {
		return nil, fmt.Errorf("text: %s is not UTF-8", path)
	}
	t := &Text{Words: wordlist.Of(tokens(string(src))...), Input: InputOf(RoleText, path, src)}
	if t.Input.Count = t.Words.Len(); t.Input.Count == 0 {
		return nil, fmt.Errorf("text: %s has no words", path)
	}
	return t, nil
}

// tokens are the words of a text, lower-cased.
func tokens(src string) (list []string) {
	for _, word := range strings.FieldsFunc(strings.ToLower(src), func(r rune) bool {
		return r != '\'' && r != '’' && !unicode.IsLetter(r) && !unicode.IsMark(r)
	}) {
		if word = strings.Trim(word, "'’"); word != "" {
			list = append(list, word)
		}
	}
	return list
}

// kingJames decompresses the embedded text.
func kingJames() ([]byte, error) {
	src, err := io.ReadAll(bzip2.NewReader(bytes.NewReader(data.KingJames)))
	if err != nil {
		return nil, fmt.Errorf("embedded text: %w", err)
	}
	return src, nil
}
