package corpus

import (
	"hyphbench/internal/knuthliang"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/wordlist"
)

// Files are the TeX files of a hyphenator, as bytes.
type Files struct {
	Patterns   File
	Exceptions []File // in reading order: the later of two exceptions for one word wins
}

// LoadFiles reads the pattern file and the exception files. Without a pattern
// path it takes the embedded patterns, without exception paths the embedded
// hyphenex.
func LoadFiles(patterns string, exceptions ...string) (Files, error) {
	p, err := LoadPatterns(patterns)
	if err != nil {
		return Files{}, err
	}
	e, err := LoadExceptions(exceptions...)
	if err != nil {
		return Files{}, err
	}
	return Files{Patterns: p, Exceptions: e}, nil
}

// ParsePatterns parses the pattern file.
func (f Files) ParsePatterns() (*knuthliang.Rules, error) {
	return knuthliang.ParsePatterns(f.Patterns.Name, f.Patterns.Src)
}

// ParseExceptions parses the exception files and merges them. The exceptions
// of the pattern file are not among them: they are part of its rules.
func (f Files) ParseExceptions() ([]knuthliang.Exception, error) {
	lists := make([][]knuthliang.Exception, len(f.Exceptions))
	for i, file := range f.Exceptions {
		list, err := knuthliang.ParseExceptions(file.Name, file.Src)
		if err != nil {
			return nil, err
		}
		lists[i] = list
	}
	return MergeExceptions(lists...), nil
}

// MergeExceptions joins lists of exceptions. The later of two exceptions for
// one word takes the place of the earlier.
func MergeExceptions(lists ...[]knuthliang.Exception) []knuthliang.Exception {
	var merged []knuthliang.Exception
	place := map[string]int{}
	for _, list := range lists {
		for _, e := range list {
			if i, ok := place[e.Word]; ok {
				merged[i] = e
				continue
			}
			place[e.Word] = len(merged)
			merged = append(merged, e)
		}
	}
	return merged
}

// Load makes a hyphenator of the files: it parses them, compiles the patterns
// and stores the exceptions. It does nothing else and may be timed.
func (f Files) Load() (*Hyphenation, error) {
	rules, err := f.ParsePatterns()
	if err != nil {
		return nil, err
	}
	exceptions, err := f.ParseExceptions()
	if err != nil {
		return nil, err
	}
	automaton, err := knuthliang.Compile(rules)
	if err != nil {
		return nil, err
	}
	return &Hyphenation{Rules: rules, Exceptions: exceptions, Automaton: automaton, Store: knuthliang.NewStore(exceptions)}, nil
}

// Inputs describes the files for run.json, the patterns first. It parses each
// file for its count and belongs outside of timed sections.
func (f Files) Inputs() ([]runfolder.Input, error) {
	rules, err := f.ParsePatterns()
	if err != nil {
		return nil, err
	}
	inputs := []runfolder.Input{counted(f.Patterns, len(rules.Patterns))}
	for _, file := range f.Exceptions {
		list, err := knuthliang.ParseExceptions(file.Name, file.Src)
		if err != nil {
			return nil, err
		}
		inputs = append(inputs, counted(file, len(list)))
	}
	return inputs, nil
}

func counted(f File, n int) runfolder.Input {
	in := f.Input
	in.Count = n
	return in
}

// Notes are the notes of the files that are not the thesis's, the patterns
// first.
func (f Files) Notes() []string {
	var notes []string
	for _, file := range append([]File{f.Patterns}, f.Exceptions...) {
		if file.Note != "" {
			notes = append(notes, file.Note)
		}
	}
	return notes
}

// Hyphenation is a loaded hyphenator and the inputs of its filter.
type Hyphenation struct {
	Rules      *knuthliang.Rules      // of the pattern file, with its own exceptions
	Exceptions []knuthliang.Exception // of the exception files, one a word
	Automaton  *knuthliang.Automaton  // of the patterns
	Store      *knuthliang.ExactStore // of Exceptions
}

// Keys are the words of the exceptions, in their order: what a filter in front
// of the store is built of.
func (h *Hyphenation) Keys() *wordlist.List {
	keys := make([]string, len(h.Exceptions))
	for i, e := range h.Exceptions {
		keys[i] = e.Word
	}
	return wordlist.Of(keys...)
}

// Guarded is the hyphenator of the thesis: guard before store before patterns.
// A nil guard admits every word.
func (h *Hyphenation) Guarded(guard knuthliang.Guard) *knuthliang.Guarded {
	return &knuthliang.Guarded{Guard: guard, Store: h.Store, Patterns: h.Automaton}
}
