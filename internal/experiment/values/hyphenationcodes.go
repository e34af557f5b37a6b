package values

import (
	"math/bits"
	"slices"

	"hyphbench/internal/filter/packed"
)

// Codes of a hyphenation as a value, on the axis of codes.
const (
	codeTable  = "table"  // its number among the different hyphenations
	codeMask   = "mask"   // the breaks themselves, a bit each
	codeHashed = "hashed" // the same, exclusive or with a hash of the word
)

func codeNames() []string { return []string{codeTable, codeMask, codeHashed} }

// code writes breaks as values of v bits and reads them.
//
// A negative has some value. If no word of its length can be hyphenated so, it is caught:
// numbers beyond the table's end, breaks beyond the word's. Of random bits few would be
// breaks of a short word. The bits that a function gives negatives are not random: where
// nearly all keys have a 0, nearly all slots have. So Chazelle et al. join a value with a
// hash of the word by an exclusive or, which makes them random.
type code struct {
	name  string
	v     int
	table []uint64      // the different masks, ascending; nil: the value is the mask
	held  *packed.Array // the same as they are held
}

// newCodes are those for the masks of the keys, by name. Bit 0 of a mask is never set,
// since no break is before the first letter, and has no place in a value.
func newCodes(masks []uint64) map[string]*code {
	all := uint64(0)
	for _, m := range masks {
		all |= m
	}
	width := max(1, bits.Len64(all>>1))
	different := slices.Compact(slices.Sorted(slices.Values(masks)))
	held := packed.New(uint64(len(different)), uint64(width))
	for i, m := range different {
		held.Set(uint64(i), m>>1)
	}
	return map[string]*code{
		codeTable:  {name: codeTable, v: max(1, bits.Len(uint(len(different)-1))), table: different, held: &held},
		codeMask:   {name: codeMask, v: width},
		codeHashed: {name: codeHashed, v: width},
	}
}

func (c *code) value(mask uint64) uint64 {
	if c.held == nil {
		return mask >> 1
	}
	i, _ := slices.BinarySearch(c.table, mask)
	return uint64(i)
}

// mask is the hyphenation that a value stands for; false if there is none.
func (c *code) mask(value uint64) (mask uint64, is bool) {
	if c.held == nil {
		return value << 1, true
	}
	if value >= uint64(len(c.table)) {
		return 0, false
	}
	return c.held.At(value) << 1, true
}

// fits reports whether a word of that length can have the breaks: the last one is before
// its last letter or an earlier one.
func fits(mask uint64, length int) bool { return mask>>length == 0 }

// bits are those of the table.
func (c *code) bits() uint64 {
	if c.held == nil {
		return 0
	}
	return uint64(len(c.table)) * c.held.Width
}

// chance is the probability that a negative of that length with a value of v random bits
// gets breaks other than those of the patterns.
func (c *code) chance(length int, pattern uint64) float64 {
	if c.held == nil {
		free := min(c.v, length-1) // places in which a break may be
		others := float64(uint64(1) << free)
		if pattern>>(free+1) == 0 {
			others--
		}
		return others / float64(uint64(1)<<c.v)
	}
	others := 0
	for _, mask := range c.table {
		if fits(mask, length) && mask != pattern {
			others++
		}
	}
	return float64(others) / float64(uint64(1)<<c.v)
}

// chances is the mean of chance over the negatives of the list, worked out once.
func (t *truth) chances(c *code) float64 {
	if mean, known := t.chance[c.name]; known {
		return mean
	}
	type word struct {
		length  uint8
		pattern uint64
	}
	times := map[word]int{}
	for i, k := range t.key {
		if k < 0 && int(t.length[i]) <= t.longest && t.length[i] > 0 {
			times[word{t.length[i], t.pattern[i]}]++
		}
	}
	count := 0.0
	for w, n := range times {
		count += float64(n) * c.chance(int(w.length), w.pattern)
	}
	t.chance[c.name] = count / float64(t.negatives)
	return t.chance[c.name]
}
