package stream

import (
	"fmt"
	"slices"
	"strings"

	"hyphbench/internal/nearest"
)

// nameList is a flag of known words, each once. It implements pflag.Value.
type nameList struct {
	known []string
	text  string
	names []string
}

// namesOf is a list with its default.
func namesOf(known []string, text string) nameList {
	l := nameList{known: known}
	_ = l.Set(text) // that the defaults parse is tested
	return l
}

func (l *nameList) String() string  { return l.text }
func (l *nameList) Type() string    { return "names" }
func (l *nameList) Words() []string { return l.known }

func (l *nameList) Set(text string) error {
	var names []string
	for _, word := range strings.Split(text, ",") {
		word = strings.TrimSpace(word)
		if !slices.Contains(l.known, word) {
			wanted := strings.Join(l.known, ", ")
			if best, ok := nearest.Of(word, l.known); ok {
				wanted += "; did you mean " + best + "?"
			}
			return fmt.Errorf("%q is none of %s", word, wanted)
		}
		if !slices.Contains(names, word) {
			names = append(names, word)
		}
	}
	l.text, l.names = text, names
	return nil
}
