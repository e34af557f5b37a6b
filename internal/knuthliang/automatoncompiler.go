package knuthliang

import (
	"fmt"
	"math"
	"slices"
	"unicode"
	"unicode/utf8"
)

// Compile builds the automaton of the rules' patterns. Their exceptions are an
// argument of NewTeX and NewHypher. Errors: an invalid pattern or minimum, a
// table of more than 2³² entries.
func Compile(r *Rules) (*Automaton, error) {
	if err := r.check(); err != nil {
		return nil, err
	}
	a := &Automaton{left: r.LeftMin, right: r.RightMin}
	letters := a.assignClasses(r)
	b := newTrie(r, a, letters)
	if err := b.fill(a); err != nil {
		return nil, fmt.Errorf("%s: %w", r.Name, err)
	}
	a.lanes = newLanes(a, b.stride)
	return a, nil
}

// classRunes is the largest size of the direct class table. Pattern letters
// beyond it are in a map.
const classRunes = 0x3000

// assignClasses numbers the letters of the patterns and returns the number of
// classes.
func (a *Automaton) assignClasses(r *Rules) int {
	alphabet := alphabetOf(r)
	letters := make([]rune, 0, len(alphabet))
	for c := range alphabet {
		letters = append(letters, c)
	}
	slices.Sort(letters)

	// The table ends with the last pattern letter or its upper case.
	size := utf8.RuneSelf
	for _, c := range letters {
		if c = max(c, unicode.ToUpper(c)); c < classRunes {
			size = max(size, int(c)+1)
		}
	}
	number := make(map[rune]uint16, len(letters))
	for i, c := range letters {
		number[c] = uint16(classBoundary + 1 + i)
		if int(c) >= size {
			if a.rest == nil {
				a.rest = map[rune]uint16{}
			}
			a.rest[c] = number[c]
		}
	}
	a.classes = make([]uint16, size)
	for i := range a.classes {
		c := number[unicode.ToLower(rune(i))]
		if !alphabet.letter(rune(i)) {
			c |= notLetterWide
		}
		a.classes[i] = c
	}
	for i := range a.ascii {
		if i >= utf8.RuneSelf {
			a.ascii[i] = notLetter | notASCII
			continue
		}
		// ASCII letters come first, so that their classes are small.
		a.ascii[i] = uint8(a.classes[i] & asciiClass)
		if a.classes[i]&notLetterWide != 0 {
			a.ascii[i] |= notLetter
		}
	}
	return classBoundary + 1 + len(letters)
}

// trie is the trie of the patterns. Node 0 is the root.
type trie struct {
	nodes  []node
	levels []uint8 // arena of the patterns' levels
	stride int     // entries of a row
}

type node struct {
	class          uint16
	child, sibling int32  // 0: none
	fail           int32  // longest proper suffix in the trie
	levels         span   // of the pattern that ends here, last position first
	output         uint32 // merged with those of the suffixes
	row            uint32 // offset of the node's row; of a leaf, that of its failure state
}

func newTrie(r *Rules, a *Automaton, stride int) *trie {
	t := &trie{stride: stride, nodes: make([]node, 1, 4*len(r.Patterns)+1), levels: make([]uint8, 0, 8*len(r.Patterns))}
	for _, p := range r.Patterns {
		at := int32(0)
		from := len(t.levels)
		t.levels = append(t.levels, 0)
		for _, c := range p.Text {
			switch {
			case isDigit(c):
				t.levels[len(t.levels)-1] = uint8(c - '0')
				continue
			case c == '.':
				at = t.step(at, classBoundary)
			default:
				at = t.step(at, a.class(c)&^notLetterWide)
			}
			t.levels = append(t.levels, 0)
		}
		if p.Text[0] == '.' || len(p.Text) > 1 && p.Text[1] == '.' {
			t.levels[from] = 0 // no position precedes the boundary
		}
		slices.Reverse(t.levels[from:])
		to := len(t.levels)
		for to > from && t.levels[to-1] == 0 {
			to--
		}
		t.nodes[at].levels = span{uint32(from), uint32(to)} // the later of two equal patterns counts, as in TeX
	}
	return t
}

// step returns the child of a node. It adds a missing one.
func (t *trie) step(at int32, class uint16) int32 {
	for c := t.nodes[at].child; c != 0; c = t.nodes[c].sibling {
		if t.nodes[c].class == class {
			return c
		}
	}
	c := int32(len(t.nodes))
	t.nodes = append(t.nodes, node{class: class, sibling: t.nodes[at].child})
	t.nodes[at].child = c
	return c
}

// fill links the trie and writes the automaton's table and outputs.
func (t *trie) fill(a *Automaton) error {
	order := t.breadthFirst()
	rows := 0
	outputs := newOutputs()
	for _, n := range order {
		at := &t.nodes[n]
		if n != 0 { // a suffix is shorter: it precedes in the order and is complete
			at.output = outputs.merge(t.levels[at.levels.from:at.levels.to], t.nodes[at.fail].output)
		}
		if at.child != 0 || n == 0 {
			rows++
		}
	}
	a.spans, a.levels = outputs.spans, outputs.levels
	if (rows+specialRows)*(t.stride+specialClasses) <= math.MaxUint32>>outputBits && len(a.spans) <= outputMask {
		t.stride += specialClasses
		t.placeRows(order)
		a.narrow = writeTable[uint32](t, order, (rows+specialRows)*t.stride, outputBits)
		a.start = a.narrow[classBoundary] >> outputBits
		addSpecial(a.narrow, t.stride, a.start)
		return nil
	}
	if uint64(rows)*uint64(t.stride) > math.MaxUint32 {
		return fmt.Errorf("the table of %d states and %d letters exceeds 2^32 entries", len(t.nodes), t.stride)
	}
	t.placeRows(order)
	a.wide = writeTable[uint64](t, order, rows*t.stride, 32)
	a.start = uint32(a.wide[classBoundary] >> 32)
	return nil
}

// placeRows sets the nodes' rows.
func (t *trie) placeRows(order []int32) {
	rows := 0
	for _, n := range order {
		at := &t.nodes[n]
		if at.child == 0 && n != 0 {
			at.row = t.nodes[at.fail].row
			continue
		}
		at.row = uint32(rows * t.stride)
		rows++
	}
}

// writeTable writes the rows of the nodes into a table of the given size. An
// entry is the offset of the next row above the number of the output, which takes
// shift bits.
func writeTable[E uint32 | uint64](t *trie, order []int32, size int, shift uint) []E {
	table := make([]E, size)
	for _, n := range order {
		at := &t.nodes[n]
		if at.child == 0 {
			continue
		}
		row := table[at.row:][:t.stride]
		if n != 0 {
			copy(row, table[t.nodes[at.fail].row:][:t.stride])
		}
		for c := at.child; c != 0; c = t.nodes[c].sibling {
			row[t.nodes[c].class] = E(t.nodes[c].row)<<shift | E(t.nodes[c].output)
		}
	}
	return table
}

// breadthFirst orders the nodes by depth and sets the failure links.
func (t *trie) breadthFirst() []int32 {
	order := make([]int32, 1, len(t.nodes))
	for i := 0; i < len(order); i++ {
		n := order[i]
		for c := t.nodes[n].child; c != 0; c = t.nodes[c].sibling {
			if n != 0 {
				t.nodes[c].fail = t.suffix(t.nodes[n].fail, t.nodes[c].class)
			}
			order = append(order, c)
		}
	}
	return order
}

// suffix follows failure links from a node until one has a child of the class.
func (t *trie) suffix(at int32, class uint16) int32 {
	for {
		for c := t.nodes[at].child; c != 0; c = t.nodes[c].sibling {
			if t.nodes[c].class == class {
				return c
			}
		}
		if at == 0 {
			return 0
		}
		at = t.nodes[at].fail
	}
}

// outputs collects distinct outputs. Output 0 is empty.
type outputs struct {
	spans  []span
	levels []uint8
	index  map[string]uint32
	buf    []uint8
}

func newOutputs() *outputs {
	return &outputs{spans: make([]span, 1), index: map[string]uint32{"": 0}}
}

// merge returns the output with the higher level at each position of own and of
// an earlier output.
func (o *outputs) merge(own []uint8, other uint32) uint32 {
	if len(own) == 0 {
		return other
	}
	s := o.spans[other]
	o.buf = append(o.buf[:0], own...)
	for i, level := range o.levels[s.from:s.to] {
		if i == len(o.buf) {
			o.buf = append(o.buf, o.levels[int(s.from)+i:s.to]...)
			break
		}
		o.buf[i] = max(o.buf[i], level)
	}
	if n, ok := o.index[string(o.buf)]; ok {
		return n
	}
	n := uint32(len(o.spans))
	from := uint32(len(o.levels))
	o.levels = append(o.levels, o.buf...)
	o.spans = append(o.spans, span{from, uint32(len(o.levels))})
	o.index[string(o.buf)] = n
	return n
}
