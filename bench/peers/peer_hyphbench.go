package main

import (
	"fmt"
	"math/bits"

	"hyphbench/internal/heapmemory"
	"hyphbench/internal/knuthliang"
	"hyphbench/internal/wordlist"
)

// Names of hyphbench's own participants.
const (
	ownName = "hyphbench"
	ownList = ownName + " whole list"
)

// openOwn opens hyphbench in every figure.
func openOwn(in *Input) ([]*Participant, error) {
	all := ownWords(in)
	passes, err := ownPasses(in)
	if err != nil {
		return nil, err
	}
	all = append(all, passes...)
	for _, structure := range measuredStructures() {
		rows, err := ownPeer(structure).participants(in)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", structure.Name, err)
		}
		all = append(all, rows...)
	}
	return all, nil
}

// ownWords are the figures of single words, by TeX's rule.
func ownWords(in *Input) []*Participant {
	plain := knuthliang.NewTeX(in.Automaton)
	full := knuthliang.NewTeX(in.Automaton, in.Merged)
	held := func(exceptions []knuthliang.Exception) *float64 {
		return some(heapmemory.Held(func() any {
			a, _ := knuthliang.Compile(in.Rules) // compiled before without error
			return knuthliang.NewTeX(a, exceptions)
		}))
	}

	patterns := ownMask(in, plain)
	patterns.Figure, patterns.Truth, patterns.Found.Bytes = MaskPatterns, TeXPatterns, held(nil)
	mask := ownMask(in, full)
	mask.Figure, mask.Truth, mask.Found.Bytes = Mask, TeXExceptions, held(in.Merged)

	masks := make([]uint64, in.Words.Len())
	list := &Participant{
		Figure: Mask, Name: ownList, Own: true, Truth: TeXExceptions, Found: mask.Found,
		Note: "all words in one call, which no peer offers; the peers are compared with the row of single words",
		Breaks: func(each func(int, []int)) error {
			clear(masks)
			full.Masks(masks, in.Words)
			for i, mask := range masks {
				each(i, bitsOf(mask))
			}
			return nil
		},
		Section: in.quiet(in.Words.Len(), func() (breaks int64) {
			full.Masks(masks, in.Words)
			for _, mask := range masks {
				breaks += int64(bits.OnesCount64(mask))
			}
			return breaks
		}),
	}

	positions := &Participant{
		Figure: Positions, Name: ownName, Own: true, Truth: TeXExceptions, Found: mask.Found, Note: "into the caller's slice",
		Breaks: func(each func(int, []int)) error {
			for i := range in.Words.Len() {
				each(i, full.AppendBreaks(nil, in.Words.At(i)))
			}
			return nil
		},
	}
	var breaks []int
	positions.Section = in.quiet(in.Words.Len(), func() (n int64) {
		text, start := in.Words.Text(), uint32(0)
		for _, end := range in.Words.Ends() {
			breaks = full.AppendBreaks(breaks[:0], text[start:end])
			n += int64(len(breaks))
			start = end
		}
		return n
	})

	const softHyphen = "\u00ad"
	text := &Participant{
		Figure: Text, Name: ownName, Own: true, Truth: TeXExceptions, Found: mask.Found, Note: "into the caller's buffer",
		Breaks: func(each func(int, []int)) error {
			for i := range in.Words.Len() {
				word := in.Words.At(i)
				each(i, marksIn(full.AppendHyphenated(nil, word, softHyphen), softHyphen))
			}
			return nil
		},
	}
	var line []byte
	text.Section = in.quiet(in.Words.Len(), func() (n int64) {
		text, start := in.Words.Text(), uint32(0)
		for _, end := range in.Words.Ends() {
			word := text[start:end]
			line = full.AppendHyphenated(line[:0], word, softHyphen)
			n += int64(len(line)-len(word)) / int64(len(softHyphen))
			start = end
		}
		return n
	})
	return []*Participant{patterns, mask, list, positions, text}
}

func ownMask(in *Input, tex *knuthliang.TeX) *Participant {
	return &Participant{
		Name: ownName, Own: true,
		Section: in.quiet(in.Words.Len(), func() (breaks int64) {
			text, start := in.Words.Text(), uint32(0)
			for _, end := range in.Words.Ends() {
				mask, _ := tex.Mask(text[start:end])
				breaks += int64(bits.OnesCount64(mask))
				start = end
			}
			return breaks
		}),
		Breaks: func(each func(int, []int)) error {
			for i := range in.Words.Len() {
				mask, _ := tex.Mask(in.Words.At(i))
				each(i, bitsOf(mask))
			}
			return nil
		},
	}
}

// ownPasses are the thesis's passes, by npm hypher's rule.
func ownPasses(in *Input) ([]*Participant, error) {
	var all []*Participant
	for _, pass := range []struct {
		figure  Figure
		setting string
		store   bool
		guard   string
	}{
		{PassNone, "", false, ""},
		{PassStore, "", true, ""},
		{PassBloom, askedEpsilon, true, "bloom"},
		{PassCuckoo, askedEpsilon, true, "cuckoo"},
	} {
		guarded := func(a *knuthliang.Automaton) (*knuthliang.Guarded, error) {
			g := &knuthliang.Guarded{Patterns: a}
			if pass.store {
				g.Store = knuthliang.NewStore(in.Hyphenex)
			}
			if pass.guard == "" {
				return g, nil
			}
			var err error
			g.Guard, err = buildGuard(pass.guard, wordlist.Of(in.Keys...))
			return g, err
		}
		g, err := guarded(in.Automaton)
		if err != nil {
			return nil, err
		}
		held := heapmemory.Held(func() any {
			a, _ := knuthliang.Compile(in.Rules) // made before without error
			g, _ := guarded(a)
			return g
		})
		all = append(all, &Participant{
			Figure: pass.figure, Name: ownName, Own: true, Setting: pass.setting, Found: Found{Bytes: some(held)},
			Section: in.quiet(in.Words.Len(), func() int64 { return int64(g.Pass(in.Words).Breaks) }),
		})
	}
	return all, nil
}

// bitsOf lists the positions of a mask.
func bitsOf(mask uint64) (breaks []int) {
	for ; mask != 0; mask &= mask - 1 {
		breaks = append(breaks, bits.TrailingZeros64(mask))
	}
	return breaks
}

// marksIn lists the breaks of a hyphenated word: the number of its bytes before
// each mark.
func marksIn(hyphenated []byte, mark string) (breaks []int) {
	at := 0
	for i := 0; i < len(hyphenated); i++ {
		if i+len(mark) <= len(hyphenated) && string(hyphenated[i:i+len(mark)]) == mark {
			breaks = append(breaks, at)
			i += len(mark) - 1
			continue
		}
		at++
	}
	return breaks
}
