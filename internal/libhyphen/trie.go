package libhyphen

// trie is a set of patterns as a trie with failure links.
type trie struct{ nodes []node }

type node struct {
	letter         rune
	child, sibling int32 // 0: none
	fail           int32 // the longest proper suffix in the trie; of the root -1
	pattern        *pattern
}

func newTrie(patterns []pattern) *trie {
	t := &trie{nodes: []node{{fail: -1}}}
	for i := range patterns {
		at := int32(0)
		for _, r := range patterns[i].letters {
			at = t.step(at, r)
		}
		t.nodes[at].pattern = &patterns[i] // the later of two with the same letters counts
	}
	order := []int32{0}
	for i := 0; i < len(order); i++ {
		n := order[i]
		for c := t.nodes[n].child; c != 0; c = t.nodes[c].sibling {
			if n != 0 {
				t.nodes[c].fail = max(0, t.next(t.nodes[n].fail, t.nodes[c].letter))
			}
			order = append(order, c)
		}
	}
	return t
}

// step returns the child of a node. It adds a missing one.
func (t *trie) step(at int32, r rune) int32 {
	if c := t.child(at, r); c != 0 {
		return c
	}
	c := int32(len(t.nodes))
	t.nodes = append(t.nodes, node{letter: r, sibling: t.nodes[at].child})
	t.nodes[at].child = c
	return c
}

// child returns the child of a node, 0 without one.
func (t *trie) child(at int32, r rune) int32 {
	for c := t.nodes[at].child; c != 0; c = t.nodes[c].sibling {
		if t.nodes[c].letter == r {
			return c
		}
	}
	return 0
}

// next returns the node of the longest suffix that ends with r, 0 for none.
func (t *trie) next(at int32, r rune) int32 {
	for ; at >= 0; at = t.nodes[at].fail {
		if c := t.child(at, r); c != 0 {
			return c
		}
	}
	return 0
}

// point is what patterns say of a position.
type point struct {
	level   uint8
	change  *change // of the pattern that raised the level to an odd one
	changed bool    // a break here changes letters
}

func (p point) odd() bool { return p.level&1 != 0 }

// scan returns the points of a word, points[i] before word[i]. There is none at the
// ends. Digits in a word are boundaries, and dots are.
func (t *trie) scan(word []rune) []point {
	prepared := make([]rune, 0, len(word)+2)
	prepared = append(prepared, '.')
	for _, r := range word {
		if '0' <= r && r <= '9' {
			r = '.'
		}
		prepared = append(prepared, r)
	}
	prepared = append(prepared, '.')

	points := make([]point, len(prepared)+1) // before the letters of prepared
	var changes replacements
	at := int32(0)
	for i, r := range prepared {
		at = t.next(at, r)
		p := t.nodes[at].pattern
		if p == nil {
			continue
		}
		first := i + 1 - len(p.letters) // of the pattern, in prepared
		letter := first                 // its first letter
		if p.letters[0] == '.' {
			letter++
		}
		var replaced int // the first letter that changes, in the word
		if p.change != nil {
			replaced = letter - 1 + p.change.start
			changes.set(replaced, len(word), p.change.length)
		}
		for k, level := range p.levels {
			at := &points[first+k]
			if level <= at.level {
				continue
			}
			at.level = level
			if level&1 == 0 {
				continue
			}
			at.change = p.change
			if inside := first + k - letter; p.change != nil && inside >= p.change.start && inside <= p.change.start+p.change.length {
				changes.breakAt(replaced, first+k)
			}
		}
	}
	changes.mark(points)
	points = points[1 : len(word)+1]
	if len(points) > 0 {
		points[0] = point{}
	}
	return points
}

// replacements are the letters that change, by the first of them.
type replacements struct {
	length []int
	at     []int // the break, in prepared; 0: none
}

func (c *replacements) set(replaced, letters, length int) {
	if c.length == nil {
		c.length, c.at = make([]int, letters), make([]int, letters)
	}
	if replaced >= 0 && replaced < letters {
		c.length[replaced] = length
	}
}

func (c *replacements) breakAt(replaced, at int) {
	if replaced >= 0 && replaced < len(c.at) {
		c.at[replaced] = at
	}
}

// mark marks the points that change letters. Of replacements that overlap the first
// one counts.
func (c *replacements) mark(points []point) {
	for i := 0; i < len(c.at); i++ {
		if p := c.at[i]; p > 0 && points[p].change != nil {
			points[p].changed = true
			i += max(c.length[i]-1, 0)
		}
	}
}
