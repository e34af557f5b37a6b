package thesis

import (
	"context"
	"strings"
	"unicode"

	"hyphbench/internal/knuthliang"
	"hyphbench/internal/measuring"
)

// expectation has the required counts of every pass over the list. They are
// computed once, by the plain algorithm and not by the measured one.
type expectation struct {
	keys   []string
	key    []int32 // for each word of the list the key that its lower-cased form is, or −1
	tokens []int   // for each key the words of the list that its exception answers
	gain   []int   // for each key the hyphenation points that it adds to these words
	plain  int     // hyphenation points by the patterns alone
	texts  *texts  // the hyphenated words; nil where a pass does not write them
}

func newExpectation(ctx context.Context, rules *knuthliang.Rules, b *bench) (*expectation, error) {
	patterns, err := knuthliang.NewReference(rules)
	if err != nil {
		return nil, err
	}
	full, err := knuthliang.NewReference(rules, b.exceptions)
	if err != nil {
		return nil, err
	}
	index := make(map[string]int32, len(b.keys))
	for i, k := range b.keys {
		index[k] = int32(i)
	}
	e := &expectation{
		keys:   b.keys,
		key:    make([]int32, b.words.Len()),
		tokens: make([]int, len(b.keys)),
		gain:   make([]int, len(b.keys)),
	}
	// Answers word by word: the processors share nothing.
	points := make([]int32, b.words.Len())     // by the patterns alone
	exceptions := make([]int32, b.words.Len()) // by its exception
	key := make([]int32, b.words.Len())        // whose exception it is, or −1
	var texts []string                         // by the patterns, as a pass word by word writes them
	if b.passes == passLiteral {
		texts = make([]string, b.words.Len())
	}
	err = measuring.InParallel(ctx, b.words.Len(), func(i int) {
		token := b.words.At(i)
		e.key[i] = lookup(index, b.lower.At(i))
		if b.rule == ruleTeX {
			key[i] = lookup(index, texWord(token))
			points[i] = int32(len(patterns.TeX(token, false)))
		} else {
			key[i] = e.key[i]
			breaks := patterns.Hypher(token)
			points[i] = int32(len(breaks))
			if texts != nil {
				texts[i] = marked(token, breaks)
			}
		}
		switch {
		case key[i] < 0:
		case b.rule == ruleTeX:
			exceptions[i] = int32(len(full.TeX(token, false)))
		default:
			exceptions[i] = int32(len(full.Hypher(token)))
		}
	})
	if err != nil {
		return nil, err
	}
	if texts != nil {
		e.texts = newTexts(texts)
	}
	for i, k := range key {
		e.plain += int(points[i])
		if k >= 0 {
			if e.texts != nil {
				e.texts.stored[i] = marked(b.words.At(i), full.Hypher(b.words.At(i)))
			}
			e.tokens[k]++
			e.gain[k] += int(exceptions[i] - points[i])
		}
	}
	return e, nil
}

func lookup(index map[string]int32, word string) int32 {
	if k, ok := index[word]; ok {
		return k
	}
	return -1
}

// texWord is the lower-cased word in a token by TeX's rule, for a language of
// words of letters only; empty where a hyphen forbids all breaks.
func texWord(token string) string {
	if strings.ContainsRune(token, '-') {
		return ""
	}
	token = strings.TrimLeftFunc(token, func(r rune) bool { return !unicode.IsLetter(r) })
	if end := strings.IndexFunc(token, func(r rune) bool { return !unicode.IsLetter(r) }); end >= 0 {
		token = token[:end]
	}
	return strings.ToLower(token)
}

// isKey reports whether word i of the list is, lower-cased, a key.
func (e *expectation) isKey(i int) bool { return e.key[i] >= 0 }

// honoured says of each key whether a pass with the instance finds its exception. A filter that
// is known to deny keys must honour just the exceptions of the others.
func (e *expectation) honoured(c *instance) []bool {
	list := make([]bool, len(e.keys))
	for k, key := range e.keys {
		list[k] = c.cell.Filter != NoExceptions && (c.filter == nil || c.filter.Contains(key))
	}
	return list
}

// of has the required counts of a pass that honours these exceptions.
func (e *expectation) of(honoured []bool) knuthliang.Counts {
	want := knuthliang.Counts{Words: len(e.key), Breaks: e.plain}
	for k, found := range honoured {
		if found {
			want.Exceptions += e.tokens[k]
			want.Breaks += e.gain[k]
		}
	}
	return want
}

// record is the expectation in run.json. negatives are the words of the list
// whose lower-cased form is no key.
func (e *expectation) record() map[string]int64 {
	positives := 0
	for _, k := range e.key {
		if k >= 0 {
			positives++
		}
	}
	all := e.of(e.honoured(&instance{}))
	return map[string]int64{
		"words":                int64(len(e.key)),
		"keys":                 int64(len(e.keys)),
		"negatives":            int64(len(e.key) - positives),
		"exceptions":           int64(all.Exceptions),
		"breaks":               int64(all.Breaks),
		"breaks_no_exceptions": int64(e.plain),
	}
}
