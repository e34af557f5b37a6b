package stream

import (
	"fmt"
	"slices"
	"strings"

	"hyphbench/internal/nearest"
)

// wordsOf parses a comma list of known words, each once.
func wordsOf(text string, known []string) (list []string, err error) {
	for _, word := range strings.Split(text, ",") {
		word = strings.TrimSpace(word)
		if !slices.Contains(known, word) {
			wanted := strings.Join(known, ", ")
			if best, ok := nearest.Of(word, known); ok {
				wanted += "; did you mean " + best + "?"
			}
			return nil, fmt.Errorf("%q is none of %s", word, wanted)
		}
		if !slices.Contains(list, word) {
			list = append(list, word)
		}
	}
	return list, nil
}

// kindList is --filter. It implements pflag.Value.
type kindList struct {
	text  string
	kinds []kind
}

func (l *kindList) String() string { return l.text }
func (l *kindList) Type() string   { return "names" }

// Words are those that the list can hold.
func (l *kindList) Words() []string {
	list := []string{"all"}
	for _, k := range kinds() {
		list = append(list, k.name)
	}
	return list
}

func (l *kindList) Set(text string) error {
	names, err := wordsOf(text, l.Words())
	if err != nil {
		return err
	}
	l.text, l.kinds = text, nil
	for _, k := range kinds() { // in the order of display
		if slices.Contains(names, k.name) || slices.Contains(names, "all") {
			l.kinds = append(l.kinds, k)
		}
	}
	return nil
}

// streamList is --streams. It implements pflag.Value.
type streamList struct{ names []string }

func (l *streamList) String() string  { return strings.Join(l.names, ",") }
func (l *streamList) Type() string    { return "names" }
func (l *streamList) Words() []string { return streamNames() }

func (l *streamList) Set(text string) (err error) {
	l.names, err = wordsOf(text, streamNames())
	return err
}
