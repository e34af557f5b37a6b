package linear

import "fmt"

// Merge raises every cell to that of other where it is larger: the filter of what either
// has, each key with its larger confidence. Both must be of one size, hash function and
// seed.
func (l *Filter) Merge(other *Filter) error {
	if other.m != l.m || other.b != l.b || other.k != l.k || other.hash != l.hash {
		return fmt.Errorf("linear filter of %d cells of %d bits, %d hash functions: another of %d, %d, %d cannot be merged", l.m, l.b, l.k, other.m, other.b, other.k)
	}
	for i := range l.m {
		if code := other.Code(i); code > l.Code(i) {
			l.set(i, code)
		}
	}
	return nil
}

// AppendCells appends the cells as a message has them, ⌈m·b/8⌉ bytes.
func (l *Filter) AppendCells(out []byte) []byte {
	return append(out, l.table[:len(l.table)-tableSlack]...)
}

// SetCells replaces all cells by what AppendCells wrote of a filter of the same size.
func (l *Filter) SetCells(text []byte) error {
	if want := len(l.table) - tableSlack; len(text) != want {
		return fmt.Errorf("%d bytes for %d cells of %d bits: want %d", len(text), l.m, l.b, want)
	}
	if past := l.Bits() % 8; past != 0 && text[len(text)-1]>>past != 0 {
		return fmt.Errorf("bits are set behind the last of %d cells", l.m)
	}
	copy(l.table, text)
	return nil
}

// AtLeast is the share of cells whose code is that or more.
func (l *Filter) AtLeast(code uint16) float64 {
	cells := 0
	for i := range l.m {
		if l.Code(i) >= code {
			cells++
		}
	}
	return float64(cells) / float64(l.m)
}
