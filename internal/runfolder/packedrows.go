package runfolder

import "iter"

// packed holds rows in 44 bytes each, with what many rows share once, and the rows of a
// cell beside each other, since they are read together. A run of ten million rows takes
// 440 MB, where rows themselves would take 2 GB.
type packed struct {
	kinds  []*kindRows
	kindOf map[kind]int32
	order  [][]int32 // the kinds of the rows in order of execution, in chunks
	rows   int
	ops    []int64
	opsOf  map[int64]int32
	extras [][]string
	extra  map[*string]int32 // by the first of the texts: equal ones are one (texts)
}

// kind is what the rows of a cell share.
type kind struct {
	cell         Cell
	design, unit string
}

// kindRows are the rows of a kind in order of execution, in chunks.
type kindRows struct {
	kind
	chunks [][]packedRow
}

type packedRow struct {
	value                            float64
	cpu                              int64
	seq, round, session, ops, extras int32
}

// chunk is how many rows are allocated at a time: nothing is copied when there are
// more. The first chunk begins small, since a part of a run may have few rows of a kind.
const (
	chunk      = 1 << 12
	firstChunk = 1 << 4
)

func newPacked() *packed {
	return &packed{kindOf: map[kind]int32{}, opsOf: map[int64]int32{}, extra: map[*string]int32{}}
}

// push appends to a list of chunks.
func push[T any](chunks [][]T, v T) [][]T {
	last := len(chunks) - 1
	if last < 0 || len(chunks[last]) == chunk {
		room := chunk
		if last < 0 {
			room = firstChunk // append makes it grow
		}
		chunks = append(chunks, make([]T, 0, room))
		last++
	}
	chunks[last] = append(chunks[last], v)
	return chunks
}

func (p *packed) add(r Row) {
	k := kind{r.Cell(), r.Design, r.Unit}
	at, known := p.kindOf[k]
	if !known {
		at = int32(len(p.kinds))
		p.kinds, p.kindOf[k] = append(p.kinds, &kindRows{kind: k}), at
	}
	ops, known := p.opsOf[r.Ops]
	if !known {
		ops = int32(len(p.ops))
		p.ops, p.opsOf[r.Ops] = append(p.ops, r.Ops), ops
	}
	extras := int32(-1)
	if len(r.Extra) > 0 {
		first := &r.Extra[0]
		if extras, known = p.extra[first]; !known {
			extras = int32(len(p.extras))
			p.extras, p.extra[first] = append(p.extras, r.Extra), extras
		}
	}
	p.kinds[at].chunks = push(p.kinds[at].chunks, packedRow{r.Value, r.CPU, int32(r.Seq), int32(r.Round), int32(r.Session), ops, extras})
	p.order = push(p.order, at)
	p.rows++
}

// number is that of row i of a kind.
func number(kind int32, i int) int64 { return int64(kind)<<32 | int64(i) }

func (p *packed) row(number int64) Row {
	k, i := p.kinds[number>>32], int(number&(1<<32-1))
	r := &k.chunks[i/chunk][i%chunk]
	row := Row{
		Seq: int(r.seq), Round: int(r.round), Design: k.design, Filter: k.cell.Filter, Metric: k.cell.Metric, Point: k.cell.Point,
		Value: r.value, Unit: k.unit, Ops: p.ops[r.ops], CPU: r.cpu, Session: int(r.session),
	}
	if r.extras >= 0 {
		row.Extra = p.extras[r.extras]
	}
	return row
}

// session is that of the row of a number.
func (p *packed) session(number int64) int32 {
	i := int(number & (1<<32 - 1))
	return p.kinds[number>>32].chunks[i/chunk][i%chunk].session
}

func (p *packed) all(yield func(int64, Row) bool) {
	next := make([]int, len(p.kinds))
	for _, kinds := range p.order {
		for _, k := range kinds {
			n := number(k, next[k])
			next[k]++
			if !yield(n, p.row(n)) {
				return
			}
		}
	}
}

// Len is the number of rows, warm-up included.
func (r *Run) Len() int {
	switch {
	case r.subset != nil:
		return r.subset.rows
	case r.packed != nil:
		return r.packed.rows
	}
	return len(r.Rows)
}

// Row is the row that All yields with the number.
func (r *Run) Row(number int64) Row {
	switch {
	case r.subset != nil:
		return r.subset.row(number)
	case r.packed != nil:
		return r.packed.row(number)
	}
	return r.Rows[number]
}

// All yields the rows in order of execution, warm-up included, with a number of each,
// by which Row finds it.
func (r *Run) All() iter.Seq2[int64, Row] {
	switch {
	case r.subset != nil:
		return r.subset.all
	case r.packed != nil:
		return r.packed.all
	}
	return func(yield func(int64, Row) bool) {
		for i, row := range r.Rows {
			if !yield(int64(i), row) {
				return
			}
		}
	}
}

// Cut is the run with the rows that keep returns, changed as it returns them.
func (r *Run) Cut(keep func(Row) (Row, bool)) *Run {
	out := *r
	out.Rows, out.packed, out.subset = nil, nil, nil
	if r.packed != nil {
		out.packed = newPacked()
	}
	for _, row := range r.All() {
		if row, ok := keep(row); ok {
			out.add(row)
		}
	}
	return &out
}

func (r *Run) add(row Row) {
	if r.packed != nil {
		r.packed.add(row)
		return
	}
	r.Rows = append(r.Rows, row)
}
