package thesis

import (
	"context"
	"fmt"
	"hash/maphash"
	"slices"
	"strings"
	"unicode"

	"hyphbench/internal/knuthliang"
	"hyphbench/internal/measuring"
	"hyphbench/internal/wordlist"
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

// passNote says in every output of a run which pass is measured.
func passNote(pass string) string {
	if pass == passLiteral {
		return "The pass goes word by word, as in the thesis (--pass=literal)."
	}
	return "The pass goes by batches of words: the same answers, sooner (--pass=batch)."
}

// texts are the hyphenated words of the list by the slow reference: by the patterns, and by
// its exception where a word has one.
type texts struct {
	plain  *wordlist.List // one text: half a million strings would be searched by every garbage collection
	stored map[int]string // by the word's number
	seed   maphash.Seed
	usual  map[usual][]written // of passes that honour all exceptions, or none
}

// written is what a pass over a part of the list has written: how many bytes, and their hash.
type written struct {
	bytes int
	sum   uint64
}

// usual is a pass whose texts are known from one like it.
type usual struct {
	parts int  // of the list
	all   bool // exceptions are honoured; none else
}

func newTexts(plain []string) *texts {
	return &texts{plain: wordlist.Of(plain...), stored: map[int]string{}, seed: maphash.MakeSeed(), usual: map[usual][]written{}}
}

func (t *texts) of(text []byte) written { return written{len(text), maphash.Bytes(t.seed, text)} }

// wanted is what a pass over some words of the list writes, from word number from on; honours
// says of which words the exception is found. The text is made in buf.
func (t *texts) wanted(buf []byte, from int, words *wordlist.List, honours func(word int) bool) (written, []byte) {
	buf = buf[:0]
	for i := from; i < from+words.Len(); i++ {
		if text, ok := t.stored[i]; ok && honours(i) {
			buf = append(buf, text...)
		} else {
			buf = append(buf, t.plain.At(i)...)
		}
	}
	return t.of(buf), buf
}

// wordByWord is a pass as the thesis describes it. Each part of the list is written into one
// buffer, which is as long as it must be before the clock starts. Its hash is part of the
// section: a hundredth of it, whatever the filter.
func (b *bench) wordByWord(g *knuthliang.Guarded, words []*wordlist.List, honoured []bool) (pass func(part int) knuthliang.Counts, wrong func() error) {
	want, got := b.wantedTexts(words, honoured), make([]written, len(words))
	pass = func(part int) (counts knuthliang.Counts) {
		b.text, counts = g.PassWords(b.text[:0], words[part])
		got[part] = b.expect.texts.of(b.text)
		return counts
	}
	wrong = func() error {
		for part := range want {
			if got[part] != want[part] {
				return fmt.Errorf("wrong answers: the hyphenated words of part %d of %d, %d bytes, are not those of the slow algorithm, %d bytes",
					part+1, len(want), got[part].bytes, want[part].bytes)
			}
		}
		return nil
	}
	return pass, wrong
}

// wantedTexts are those of each part of a pass that honours these exceptions.
func (b *bench) wantedTexts(words []*wordlist.List, honoured []bool) []written {
	t := b.expect.texts
	all, none := !slices.Contains(honoured, false), !slices.Contains(honoured, true)
	like := usual{len(words), all}
	if known := t.usual[like]; known != nil && (all || none) {
		return known
	}
	list, from := make([]written, len(words)), 0
	for i, part := range words {
		list[i], b.text = t.wanted(b.text, from, part, func(word int) bool { return honoured[b.expect.key[word]] })
		from += part.Len()
	}
	if all || none {
		t.usual[like] = list
	}
	return list
}

// marked is a token with a mark before each of the runes of breaks, written anew and not by
// what is measured.
func marked(token string, breaks []int) string {
	if len(breaks) == 0 {
		return token
	}
	var text []byte
	rune, from := 0, 0
	for at := range token {
		for _, b := range breaks {
			if b == rune {
				text = append(append(text, token[from:at]...), knuthliang.WordMark...)
				from = at
			}
		}
		rune++
	}
	return string(append(text, token[from:]...))
}
