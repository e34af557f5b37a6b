package thesis

import (
	"fmt"
	"hash/maphash"
	"slices"

	"hyphbench/internal/knuthliang"
	"hyphbench/internal/wordlist"
)

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
