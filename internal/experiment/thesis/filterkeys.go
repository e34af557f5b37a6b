package thesis

import (
	"fmt"
	"slices"

	"hyphbench/internal/corpus"
	"hyphbench/internal/filter"
	"hyphbench/internal/knuthliang"
	"hyphbench/internal/wordlist"
)

// Keys of the filter. Its queries are plain words in any case.
const (
	keysPlain      = "plain"      // the words of the exceptions
	keysHyphenated = "hyphenated" // the words with a mark at each break, as the thesis's public code has it
)

// hyphenMark is what npm hypher's lists of exceptions have at a break.
const hyphenMark = '\u2027'

// filterKeys are the keys of the filter of the exceptions.
func (b *bench) filterKeys(h *corpus.Hyphenation) *wordlist.List {
	if b.filled == keysPlain {
		return h.Keys()
	}
	keys := make([]string, len(h.Exceptions))
	for i, e := range h.Exceptions {
		keys[i] = hyphenated(e)
	}
	return wordlist.Of(keys...)
}

// hyphenated is an exception as npm hypher's lists have it.
func hyphenated(e knuthliang.Exception) string {
	word := []rune(e.Word)
	for _, at := range slices.Backward(e.Breaks) {
		word = slices.Insert(word, at, hyphenMark)
	}
	return string(word)
}

// mayLoseKeys reports whether a structure is expected to deny keys.
func (b *bench) mayLoseKeys(name string) bool {
	if b.filled == keysHyphenated {
		return true
	}
	structure, err := b.structure(name)
	return err == nil && structure.Faults&filter.LosesKeys != 0
}

// queries are all words that the filters are asked: the lower-cased tokens, and
// by TeX's rule the words in them. It is the universe of structures that need one.
func (b *bench) queries() *wordlist.List {
	if b.rule != ruleTeX {
		return b.lower
	}
	list := b.lower.All()
	for token := range b.words.Each() {
		list = append(list, texWord(token))
	}
	return wordlist.Of(list...)
}

// know reads the list of known negatives. Filters are asked for lower-cased words.
func (b *bench) know(path string) error {
	list, in, err := corpus.LoadNegatives(path)
	if err != nil {
		return err
	}
	b.negatives = list.Lower()
	b.inputs = append(b.inputs, in)
	b.notes = append(b.notes, fmt.Sprintf("Known negatives: %s, %d words, SHA-256 %.12s…, for the filters that heed them.", in.Title, in.Count, in.SHA256))
	return nil
}
