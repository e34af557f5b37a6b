package difference

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/bits"

	"hyphbench/internal/filter"
)

// Hashes is how many cells of a Table a key goes into unless said otherwise: with 3 a
// large difference needs fewer cells (1.222 a key, not 1.295), a small one gets stuck
// more often.
const Hashes = 4

// Table is an invertible Bloom lookup table: each key is in one cell of each of as many
// parts as there are hashes.
//
// Guarantee: Peel gives all keys of a difference or ErrStuck.
// Cost: 13 bytes per cell and the deviation of its count.
// Source: Goodrich and Mitzenmacher 2011; Eppstein et al. 2011, section 2.
type Table struct {
	cells  []cell
	hashes int
	seed   uint64
	keys   uint64 // inserted
}

// Limits of the number of hashes.
const (
	fewestHashes = 2
	mostHashes   = 8
)

// NewTable returns an empty table of that many cells, rounded up to a multiple of the
// hashes, 2 to 8.
func NewTable(cells, hashes int, seed uint64) (*Table, error) {
	if hashes < fewestHashes || hashes > mostHashes {
		return nil, fmt.Errorf("%d hashes: want %d to %d", hashes, fewestHashes, mostHashes)
	}
	part := max(1, (cells+hashes-1)/hashes)
	return &Table{cells: make([]cell, part*hashes), hashes: hashes, seed: seed}, nil
}

// Cells is how many there are.
func (t *Table) Cells() int { return len(t.cells) }

// Insert adds a key.
func (t *Table) Insert(key uint64) {
	t.add(entryOf(key, t.seed), 1)
	t.keys++
}

// add adds a key to its cells so many times.
func (t *Table) add(e entry, times int64) {
	for i := range t.hashes {
		t.cells[t.at(e, i)].add(e, times)
	}
}

// at is the cell of a key in the ith part.
func (t *Table) at(e entry, i int) int {
	part := len(t.cells) / t.hashes
	high, _ := bits.Mul64(filter.Mix(e.hash+uint64(i+1)<<32), uint64(part))
	return i*part + int(high)
}

// Subtract takes another table away: what is left is the difference of the two sets.
func (t *Table) Subtract(other *Table) error {
	if len(t.cells) != len(other.cells) || t.hashes != other.hashes || t.seed != other.seed {
		return fmt.Errorf("a table of %d cells, %d hashes and seed %d less one of %d, %d and %d: want equal ones",
			len(t.cells), t.hashes, t.seed, len(other.cells), other.hashes, other.seed)
	}
	for i := range t.cells {
		t.cells[i].less(other.cells[i])
	}
	return nil
}

// Peel takes the difference out of the table: the keys that only this one had, and those
// that only the subtracted one had. The table is empty afterwards, or the error is
// ErrStuck.
func (t *Table) Peel() (mine, theirs []uint64, err error) {
	queue := make([]int, 0, len(t.cells))
	for i := range t.cells {
		queue = append(queue, i)
	}
	for len(queue) > 0 {
		i := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		e, ok := t.cells[i].single(t.seed)
		if !ok || t.at(e, i/(len(t.cells)/t.hashes)) != i {
			continue
		}
		if len(mine)+len(theirs) == len(t.cells) { // each key empties a cell, unless somebody lies
			return nil, nil, ErrStuck
		}
		side := t.cells[i].count
		if side > 0 {
			mine = append(mine, e.key)
		} else {
			theirs = append(theirs, e.key)
		}
		t.add(e, -side)
		for part := range t.hashes {
			queue = append(queue, t.at(e, part))
		}
	}
	for _, c := range t.cells {
		if c != (cell{}) {
			return nil, nil, ErrStuck
		}
	}
	return mine, theirs, nil
}

// expected is the mean count of a cell.
func (t *Table) expected() int64 { return int64(t.keys) * int64(t.hashes) / int64(len(t.cells)) }

// AppendBinary writes the table. The seed is not in it: both peers have it.
func (t *Table) AppendBinary(b []byte) []byte {
	b = binary.AppendUvarint(b, uint64(t.hashes))
	b = binary.AppendUvarint(b, t.keys)
	b = binary.AppendUvarint(b, uint64(len(t.cells)))
	for _, c := range t.cells {
		b = appendCell(b, c, t.expected())
	}
	return b
}

// ParseTable reads a table of that seed.
func ParseTable(data []byte, seed uint64) (*Table, error) {
	r := &reader{what: "a table", left: data}
	t := r.table(seed)
	return t, r.close()
}

func (r *reader) table(seed uint64) *Table {
	t := &Table{seed: seed, hashes: int(r.uint("the hashes", fewestHashes, mostHashes)), keys: r.uint("the keys", 0, mostKeys)}
	n := r.count("the cells", cellLeast)
	if r.err == nil && (n == 0 || n%t.hashes != 0) {
		r.fail("%d cells of %d hashes: want a multiple", n, t.hashes)
	}
	if r.err != nil {
		return t
	}
	t.cells = make([]cell, n)
	for i := range t.cells {
		t.cells[i] = r.cell(t.expected())
	}
	return t
}

// CellsFor is how many cells peel a difference of d keys with Hashes hashes in 99 of 100
// cases or more, which a test counts: 1.4 a key, and for few keys some more, since two
// of them share all their cells sooner.
func CellsFor(d int) int {
	const share, few = 1.4, 3.0
	return int(math.Ceil(share*float64(d)+few*math.Sqrt(float64(d)))) + 2*Hashes
}
