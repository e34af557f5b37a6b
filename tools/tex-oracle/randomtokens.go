package main

import (
	"math/rand/v2"
	"strings"

	"hyphbench/internal/knuthliang"
	"hyphbench/internal/wordlist"
)

// punctuation has no backquote: after ! or ? it makes a ligature, one character in
// the log.
const punctuation = "!\"#$%&'()*+,./:;<=>?@[\\]^_{|}~"

// randomTokens draws n tokens of many kinds.
func randomTokens(n int, seed uint64, list *wordlist.List, exceptions []knuthliang.Exception) []string {
	g := generator{r: rand.New(rand.NewPCG(seed, 0x7e8)), list: list, exceptions: exceptions}
	tokens := make([]string, n)
	for i := range tokens {
		tokens[i] = g.token()
	}
	return tokens
}

type generator struct {
	r          *rand.Rand
	list       *wordlist.List
	exceptions []knuthliang.Exception
}

func (g *generator) token() string {
	switch g.r.IntN(8) {
	case 0:
		return g.letters(1 + g.r.IntN(30))
	case 1: // around TeX's 63 letters
		return g.letters(58 + g.r.IntN(12))
	case 2:
		return g.glued(100)
	case 3: // glued and cut around 63
		word := g.glued(120) + g.letters(70)
		return word[:58+g.r.IntN(12)]
	case 4: // punctuation, digits and hyphens in between
		return g.spoiled(g.word())
	case 5:
		return g.spoiled(g.glued(60))
	case 6:
		return g.cased(g.exceptions[g.r.IntN(len(g.exceptions))].Word)
	default: // words between signs and letters
		return g.signs(3) + g.cased(g.word()) + g.signs(3) + g.letters(g.r.IntN(6)) + "x"
	}
}

// letters draws from the frequent letters three times in four.
func (g *generator) letters(n int) string {
	const frequent = "etaoinshrdlu"
	b := make([]byte, n)
	for i := range b {
		if g.r.IntN(4) > 0 {
			b[i] = frequent[g.r.IntN(len(frequent))]
		} else {
			b[i] = 'a' + byte(g.r.IntN(26))
		}
	}
	return g.cased(string(b))
}

// word is a word of the list, without a list of the exceptions.
func (g *generator) word() string {
	if g.list.Len() > 0 {
		return g.list.At(g.r.IntN(g.list.Len()))
	}
	return g.exceptions[g.r.IntN(len(g.exceptions))].Word
}

// glued concatenates words up to at most most letters.
func (g *generator) glued(most int) string {
	most = 1 + g.r.IntN(most)
	var b strings.Builder
	for b.Len() < most {
		b.WriteString(g.word())
	}
	return g.cased(b.String()[:most])
}

// cased capitalises some words, in whole or in part.
func (g *generator) cased(s string) string {
	switch g.r.IntN(6) {
	case 0:
		return strings.ToUpper(s)
	case 1:
		b := []byte(s)
		for i := range b {
			if g.r.IntN(2) == 0 {
				b[i] = strings.ToUpper(string(b[i]))[0]
			}
		}
		return string(b)
	}
	return s
}

// spoiled inserts one to three signs into s.
func (g *generator) spoiled(s string) string {
	for range 1 + g.r.IntN(3) {
		at := g.r.IntN(len(s) + 1)
		s = s[:at] + g.sign() + s[at:]
	}
	return s
}

func (g *generator) signs(most int) string {
	var b strings.Builder
	for range g.r.IntN(most + 1) {
		b.WriteString(g.sign())
	}
	return b.String()
}

func (g *generator) sign() string {
	switch g.r.IntN(8) {
	case 0:
		return "-"
	case 1, 2:
		return string(rune('0' + g.r.IntN(10)))
	}
	return string(punctuation[g.r.IntN(len(punctuation))])
}
