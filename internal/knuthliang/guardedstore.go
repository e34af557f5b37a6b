package knuthliang

import (
	"math/bits"
	"strings"

	"hyphbench/internal/wordlist"
)

// Guard is queried before the store: an approximate set of the store's words. It
// must not retain its argument.
type Guard interface{ Contains(word string) bool }

// Store is an exact set of exceptions. word is lower-cased.
type Store interface {
	Lookup(word string) (mask uint64, ok bool)
}

// Guarded hyphenates as the thesis does: every word is looked up in the guard,
// the admitted words in the store; the patterns answer the others.
type Guarded struct {
	Guard    Guard // nil: every word is looked up in the store
	Store    Store // nil: the patterns answer everything
	Patterns *Automaton
}

// Counts are the totals of a pass. With a guard that denies no key they are those
// without a guard, but for Lookups.
type Counts struct {
	Words      int
	Breaks     int // hyphenation points
	Exceptions int // words found in the store
	Lookups    int // words looked up in the store: those that the guard admits
}

// Plus are the counts of two lists.
func (c Counts) Plus(d Counts) Counts {
	return Counts{
		Words: c.Words + d.Words, Breaks: c.Breaks + d.Breaks,
		Exceptions: c.Exceptions + d.Exceptions, Lookups: c.Lookups + d.Lookups,
	}
}

// Pass hyphenates every token of the list by npm hypher's rule: the whole token,
// lower-cased within the pass, is looked up in the guard, then in the store, whose
// answer is taken as written, then hyphenated as one word.
func (g *Guarded) Pass(words *wordlist.List) Counts {
	c := Counts{Words: words.Len()}
	var (
		b     batch
		masks [batchWords]uint64
		lower lowerText
		text  = words.Text()
		ends  = words.Ends()
		start = uint32(0)
	)
	for len(ends) > 0 {
		n := min(len(ends), batchWords)
		g.passBatch(&c, &b, masks[:n], &lower, text, start, ends[:n])
		start, ends = ends[n-1], ends[n:]
	}
	return c
}

// passBatch is Pass for at most batchWords words.
func (g *Guarded) passBatch(c *Counts, b *batch, masks []uint64, lower *lowerText, text string, start uint32, ends []uint32) {
	starts := b.adjacent(start, ends)
	odd := g.Patterns.wholeMasks(b, masks, nil, text, starts, ends)
	if g.Store != nil {
		lower.set(text, start, ends)
		g.passStore(c, masks, lower.text, lower.ends[:len(ends)])
	}
	for _, i := range odd {
		if masks[i] == unanswered {
			masks[i] = 0
			c.Breaks += g.general(text[starts[i]:ends[i]])
		}
	}
	c.Breaks += countBits(masks)
}

// passStore looks up the words of text that end at ends in the guard and the
// store. It counts the breaks of the stored words and clears their masks.
func (g *Guarded) passStore(c *Counts, masks []uint64, text string, ends []uint32) {
	guard, store := g.Guard, g.Store
	start := uint32(0)
	for i, end := range ends {
		word := text[start:end]
		start = end
		if guard != nil && !guard.Contains(word) {
			continue
		}
		c.Lookups++
		mask, ok := store.Lookup(word)
		if !ok {
			continue
		}
		c.Exceptions++
		c.Breaks += bits.OnesCount64(mask)
		if len(word) > maskRunes {
			c.Breaks += g.beyondMask(word)
		}
		masks[i] = 0
	}
}

// countBits counts the bits of masks of less than 2³², two at a time.
func countBits(masks []uint64) (n int) {
	for len(masks) >= 2 {
		n += bits.OnesCount64(masks[0] | masks[1]<<32)
		masks = masks[2:]
	}
	for _, mask := range masks {
		n += bits.OnesCount64(mask)
	}
	return n
}

// general counts the breaks of a token without a mask.
func (g *Guarded) general(token string) int {
	if strings.Contains(token, string(softHyphen)) {
		return 0
	}
	if mask, fits := g.Patterns.Mask(token); fits {
		return bits.OnesCount64(mask)
	}
	return len(g.Patterns.AppendBreaks(nil, token))
}

// beyondMask counts the breaks of a stored word beyond its mask.
func (g *Guarded) beyondMask(word string) (n int) {
	s, ok := g.Store.(interface {
		AppendBreaks(dst []int, word string) ([]int, bool)
	})
	if !ok {
		return 0
	}
	breaks, _ := s.AppendBreaks(nil, word)
	for _, b := range breaks {
		if b >= maskRunes {
			n++
		}
	}
	return n
}

// PassTeX is Pass with TeX's token rule: the word is the token's first run of
// letters, at most 63 of them, and the minima apply to the store's answers too.
// Tokens with a hyphen, or whose word is shorter than both minima together, are
// neither looked up nor hyphenated.
func (g *Guarded) PassTeX(words *wordlist.List) Counts {
	c := Counts{Words: words.Len()}
	var (
		b     batch
		masks [batchWords]uint64
		runs  letterRuns
	)
	for i := range words.Len() {
		if runs.add(g.Patterns, words.At(i)); runs.n == batchWords {
			g.passRuns(&c, &b, masks[:], &runs)
		}
	}
	g.passRuns(&c, &b, masks[:], &runs)
	return c
}

// letterRuns is a batch of TeX's words, lower-cased and adjacent.
type letterRuns struct {
	text    []byte
	ends    [batchWords]uint32
	letters [batchWords]uint8 // of each word
	n       int
}

// add appends the word of a token unless no break is possible.
func (r *letterRuns) add(a *Automaton, token string) {
	if strings.IndexByte(token, '-') >= 0 {
		return
	}
	from, to, ascii := a.asciiRun(token)
	if letters := to - from; ascii && letters <= texLetters {
		if letters < a.left+a.right {
			return
		}
		r.text = appendLower(r.text, token[from:to])
		r.letters[r.n] = uint8(letters)
	} else {
		var w letterRun
		if !w.scan(a, token) {
			return
		}
		r.text = append(r.text, w.lower[:w.size]...)
		r.letters[r.n] = uint8(w.n)
	}
	r.ends[r.n] = uint32(len(r.text))
	r.n++
}

// passRuns hyphenates the batch and empties it.
func (g *Guarded) passRuns(c *Counts, b *batch, masks []uint64, runs *letterRuns) {
	if runs.n == 0 {
		return
	}
	text, ends, masks := string(runs.text), runs.ends[:runs.n], masks[:runs.n]
	starts := b.adjacent(0, ends)
	g.Patterns.wholeMasks(b, masks, nil, text, starts, ends)
	for i, mask := range masks {
		word := text[starts[i]:ends[i]]
		if stored, ok := g.lookup(c, word); ok {
			mask = stored & g.Patterns.minima(int(runs.letters[i]))
		} else if mask == unanswered {
			mask, _ = g.Patterns.Mask(word)
		}
		c.Breaks += bits.OnesCount64(mask)
	}
	runs.text, runs.n = runs.text[:0], 0
}

// lookup looks word up in the guard and the store.
func (g *Guarded) lookup(c *Counts, word string) (mask uint64, ok bool) {
	if g.Store == nil || g.Guard != nil && !g.Guard.Contains(word) {
		return 0, false
	}
	c.Lookups++
	mask, ok = g.Store.Lookup(word)
	if ok {
		c.Exceptions++
	}
	return mask, ok
}
