package main

import (
	"strings"

	"github.com/speedata/hyphenation"

	"hyphbench/internal/heapmemory"
)

// openSpeedata opens the one Go library for TeX patterns. It has no exceptions:
// they are given as patterns. Its left minimum is one too large: it is given one
// less.
func openSpeedata(in *Input) ([]*Participant, error) {
	source := strings.Join(in.patternLines(in.Merged), "\n")
	load := func() (*hyphenation.Lang, error) {
		lang, err := hyphenation.New(strings.NewReader(source))
		if err != nil {
			return nil, err
		}
		lang.Leftmin, lang.Rightmin = in.Rules.LeftMin-1, in.Rules.RightMin
		return lang, nil
	}
	lang, err := load()
	if err != nil {
		return nil, err
	}
	p := &Participant{
		Figure: Positions, Name: "speedata/hyphenation", Version: moduleVersion("github.com/speedata/hyphenation"),
		Setting: "exceptions as patterns",
		Note:    "a new slice for each word; left minimum set to 1, since it counts one too many",
		Truth:   TeXExceptions,
	}
	p.Section = in.collecting(in.Words.Len(), func() (breaks int64) {
		text, start := in.Words.Text(), uint32(0)
		for _, end := range in.Words.Ends() {
			breaks += int64(len(lang.Hyphenate(text[start:end])))
			start = end
		}
		return breaks
	})
	p.Breaks = func(each func(int, []int)) error {
		for i := range in.Words.Len() {
			each(i, lang.Hyphenate(in.Words.At(i)))
		}
		return nil
	}
	p.Found.Bytes = some(heapmemory.Held(func() any {
		l, _ := load() // loaded before without error
		return l
	}))
	return []*Participant{p}, nil
}
