package knuthliang

// lanes is the fast form of an automaton, for ASCII words of 2 to 20 letters.
//
// A level is a thermometer: level L sets the bits of the levels 1 … L. The
// highest of several levels is then their OR, and a level is odd when the XOR of
// its bits is 1. Each level has a lane of 21 bits, one bit per position; two
// uint64 hold three lanes each:
//
//	62       42 41       21 20        0
//	  lane 3      lane 2      lane 1     and lanes 6, 5, 4 in the other word
//
// The newest position is a lane's highest bit. Every letter shifts all lanes by
// one and ORs in the output of its transition. A bit shifted out of a lane enters
// the next one as its newest position; words of at most 20 letters end before it
// reaches a position of theirs.
//
// The levels of a language are first ranked so that odd and even alternate:
// neighbours of equal parity are merged. Six ranks suffice for English and most
// other languages.
type lanes struct {
	table   []uint32    // the automaton's
	outputs [][2]uint64 // the automaton's own, then those of pairs
	stream  *streamForm // nil for an automaton that does not fit
	least   int         // letters of the shortest word with a break
	minima  [laneLetters + 1]uint64

	whole   [256]uint8 // class of a byte when the whole token is the word
	tex     [256]uint8 // class of a byte under TeX's rule
	special special

	// pairs[c0<<6|c1] is the entry after the boundary and the first two letters
	// of a word, with the outputs of all three steps.
	pairs [1 << (2 * pairShift)]uint32
}

const (
	laneBits    = 21
	laneLevels  = 6
	laneLetters = laneBits - 1
	laneMask    = 1<<laneBits - 1
	pairShift   = 6
)

// newLanes returns nil when the automaton's levels, look-back, classes or
// entries do not fit.
func newLanes(a *Automaton, stride int) *lanes {
	rank, levels := rankLevels(a.levels)
	if a.narrow == nil || levels > laneLevels || stride > 1<<pairShift {
		return nil
	}
	l := &lanes{table: a.narrow, least: a.left + a.right, outputs: make([][2]uint64, len(a.spans))}
	for i, s := range a.spans {
		for back, level := range a.levels[s.from:s.to] {
			if back >= laneBits && rank[level] > 0 {
				return nil
			}
			for r := range int(rank[level]) {
				l.outputs[i][r/3] |= 1 << (r%3*laneBits + laneBits - 1 - back)
			}
		}
	}
	for n := range l.minima {
		l.minima[n] = a.minima(n)
	}
	l.special = specialOf(a.narrow, stride)
	for i, c := range a.ascii {
		switch class := c & asciiClass; {
		case c&notASCII != 0:
			l.whole[i], l.tex[i] = uint8(l.special.classStop), uint8(l.special.classStop)
		case c&notLetter != 0:
			l.whole[i], l.tex[i] = class, uint8(l.special.classCut)
		default:
			l.whole[i], l.tex[i] = class, class
		}
	}
	l.tex['-'] = uint8(l.special.classHyphen)
	if !l.addPairs(a.start, uint32(stride)) {
		return nil
	}
	l.stream = newStreamForm(a, rank, l.special)
	l.table = a.narrow
	return l
}

// addPairs fills the table of the first two letters. It reports false when the
// outputs exceed an entry's bits.
func (l *lanes) addPairs(start, stride uint32) bool {
	index := make(map[[2]uint64]uint32, len(l.outputs))
	for i, o := range l.outputs {
		index[o] = uint32(i)
	}
	for c0 := range stride {
		first := l.table[start+c0]
		before := l.outputs[first&outputMask]
		for c1 := range stride {
			e := l.table[first>>outputBits+c1]
			both := l.outputs[e&outputMask]
			both[0] |= before[0] >> 1
			both[1] |= before[1] >> 1
			n, ok := index[both]
			if !ok {
				if n = uint32(len(l.outputs)); n > outputMask {
					return false
				}
				l.outputs = append(l.outputs, both)
				index[both] = n
			}
			l.pairs[c0<<pairShift|c1] = e&^outputMask | n
		}
	}
	return true
}

// rankLevels maps levels to ranks in the same order, alternately even and odd,
// and returns the highest rank.
func rankLevels(used []uint8) (rank [10]uint8, highest int) {
	var in [10]bool
	for _, level := range used {
		in[level] = true
	}
	r := uint8(0)
	for level, ok := range in {
		if ok && uint8(level)%2 != r%2 {
			r++
		}
		rank[level] = r
	}
	return rank, int(r)
}

// mask hyphenates a word. ok is false when the word is too short, too long or
// has a byte of a special class.
func (l *lanes) mask(classes *[256]uint8, word string) (mask uint64, ok bool) {
	n := len(word)
	if uint(n-2) > laneLetters-2 {
		return 0, false
	}
	table, outputs := l.table, l.outputs
	e := l.pairEntry(classes, word)
	o := &outputs[e&outputMask]
	x, y := o[0], o[1]
	for i := 2; i < len(word); i++ {
		e = table[e>>outputBits+uint32(classes[word[i]])]
		o := &outputs[e&outputMask]
		x, y = x>>1|o[0], y>>1|o[1]
	}
	if e>>outputBits >= l.special.hyphen { // the first of the special rows
		return 0, false
	}
	o = &outputs[table[e>>outputBits+classBoundary]&outputMask]
	return foldLanes(x>>1|o[0], y>>1|o[1], n) & l.minima[n], true
}

// pairEntry is the entry after a word's first two letters.
func (l *lanes) pairEntry(classes *[256]uint8, word string) uint32 {
	return l.pairs[(uint(classes[word[0]])<<pairShift|uint(classes[word[1]]))%uint(len(l.pairs))]
}

// foldLanes makes a mask of the lanes after a word of n ≤ 20 letters and its
// final boundary: the XOR of all levels, shifted so that bit i is position i.
func foldLanes(x, y uint64, n int) uint64 {
	x ^= y
	x ^= x>>laneBits ^ x>>(2*laneBits)
	return (x & laneMask) << (uint(n) % 64) >> (laneBits - 2)
}

// bytes is the size of the lanes without the automaton's own table.
func (l *lanes) bytes() int {
	if l == nil {
		return 0
	}
	n := 16*len(l.outputs) + 4*len(l.pairs) + 8*len(l.minima) + len(l.whole) + len(l.tex)
	if s := l.stream; s != nil {
		n += 4*(len(s.table)-len(l.table)) + 8*len(s.outputs) + 4*len(s.minima)
	}
	return n
}
