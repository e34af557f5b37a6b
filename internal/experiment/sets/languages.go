package sets

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"hyphbench/internal/corpus"
	"hyphbench/internal/runfolder"
	"hyphbench/internal/wordlist"
)

// language is a language with exceptions.
type language struct {
	tag    string
	keys   *wordlist.List // each once
	inputs []runfolder.Input
}

// exceptionsOf are the exceptions of the installed languages that have some, by tag; those
// of American English are the program's.
func exceptionsOf(trees corpus.Trees) (list []language, err error) {
	for _, l := range trees.List() {
		rules, err := corpus.ReadRules(l.Path, func() corpus.Trees { return trees })
		if err != nil {
			return nil, fmt.Errorf("exceptions of %s: %w", l.Tag, err)
		}
		var words []string
		for _, e := range rules.Exceptions {
			words = append(words, e.Word)
		}
		var inputs []runfolder.Input
		if l.Tag == corpus.EmbeddedTag {
			files, err := corpus.LoadFiles("")
			if err != nil {
				return nil, err
			}
			exceptions, err := files.ParseExceptions()
			if err != nil {
				return nil, err
			}
			for _, e := range exceptions {
				words = append(words, e.Word)
			}
			if inputs, err = files.Inputs(); err != nil {
				return nil, err
			}
		} else {
			src, err := os.ReadFile(l.Path)
			if err != nil {
				return nil, err
			}
			input := corpus.InputOf("exceptions "+l.Tag, l.Path, src)
			input.Count = len(words)
			inputs = append(inputs, input)
		}
		slices.Sort(words)
		words = slices.Compact(words)
		if len(words) > 0 {
			list = append(list, language{l.Tag, wordlist.Of(words...), inputs})
		}
	}
	return list, nil
}

// languagesText names the languages with their numbers of exceptions.
func languagesText(list []language) string {
	var names []string
	for _, l := range list {
		names = append(names, fmt.Sprintf("%s %d", l.tag, l.keys.Len()))
	}
	return strings.Join(names, ", ")
}
