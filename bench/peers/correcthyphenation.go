package main

import (
	"fmt"
	"runtime"
	"sync"

	"hyphbench/internal/knuthliang"
)

// Rule defines the right breaks of a word.
type Rule int

// The rules.
const (
	TeXPatterns    Rule = iota // TeX with the patterns alone
	TeXExceptions              // TeX with the patterns and all exceptions
	HypherPatterns             // npm hypher with the patterns alone
	HypherGuarded              // npm hypher with hyphenex, the thesis's pass
)

// truth is the masks of all words of letters, by the plain implementation of the
// rule. It is computed once for each rule.
func (in *Input) truth(rule Rule) ([]uint64, error) {
	if masks, ok := in.truths[rule]; ok {
		return masks, nil
	}
	var exceptions []knuthliang.Exception
	switch rule {
	case TeXExceptions:
		exceptions = in.Merged
	case HypherGuarded:
		exceptions = in.Hyphenex
	}
	ref, err := knuthliang.NewReference(in.Rules, exceptions)
	if err != nil {
		return nil, err
	}
	answer := func(word string) []int { return ref.TeX(word, false) }
	if rule == HypherPatterns || rule == HypherGuarded {
		answer = ref.Hypher
	}
	masks := make([]uint64, in.Words.Len())
	inParallel(len(masks), func(i int) {
		if word := in.Words.At(i); lettersOnly(word) {
			masks[i] = maskOf(answer(word))
		}
	})
	in.truths[rule] = masks
	return masks, nil
}

// inParallel calls do for 0 … n−1, a contiguous share on each processor.
func inParallel(n int, do func(i int)) {
	shares := runtime.GOMAXPROCS(0)
	var wg sync.WaitGroup
	for s := range shares {
		wg.Go(func() {
			for i := n * s / shares; i < n*(s+1)/shares; i++ {
				do(i)
			}
		})
	}
	wg.Wait()
}

// check compares a participant's breaks with its truth.
func (in *Input) check(p *Participant) error {
	if p.Breaks == nil {
		return nil
	}
	truth, err := in.truth(p.Truth)
	if err != nil {
		return err
	}
	wrong, checked := 0, 0
	example := ""
	err = p.Breaks(func(i int, breaks []int) {
		word := in.Words.At(i)
		if !lettersOnly(word) {
			return
		}
		checked++
		if got := maskOf(breaks); got != truth[i] {
			if wrong == 0 {
				example = fmt.Sprintf("%s for %s", marked(word, got), marked(word, truth[i]))
			}
			wrong++
		}
	})
	p.Found.Wrong, p.Found.Checked, p.Found.Example = some(wrong), some(checked), example
	return err
}

// lettersOnly reports whether a token is a word to all hyphenators: at most 63
// ASCII letters.
func lettersOnly(word string) bool {
	for i := range len(word) {
		if c := word[i] | 0x20; c < 'a' || 'z' < c {
			return false
		}
	}
	return len(word) <= 63 // the longest word of TeX
}

func maskOf(breaks []int) (mask uint64) {
	for _, b := range breaks {
		mask |= 1 << uint(b)
	}
	return mask
}

func marked(word string, mask uint64) string {
	var b []byte
	for i := range len(word) {
		if mask>>i&1 != 0 {
			b = append(b, '-')
		}
		b = append(b, word[i])
	}
	return string(b)
}
