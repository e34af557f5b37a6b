package knuthliang

// Many words at once: they are sorted by length in batches, so that the loop
// over the letters ends where the processor expects it to, and words of equal
// length go through the automaton side by side, so that the steps of one fill
// the waiting time of another. A word of at most 10 letters needs one uint64
// of six lanes of 10 bits where lanes has two of 21.

const (
	// batchWords keeps a batch's text, order and masks within the first-level
	// cache beside the busiest rows of the automaton.
	batchWords = 512

	shortLetters = 10

	// unanswered in the place of a mask: the word needs the general path. No
	// mask has bit 0.
	unanswered = ^uint64(0)
)

// wordAt is a word of a batch: where it starts in the text, its number in the
// batch.
type wordAt struct{ start, number uint32 }

// batch is the working memory of a batch.
type batch struct {
	order  [batchWords]wordAt
	starts [batchWords]uint32
}

// follow returns where words begin of which each but the first, which begins
// at start, follows the one before.
func (b *batch) follow(start uint32, ends []uint32) (starts []uint32) {
	b.starts[0] = start
	return b.starts[:1+copy(b.starts[1:], ends[:len(ends)-1])]
}

// shortOutputs are the outputs in lanes of 10 bits.
type shortOutputs [outputMask + 1]uint64

// shorten returns nil when a position is further back than a short lane
// reaches, or the left minimum lets one count that would come from the next
// lane.
func (l *lanes) shorten(left int) *shortOutputs {
	if left < 2 {
		return nil
	}
	s := new(shortOutputs)
	for i, o := range l.outputs {
		for r := range laneLevels {
			lane := o[r/3] >> (r % 3 * laneBits) & laneMask
			if lane&(1<<(laneBits-shortLetters)-1) != 0 {
				return nil
			}
			s[i] |= lane >> (laneBits - shortLetters) << (r * shortLetters)
		}
	}
	return s
}

// foldShort is foldLanes for short lanes.
func foldShort(x uint64, n int) uint64 {
	x ^= x >> (3 * shortLetters)
	x ^= x>>shortLetters ^ x>>(2*shortLetters)
	return (x & (1<<shortLetters - 1)) << (uint(n) % 64) >> (shortLetters - 2)
}

// wholeMasks sets dst[i] to the mask of the i-th word, taken whole, or to
// unanswered; see lanes.masks.
func (a *Automaton) wholeMasks(b *batch, dst []uint64, text string, starts, ends []uint32) {
	if a.lanes != nil {
		a.lanes.masks(b, dst, &a.lanes.whole, text, starts, ends)
		return
	}
	for i := range dst {
		dst[i] = unanswered
	}
}

// masks sets dst[i] to the mask of the word text[starts[i]:ends[i]], or to
// unanswered. The three slices have the same length, from 1 to batchWords.
func (l *lanes) masks(b *batch, dst []uint64, classes *[256]uint8, text string, starts, ends []uint32) {
	var at [laneLetters + 3]uint32 // at[n+1]: words of n letters; then where they begin
	starts, dst = starts[:len(ends)], dst[:len(ends)]
	for i, end := range ends {
		at[laneLength(end-starts[i])+1]++
	}
	for n := range laneLetters + 1 {
		at[n+1] += at[n]
	}
	for i, end := range ends {
		place := &at[laneLength(end-starts[i])]
		b.order[*place%batchWords] = wordAt{starts[i], uint32(i)}
		*place++
	}
	// at[n] is now where the words of n letters end.
	least := max(l.least, 2)
	for _, w := range b.order[:at[least-1]] {
		dst[w.number] = 0
	}
	for n := least; n <= laneLetters; n++ {
		words := b.order[at[n-1]:at[n]]
		if n <= shortLetters && l.short != nil {
			l.shortWords(dst, classes, text, n, words)
		} else {
			l.longWords(dst, classes, text, n, words)
		}
	}
	for _, w := range b.order[at[laneLetters]:len(ends)] {
		dst[w.number] = unanswered
	}
}

// laneLength is n where lanes can treat a word of n letters, laneLetters+1
// where they cannot.
func laneLength(n uint32) uint32 { return min(n, laneLetters+1) }

// first is the entry behind a word's first two letters.
func (l *lanes) first(classes *[256]uint8, word string) uint32 {
	return l.pairs[(uint(classes[word[0]])<<pairShift|uint(classes[word[1]]))%uint(len(l.pairs))]
}

// shortWords treats words of n ≤ 10 letters, four at a time.
func (l *lanes) shortWords(dst []uint64, classes *[256]uint8, text string, n int, words []wordAt) {
	table, outputs := l.table, l.short
	var rest [4]wordAt
	for len(words) > 0 {
		if len(words) < len(rest) { // the last word fills the places that are left
			last := words[len(words)-1]
			rest = [...]wordAt{last, last, last, last}
			copy(rest[:], words)
			words = rest[:]
		}
		s0 := text[words[0].start:][:n]
		s1 := text[words[1].start:][:n]
		s2 := text[words[2].start:][:n]
		s3 := text[words[3].start:][:n]
		e0, e1, e2, e3 := l.first(classes, s0), l.first(classes, s1), l.first(classes, s2), l.first(classes, s3)
		x0, x1, x2, x3 := outputs[e0&outputMask], outputs[e1&outputMask], outputs[e2&outputMask], outputs[e3&outputMask]
		for i := 2; i < n; i++ {
			e0 = table[e0>>outputBits+uint32(classes[s0[i]])]
			x0 = x0>>1 | outputs[e0&outputMask]
			e1 = table[e1>>outputBits+uint32(classes[s1[i]])]
			x1 = x1>>1 | outputs[e1&outputMask]
			e2 = table[e2>>outputBits+uint32(classes[s2[i]])]
			x2 = x2>>1 | outputs[e2&outputMask]
			e3 = table[e3>>outputBits+uint32(classes[s3[i]])]
			x3 = x3>>1 | outputs[e3&outputMask]
		}
		dst[words[0].number] = l.endShort(e0, x0, n)
		dst[words[1].number] = l.endShort(e1, x1, n)
		dst[words[2].number] = l.endShort(e2, x2, n)
		dst[words[3].number] = l.endShort(e3, x3, n)
		words = words[len(rest):]
	}
}

// endShort takes a word's final boundary and makes the mask.
func (l *lanes) endShort(e uint32, x uint64, n int) uint64 {
	if e>>outputBits == l.stop {
		return unanswered
	}
	x = x>>1 | l.short[l.table[e>>outputBits+classBoundary]&outputMask]
	return foldShort(x, n) & l.minima[n]
}

// longWords treats words of n ≤ 20 letters, two at a time.
func (l *lanes) longWords(dst []uint64, classes *[256]uint8, text string, n int, words []wordAt) {
	table, outputs := l.table, l.outputs
	for len(words) > 0 {
		one, two := words[0], words[len(words)-1]
		words = words[1:]
		if len(words) > 0 {
			words = words[:len(words)-1]
		}
		s0 := text[one.start:][:n]
		s1 := text[two.start:][:n]
		e0, e1 := l.first(classes, s0), l.first(classes, s1)
		o0, o1 := &outputs[e0&outputMask], &outputs[e1&outputMask]
		x0, y0, x1, y1 := o0[0], o0[1], o1[0], o1[1]
		for i := 2; i < n; i++ {
			e0 = table[e0>>outputBits+uint32(classes[s0[i]])]
			o0 = &outputs[e0&outputMask]
			x0, y0 = x0>>1|o0[0], y0>>1|o0[1]
			e1 = table[e1>>outputBits+uint32(classes[s1[i]])]
			o1 = &outputs[e1&outputMask]
			x1, y1 = x1>>1|o1[0], y1>>1|o1[1]
		}
		dst[one.number] = l.endLong(e0, x0, y0, n)
		dst[two.number] = l.endLong(e1, x1, y1, n)
	}
}

// endLong is endShort for long lanes.
func (l *lanes) endLong(e uint32, x, y uint64, n int) uint64 {
	if e>>outputBits == l.stop {
		return unanswered
	}
	o := &l.outputs[l.table[e>>outputBits+classBoundary]&outputMask]
	return foldLanes(x>>1|o[0], y>>1|o[1], n) & l.minima[n]
}
